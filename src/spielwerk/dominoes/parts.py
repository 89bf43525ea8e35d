"""Convert a parts file with two-symbol tiles and a printed board to tables for kernels."""

from __future__ import annotations

from collections.abc import Callable

from spielwerk.dominoes.layout import WORDS
from spielwerk.dominoes.notation import Dominoes, cell_name
from spielwerk.rules.controls import Control, Numbers, Places
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile
from spielwerk.rules.state import States

MOST_OF_A_KIND, MOST_TILES = 100, 255
APART = 4  # steps between printed fields: so no tile touches two, and each first one finds one


def read_printed(
    file: PartsFile,
    dominoes: Dominoes,
    fields: int,
    may_be_printed: Callable[[int], bool],
    area: str,
    distance: Callable[[int, int], int],
) -> dict[int, int]:
    """The colour of each printed field, by its cell; `area` says in words which cells may be."""
    printed: dict[int, int] = {}
    for name, colour in file.free_table("printed").items():
        cell = dominoes.cells.get(name)
        if cell is None or not may_be_printed(cell):
            reason = f"{quoted(name)} is no cell of {area}"
            raise file.refuse("cell", reason, "printed", name, cell=quoted(name))
        if not isinstance(colour, str) or len(colour) != 1 or colour not in dominoes.colours:
            known = ", ".join(dominoes.colours)
            reason = f"{name}: {quoted(colour)} is no colour ({known})"
            raise file.refuse("colour", reason, "printed", name, cell=name)
        if dominoes.colours.index(colour) in printed.values():
            reason = f"{name}: the colour {colour} is printed twice"
            raise file.refuse("twice", reason, "printed", name, cell=name)
        for other in printed:
            if distance(cell, other) < APART:
                reason = f"{name} is less than {APART} steps from {cell_name(other)}"
                raise file.refuse(
                    "near", reason, "printed", name, cell=name, other=cell_name(other), apart=APART
                )
        printed[cell] = dominoes.colours.index(colour)
    if len(printed) != fields:
        reason = f"{fields} printed fields are needed, not {len(printed)}"
        raise file.refuse("fields", reason, "printed", needed=fields, found=len(printed))
    return dict(sorted(printed.items()))  # whatever their order in the file


def controls(
    dominoes: Dominoes, may_be_printed: Callable[[int], bool], seats: int
) -> tuple[Control, ...]:
    """Return how printed fields are placed, on the board of so many seats, and tiles counted."""
    cells = tuple(name for name, cell in dominoes.cells.items() if may_be_printed(cell))
    return (
        Places("printed", tuple(dominoes.colours), cells, seats),
        Numbers("tiles", tuple(dominoes.kinds), 0, MOST_OF_A_KIND, spelled=dominoes.colours),
    )


def read_tiles(file: PartsFile, dominoes: Dominoes, fewest: int) -> list[int]:
    """Return how many tiles there are of each kind."""
    file.table("tiles", dominoes.kinds)
    tiles = [file.number("tiles", kind, 0, MOST_OF_A_KIND) for kind in dominoes.kinds]
    if not fewest <= sum(tiles) <= MOST_TILES:
        reason = f"{fewest} to {MOST_TILES} tiles are needed, not {sum(tiles)}"
        raise file.refuse(
            "tiles", reason, "tiles", fewest=fewest, most=MOST_TILES, found=sum(tiles)
        )
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


def set_dominoes(tables: States, dominoes: Dominoes, tiles: list[int]) -> None:
    """Fill in the tiles, and the pairs of cells that they can cover."""
    tables["tiles"][0] = tiles
    tables["in_all"][0] = sum(tiles)
    tables["shifts"][0] = [abs(step) for step in dominoes.steps]
    for pair, (first, second) in enumerate(dominoes.pairs):
        tables["first"][0, pair], tables["second"][0, pair] = first, second
        tables["pair"][0, dominoes.steps.index(second - first), min(first, second)] = pair
    for kind, (one, two) in enumerate(dominoes.kind_colours):
        tables["colours"][0, kind] = one, two
        tables["symbols"][0, kind] = 1 << one | 1 << two
        tables["turns"][0, kind] = 1 if one == two else 2
        tables["kind"][0, one, two] = tables["kind"][0, two, one] = kind


def words(cells: list[int]) -> list[int]:
    """Return a set of cells as the bits of words."""
    bits = sum(1 << cell for cell in cells)
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(WORDS)]
