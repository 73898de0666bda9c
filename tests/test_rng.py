"""Random numbers with an address: published known answers, and the same arithmetic with and without the JIT."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.engine import rng

WORD = 0xFFFFFFFF
words_of_32_bits = st.integers(0, WORD)

KNOWN_ANSWERS = [  # Random123, philox4x32 10 rounds: counter, key, answer
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((WORD,) * 4, (WORD,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def unsigned(*numbers: int) -> list[np.uint64]:
    return [np.uint64(number) for number in numbers]


def plain_philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox4x32-10 in Python's own whole numbers, which know no overflow."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & WORD, (p0 >> 32) ^ c3 ^ k1, p0 & WORD
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_published_known_answers(counter, key, answer):
    assert tuple(map(int, rng.philox(*unsigned(*counter, *key)))) == answer
    assert plain_philox(counter, key) == answer


@given(st.tuples(*[words_of_32_bits] * 4), st.tuples(words_of_32_bits, words_of_32_bits))
def test_philox_is_the_plain_arithmetic(counter, key):
    assert tuple(map(int, rng.philox(*unsigned(*counter, *key)))) == plain_philox(counter, key)


def test_philox_uncompiled_is_philox_compiled():
    uncompiled = getattr(rng.philox, "py_func", rng.philox)  # with the JIT off it is the function itself
    for counter, key, _ in KNOWN_ANSWERS:
        numbers = unsigned(*counter, *key)
        assert tuple(map(int, uncompiled(*numbers))) == tuple(map(int, rng.philox(*numbers)))


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), words_of_32_bits, words_of_32_bits)
def test_an_address_is_seed_trial_block_and_purpose(seed, trial, block, purpose):
    counter = (trial & WORD, trial >> 32, block, purpose)
    assert rng.draw(seed, trial, block, purpose) == plain_philox(counter, (seed & WORD, seed >> 32))


def test_every_part_of_an_address_counts():
    here = (7, 2**33 + 5, 3, rng.TRIAL)
    elsewhere = [(7 + 2**32, *here[1:]), (7, 5, *here[2:]), (*here[:2], 4, rng.TRIAL), (*here[:3], rng.RETELLING)]
    assert len({rng.draw(*address) for address in (here, *elsewhere)}) == 5


@pytest.mark.parametrize("lanes", [1, 4, 33])
@pytest.mark.parametrize(("seed", "trial", "block"), [(0, 0, 0), (2**64 - 1, 2**32 - 2, 5), (12345, 2**40, 2**20)])
def test_words_in_step_are_the_words_of_each_trial(lanes, seed, trial, block):
    out = np.zeros((4, lanes), np.uint64)
    trials, blocks = [trial + 3 * lane for lane in range(lanes)], [block + lane % 2 for lane in range(lanes)]
    rng.words_in_step(out, np.uint64(seed), np.array(trials, np.uint64), np.array(blocks, np.uint64))
    assert [tuple(out[:, lane].tolist()) for lane in range(lanes)] == [
        rng.draw(seed, *address, rng.TRIAL) for address in zip(trials, blocks, strict=True)
    ]


@pytest.mark.parametrize("count", [1, 8, 13])
@pytest.mark.parametrize(("seed", "first", "block"), [(0, 0, 0), (2**64 - 1, 2**40 - 64, 5), (12345, 2**33, 2**20)])
def test_words_of_a_block_are_the_words_of_each_trial(count, seed, first, block):
    out, numbers = np.zeros((4, 16), np.uint64), [3 * k for k in range(16)]
    rng.words_of_block(out, np.uint64(seed), np.uint64(first), np.array(numbers, np.uint64), np.uint64(block), count)
    assert [tuple(out[:, k].tolist()) for k in range(count)] == [
        rng.draw(seed, first + number, block, rng.TRIAL) for number in numbers[:count]
    ]


@pytest.mark.parametrize(("first", "most", "found"), [(0, 9, 9), (2**32 - 5, 9, 5), (2**33 - 9, 9, 9), (2**32, 9, 9)])
def test_trials_alike_have_the_same_upper_half(first, most, found):
    assert rng.alike(np.uint64(first), most) == found
