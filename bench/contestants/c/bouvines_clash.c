/* A clash of Bouvines, die by die, one clash after the other.
 *
 * Two plaques in contact along one side (banners on 0,0 and 2,1), both ordering the attack in each of six turns, policy
 * weakest_first, banners that cannot be taken by touch, all rules by default. In contact neither banner can come nearer,
 * so no plaque steps; what is left is contact, shots along clear lines, charges and their dice. One draw of xoshiro256++
 * for each die. Prints one line of JSON, with the processor's nanoseconds per clash, start-up excluded.
 *
 *     bouvines_clash COALITION FRANCE TRIALS SEED
 *
 * COALITION and FRANCE are six letters each: s(ergeant), q(uality-sergeant), a(rcher), c(rossbowman), k(night).
 */
#include <stdbool.h>
#include <string.h>

#include "tally.h"
#include "xoshiro.h"

enum { SERGEANT, QUALITY_SERGEANT, ARCHER, CROSSBOWMAN, KNIGHT, FOOT_KNIGHT, KINDS };
enum { SIDES = 2, TROOPS = 6, DIRECTIONS = 6, DIE_FACES = 6, TURNS = 6, REMOVED = 4, MOST_CHARGE = 2, HORSE_WALKS = 2 };

static const char LETTERS[] = "sqack"; /* in the order of the kinds */
static const int HIT_POINTS[KINDS] = {2, 3, 2, 2, 3, 2};
static const int RANGE[KINDS] = {0, 0, 3, 4, 0, 0};            /* of shooters; from 2 on, as 1 is contact */
static const int SHOT_HITS[KINDS] = {0, 0, 4, 5, 0, 0};        /* faces of the shot die */
static const int SHOCKS[KINDS] = {2, 2, 0, 0, 4, 2};           /* faces of the shock die */
static const int WALKS[KINDS] = {1, 1, 0, 0, HORSE_WALKS, 1};  /* cells in a charge; 0: never charges */
enum { FALL_HURTS = 2 };                                       /* faces of the fall die that take a hit point */

/* A map of hexagons, a cell being q * MAP + r. Six turns of a rider's charges lead no further from the middle. */
enum { MAP = 32, MIDDLE = 14, CELLS = MAP * MAP, FAR = 4 };

/* Axial directions, clockwise from the east. */
static const int STEP_Q[DIRECTIONS] = {1, 0, -1, -1, 0, 1}, STEP_R[DIRECTIONS] = {0, 1, 1, 0, -1, -1};

static inline int cell_at(int q, int r) { return (q + MIDDLE) * MAP + r + MIDDLE; }

typedef struct {
    int kind, hit_points, cell; /* hit_points 0: dead */
} troop;

typedef struct {
    troop troops[SIDES][TROOPS];
    int dead[SIDES];
    bool occupied[CELLS];
} field;

/* What a straight line meets between its ends: each time one cell that it crosses, or two along whose border it runs
 * (else the second is the first). Cells are told from the line's start. */
typedef struct {
    int count, met[FAR][2];
} line;

static line lines[2 * FAR + 1][2 * FAR + 1];

static inline int biggest(int a, int b, int c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

/* Distance of two cells that are so far apart. */
static inline int length(int q, int r) { return biggest(abs(q), abs(r), abs(q + r)); }

static inline int distance(unsigned here, unsigned there)
{
    return length((int)(there / MAP) - (int)(here / MAP), (int)(there % MAP) - (int)(here % MAP));
}

/* The part of the way (q, r) inside the cell (a, b), both reckoned from the start: two of a point's three coordinates
 * differ by at most 1 there, reckoned from the cell's centre. Returns false if it is no more than a point. */
static bool crosses(int q, int r, int a, int b, double *start, double *end)
{
    const int way[3] = {q, r, -q - r}, away[3] = {-a, -b, a + b};
    *start = 0.0, *end = 1.0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, at_first = away[i] - away[j], pace = way[i] - way[j];
        if (pace == 0) {
            if (abs(at_first) > 1)
                return false;
            continue;
        }
        const double one = (-1.0 - at_first) / pace, other = (1.0 - at_first) / pace;
        const double enters = one < other ? one : other, leaves = one < other ? other : one;
        *start = enters > *start ? enters : *start;
        *end = leaves < *end ? leaves : *end;
    }
    return *end - *start > 1e-9;
}

static void make_line(int q, int r)
{
    line *l = &lines[q + FAR][r + FAR];
    double starts[FAR], start, end;
    for (int a = -FAR; a <= FAR; a++)
        for (int b = -FAR; b <= FAR; b++) {
            if ((a == 0 && b == 0) || (a == q && b == r) || !crosses(q, r, a, b, &start, &end))
                continue;
            int k = 0;
            while (k < l->count && (starts[k] - start > 1e-9 || start - starts[k] > 1e-9))
                k++;
            if (k == l->count)
                starts[l->count++] = start, l->met[k][0] = a * MAP + b;
            l->met[k][1] = a * MAP + b;
        }
}

/* Is the line between two troops free? Of two cells along whose border it runs, one is enough. */
static bool clear(const field *f, int here, int there)
{
    const line *l = &lines[there / MAP - here / MAP + FAR][there % MAP - here % MAP + FAR];
    for (int k = 0; k < l->count; k++)
        if (f->occupied[here + l->met[k][0]] && f->occupied[here + l->met[k][1]])
            return false;
    return true;
}

/* What orders the troops for the policy: hit points, those of a rider on foot included. */
static inline int life(const troop *t)
{
    return t->hit_points + (t->kind == KNIGHT ? HIT_POINTS[FOOT_KNIGHT] : 0);
}

/* The weakest of the enemies marked, the first of equals; -1: none is marked. */
static int weakest(const troop *enemies, const bool *marked)
{
    int best = -1;
    for (int i = 0; i < TROOPS; i++)
        if (marked[i] && (best < 0 || life(&enemies[i]) < life(&enemies[best])))
            best = i;
    return best;
}

/* A target loses hit points; a rider without any goes on afoot, and falls. */
static void hurt(field *f, int side, int target, int damage, uint64_t *rolls)
{
    troop *t = &f->troops[side][target];
    t->hit_points -= damage;
    if (t->hit_points > 0)
        return;
    if (t->kind == KNIGHT) {
        t->kind = FOOT_KNIGHT;
        t->hit_points = HIT_POINTS[FOOT_KNIGHT] - (die(DIE_FACES) < FALL_HURTS);
        ++*rolls;
        return;
    }
    t->hit_points = 0;
    f->occupied[t->cell] = false;
    f->dead[side]++;
}

/* Marks the enemies whom a walk that ends here would touch and whom no earlier walk does; keeps where it ends. */
static void mark_touched(const troop *enemies, int here, int walked, bool *marked, int *ends, int *cells)
{
    for (int i = 0; i < TROOPS; i++)
        if (enemies[i].hit_points > 0 && !marked[i] && distance(here, enemies[i].cell) == 1)
            marked[i] = true, ends[i] = here, cells[i] = walked;
}

/* A troop charges whom it likes best of all that it can come to touch, by the fewest cells and the first directions. */
static void charge(field *f, int side, troop *me, uint64_t *rolls)
{
    const troop *enemies = f->troops[1 - side];
    bool marked[TROOPS] = {false};
    int ends[TROOPS], cells[TROOPS], first[DIRECTIONS], step[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
        step[d] = STEP_Q[d] * MAP + STEP_R[d];
        first[d] = me->cell + step[d];
        if (!f->occupied[first[d]])
            mark_touched(enemies, first[d], 1, marked, ends, cells);
    }
    if (WALKS[me->kind] >= 2)
        for (int d = 0; d < DIRECTIONS; d++)
            for (int e = 0; e < DIRECTIONS && !f->occupied[first[d]]; e++)
                if (!f->occupied[first[d] + step[e]])
                    mark_touched(enemies, first[d] + step[e], 2, marked, ends, cells);
    const int target = weakest(enemies, marked);
    if (target < 0)
        return;
    f->occupied[me->cell] = false;
    me->cell = ends[target];
    f->occupied[me->cell] = true;
    const int walked = cells[target] < MOST_CHARGE ? cells[target] : MOST_CHARGE;
    ++*rolls;
    hurt(f, 1 - side, target, walked + (die(DIE_FACES) < (uint32_t)SHOCKS[me->kind]), rolls);
}

/* A living troop acts: strikes at contact, else shoots, else charges. */
static void act(field *f, int side, troop *me, uint64_t *rolls)
{
    const troop *enemies = f->troops[1 - side];
    bool touched[TROOPS], seen[TROOPS];
    for (int i = 0; i < TROOPS; i++) {
        const int away = enemies[i].hit_points > 0 ? distance(me->cell, enemies[i].cell) : CELLS;
        touched[i] = away == 1;
        seen[i] = away <= RANGE[me->kind] && clear(f, me->cell, enemies[i].cell);
    }
    int target = weakest(enemies, touched);
    if (target >= 0) {
        hurt(f, 1 - side, target, 1, rolls);
    } else if (RANGE[me->kind] > 0) {
        target = weakest(enemies, seen);
        if (target < 0)
            return;
        ++*rolls;
        if (die(DIE_FACES) < (uint32_t)SHOT_HITS[me->kind])
            hurt(f, 1 - side, target, 1, rolls);
    } else {
        charge(f, side, me, rolls);
    }
}

/* Which side wins a clash, the coalition's 0 or France's 1; -1: neither within the turns. */
static int fight(field *f, uint64_t *rolls)
{
    for (int turn = 0; turn < TURNS; turn++)
        for (int side = 0; side < SIDES; side++)
            for (int i = 0; i < TROOPS; i++) {
                if (f->troops[side][i].hit_points == 0)
                    continue;
                act(f, side, &f->troops[side][i], rolls);
                if (f->dead[1 - side] >= REMOVED)
                    return side;
            }
    return -1;
}

static void set_up(field *f, int side, const char *letters, int q, int r)
{
    f->occupied[cell_at(q, r)] = true; /* the banner */
    for (int i = 0; i < TROOPS; i++) {
        const char *letter = letters[i] == '\0' ? NULL : strchr(LETTERS, letters[i]);
        if (letter == NULL || strlen(letters) != TROOPS) {
            fprintf(stderr, "%s: not %d letters of %s\n", letters, TROOPS, LETTERS);
            exit(2);
        }
        const int kind = (int)(letter - LETTERS);
        f->troops[side][i] = (troop){kind, HIT_POINTS[kind], cell_at(q + STEP_Q[i], r + STEP_R[i])};
        f->occupied[f->troops[side][i].cell] = true;
    }
}

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 2, "COALITION FRANCE");
    field start = {0};
    set_up(&start, 0, argv[1], 0, 0);
    set_up(&start, 1, argv[2], 2, 1);
    for (int q = -FAR; q <= FAR; q++)
        for (int r = -FAR; r <= FAR; r++)
            if (length(q, r) > 1 && length(q, r) <= FAR)
                make_line(q, r);
    tally t = {.trials = strtoull(argv[3], NULL, 10)};
    seed_state(strtoull(argv[4], NULL, 10));
    const double before = processor_time();
    for (uint64_t trial = 0; trial < t.trials; trial++) {
        field f = start;
        const int winner = fight(&f, &t.rolls);
        t.wins += winner == 0;
        t.losses += winner == 1;
        for (int side = 0; side < SIDES; side++)
            t.left[side] += (uint64_t)(TROOPS - f.dead[side]);
    }
    print_tally(t, processor_time() - before);
    return 0;
}
