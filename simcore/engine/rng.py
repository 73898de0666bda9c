"""Random numbers with an address: Philox4x32-10 of Random123 (Salmon et al., 2011).

The key is the seed and the counter is (trial, draw block, purpose), so any draw of any trial can be made alone:
threads, chunks, process pools and resumed runs cannot change a result. Each call yields four 32-bit words.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import entry, kernel, step

TRIAL = 0  # purposes: what a block of words is for
RETELLING = 1
GAME = 2  # the chance of a full game; what its players draw for themselves follows, see `playing`
LATER_BATTLES = 16  # from here on: the second, third, ... battle of a campaign
PILOT = 1 << 16  # from here on one for each purpose of a roll, see `paired`
PAIRED = 1 << 24
WORDS = 4  # in a block
VECTOR = 8  # blocks made by the same instructions, on processors with the widest ones

LOW = np.uint64(0xFFFFFFFF)
S32 = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@step
def philox(c0, c1, c2, c3, k0, k1):
    """Four 32-bit words (as uint64) for one counter and key, each a uint64 below 2**32."""
    # Products of two 32-bit numbers fit 64 bits and sums are masked, so this is the same with the JIT off. A word is
    # cut to 32 bits only where it is multiplied: there it costs nothing, the machine's product does not look above.
    for _ in range(10):
        p0, p1 = _M0 * (c0 & LOW), _M1 * (c2 & LOW)
        c0, c1, c2, c3 = (p1 >> S32) ^ c1 ^ k0, p1, (p0 >> S32) ^ c3 ^ k1, p0
        k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    return c0 & LOW, c1 & LOW, c2 & LOW, c3 & LOW


@step
def words(seed, trial, block, purpose):
    """Words 4 * block .. 4 * block + 3 of `trial` for `purpose`, under a 64-bit `seed`."""
    return philox(trial & LOW, trial >> S32, block, purpose, seed & LOW, seed >> S32)


@step
def words_in_step(out, seed, trials, blocks):
    """Words of block `blocks[lane]` of trial `trials[lane]` into `out[word, lane]`; plain, so that it is vectorised."""
    k0, k1 = seed & LOW, seed >> S32
    for lane in range(out.shape[1]):
        trial = trials[lane]
        c0, c1, c2, c3 = philox(trial & LOW, trial >> S32, blocks[lane], np.uint64(TRIAL), k0, k1)
        out[0, lane] = c0
        out[1, lane] = c1
        out[2, lane] = c2
        out[3, lane] = c3


@step
def words_of_block(out, seed, first, numbers, block, count):
    """Words of `block` of the trials `first` + `numbers[k]`, for each k below `count`, into `out[word, k]`.

    For trials with the same upper half of their number (see `alike`): what they share of the first two rounds is then
    worked out once for all. Vectors are filled up, so `out` and `numbers` need a length that is a multiple of `VECTOR`.
    """
    low, high = first & LOW, first >> S32
    k0, k1 = seed & LOW, seed >> S32
    for k in range((count + VECTOR - 1) // VECTOR * VECTOR):
        c0, c1, c2, c3 = philox(low + numbers[k], high, block, np.uint64(TRIAL), k0, k1)
        out[0, k] = c0
        out[1, k] = c1
        out[2, k] = c2
        out[3, k] = c3


@step
def alike(first, most):
    """How many trials from `first` on, `most` of them at most, have the same upper half of their number."""
    return min(most, np.int64(LOW - (first & LOW)) + 1)


@entry
def _draw(seed, trial, block, purpose):
    return words(seed, trial, block, purpose)


def draw(seed: int, trial: int, block: int, purpose: int) -> tuple[int, int, int, int]:
    """Four 32-bit words at an address, for Python.

    >>> [hex(word) for word in draw(0, 0, 0, 0)]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    a, b, c, d = _draw(np.uint64(seed), np.uint64(trial), np.uint64(block), np.uint64(purpose))
    return int(a), int(b), int(c), int(d)


# ---- streams: addresses that move on by themselves, for games whose draws no state can count -----------------------

SEED, NUMBER, _PURPOSE, _DRAWN, _WORD = range(5)
STREAM = 8  # length of a stream: uint64[STREAM], the last four are the words of the block under way


@step
def open_stream(stream, seed, trial, purpose):
    """Set `stream` uint64[STREAM] to the first word of `trial` for `purpose`."""
    stream[SEED] = seed
    stream[NUMBER] = trial
    stream[_PURPOSE] = purpose
    stream[_DRAWN] = np.uint64(0)


@kernel
def next_word(stream):
    """The stream's next 32-bit word, as uint64."""
    drawn = stream[_DRAWN]
    at = drawn & np.uint64(3)
    if at == np.uint64(0):
        a, b, c, d = words(stream[SEED], stream[NUMBER], drawn >> np.uint64(2), stream[_PURPOSE])
        stream[_WORD + 1], stream[_WORD + 2], stream[_WORD + 3] = b, c, d
        stream[_WORD] = a
    stream[_DRAWN] = drawn + np.uint64(1)
    return stream[np.uint64(_WORD) + at]


@step
def below(stream, number):
    """A whole number from 0 to `number` - 1; no one likelier than another by more than `number` / 2**32."""
    return np.int64((next_word(stream) * np.uint64(number)) >> S32)
