/* The walk over a compiled chain (simcore.engine.montecarlo.walk), step for step in C.
 *
 * FILE holds whole numbers of 64 bits: width, start, first ending, places, the cells of all places, then for each
 * place how many rolls a visit stands for, and for each ending (and the place that is nowhere) whether the attacker
 * has won.
 *
 *     chain FILE TRIALS SEED
 */
enum { LANES = 48 };

#include <stdlib.h>

#include "clock.h"
#include "philox.h"

typedef struct {
    uint64_t width, start, over, places;
    uint64_t *cells, *rolls, *won;
} chain;

static chain read_chain(const char *name)
{
    chain c = {0};
    FILE *file = fopen(name, "rb");
    uint64_t head[4];
    if (file == NULL || fread(head, sizeof *head, 4, file) != 4) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(2);
    }
    c.width = head[0];
    c.start = head[1];
    c.over = head[2];
    c.places = head[3];
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
    const uint64_t idle = c.places - 1, below_cut = (UINT64_C(1) << 40) - 1, place_bits = (1 << 20) - 1;
    const uint64_t *const cells = c.cells, width = c.width, over = c.over, start = c.start;
    uint64_t words[4][LANES], trial[LANES], block[LANES];
    uint64_t at[2 * LANES]; /* where each lane is, then where it will go when its trial is over */
    const double before = processor_time();
    for (int lane = 0; lane < LANES; lane++) {
        trial[lane] = (uint64_t)lane;
        block[lane] = 0;
        at[lane] = trial[lane] < trials ? start : idle;
        at[LANES + lane] = trial[lane] + LANES < trials ? start : idle;
    }
    for (int going = trials > 0; going;) {
        philox_lanes(words, seed, trial, block);
        for (int lane = 0; lane < LANES; lane += 4) { /* four lanes stay in registers for the length of a block */
            uint64_t place[4];
            for (int k = 0; k < 4; k++)
                place[k] = at[lane + k];
            for (int w = 0; w < 4; w++)
                for (int k = 0; k < 4; k++) {
                    const uint64_t word = words[w][lane + k];
                    visits[place[k]]++;
                    const uint64_t cell = cells[(place[k] << width) + (word >> (32 - width))];
                    place[k] = cell >> (20 * (((word << (32 + width)) | below_cut) < cell)) & place_bits;
                }
            for (int k = 0; k < 4; k++)
                at[lane + k] = place[k];
        }
        uint64_t over_now = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const uint64_t place = at[lane], done = place >= over;
            stood[place]++;
            over_now |= done << lane;
            at[lane] = at[done * LANES + (uint64_t)lane];
        }
        going = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const uint64_t done = over_now >> lane & 1;
            trial[lane] += done * LANES;
            block[lane] = (block[lane] + 1) * (1 - done);
            at[LANES + lane] = trial[lane] + LANES < trials ? start : idle;
            going |= trial[lane] < trials;
        }
    }
    const double spent = processor_time() - before;
    uint64_t wins = 0, rolls = 0;
    for (uint64_t place = 0; place < c.places; place++) {
        if (place < over)
            rolls += c.rolls[place] * visits[place];
        else {
            rolls += c.rolls[place] * stood[place];
            wins += c.won[place - over] * stood[place];
        }
    }
    print_result(wins, rolls, trials, spent);
    return 0;
}
