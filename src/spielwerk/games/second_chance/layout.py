"""Second Chance's state: fields, tables of its parts, numbering of cells and actions.

A grid is 81 bits in two words: cell a1 is bit 0, i1 bit 8, a2 bit 9. A piece is placed by its
lowest cell, the anchor, in one of up to eight variants; its other cells are offsets from it.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, public, secret

SEATS = 6
SIDE, CELLS = 9, 81  # SC-1
CENTRE = 40  # e5
CARDS, STARTS = 40, 13  # SC-2: cards, and so the maximum number of different shapes; start cards
SHAPES = CARDS + STARTS  # start cards' shapes come after the others
WAYS = 8  # rotations and reflections of a shape
SIZE = 8  # cells of the largest shape
NO_CARD = SHAPES
GAMES = 3  # SC-16: in a solo series

# Drawing a shape is (shape * WAYS + way) * CELLS + anchor, writing a 1 is ONE + cell.
ONE = SHAPES * WAYS * CELLS

DEALING, STARTING, TURNING_UP, DRAWING, SERVING, CHANCES = range(6)  # phases

layout = Layout(
    stamp(__file__),
    turn=public("u1"),  # one bit per seat that may act
    phase=public("u1"),
    seats=public("u1"),
    game=public("u1"),  # of a series, from 0
    free_before=public("u1"),  # free cells in the series' finished games
    grid=public("u8", SEATS, 2),  # one bit per filled cell
    own=public("u1", SEATS),  # the card that only this seat must draw, or NO_CARD
    starts=public("u2"),  # one bit per start card that has not been dealt
    cards=public("u1", 2),  # this round's, the lower number first
    turned=public("u1"),  # how many of them are face up
    waiting=public("u1"),  # one bit per seat that could draw neither and has no card of its own yet
    out=public("u1"),  # one bit per seat that has dropped out
    owes=public("u1"),  # one bit per seat that must write a 1
    ones=public("u1"),  # one bit per seat that wrote one
    fell=public("u1"),  # whether a seat dropped out in an earlier round
    in_deck=public("u1"),
    used=public("u1", CARDS, pool="copies"),
    deck=secret("u1", CARDS, pool="copies"),
)

tables_dtype = np.dtype(
    (
        np.record,
        [
            ("anchors", "u8", (SHAPES, WAYS, 2)),  # where a variant of a shape stays inside the
            # grid; for start cards, only where it covers the centre
            ("offsets", "u1", (SHAPES, WAYS, SIZE)),  # its cells, beginning with the anchor itself
            ("aside", "i1", (SHAPES, WAYS, SIZE)),  # the column offset from the anchor to each cell
            ("cells", "u1", (SHAPES,)),
            ("ways", "u1", (SHAPES,)),
            ("copies", "u1", (CARDS,)),
            ("name", "u1", (SHAPES, 2)),
        ],
    )
)

BIT, NO_BITS = np.uint64(1), np.uint64(0)
HIGH_BITS = np.uint64((1 << (CELLS - 64)) - 1)  # of a grid's second word
