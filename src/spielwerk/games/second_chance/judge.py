"""Evaluate a seat in Second Chance, more by how connected its free cells are than by how many."""

from __future__ import annotations

import numpy as np

from spielwerk.games.second_chance.drawing_in import free_cells
from spielwerk.games.second_chance.layout import CELLS, SIDE
from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel

BORDER, ALONE, FREE = 1.0, 3.0, 0.5  # weights of border sides, lone cells, free cells

LEFT = 4.0  # the weight of a cell left free in an earlier game of a series (SC-16)

FACTS = ("border", "alone")  # names of the values that `facts` writes


def _words(cells: list[int]) -> tuple[np.uint64, np.uint64]:
    bits = sum(1 << cell for cell in cells)
    return np.uint64(bits & (1 << 64) - 1), np.uint64(bits >> 64)


NOT_LEFT = _words([cell for cell in range(CELLS) if cell % SIDE != 0])
NOT_RIGHT = _words([cell for cell in range(CELLS) if cell % SIDE != SIDE - 1])
ONE, REST, ROW, BUT_ROW = np.uint64(1), np.uint64(63), np.uint64(9), np.uint64(55)


@kernel
def fit(s, i, seat):
    """Return the numbers of free cells, of their sides without a free neighbour, of lone cells."""
    low, high = free_cells(s[i], seat)
    # The free cells with a free neighbour to their left, right, below, above
    left_low, left_high = low << ONE & NOT_LEFT[0], (high << ONE | low >> REST) & NOT_LEFT[1]
    right_low = (low >> ONE | high << REST) & NOT_RIGHT[0]
    right_high = high >> ONE & NOT_RIGHT[1]
    below_low, below_high = low << ROW, high << ROW | low >> BUT_ROW
    above_low, above_high = low >> ROW | high << BUT_ROW, high >> ROW
    joined = popcount(low & left_low) + popcount(high & left_high)
    joined += popcount(low & right_low) + popcount(high & right_high)
    joined += popcount(low & below_low) + popcount(high & below_high)
    joined += popcount(low & above_low) + popcount(high & above_high)
    free = popcount(low) + popcount(high)
    some_low = left_low | right_low | below_low | above_low
    some_high = left_high | right_high | below_high | above_high
    alone = popcount(low & ~some_low) + popcount(high & ~some_high)
    return free, 4 * free - joined, alone


@kernel
def judge(t, s, i, seat, room):
    free, border, alone = fit(s, i, seat)
    return -BORDER * border - ALONE * alone - FREE * free - LEFT * s[i].free_before


@kernel
def facts(t, s, i, seat, out):
    _, out[0], out[1] = fit(s, i, seat)
    return len(FACTS)
