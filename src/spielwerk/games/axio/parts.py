"""Convert an AXIO parts file to tables for the kernels."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from spielwerk.dominoes import parts as dominoes
from spielwerk.dominoes.layout import SEATS, STRIDE
from spielwerk.dominoes.parts import read_printed, read_tiles, set_board, set_dominoes
from spielwerk.games.axio import layout
from spielwerk.games.axio.notation import AXIO
from spielwerk.rules.controls import Numbers
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
FEWEST_TILES = 98  # AX-12: enough that every seat that must place has a tile
CENTRE = range(3, 12)  # rows and columns of the central 9x9 area with the printed fields (AX-2)


def load(source: PartsSource | None) -> States:
    """Return the tables for the parts in `source`, or for those in the box."""
    file = PartsFile(source or OWN)
    file.only(("printed", "tiles", "pyramids"))
    tables = np.zeros(1, layout.tables_dtype)
    printed = read_printed(
        file, AXIO, layout.FIELDS, _is_central, "the central area c3-k11", _steps_between
    )
    for seats in range(1, SEATS + 1):
        set_board(tables, seats, _board(seats), layout.EMPTY, printed, layout.STEPS)
    set_dominoes(tables, AXIO, read_tiles(file, AXIO, FEWEST_TILES))
    tables["hand_size"][0] = layout.HANDS
    file.table("pyramids", ["number"])
    tables["pyramids"][0] = file.number("pyramids", "number", 1, layout.PYRAMIDS)
    return tables


def _is_central(cell: int) -> bool:
    return cell % STRIDE in CENTRE and cell // STRIDE in CENTRE


def _steps_between(one: int, two: int) -> int:
    rows = abs(one // STRIDE - two // STRIDE)
    return rows + abs(one % STRIDE - two % STRIDE)


CONTROLS = (
    *dominoes.controls(AXIO, _is_central, 2),
    Numbers("pyramids", ("number",), 1, layout.PYRAMIDS),
)


def _board(seats: int) -> list[int]:
    """Return the board for a number of seats: the area in play and its edge."""
    margin = layout.MARGINS[seats]
    board = [layout.EDGE] * layout.CELLS
    lines = range(1 + margin, layout.SIDE + 1 - margin)
    for row, column in itertools.product(lines, lines):
        board[row * STRIDE + column] = layout.EMPTY
    return board
