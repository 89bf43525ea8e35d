"""The state of Axio on hexagons: fields, tables of its parts, numbering of cells and actions."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.layout import SEATS, STRIDE, WORDS, domino_tables
from spielwerk.dominoes.notation import Dominoes
from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Field, Layout, owner, public, secret

COLOURS, KINDS, FIELDS = 6, 21, 6
HANDS = (0, 0, 6, 6, 6)  # by number of seats: HX-5
GOAL = 18  # HX-9
SIDES = (0, 0, 6, 7, 8)  # by number of seats: HX-2, HX-4
MOST = 2 * SIDES[SEATS] - 1  # letters, and numbers, of the largest board

# A cell is 16 * number + letter, both from 1, surrounded by edge cells. Letter 15 borders on the
# edge cell that begins the next row; the row above the last one is never free.
CELLS = (MOST + 2) * STRIDE
STEPS = (1, -1, STRIDE, -STRIDE, 1 - STRIDE, STRIDE - 1)  # HX-2
EMPTY, EDGE = COLOURS, COLOURS + 1  # on the board; lower values are the colours' symbols


def is_cell(seats: int, cell: int) -> bool:
    """Return whether the board for a number of seats has this cell (HX-2, HX-4)."""
    number, letter = divmod(cell, STRIDE)
    side = SIDES[seats]
    lines = range(1, 2 * side)
    return number in lines and letter in lines and number + letter in range(side + 1, 3 * side)


def _is_pair(one: int, two: int) -> bool:
    return any(is_cell(seats, one) and is_cell(seats, two) for seats in range(2, SEATS + 1))


HEXAGONS = Dominoes("rgboyp", MOST, _is_pair, (1, STRIDE, 1 - STRIDE))


def _layout(hand: Field) -> Layout:
    """Return the layout in which `hand` is visible to its owner or to all."""
    return Layout(
        stamp(__file__),
        turn=public("u1"),  # one bit per seat that may act
        phase=public("u1"),
        seats=public("u1"),
        first=public("u1"),
        seat=public("u1"),  # whose turn it is; during the deal, who draws
        opening=public("u1"),  # opening tiles still to be placed
        touched=public("u1"),  # one bit per start symbol that an opening tile touches
        extra=public("u1"),  # 1 if the seat takes an extra turn after this one
        to_draw=public("u1"),  # tiles that `seat` has yet to draw
        board=public("u1", CELLS),
        free=public("u8", WORDS),  # one bit per cell without a symbol
        tracks=public("u1", SEATS, COLOURS),
        laid=public("u1", KINDS, pool="tiles"),
        held=public("u1", SEATS),  # tiles in each hand
        lacks=public("u4", SEATS),  # one bit per kind that a hand is known to lack
        in_bag=public("u1"),
        beside_bag=public("u1"),  # tiles in `shown`
        shown=public("u1", KINDS, pool="tiles"),  # swapped, not in the bag until the next draw
        hand=hand,
        bag=secret("u1", KINDS, pool="tiles"),
    )


# HX-5: two declarations of the same record, so that one set of kernels serves both.
open_layout = _layout(public("u1", SEATS, KINDS, pool="tiles"))
hidden_layout = _layout(owner("u1", SEATS, KINDS, pool="tiles", size="held", lacks="lacks"))

tables_dtype = np.dtype(
    (
        np.record,
        domino_tables(COLOURS, KINDS, FIELDS, len(HEXAGONS.steps), len(HEXAGONS.pairs), CELLS),
    )
)
