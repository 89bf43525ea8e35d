"""Count and find bits of a 64-bit word, in one machine instruction each when compiled."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from spielwerk.rules.kernel import kernel

NONE = np.uint64(0)
HALVES = tuple((np.uint64(n), np.uint64((1 << n) - 1)) for n in (32, 16, 8, 4, 2, 1))


def popcount(word):
    """Return the number of set bits."""
    return int(word).bit_count()


def lowest(word):
    """Return the index of the lowest set bit; `word` must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@intrinsic
def _ctpop(_context, word):
    def generate(_context, builder, _signature, args):
        return builder.ctpop(args[0])

    return types.int64(word), generate


@intrinsic
def _cttz(_context, word):
    def generate(_context, builder, _signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))  # 1: never called with 0

    return types.int64(word), generate


@overload(popcount)
def _popcount(word):
    return (lambda word: _ctpop(word)) if word is types.uint64 else None


@overload(lowest)
def _lowest(word):
    return (lambda word: _cttz(word)) if word is types.uint64 else None


@kernel
def nth_bit(word, k):
    """Return the index of the k-th set bit, counted from 0; it must exist.

    Bisects the word without a branch that a processor could mispredict.
    """
    place = np.uint64(0)
    k = np.uint64(k)
    for width, low in HALVES:
        below = np.uint64(popcount((word >> place) & low))
        beyond = k >= below
        place += width if beyond else NONE
        k -= below if beyond else NONE
    return np.int64(place)
