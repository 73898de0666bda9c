/* A pitched battle of La guerre de Cent Ans, die by die, as a careful programmer would write it in C.
 *
 * No leaders, no elite units, policy keep_dice on both sides, the attacker has the initiative. One draw of
 * xoshiro256++ for each die. Prints one line of JSON; its nanoseconds are per battle, start-up excluded.
 *
 *     die_by_die ENGLISH BURGUNDIAN FRENCH ARMAGNAC TRIALS SEED
 */
#include "battle.h"

static uint64_t state[4];

static inline uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/* xoshiro256++ 1.0 (Blackman and Vigna, public domain). */
static inline uint64_t next(void)
{
    const uint64_t result = rotate(state[0] + state[3], 23) + state[0], t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotate(state[3], 45);
    return result;
}

/* SplitMix64, by which xoshiro's authors fill its state. */
static void seed_state(uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        state[i] = z ^ (z >> 31);
    }
}

/* 0 .. 5: the high part of a product, biased by less than 2 ** -29. */
static inline uint32_t die(void) { return (uint32_t)(((next() >> 32) * DIE_FACES) >> 32); }

/* A camp rolls: every LOSS takes a unit of the enemy, every other face one of its own. */
static inline void roll(camp *own, camp *enemy)
{
    const uint32_t dice0 = least(*own / MOST_UNITS, DICE0), dice1 = least(*own % MOST_UNITS, DICE1);
    uint32_t loss0 = 0, loss1 = 0;
    for (uint32_t i = 0; i < dice0; i++)
        loss0 += die() < LOSS_FACES0;
    for (uint32_t i = 0; i < dice1; i++)
        loss1 += die() < LOSS_FACES1;
    *enemy = removed[*enemy][loss0 + loss1];
    *own -= (dice0 - loss0) * MOST_UNITS + (dice1 - loss1);
}

int main(int argc, char **argv)
{
    const setting s = read_setting(argc, argv);
    make_removed();
    seed_state(s.seed);
    uint64_t wins = 0, rolls = 0;
    const double before = now();
    for (uint64_t trial = 0; trial < s.trials; trial++) {
        camp attacker = s.attacker, defender = s.defender;
        for (;;) {
            roll(&attacker, &defender);
            rolls++;
            if (attacker == 0 || defender == 0)
                break;
            roll(&defender, &attacker);
            rolls++;
            if (attacker == 0 || defender == 0)
                break;
        }
        wins += defender == 0 && attacker != 0;
    }
    print_result(wins, rolls, s.trials, now() - before);
    return 0;
}
