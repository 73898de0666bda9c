/* The random numbers of the programs that draw one for each die: xoshiro256++, the usual choice of a plain program. */
#include <stdint.h>

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

/* 0 .. faces - 1: the high part of a product, biased by less than 2 ** -29. */
static inline uint32_t die(uint32_t faces) { return (uint32_t)(((next() >> 32) * faces) >> 32); }
