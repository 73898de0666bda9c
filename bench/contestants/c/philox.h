/* Philox4x32-10 of Random123 (Salmon et al., 2011), addressed as in simcore: key = seed, counter = (trial, block, 0).
 *
 * Words stand in 64 bits, so that a compiler can make the products of many lanes with one instruction. */
#include <stdint.h>

static inline void philox(uint64_t word[4], uint64_t seed, uint64_t trial, uint64_t block)
{
    const uint64_t low = 0xFFFFFFFFu;
    uint64_t c0 = trial & low, c1 = trial >> 32, c2 = block, c3 = 0, k0 = seed & low, k1 = seed >> 32;
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = 0xD2511F53u * c0, p1 = 0xCD9E8D57u * c2;
        c0 = (p1 >> 32) ^ c1 ^ k0;
        c1 = p1 & low;
        c2 = (p0 >> 32) ^ c3 ^ k1;
        c3 = p0 & low;
        k0 = (k0 + 0x9E3779B9u) & low;
        k1 = (k1 + 0xBB67AE85u) & low;
    }
    word[0] = c0;
    word[1] = c1;
    word[2] = c2;
    word[3] = c3;
}

/* Word w of block `block[lane]` of trial `trial[lane]`, into `words[w][lane]`. */
static inline void philox_lanes(uint64_t (*restrict words)[LANES], uint64_t seed, const uint64_t *restrict trial,
                                const uint64_t *restrict block)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t word[4];
        philox(word, seed, trial[lane], block[lane]);
        for (int w = 0; w < 4; w++)
            words[w][lane] = word[w];
    }
}
