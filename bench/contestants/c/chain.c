/* The walks over a compiled chain (simcore.engine.montecarlo: walk, short_walk), step for step in C.
 *
 * FILE holds whole numbers of 64 bits: width, start, first ending, places, the most draws of a trial, the cells of all
 * places, then for each place how many rolls a visit stands for, and for each ending (and the place that is nowhere)
 * whether the attacker has won.
 *
 *     chain FILE TRIALS SEED
 */
enum { LANES = 48, WORDS = 4 };

#include <stdlib.h>

#include "clock.h"
#include "philox.h"

typedef struct {
    uint64_t width, start, over, places, draws;
    uint64_t *cells, *rolls, *won;
} chain;

static chain read_chain(const char *name)
{
    chain c = {0};
    FILE *file = fopen(name, "rb");
    uint64_t head[5];
    if (file == NULL || fread(head, sizeof *head, 5, file) != 5) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(2);
    }
    c.width = head[0];
    c.start = head[1];
    c.over = head[2];
    c.places = head[3];
    c.draws = head[4];
    const size_t cells = c.places << c.width, endings = c.places - c.over;
    c.cells = aligned_alloc(64, (cells * sizeof *c.cells + 63) / 64 * 64);
    c.rolls = malloc(c.places * sizeof *c.rolls);
    c.won = malloc(endings * sizeof *c.won);
    if (c.cells == NULL || c.rolls == NULL || c.won == NULL || fread(c.cells, sizeof *c.cells, cells, file) != cells ||
        fread(c.rolls, sizeof *c.rolls, c.places, file) != c.places ||
        fread(c.won, sizeof *c.won, endings, file) != endings) {
        fprintf(stderr, "%s: not a chain\n", name);
        exit(2);
    }
    fclose(file);
    return c;
}

/* Where a word leads from a place. */
static inline uint64_t next_place(const chain c, uint64_t place, uint64_t word)
{
    const uint64_t below_cut = (UINT64_C(1) << 40) - 1, place_bits = (1 << 20) - 1;
    const uint64_t cell = c.cells[(place << c.width) + (word >> (32 - c.width))];
    return cell >> (20 * (((word << (32 + c.width)) | below_cut) < cell)) & place_bits;
}

/* Counts how often a trial was at each place, and after how many blocks a lane was. */
static void walk(const chain c, uint64_t seed, uint64_t trials, uint64_t *restrict visits, uint64_t *restrict stood)
{
    const uint64_t idle = c.places - 1;
    uint64_t words[WORDS][LANES], trial[LANES], block[LANES];
    uint64_t at[2 * LANES]; /* where each lane is, then where it will go when its trial is over */
    for (int lane = 0; lane < LANES; lane++) {
        trial[lane] = (uint64_t)lane;
        block[lane] = 0;
        at[lane] = trial[lane] < trials ? c.start : idle;
        at[LANES + lane] = trial[lane] + LANES < trials ? c.start : idle;
    }
    for (int going = trials > 0; going;) {
        philox_lanes(words, seed, trial, block);
        for (int lane = 0; lane < LANES; lane += 4) { /* four lanes stay in registers for the length of a block */
            uint64_t place[4];
            for (int k = 0; k < 4; k++)
                place[k] = at[lane + k];
            for (int w = 0; w < WORDS; w++)
                for (int k = 0; k < 4; k++) {
                    visits[place[k]]++;
                    place[k] = next_place(c, place[k], words[w][lane + k]);
                }
            for (int k = 0; k < 4; k++)
                at[lane + k] = place[k];
        }
        uint64_t over_now = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const uint64_t place = at[lane], done = place >= c.over;
            stood[place]++;
            over_now |= done << lane;
            at[lane] = at[done * LANES + (uint64_t)lane];
        }
        going = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const uint64_t done = over_now >> lane & 1;
            trial[lane] += done * LANES;
            block[lane] = (block[lane] + 1) * (1 - done);
            at[LANES + lane] = trial[lane] + LANES < trials ? c.start : idle;
            going |= trial[lane] < trials;
        }
    }
}

/* The same where every trial ends within so many draws, at most a block of words. */
static inline void short_walk(const chain c, int draws, uint64_t seed, uint64_t trials, uint64_t *restrict visits,
                              uint64_t *restrict stood)
{
    uint64_t words[WORDS][LANES];
    int lanes;
    visits[c.start] += trials;
    for (uint64_t done = 0; done < trials; done += (uint64_t)lanes) {
        lanes = alike(done, trials - done);
        philox_block(words, seed, done, 0);
        for (int lane = 0; lane < lanes; lane++) {
            uint64_t place = next_place(c, c.start, words[0][lane]);
            for (int w = 1; w < draws; w++) {
                visits[place]++;
                place = next_place(c, place, words[w][lane]);
            }
            stood[place]++;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s FILE TRIALS SEED\n", argv[0]);
        return 2;
    }
    const chain c = read_chain(argv[1]);
    const uint64_t trials = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    uint64_t *visits = calloc(c.places, sizeof *visits), *stood = calloc(c.places, sizeof *stood);
    if (visits == NULL || stood == NULL)
        return 1;
    const double before = processor_time();
    switch (c.draws) { /* a program for each number, as simcore has one */
    case 1: short_walk(c, 1, seed, trials, visits, stood); break;
    case 2: short_walk(c, 2, seed, trials, visits, stood); break;
    case 3: short_walk(c, 3, seed, trials, visits, stood); break;
    case 4: short_walk(c, 4, seed, trials, visits, stood); break;
    default: walk(c, seed, trials, visits, stood);
    }
    const double spent = processor_time() - before;
    uint64_t wins = 0, rolls = 0;
    for (uint64_t place = 0; place < c.places; place++) {
        if (place < c.over)
            rolls += c.rolls[place] * visits[place];
        else {
            rolls += c.rolls[place] * stood[place];
            wins += c.won[place - c.over] * stood[place];
        }
    }
    print_result(wins, rolls, trials, spent);
    return 0;
}
