"""Number cells, words of free cells and phases, and declare the tables of two-symbol tiles.

A cell is 16 * row + column, rows and columns from 1 on, within a padding of edge: so a cell is
also a bit's place in a state's `free`, words of four rows each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SEATS = 4
STRIDE, WORDS = 16, 4

DEALING, PLACING, CHOOSING, REFILLING, SWAPPING = range(5)  # phases


def domino_tables(
    colours: int, kinds: int, fields: int, ways: int, pairs: int, cells: int
) -> list[tuple[Any, ...]]:
    """Return the tables of two-symbol tiles, and of a board for each number of seats."""
    return [
        ("shifts", "u8", (ways,)),  # how a tile lies: from its lower cell to its higher one
        ("near", "u8", (SEATS + 1, fields, WORDS)),  # by seats: the cells beside printed fields
        ("free", "u8", (SEATS + 1, WORDS)),  # by seats, as `board`
        ("pair", "i2", (ways, cells)),  # the number of the pair with that lower cell
        ("first", "i2", (pairs,)),  # the cells of a pair
        ("second", "i2", (pairs,)),
        ("board", "u1", (SEATS + 1, cells)),
        ("hand_size", "u1", (SEATS + 1,)),
        ("tiles", "u1", (kinds,)),
        ("in_all", "u1"),
        ("colours", "u1", (kinds, 2)),
        ("symbols", "u1", (kinds,)),  # one bit per colour of the kind
        ("turns", "u1", (kinds,)),  # a double can be laid in one way, other tiles in two
        ("kind", "u1", (colours, colours)),
    ]


# Words of `free`
ONE, NONE = np.uint64(1), np.uint64(0)
