"""Where AXIO's tiles may be laid: all placements, how many, and the k-th of them."""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio.table import (
    CHOOSING,
    COLOURS,
    FIELDS,
    KEEP,
    KINDS,
    NONE,
    ONE,
    REST_OF_WORD,
    ROW,
    SWAP,
    WORDS,
)
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel


@kernel
def pairs(t, r, word):
    """The pairs of free neighbours whose first cell is in `word`: across, and standing."""
    free = r.free[word]
    above = free >> ROW
    if word + 1 < WORDS:
        above |= r.free[word + 1] << REST_OF_WORD
    across, standing = free & (free >> ONE), free & above  # AX-6
    if r.opening > 0:
        across, standing = first_pairs(t, r, word, across, standing)
    return across, standing


@kernel
def first_pairs(t, r, word, across, standing):
    """Of those pairs the ones that touch a printed field which no tile touches yet (AX-7).

    Printed fields lie so far apart that no tile touches two: one that touches such a field
    touches no other.
    """
    fresh = beside_fresh_fields(t, r, word)
    above = fresh >> ROW
    if word + 1 < WORDS:
        above |= beside_fresh_fields(t, r, word + 1) << REST_OF_WORD
    return across & (fresh | fresh >> ONE), standing & (fresh | above)


@kernel
def beside_fresh_fields(t, r, word):
    """The cells in `word` beside printed fields that no tile touches yet."""
    fresh = NONE
    for field in range(FIELDS):
        if r.touched >> field & 1 == 0:
            fresh |= t[0].near[field, word]
    return fresh


@kernel
def placement(t, first, stands, one, two):
    """The action that lays `one` on the cell `first` and `two` on the next."""
    return (np.int64(t[0].pair[stands, first]) * COLOURS + one) * COLOURS + two


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    if r.phase == CHOOSING:  # AX-13
        out[0], out[1] = SWAP, KEEP
        return 2
    n = 0
    for kind in range(KINDS):
        if r.hand[seat, kind] > 0:
            one, two = t[0].colours[kind, 0], t[0].colours[kind, 1]
            n = legal_as(t, r, one, two, out, n)
            if one != two:
                n = legal_as(t, r, two, one, out, n)
    return n


@kernel
def legal_as(t, r, one, two, out, n):
    """Write all placements with `one` on the first cell and `two` on the second."""
    for word in range(WORDS):
        across, standing = pairs(t, r, word)
        for stands in range(2):
            left = standing if stands else across
            while left != NONE:
                out[n] = placement(t, 64 * word + lowest(left), stands, one, two)
                left &= left - ONE
                n += 1
    return n


@kernel
def count(t, s, i, seat):
    return 2 if s[i].phase == CHOOSING else count_ways(t, s[i], seat) * count_pairs(t, s[i])


@kernel
def count_ways(t, r, seat):
    n = 0
    for kind in range(KINDS):
        n += np.int64(min(r.hand[seat, kind], 1)) * t[0].ways[kind]
    return n


@kernel
def count_pairs(t, r):
    n = 0
    for word in range(WORDS):
        across, standing = pairs(t, r, word)
        n += popcount(across) + popcount(standing)
    return n


@kernel
def nth(t, s, i, seat, k):
    r = s[i]
    if r.phase == CHOOSING:
        return KEEP if k else SWAP
    n_ways = count_ways(t, r, seat)
    pair, way = k // n_ways, k % n_ways
    kind = 0
    passed = 0  # ways of the kinds before the one sought
    before = 0
    for other in range(KINDS):
        passed += np.int64(min(r.hand[seat, other], 1)) * t[0].ways[other]
        kind += 1 if passed <= way else 0
        before = passed if passed <= way else before
    turned = way - before
    one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
    for word in range(WORDS):
        across, standing = pairs(t, r, word)
        for stands in range(2):
            found = standing if stands else across
            n = popcount(found)
            if pair < n:
                return placement(t, 64 * word + nth_bit(found, pair), stands, one, two)
            pair -= n
    return -1
