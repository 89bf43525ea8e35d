"""Convert a parts file of Axio on hexagons to tables for the kernels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spielwerk.dominoes import parts as dominoes
from spielwerk.dominoes.layout import SEATS, STRIDE
from spielwerk.dominoes.parts import read_printed, read_tiles, set_board, set_dominoes
from spielwerk.games.axio_hex import layout
from spielwerk.games.axio_hex.layout import HEXAGONS
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
FEWEST_TILES = 111  # 81 fit on the largest board, 24 are in hands, 6 must remain for a swap


def load(source: PartsSource | None) -> States:
    """Return the tables for the parts in `source`, or for those in the box."""
    file = PartsFile(source or OWN)
    file.only(("printed", "tiles"))
    tables = np.zeros(1, layout.tables_dtype)
    printed = read_printed(
        file, HEXAGONS, layout.FIELDS, _is_inner, "the board for two", _steps_between
    )
    for seats in range(2, SEATS + 1):
        around = {cell + _inset(seats): colour for cell, colour in printed.items()}  # HX-4
        set_board(tables, seats, _board(seats), layout.EMPTY, around, layout.STEPS)
    set_dominoes(tables, HEXAGONS, read_tiles(file, HEXAGONS, FEWEST_TILES))
    tables["hand_size"][0] = layout.HANDS
    return tables


def _is_inner(cell: int) -> bool:
    return layout.is_cell(2, cell)


CONTROLS = dominoes.controls(HEXAGONS, _is_inner, 2)


def _steps_between(one: int, two: int) -> int:
    numbers = one // STRIDE - two // STRIDE
    letters = one % STRIDE - two % STRIDE
    return max(abs(numbers), abs(letters), abs(numbers + letters))


def _board(seats: int) -> list[int]:
    """Return the board for a number of seats, without its start symbols."""
    cells = range(layout.CELLS)
    return [layout.EMPTY if layout.is_cell(seats, cell) else layout.EDGE for cell in cells]


def _inset(seats: int) -> int:
    """Return the offset of the board for two seats within the board for `seats`."""
    return (layout.SIDES[seats] - layout.SIDES[2]) * (STRIDE + 1)
