/* The random numbers of the programs that draw one for each die: xoshiro256++, the usual choice of a plain program. */
#include <stdint.h>

#include "splitmix.h"

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

static void seed_state(uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        state[i] = split_mix(&seed);
}

/* 0 .. faces - 1: the high part of a product, biased by less than 2 ** -29. */
static inline uint32_t die(uint32_t faces) { return (uint32_t)(((next() >> 32) * faces) >> 32); }
