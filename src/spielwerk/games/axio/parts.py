"""Parts of two-symbol tiles and printed boards: from a parts file to the tables of the kernels."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np

from spielwerk.games.axio import table
from spielwerk.games.axio.notation import AXIO, Notation, cell_name
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
    printed = read_printed(
        file, AXIO, table.FIELDS, _is_central, "the central area c3-k11", _steps_between
    )
    for seats in range(1, table.SEATS + 1):
        set_board(tables, seats, _board(seats), table.EMPTY, printed, table.STEPS)
    set_dominoes(tables, AXIO, read_tiles(file, AXIO, FEWEST_TILES))
    tables["hand_size"][0] = table.HANDS
    file.table("pyramids", ["number"])
    tables["pyramids"][0] = file.number("pyramids", "number", 1, table.PYRAMIDS)
    return tables


def _is_central(cell: int) -> bool:
    return cell % table.STRIDE in CENTRE and cell // table.STRIDE in CENTRE


def _steps_between(one: int, two: int) -> int:
    rows = abs(one // table.STRIDE - two // table.STRIDE)
    return rows + abs(one % table.STRIDE - two % table.STRIDE)


def _board(seats: int) -> list[int]:
    """The board for a number of seats: the area in play, and its edge."""
    margin = table.MARGINS[seats]
    board = [table.EDGE] * table.CELLS
    lines = range(1 + margin, table.SIDE + 1 - margin)
    for row, column in itertools.product(lines, lines):
        board[row * table.STRIDE + column] = table.EMPTY
    return board


# For squares and hexagons alike


def read_printed(
    file: PartsFile,
    notation: Notation,
    fields: int,
    may_be_printed: Callable[[int], bool],
    area: str,
    distance: Callable[[int, int], int],
) -> dict[int, int]:
    """The colour of each printed field, by its cell; `area` says in words which cells may be."""
    printed: dict[int, int] = {}
    for name, colour in file.free_table("printed").items():
        cell = notation.cell_at(name)
        if cell is None or not may_be_printed(cell):
            raise file.refuse(f"{quoted(name)} is no cell of {area}", "printed", name)
        if not isinstance(colour, str) or len(colour) != 1 or colour not in notation.colours:
            known = ", ".join(notation.colours)
            raise file.refuse(f"{name}: {quoted(colour)} is no colour ({known})", "printed", name)
        if notation.colours.index(colour) in printed.values():
            raise file.refuse(f"{name}: the colour {colour} is printed twice", "printed", name)
        for other in printed:
            if distance(cell, other) < APART:
                reason = f"{name} is less than {APART} steps from {cell_name(other)}"
                raise file.refuse(reason, "printed", name)
        printed[cell] = notation.colours.index(colour)
    if len(printed) != fields:
        raise file.refuse(f"{fields} printed fields are needed, not {len(printed)}", "printed")
    return dict(sorted(printed.items()))  # whatever their order in the file


def read_tiles(file: PartsFile, notation: Notation, fewest: int) -> list[int]:
    """How many tiles there are of each kind."""
    file.table("tiles", notation.kinds)
    tiles = [file.number("tiles", kind, 0, 100) for kind in notation.kinds]
    if not fewest <= sum(tiles) <= 255:
        raise file.refuse(f"{fewest} to 255 tiles are needed, not {sum(tiles)}", "tiles")
    return tiles


def set_board(
    tables: States,
    seats: int,
    board: list[int],
    empty: int,
    printed: dict[int, int],
    steps: tuple[int, ...],
) -> None:
    """Fill in the board for a number of seats, its printed fields, and the cells beside each."""
    for field, (cell, colour) in enumerate(printed.items()):
        board[cell] = colour
        tables["near"][0, seats, field] = words([cell + step for step in steps])
    tables["board"][0, seats] = board
    tables["free"][0, seats] = words([cell for cell, shown in enumerate(board) if shown == empty])


def set_dominoes(tables: States, notation: Notation, tiles: list[int]) -> None:
    """Fill in the tiles, and the pairs of cells that they can cover."""
    tables["tiles"][0] = tiles
    tables["in_all"][0] = sum(tiles)
    tables["shifts"][0] = [abs(step) for step in notation.steps]
    for pair, (first, second) in enumerate(notation.pairs):
        tables["first"][0, pair], tables["second"][0, pair] = first, second
        tables["pair"][0, notation.steps.index(second - first), min(first, second)] = pair
    for kind, (one, two) in enumerate(notation.kind_colours):
        tables["colours"][0, kind] = one, two
        tables["symbols"][0, kind] = 1 << one | 1 << two
        tables["turns"][0, kind] = 1 if one == two else 2
        tables["kind"][0, one, two] = tables["kind"][0, two, one] = kind


def words(cells: list[int]) -> list[int]:
    """A set of cells as the bits of words."""
    bits = sum(1 << cell for cell in cells)
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(table.WORDS)]
