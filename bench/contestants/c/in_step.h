/* What the programs share that fight many battles in step, the same round of each at once.
 *
 * A lane is a battle, with random numbers of its own: one draw of 32 bits for each die. What is done to all lanes in
 * one short loop without a branch, the compiler does to as many at once as the processor's registers hold.
 */
#include <stdint.h>

#include "splitmix.h"

enum { LANES = 64 };

static uint32_t state[4][LANES];

/* xoshiro128++ 1.0 (Blackman and Vigna, public domain): on 32 bits, so that twice as many fit a register. */
static inline uint32_t next(int lane)
{
    const uint32_t s0 = state[0][lane], s1 = state[1][lane], sum = s0 + state[3][lane], s2 = state[2][lane] ^ s0,
                   s3 = state[3][lane] ^ s1;
    state[0][lane] = s0 ^ s3;
    state[1][lane] = s1 ^ s2;
    state[2][lane] = s2 ^ (s1 << 9);
    state[3][lane] = (s3 << 11) | (s3 >> 21);
    return ((sum << 7) | (sum >> 25)) + s0;
}

static void seed_state(uint64_t seed)
{
    for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < 4; i += 2) {
            const uint64_t z = split_mix(&seed);
            state[i][lane] = (uint32_t)z;
            state[i + 1][lane] = (uint32_t)(z >> 32);
        }
}

/* 0 .. faces - 1: the high part of a product. */
static inline int32_t die(int lane, uint32_t faces) { return (int32_t)(((uint64_t)next(lane) * faces) >> 32); }

/* Does a die show one of `some` of its faces? A comparison is cheaper than the number of the face. */
static inline uint32_t shows(int lane, uint32_t some, uint32_t faces)
{
    return next(lane) < (uint32_t)(((uint64_t)some << 32) / faces);
}

/* How many of all trials a lane is to run, where battles take longer or shorter. */
static inline int32_t share(uint64_t trials, int lane)
{
    return (int32_t)(trials / LANES + ((uint64_t)lane < trials % LANES));
}

static uint64_t total(const uint32_t counts[LANES])
{
    uint64_t sum = 0;
    for (int lane = 0; lane < LANES; lane++)
        sum += counts[lane];
    return sum;
}
