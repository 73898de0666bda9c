/* Philox4x32-10 of Random123 (Salmon et al., 2011), addressed as in simcore: key = seed, counter = (trial, block, 0).
 *
 * Words stand in 64 bits, so that a compiler can make the products of many lanes with one instruction. */
#include <stdint.h>

/* `low` and `high`: the halves of the trial's number. */
static inline void philox(uint64_t word[4], uint64_t seed, uint64_t low, uint64_t high, uint64_t block)
{
    const uint64_t mask = 0xFFFFFFFFu;
    uint64_t c0 = low, c1 = high, c2 = block, c3 = 0, k0 = seed & mask, k1 = seed >> 32;
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = 0xD2511F53u * c0, p1 = 0xCD9E8D57u * c2;
        c0 = (p1 >> 32) ^ c1 ^ k0;
        c1 = p1 & mask;
        c2 = (p0 >> 32) ^ c3 ^ k1;
        c3 = p0 & mask;
        k0 = (k0 + 0x9E3779B9u) & mask;
        k1 = (k1 + 0xBB67AE85u) & mask;
    }
    word[0] = c0;
    word[1] = c1;
    word[2] = c2;
    word[3] = c3;
}

/* How many trials from `first` on, `LANES` at most and `most` at most, have the same upper half of their number. */
static inline int alike(uint64_t first, uint64_t most)
{
    const uint64_t here = (UINT64_C(1) << 32) - (first & 0xFFFFFFFFu), lanes = here < LANES ? here : LANES;
    return (int)(most < lanes ? most : lanes);
}

/* Word w of a block of trial first + lane, into `words[w][lane]`, where all these are `alike`: what they share of the
 * first two rounds is then worked out once for all. */
static inline void philox_block(uint64_t (*restrict words)[LANES], uint64_t seed, uint64_t first, uint64_t block)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t word[4];
        philox(word, seed, (first & 0xFFFFFFFFu) + (uint64_t)lane, first >> 32, block);
        for (int w = 0; w < 4; w++)
            words[w][lane] = word[w];
    }
}

/* Word w of block `block[lane]` of trial `trial[lane]`, into `words[w][lane]`. */
static inline void philox_lanes(uint64_t (*restrict words)[LANES], uint64_t seed, const uint64_t *restrict trial,
                                const uint64_t *restrict block)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t word[4];
        philox(word, seed, trial[lane] & 0xFFFFFFFFu, trial[lane] >> 32, block[lane]);
        for (int w = 0; w < 4; w++)
            words[w][lane] = word[w];
    }
}
