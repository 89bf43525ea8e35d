"""AXIO rota's state: fields, tables of its parts, numbering of cells and actions.

The display has no edge, and needs none. Any two of 60 tiles that are connected by their sides and
include a 2x2 square are at most 58 steps (columns plus rows) apart. So cells are stored modulo the
lattice of (32, 32) and (32, -32), whose points are at least 64 steps apart: no two cells that tiles
cover or touch ever collide. That leaves 32 rows of 64 columns, one word per row; above the last row
the first one follows again, shifted by half a row.
"""

from __future__ import annotations

import itertools

import numpy as np

from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, owner, public, secret

SEATS, COLOURS = 4, 5
TILES, STARTS, STACK = 60, 4, 12  # RO-1, RO-4, RO-5
GOAL = 12  # RO-3
ROWS, WIDTH = 32, 64
CELLS = ROWS * WIDTH

# Corners of a tile are numbered clockwise from its top left. A corner shows a colour or nothing;
# the corners of a cell without a tile are not quarters at all.
CORNERS = 4
EMPTY, NO_QUARTER = COLOURS, COLOURS + 1

NAMES = "rgbop"
# RO-1, RO-2: all possible tiles, each spelt starting at its empty corner or its first colour
FULL = [
    (chosen[0], *rest)
    for left_out in range(COLOURS)
    for chosen in [[c for c in range(COLOURS) if c != left_out]]
    for rest in itertools.permutations(chosen[1:])
]
WITH_EMPTY = [
    (EMPTY, *order)
    for chosen in itertools.combinations(range(COLOURS), 3)
    for order in itertools.permutations(chosen)
]
KIND_CORNERS = [*FULL, *WITH_EMPTY]
KINDS = len(KIND_CORNERS)

# A placement is (cell * 4 + quarter turns clockwise) * 6 + the colour named, or NOT_NAMED.
NAMINGS, NOT_NAMED = COLOURS + 1, COLOURS
ACTIONS = CELLS * CORNERS * NAMINGS
MOST_BESIDE = 2 * TILES  # free cells beside 59 tiles

SQUARE, TURNING, DEALING, PLACING, BONUS, DRAWING = range(6)  # phases

layout = Layout(
    stamp(__file__),
    turn=public("u1"),  # one bit per seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    seat=public("u1"),  # whose turn it is; during the deal, who draws
    n=public("u1"),  # tiles on the display
    to_turn=public("u1"),  # the tile of the square that nature is about to rotate
    bonus=public("u1"),  # pending bonus turns
    supply=public("u1"),  # tiles in the general supply
    stack=public("u1", SEATS),  # tiles in each face-down stack
    tracks=public("u1", SEATS, COLOURS),
    lying=public("u8", ROWS),  # one bit per cell with a tile
    beside=public("u8", ROWS),  # one bit per free cell that shares a side with a tile
    board=public("u1", CELLS),  # 1 + the index of the tile there, or 0
    quarters=public("u1", TILES + 1, CORNERS),  # of each tile as placed; row 0 stands for no tile
    x=public("i1", TILES),  # the position of each tile
    y=public("i1", TILES),
    laid=public("u1", KINDS, pool="tiles"),
    held=public("u1", SEATS),  # tiles in each hand
    hand=owner("u1", SEATS, pool="tiles", size="held", single=True),
    unseen=secret("u1", KINDS, pool="tiles"),  # stacks and supply, whose order is not yet decided
)

tables_dtype = np.dtype(
    (np.record, [("tiles", "u1", (KINDS,)), ("corners", "u1", (KINDS, CORNERS))])
)

# The circle of each corner: the step to the tile with each other quarter, and that quarter (RO-8).
CIRCLES = np.array(
    [
        [(-1, 0, 1), (0, 1, 3), (-1, 1, 2)],
        [(0, 1, 2), (1, 0, 0), (1, 1, 3)],
        [(1, 0, 3), (0, -1, 1), (1, -1, 0)],
        [(0, -1, 0), (-1, 0, 2), (-1, -1, 1)],
    ]
)
SIDES = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])
# RO-4: the square's cells, and the rotation that puts a tile's empty corner in the centre
SQUARE_CELLS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])
CENTRED = (1, 0, 2, 3)

ONE, NONE, HALF_ROW, LAST = np.uint64(1), np.uint64(0), np.uint64(WIDTH // 2), np.uint64(63)
