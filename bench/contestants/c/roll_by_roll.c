/* The same battle as die_by_die.c, roll by roll: the algorithm of simcore's direct trial, written in C.
 *
 * A camp's whole roll is one draw from an alias table over the joint results of its dice. Draws are Philox words
 * addressed by trial, so that any trial can be replayed alone. Many trials go in step, so that their loads overlap;
 * nothing that depends on the dice is a branch.
 *
 *     roll_by_roll ENGLISH BURGUNDIAN FRENCH ARMAGNAC TRIALS SEED
 */
enum { LANES = 64 };

#include "battle.h"
#include "philox.h"

enum { MOST_FACES = (DICE0 + 1) * (DICE1 + 1), ROWS = (DICE0 + 1) * (DICE1 + 1) };

typedef struct {
    uint16_t loss, shift; /* what the enemy loses; what the roller's camp loses, as a number to subtract */
} effect;

typedef struct {
    uint32_t below; /* the first effect while the fraction is below, else the second */
    effect side[2];
} cell;

static cell cells[ROWS * MOST_FACES];
static uint16_t first_cell[MOST_UNITS * MOST_UNITS], cell_count[MOST_UNITS * MOST_UNITS];

/* Chance of so many LOSS results on equal dice. */
static double chance(int dice, int losses, int loss_faces)
{
    double p = 1.0;
    for (int i = 0; i < dice; i++)
        p *= i < losses ? (double)((dice - i) * loss_faces) / ((i + 1) * DIE_FACES)
                        : (double)(DIE_FACES - loss_faces) / DIE_FACES;
    return p;
}

/* Vose's alias method for one number of dice; returns the number of cells. */
static int make_row(cell *row, int dice0, int dice1)
{
    double share[MOST_FACES];
    int small[MOST_FACES], large[MOST_FACES], alias[MOST_FACES], smalls = 0, larges = 0, n = 0;
    for (int gone0 = 0; gone0 <= dice0; gone0++)
        for (int gone1 = 0; gone1 <= dice1; gone1++) {
            const int loss0 = dice0 - gone0, loss1 = dice1 - gone1;
            row[n].side[0] = (effect){(uint16_t)(loss0 + loss1), (uint16_t)make_camp(gone0, gone1)};
            share[n] = chance(dice0, loss0, LOSS_FACES0) * chance(dice1, loss1, LOSS_FACES1);
            alias[n] = n;
            n++;
        }
    for (int i = 0; i < n; i++) {
        share[i] *= n;
        if (share[i] < 1.0)
            small[smalls++] = i;
        else
            large[larges++] = i;
    }
    while (smalls > 0 && larges > 0) {
        const int i = small[--smalls], j = large[larges - 1];
        alias[i] = j;
        share[j] -= 1.0 - share[i];
        if (share[j] < 1.0)
            small[smalls++] = large[--larges];
    }
    while (larges > 0)
        share[large[--larges]] = 1.0;
    while (smalls > 0)
        share[small[--smalls]] = 1.0;
    for (int i = 0; i < n; i++) {
        row[i].below = share[i] < 1.0 ? (uint32_t)(share[i] * 4294967296.0) : 0;
        row[i].side[1] = row[share[i] < 1.0 ? alias[i] : i].side[0];
    }
    return n;
}

static void make_rows(void)
{
    int first[DICE0 + 1][DICE1 + 1], size[DICE0 + 1][DICE1 + 1], used = 0;
    for (int dice0 = 0; dice0 <= DICE0; dice0++)
        for (int dice1 = 0; dice1 <= DICE1; dice1++) {
            first[dice0][dice1] = used;
            used += size[dice0][dice1] = make_row(cells + used, dice0, dice1);
        }
    for (camp c = 0; c < MOST_UNITS * MOST_UNITS; c++) {
        const uint32_t dice0 = least(c / MOST_UNITS, DICE0), dice1 = least(c % MOST_UNITS, DICE1);
        first_cell[c] = (uint16_t)first[dice0][dice1];
        cell_count[c] = (uint16_t)size[dice0][dice1];
    }
}

/* One roll in each of `count` lanes; keeps those in `alive` where both sides stand, and returns how many. */
static inline int roll(int *restrict alive, int count, camp *restrict own, camp *restrict enemy,
                       const uint64_t *restrict word)
{
    int left = 0;
    for (int k = 0; k < count; k++) {
        const int lane = alive[k];
        const camp mine = own[lane], theirs = enemy[lane];
        const uint64_t product = word[lane] * cell_count[mine];
        const cell *c = &cells[first_cell[mine] + (product >> 32)];
        const effect e = c->side[(uint32_t)product >= c->below];
        const camp mine_left = mine - e.shift, theirs_left = removed[theirs][e.loss];
        own[lane] = mine_left;
        enemy[lane] = theirs_left;
        alive[left] = lane;
        left += (mine_left != 0) & (theirs_left != 0);
    }
    return left;
}

int main(int argc, char **argv)
{
    const setting s = read_setting(argc, argv);
    make_removed();
    make_rows();
    uint64_t wins = 0, rolls = 0;
    const double before = processor_time();
    int lanes;
    for (uint64_t base = 0; base < s.trials; base += (uint64_t)lanes) {
        lanes = alike(base, s.trials - base);
        camp attacker[LANES], defender[LANES];
        uint64_t words[4][LANES], block = 0;
        int alive[LANES], count = lanes;
        for (int lane = 0; lane < LANES; lane++) {
            attacker[lane] = s.attacker;
            defender[lane] = s.defender;
            alive[lane] = lane;
        }
        while (count > 0) {
            philox_block(words, s.seed, base, block++);
            for (int w = 0; w < 4; w += 2) {
                rolls += (uint64_t)count;
                count = roll(alive, count, attacker, defender, words[w]);
                rolls += (uint64_t)count;
                count = roll(alive, count, defender, attacker, words[w + 1]);
            }
        }
        for (int lane = 0; lane < lanes; lane++)
            wins += (defender[lane] == 0) & (attacker[lane] != 0);
    }
    print_result(wins, rolls, s.trials, processor_time() - before);
    return 0;
}
