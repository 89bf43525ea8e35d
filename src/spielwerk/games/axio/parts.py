"""AXIO's parts: from a parts file to the tables that the kernels use."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from spielwerk.games.axio import notation, table
from spielwerk.rules.numbers import quoted
from spielwerk.rules.parts import PartsFile
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
FEWEST_TILES = 98  # AX-12: enough for every seat that has to place to hold a tile
CENTRE = range(3, 12)  # rows and columns of the 9x9 area, in which printed fields lie (AX-2)
APART = 4  # steps between printed fields: so no tile touches two, and each first one finds one


def load(path: Path | None) -> States:
    """The tables of the parts in `path`, or of the box's own."""
    file = PartsFile(path or OWN)
    file.only(("printed", "tiles", "pyramids"))
    tables = np.zeros(1, table.tables_dtype)
    printed = _printed(file)
    for seats in range(1, table.SEATS + 1):
        tables["board"][0, seats] = _board(seats, printed)
        free = tables["board"][0, seats] == table.EMPTY
        tables["free"][0, seats] = _words(np.flatnonzero(free).tolist())
    for field, cell in enumerate(printed):
        tables["near"][0, field] = _words([cell + step for step in table.STEPS])
    for pair, (cell, other) in enumerate(notation.PAIRS):
        tables["first"][0, pair] = cell
        tables["pair"][0, int(other - cell == table.STRIDE), cell] = pair
    tables["tiles"][0] = _tiles(file)
    tables["in_all"][0] = tables["tiles"][0].sum()
    for kind, (one, two) in enumerate(notation.KIND_COLOURS):
        tables["colours"][0, kind] = one, two
        tables["symbols"][0, kind] = 1 << one | 1 << two
        tables["ways"][0, kind] = 1 if one == two else 2
        tables["kind"][0, one, two] = tables["kind"][0, two, one] = kind
    file.table("pyramids", ["number"])
    tables["pyramids"][0] = file.number("pyramids", "number", 1, table.PYRAMIDS)
    return tables


def _printed(file: PartsFile) -> dict[int, int]:
    """The colour of each printed field, by its cell."""
    printed: dict[int, int] = {}
    for name, colour in file.free_table("printed").items():
        cell = notation.cell_at(name)
        if cell is None or cell % table.STRIDE not in CENTRE or cell // table.STRIDE not in CENTRE:
            raise file.refuse(
                f"{quoted(name)} is no cell of the central area c3-k11", "printed", name
            )
        if not isinstance(colour, str) or colour not in notation.COLOURS or len(colour) != 1:
            reason = f"{name}: {quoted(colour)} is no colour (r, g, b, o, p)"
            raise file.refuse(reason, "printed", name)
        if notation.COLOURS.index(colour) in printed.values():
            raise file.refuse(f"{name}: the colour {colour} is printed twice", "printed", name)
        for other in printed:
            if _steps_between(cell, other) < APART:
                reason = f"{name} is less than {APART} steps from {notation.cell_name(other)}"
                raise file.refuse(reason, "printed", name)
        printed[cell] = notation.COLOURS.index(colour)
    if len(printed) != table.FIELDS:
        reason = f"{table.FIELDS} printed fields are needed, not {len(printed)}"
        raise file.refuse(reason, "printed")
    return printed


def _steps_between(one: int, two: int) -> int:
    rows = abs(one // table.STRIDE - two // table.STRIDE)
    return rows + abs(one % table.STRIDE - two % table.STRIDE)


def _tiles(file: PartsFile) -> list[int]:
    """How many tiles there are of each kind."""
    file.table("tiles", notation.KINDS)
    tiles = [file.number("tiles", kind, 0, 100) for kind in notation.KINDS]
    if not FEWEST_TILES <= sum(tiles) <= 255:
        raise file.refuse(f"{FEWEST_TILES} to 255 tiles are needed, not {sum(tiles)}", "tiles")
    return tiles


def _board(seats: int, printed: dict[int, int]) -> list[int]:
    """The board for a number of seats: the area in play, its edge, the printed fields."""
    margin = table.MARGINS[seats]
    board = [table.EDGE] * table.CELLS
    lines = range(1 + margin, table.SIDE + 1 - margin)
    for row, column in itertools.product(lines, lines):
        board[row * table.STRIDE + column] = table.EMPTY
    for cell, colour in printed.items():
        board[cell] = colour
    return board


def _words(cells: list[int]) -> list[int]:
    """A set of cells as the bits of words."""
    bits = sum(1 << cell for cell in cells)
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(table.WORDS)]
