"""What lies on AXIO's table: the state's fields, the tables of its parts, and how both count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.rules.kernel import source_digest
from spielwerk.rules.state import Layout, owner, public, secret

SEATS, COLOURS, KINDS, FIELDS = 4, 5, 15, 5
HANDS = (0, 1, 5, 5, 5)  # by number of seats: AX-5; alone there is one tile (AX-19)
GOAL = 18  # AX-14
PYRAMIDS = 20  # AX-3

# A cell is 16 * row + column, rows and columns from 1 to 13 (AX-1) within a padding of edge:
# so a cell is also a bit's place in `free`, four words of four rows each.
SIDE, STRIDE = 13, 16
MARGINS = (0, 2, 2, 1, 0)  # AX-4: by number of seats, the rows and columns out of play on each side
CELLS, WORDS = 15 * STRIDE, 4
STEPS = (1, -1, STRIDE, -STRIDE)
WAYS = (1, STRIDE)  # how a tile lies: from its lower cell to its higher one
EMPTY, EDGE = COLOURS, COLOURS + 1  # on the board; below are the colours' symbols
# The cells around a tile that lies across, and one that stands, in the order of AX-20.
AROUND = np.array(
    [
        [-1, -STRIDE, STRIDE, 1 - STRIDE, 1 + STRIDE, 2],
        [-1, STRIDE - 1, -STRIDE, 2 * STRIDE, 1, STRIDE + 1],
    ]
)

# A placement is pair * 25 + colour on its first cell * 5 + colour on its second. The pairs of
# neighbours are numbered by the tables, those for tiles across before those for standing ones.
PAIRS = 2 * SIDE * (SIDE - 1)

DEALING, PLACING, CHOOSING, REFILLING, SWAPPING = range(5)  # phases

layout = Layout(
    f"axio {source_digest(Path(__file__).resolve().parent)}",
    turn=public("u1"),  # a bit a seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    seat=public("u1"),  # whose turn it is; while dealing, who draws
    opening=public("u1"),  # first tiles still to be laid
    touched=public("u1"),  # a bit a printed field that a first tile touches
    bonus=public("u1"),  # bonus turns queued up
    to_draw=public("u1"),  # tiles that `seat` still draws
    board=public("u1", CELLS),
    free=public("u8", WORDS),  # a bit a cell without symbol or pyramid, present or moved on
    tracks=public("u1", SEATS, COLOURS),
    pyramids=public("u1", PYRAMIDS),  # their cells, the oldest one overwritten first
    closed=public("u1"),  # cells that got a pyramid so far
    laid=public("u1", KINDS, pool="tiles"),
    held=public("u1", SEATS),  # tiles in each hand
    lacks=public("u2", SEATS),  # a bit a kind that a hand is known not to hold
    in_bag=public("u1"),
    beside_bag=public("u1"),  # tiles in `shown`
    shown=public("u1", KINDS, pool="tiles"),  # a swapped hand, not in the bag until the next draw
    hand=owner("u1", SEATS, KINDS, pool="tiles", size="held", lacks="lacks"),
    bag=secret("u1", KINDS, pool="tiles"),
)


def domino_tables(
    colours: int, kinds: int, fields: int, ways: int, pairs: int, cells: int
) -> list[tuple[Any, ...]]:
    """The tables of two-symbol tiles, and of a board for each number of seats."""
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
        ("symbols", "u1", (kinds,)),  # a bit a colour that a kind shows
        ("turns", "u1", (kinds,)),  # a double can be laid in one way, other tiles in two
        ("kind", "u1", (colours, colours)),
    ]


tables_dtype = np.dtype(
    (
        np.record,
        [
            *domino_tables(COLOURS, KINDS, FIELDS, len(WAYS), PAIRS, CELLS),
            ("pyramids", "u1"),
        ],
    )
)

# Words of `free`
ONE, ROW, REST_OF_WORD = np.uint64(1), np.uint64(STRIDE), np.uint64(64 - STRIDE)
NONE = np.uint64(0)
