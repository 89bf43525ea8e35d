"""What lies on AXIO's table: the state's fields, the tables of its parts, and how both count."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.layout import SEATS, STRIDE, WORDS, domino_tables
from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, owner, public, secret

COLOURS, KINDS, FIELDS = 5, 15, 5
HANDS = (0, 1, 5, 5, 5)  # by number of seats: AX-5; alone there is one tile (AX-19)
GOAL = 18  # AX-14
PYRAMIDS = 20  # AX-3

SIDE = 13  # AX-1: rows and columns
MARGINS = (0, 2, 2, 1, 0)  # AX-4: by number of seats, the rows and columns out of play on each side
CELLS = (SIDE + 2) * STRIDE
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

layout = Layout(
    stamp(__file__),
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
ROW, REST_OF_WORD = np.uint64(STRIDE), np.uint64(64 - STRIDE)
