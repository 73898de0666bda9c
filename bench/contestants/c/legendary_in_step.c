/* The melee of legendary_melee.c, die by die, but of many melees the same die at once.
 *
 *     legendary_in_step FOOT_KNIGHTS STANDARD_BEARERS SERGEANTS HALBERDIERS TRIALS SEED
 */
#include "legendary.h"
#include "in_step.h"
#include "tally.h"

/* Counts of all results stand in one word, so many bits each, and so do the places of a die's faces in it: a shift
 * takes the place of a look-up, which the compiler would make lane by lane. */
enum { COUNT_BITS = 6, PLACE_BITS = 5 };

static uint32_t places(const uint8_t die[DIE_FACES])
{
    uint32_t word = 0;
    for (int face = 0; face < DIE_FACES; face++)
        word |= (uint32_t)(COUNT_BITS * die[face]) << PLACE_BITS * face;
    return word;
}

static inline uint32_t count_of(int result, uint32_t shown) { return shown >> COUNT_BITS * result & ((1 << COUNT_BITS) - 1); }

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* One side rolls all its dice in every lane; returns how many. */
static uint64_t roll(const card cards[KINDS], const uint32_t units[KINDS], uint32_t shown[LANES])
{
    uint64_t rolled = 0;
    for (int lane = 0; lane < LANES; lane++)
        shown[lane] = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < cards[kind].dice; i++) {
            const uint32_t faces = places(cards[kind].die[i]);
            for (uint32_t unit = 0; unit < units[kind]; unit++, rolled++)
                for (int lane = 0; lane < LANES; lane++)
                    shown[lane] += UINT32_C(1) << (faces >> PLACE_BITS * die(lane, DIE_FACES) & ((1 << PLACE_BITS) - 1));
        }
    return rolled;
}

/* So many equal results fall on a side, each on a unit of the cheapest kind that is left; counted where it counts. */
static inline void suffer(uint32_t left[KINDS], uint32_t hits, uint32_t (*restrict gone)[LANES], int lane, int counts)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const uint32_t hit = least(hits, left[kind]);
        left[kind] -= hit;
        hits -= hit;
        gone[kind][lane] += counts ? hit : 0;
    }
}

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 4, "FOOT_KNIGHTS STANDARD_BEARERS SERGEANTS HALBERDIERS");
    const uint32_t units[SIDES][KINDS] = {
        {(uint32_t)number(argv[2], 0, MOST_UNITS), (uint32_t)number(argv[1], 1, MOST_UNITS)},
        {(uint32_t)number(argv[3], 0, MOST_UNITS), (uint32_t)number(argv[4], 0, MOST_UNITS)},
    };
    tally t = {.trials = strtoull(argv[5], NULL, 10)};
    seed_state(strtoull(argv[6], NULL, 10));
    static uint32_t gone[SIDES][SHIELD][KINDS][LANES], wins[LANES], losses[LANES], left[SIDES][LANES];
    const double before = processor_time();
    for (uint64_t done = 0; done < t.trials; done += LANES) {
        uint32_t attack[LANES], defence[LANES];
        const uint64_t rolled = roll(CARDS[0], units[0], attack) + roll(CARDS[1], units[1], defence);
        const uint64_t rest = t.trials - done;
        t.rolls += rolled * (rest < LANES ? rest : LANES);
        for (int lane = 0; lane < LANES; lane++) {
            const int counts = (uint64_t)lane < rest;
            uint32_t attackers[KINDS] = {units[0][0], units[0][1]}, defenders[KINDS] = {units[1][0], units[1][1]};
            uint32_t shields = count_of(SHIELD, defence[lane]);
            for (int result = KILL; result <= PUSH; result++) { /* shields stop the gravest first */
                const uint32_t hits = count_of(result, attack[lane]), stopped = least(hits, shields);
                shields -= stopped;
                suffer(defenders, hits - stopped, gone[1][result], lane, counts);
            }
            for (int result = KILL; result <= DISRUPT; result++) /* the defence dice as they lie */
                suffer(attackers, count_of(result, defence[lane]), gone[0][result], lane, counts);
            const uint32_t attackers_left = attackers[0] + attackers[1], defenders_left = defenders[0] + defenders[1];
            const uint32_t nobody_gone = defenders_left == units[1][0] + units[1][1];
            wins[lane] += (defenders_left == 0) & (attackers_left > 0) & (uint32_t)counts;
            losses[lane] += (nobody_gone | ((attackers_left == 0) & (defenders_left > 0))) & counts;
            left[0][lane] += counts ? attackers_left : 0;
            left[1][lane] += counts ? defenders_left : 0;
        }
    }
    t.wins = total(wins);
    t.losses = total(losses);
    for (int side = 0; side < SIDES; side++)
        t.left[side] = total(left[side]);
    const double spent = processor_time() - before;
    uint64_t missing = 0;
    for (int i = 0; i < SIDES * SHIELD * KINDS; i++)
        missing += total((&gone[0][0][0])[i]);
    const uint32_t start = units[0][0] + units[0][1] + units[1][0] + units[1][1];
    if (missing + t.left[0] + t.left[1] != t.trials * start) {
        fprintf(stderr, "units were lost in the counting\n");
        return 1;
    }
    print_tally(t, spent);
    return 0;
}
