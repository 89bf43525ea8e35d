"""Random numbers inside kernels: SplitMix64, one stream per game, and unbiased draws.

A stream is an array of one word, so that a kernel can advance it. These numbers are for simulation
and search; a match draws from `spielwerk.match.fair`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import config

from spielwerk.rules.kernel import kernel

Stream = npt.NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)


def wraps_around(function):
    """Allow words to overflow as intended; plain NumPy scalars would raise a warning."""
    return np.errstate(over="ignore")(function) if config.DISABLE_JIT else function


@kernel
@wraps_around
def scramble(word):
    """Apply SplitMix64's finalizer: every output bit depends on every input bit."""
    word = (word ^ (word >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@kernel
@wraps_around
def next_word(stream):
    """Return the stream's next 64 random bits."""
    stream[0] = stream[0] + GOLDEN
    return scramble(stream[0])


@kernel
@wraps_around
def seed_stream(stream, seed, number):
    """Set `stream` to the start of stream `number` of `seed` (both are words)."""
    stream[0] = scramble(scramble(seed + GOLDEN) ^ (number * GOLDEN))


@kernel
def below(stream, bound):
    """Return a uniform number from 0 to `bound` - 1 (< 2**32), by Lemire's rejection method."""
    limit = np.uint64(bound)
    product = (next_word(stream) >> S32) * limit
    if product & LOW_32 < limit:
        skewed = (TWO_32 - limit) % limit
        while product & LOW_32 < skewed:
            product = (next_word(stream) >> S32) * limit
    return np.int64(product >> S32)


@kernel
def weighted(stream, weights, n):
    """Return a number from 0 to n - 1, with probability proportional to its weight."""
    total = 0
    for k in range(n):
        total += weights[k]
    point = below(stream, total)
    chosen = 0
    passed = 0
    for k in range(n - 1):  # to the end, as where to stop could not be predicted
        passed += weights[k]
        chosen += 1 if passed <= point else 0
    return chosen
