"""AXIO rota's legal placements and colours to name: list them, count them, find the k-th."""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio_rota.layout import (
    ACTIONS,
    COLOURS,
    CORNERS,
    EMPTY,
    HALF_ROW,
    LAST,
    NAMINGS,
    NONE,
    NOT_NAMED,
    ONE,
    ROWS,
    WIDTH,
)
from spielwerk.games.axio_rota.places import is_beside
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel


@kernel
def row_at(words, row):
    """Return a row, wrapping around above the last row and below the first."""
    word = words[row & (ROWS - 1)]
    return word << HALF_ROW | word >> HALF_ROW if row < 0 or row == ROWS else word


@kernel
def to_the_right(word):
    """Return the cells to the right of the given ones."""
    return word << ONE | word >> LAST


@kernel
def to_the_left(word):
    return word >> ONE | word << LAST


@kernel
def in_circles(r, row, corner):
    """Return the cells of a row at which the circle of this corner contains another quarter."""
    here = r.lying[row]
    across = row_at(r.lying, row + 1 if corner < 2 else row - 1)
    if corner in (0, 3):  # on the left
        return to_the_right(here) | across | to_the_right(across)
    return to_the_left(here) | across | to_the_left(across)


@kernel
def has_empty(t, r, seat):
    """Whether the tile in hand has an empty corner; after r quarter turns it is at corner r."""
    return t[0].corners[r.hand[seat], 0] == EMPTY


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    empty = has_empty(t, r, seat)
    n = 0
    for row in range(ROWS):
        if r.beside[row] == NONE:
            continue
        for turns in range(CORNERS):
            named = in_circles(r, row, turns) if empty else NONE  # RO-10
            left = r.beside[row]  # RO-7
            while left != NONE:
                bit = left & ~(left - ONE)
                way = (row * WIDTH + lowest(left)) * CORNERS + turns
                left ^= bit
                if named & bit:
                    for colour in range(COLOURS):
                        out[n] = way * NAMINGS + colour
                        n += 1
                else:
                    out[n] = way * NAMINGS + NOT_NAMED
                    n += 1
    return n


@kernel
def count_row(r, row, empty):
    """Return the number of ways to place a tile in a row."""
    beside = r.beside[row]
    n = CORNERS * popcount(beside)
    if empty:
        for corner in range(CORNERS):
            n += (COLOURS - 1) * popcount(beside & in_circles(r, row, corner))
    return n


@kernel
def count(t, s, i, seat):
    r = s[i]
    empty = has_empty(t, r, seat)
    n = 0
    for row in range(ROWS):
        if r.beside[row] != NONE:
            n += count_row(r, row, empty)
    return n


@kernel
def nth(t, s, i, seat, k):
    r = s[i]
    empty = has_empty(t, r, seat)
    for row in range(ROWS):
        beside = r.beside[row]
        if beside == NONE:
            continue
        n = count_row(r, row, empty)
        if k >= n:
            k -= n
            continue
        for turns in range(CORNERS):
            named = beside & in_circles(r, row, turns) if empty else NONE
            unnamed = beside & ~named
            n = COLOURS * popcount(named)
            if k < n:
                return placement(row, nth_bit(named, k // COLOURS), turns, k % COLOURS)
            k -= n
            n = popcount(unnamed)
            if k < n:
                return placement(row, nth_bit(unnamed, k), turns, NOT_NAMED)
            k -= n
    return -1


@kernel
def allows(t, s, i, seat, action):
    r = s[i]
    if action < 0 or action >= ACTIONS:
        return False
    cell, turns = action // (CORNERS * NAMINGS), action // NAMINGS % CORNERS
    if not is_beside(r, cell):  # RO-7
        return False
    return (action % NAMINGS != NOT_NAMED) == is_named(t, r, seat, cell, turns)


@kernel
def is_named(t, r, seat, cell, turns):
    """Return whether the tile in hand, so placed, requires naming a colour (RO-10)."""
    meets = in_circles(r, cell >> 6, turns) & ONE << np.uint64(cell & 63)
    return has_empty(t, r, seat) and meets != NONE


@kernel
def placement(row, column, turns, naming):
    return ((row * WIDTH + column) * CORNERS + turns) * NAMINGS + naming


@kernel
def set_bit(words, cell):
    words[cell >> 6] |= ONE << np.uint64(cell & 63)


@kernel
def clear_bit(words, cell):
    words[cell >> 6] &= ~(ONE << np.uint64(cell & 63))
