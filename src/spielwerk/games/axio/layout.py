"""AXIO's state: its fields, the tables of its parts, and how cells and actions are numbered."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.layout import SEATS, STRIDE, WORDS, domino_tables
from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, owner, public, secret

COLOURS, KINDS, FIELDS = 5, 15, 5
HANDS = (0, 1, 5, 5, 5)  # by number of seats: AX-5; one tile in the solo game (AX-19)
GOAL = 18  # AX-14
PYRAMIDS = 20  # AX-3

SIDE = 13  # AX-1: rows and columns
MARGINS = (0, 2, 2, 1, 0)  # AX-4: by number of seats, the rows and columns out of play on each side
CELLS = (SIDE + 2) * STRIDE
STEPS = (1, -1, STRIDE, -STRIDE)
WAYS = (1, STRIDE)  # orientations of a tile: the step from its lower cell to its higher one
EMPTY, EDGE = COLOURS, COLOURS + 1  # on the board; lower values are the colours' symbols
# The cells around a horizontal tile and around a vertical one, in the order of AX-20.
AROUND = np.array(
    [
        [-1, -STRIDE, STRIDE, 1 - STRIDE, 1 + STRIDE, 2],
        [-1, STRIDE - 1, -STRIDE, 2 * STRIDE, 1, STRIDE + 1],
    ]
)

# A placement is pair * 25 + colour on its first cell * 5 + colour on its second. The tables number
# the pairs of neighbouring cells, those for horizontal tiles before those for vertical ones.
PAIRS = 2 * SIDE * (SIDE - 1)

layout = Layout(
    stamp(__file__),
    turn=public("u1"),  # one bit per seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    seat=public("u1"),  # whose turn it is; during the deal, who draws
    opening=public("u1"),  # opening tiles still to be placed
    touched=public("u1"),  # one bit per printed field that an opening tile touches
    bonus=public("u1"),  # pending bonus turns
    to_draw=public("u1"),  # tiles that `seat` has yet to draw
    board=public("u1", CELLS),
    free=public("u8", WORDS),  # one bit per cell that never had a symbol or a pyramid
    tracks=public("u1", SEATS, COLOURS),
    pyramids=public("u1", PYRAMIDS),  # their cells; the oldest is overwritten first
    closed=public("u1"),  # cells that have received a pyramid so far
    laid=public("u1", KINDS, pool="tiles"),
    held=public("u1", SEATS),  # tiles in each hand
    lacks=public("u2", SEATS),  # one bit per kind that a hand is known to lack
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
