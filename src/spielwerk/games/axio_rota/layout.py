"""What lies on AXIO rota's table: the state's fields, the tables of its parts, how both count.

The display has no edge, and needs none. 60 tiles that hang together by their sides, a 2x2 square
among them, never lie further than 58 steps (columns plus rows) from one another. So cells are
kept modulo the lattice of (32, 32) and (32, -32), whose points lie at least 64 steps apart: no two
cells that tiles lie on, or touch, ever meet. That leaves 32 rows of 64 columns, a word a row; above
the last row lies the first again, half a row further on.
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
# the corners of a cell without a tile are no quarters at all.
CORNERS = 4
EMPTY, NO_QUARTER = COLOURS, COLOURS + 1

NAMES = "rgbop"
# RO-1, RO-2: all tiles that there could be, each spelt from its empty corner or its first colour on
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
    turn=public("u1"),  # a bit a seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    seat=public("u1"),  # whose turn it is; while dealing, who draws
    n=public("u1"),  # tiles that lie
    to_turn=public("u1"),  # the tile of the square that nature is about to turn
    bonus=public("u1"),  # bonus turns queued up
    supply=public("u1"),  # tiles in the general supply
    stack=public("u1", SEATS),  # tiles in each face-down stack
    tracks=public("u1", SEATS, COLOURS),
    lying=public("u8", ROWS),  # a bit a cell with a tile
    beside=public("u8", ROWS),  # a bit a free cell that shares a side with one
    board=public("u1", CELLS),  # 1 + the number of the tile that lies there, or 0
    quarters=public("u1", TILES + 1, CORNERS),  # of each tile as it lies; row 0: of no tile
    x=public("i1", TILES),  # where each tile lies
    y=public("i1", TILES),
    laid=public("u1", KINDS, pool="tiles"),
    held=public("u1", SEATS),  # tiles in each hand
    hand=owner("u1", SEATS, pool="tiles", size="held", single=True),
    unseen=secret("u1", KINDS, pool="tiles"),  # stacks and supply: their order is nobody's yet
)

tables_dtype = np.dtype(
    (np.record, [("tiles", "u1", (KINDS,)), ("corners", "u1", (KINDS, CORNERS))])
)

# The circle of each corner: the step to the tile of each other quarter, and that quarter (RO-8).
CIRCLES = np.array(
    [
        [(-1, 0, 1), (0, 1, 3), (-1, 1, 2)],
        [(0, 1, 2), (1, 0, 0), (1, 1, 3)],
        [(1, 0, 3), (0, -1, 1), (1, -1, 0)],
        [(0, -1, 0), (-1, 0, 2), (-1, -1, 1)],
    ]
)
SIDES = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])
# RO-4: the square's cells, and how a tile lies there with its empty corner in the centre
SQUARE_CELLS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])
CENTRED = (1, 0, 2, 3)

ONE, NONE, HALF_ROW, LAST = np.uint64(1), np.uint64(0), np.uint64(WIDTH // 2), np.uint64(63)
