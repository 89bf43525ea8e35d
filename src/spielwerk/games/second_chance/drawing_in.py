"""Second Chance's legal positions of pieces: list them, count them, find the k-th."""

from __future__ import annotations

import numpy as np

from spielwerk.games.second_chance.layout import (
    BIT,
    CELLS,
    CHANCES,
    DRAWING,
    HIGH_BITS,
    NO_BITS,
    ONE,
    WAYS,
)
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel

MOST_SHIFT = np.uint64(63)


@kernel
def free_cells(r, seat):
    """Return the free cells of a seat's grid, as two words."""
    return ~r.grid[seat, 0], ~r.grid[seat, 1] & HIGH_BITS


@kernel
def anchors(t, low, high, shape, way):
    """Return the anchors at which this variant of a shape covers only free cells (SC-7)."""
    fit_low, fit_high = t[0].anchors[shape, way, 0], t[0].anchors[shape, way, 1]
    for cell in range(1, t[0].cells[shape]):
        offset = np.uint64(t[0].offsets[shape, way, cell])
        fit_low &= low >> offset | (high << BIT) << (MOST_SHIFT - offset)
        fit_high &= high >> offset
    return fit_low & low, fit_high & high


@kernel
def fits(t, r, seat, shape):
    """Return whether a shape fits anywhere in a seat's grid."""
    low, high = free_cells(r, seat)
    for way in range(t[0].ways[shape]):
        fit_low, fit_high = anchors(t, low, high, shape, way)
        if fit_low | fit_high != NO_BITS:
            return True
    return False


@kernel
def choices(r, seat):
    """Return the number of shapes that a seat can choose from, and the shapes."""
    if r.phase != DRAWING:
        return 1, r.own[seat], r.own[seat]
    return 1 if r.cards[0] == r.cards[1] else 2, r.cards[0], r.cards[1]


@kernel
def is_offered(r, seat, shape):
    """Return whether a shape is among those that a seat can choose from."""
    _, one, two = choices(r, seat)
    return shape in (one, two)


@kernel
def holds(low, high, cell):
    """Return whether a set of cells contains `cell`."""
    return (low if cell < 64 else high) >> np.uint64(cell & 63) & BIT != NO_BITS


@kernel
def writes_one(r, seat):
    """Return whether a seat must write a 1 (SC-10)."""
    return r.phase == CHANCES and r.owes >> seat & 1 != 0


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    low, high = free_cells(r, seat)
    if writes_one(r, seat):
        return spell_out(low, high, ONE, out, 0)
    n = 0
    n_shapes, one, two = choices(r, seat)
    for choice in range(n_shapes):
        shape = np.int64(two if choice else one)
        for way in range(t[0].ways[shape]):
            fit_low, fit_high = anchors(t, low, high, shape, way)
            n = spell_out(fit_low, fit_high, (shape * WAYS + way) * CELLS, out, n)
    return n


@kernel
def spell_out(low, high, base, out, n):
    """Append `base` + each cell of a set to `out`, which has n entries; return the new length."""
    while low != NO_BITS:
        out[n] = base + lowest(low)
        low &= low - BIT
        n += 1
    while high != NO_BITS:
        out[n] = base + 64 + lowest(high)
        high &= high - BIT
        n += 1
    return n


@kernel
def count(t, s, i, seat):
    r = s[i]
    low, high = free_cells(r, seat)
    if writes_one(r, seat):
        return popcount(low) + popcount(high)
    n = 0
    n_shapes, one, two = choices(r, seat)
    for choice in range(n_shapes):
        shape = two if choice else one
        for way in range(t[0].ways[shape]):
            fit_low, fit_high = anchors(t, low, high, shape, way)
            n += popcount(fit_low) + popcount(fit_high)
    return n


@kernel
def nth(t, s, i, seat, k):
    r = s[i]
    low, high = free_cells(r, seat)
    if writes_one(r, seat):
        return ONE + nth_cell(low, high, k)
    n_shapes, one, two = choices(r, seat)
    for choice in range(n_shapes):
        shape = np.int64(two if choice else one)
        for way in range(t[0].ways[shape]):
            fit_low, fit_high = anchors(t, low, high, shape, way)
            n = popcount(fit_low) + popcount(fit_high)
            if k < n:
                return (shape * WAYS + way) * CELLS + nth_cell(fit_low, fit_high, k)
            k -= n
    return -1


@kernel
def allows(t, s, i, seat, action):
    r = s[i]
    low, high = free_cells(r, seat)
    if action < 0 or action >= ONE + CELLS or (action >= ONE) != writes_one(r, seat):
        return False
    if action < ONE:
        shape, way = action // (WAYS * CELLS), action // CELLS % WAYS
        if not is_offered(r, seat, shape) or way >= t[0].ways[shape]:
            return False
        low, high = anchors(t, low, high, shape, way)
    return holds(low, high, (action - ONE if action >= ONE else action) % CELLS)


@kernel
def nth_cell(low, high, k):
    """Return the k-th cell of a set."""
    n = popcount(low)
    return nth_bit(low, k) if k < n else 64 + nth_bit(high, k - n)
