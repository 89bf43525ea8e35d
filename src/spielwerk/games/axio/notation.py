"""AXIO's notation: cells, tiles and moves as people write them."""

from __future__ import annotations

import functools
import re

from spielwerk.games.axio import table
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.numbers import quoted

COLOURS = "rgbop"
KIND_COLOURS = [(one, two) for one in range(table.COLOURS) for two in range(one, table.COLOURS)]
KINDS = [COLOURS[one] + COLOURS[two] for one, two in KIND_COLOURS]
COLUMNS = "abcdefghijklm"

_CELLS = [row * table.STRIDE + column for row in range(1, 14) for column in range(1, 14)]
PAIRS = [
    (cell, cell + step) for step in (1, table.STRIDE) for cell in _CELLS if cell + step in _CELLS
]
_PAIR_NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}

_PLACEMENT = re.compile(r"([rgbop])([rgbop]) ([a-m][1-9][0-9]?)-([a-m][1-9][0-9]?)")


def cell_name(cell: int) -> str:
    """A cell as its column's letter and its row's number."""
    return f"{COLUMNS[cell % table.STRIDE - 1]}{cell // table.STRIDE}"


def cell_at(name: str) -> int | None:
    """The cell of that name, if there is one."""
    if not re.fullmatch(r"[a-m]([1-9]|1[0-3])", name):
        return None
    return int(name[1:]) * table.STRIDE + COLUMNS.index(name[0]) + 1


def area(seats: int) -> list[str]:
    """The first and the last cell of the area in play."""
    margin = table.MARGINS[seats]
    first, last = 1 + margin, table.SIDE - margin
    return [cell_name(first * table.STRIDE + first), cell_name(last * table.STRIDE + last)]


def cells_of(action: int) -> tuple[int, int]:
    """The two cells that a placement covers."""
    return PAIRS[action // table.COLOURS**2]


def kind_of(action: int) -> int:
    """The kind of tile that a placement lays."""
    one, two = divmod(action % table.COLOURS**2, table.COLOURS)
    return KIND_COLOURS.index((min(one, two), max(one, two)))


@functools.cache  # there are some 8,000, and lists of legal moves are long
def write(action: int) -> str:
    """An action in notation."""
    if action == table.SWAP:
        return "swap"
    if action == table.KEEP:
        return "keep"
    one, two = divmod(action % table.COLOURS**2, table.COLOURS)
    first, second = cells_of(action)
    return f"{COLOURS[one]}{COLOURS[two]} {cell_name(first)}-{cell_name(second)}"


def read(move: str) -> int:
    """The action that `move` notates, legal or not."""
    if move in ("swap", "keep"):
        return table.SWAP if move == "swap" else table.KEEP
    parsed = _PLACEMENT.fullmatch(move)
    first, second = (cell_at(parsed[3]), cell_at(parsed[4])) if parsed else (None, None)
    if parsed is None or first is None or second is None:
        reason = f"{quoted(move)} is no move; write one like 'rb g8-g9', or 'swap' or 'keep'"
        raise IllegalMove("malformed", reason, move=move)
    if second - first not in (1, table.STRIDE):
        if first - second in (1, table.STRIDE):
            better = f"{parsed[2]}{parsed[1]} {parsed[4]}-{parsed[3]}"
            reason = f"{move!r} names the larger cell first; write '{better}'"
            raise IllegalMove("cells_in_wrong_order", reason, move=move, better=better)
        reason = f"{parsed[3]} and {parsed[4]} are not neighbours"
        raise IllegalMove("not_neighbours", reason, cells=[parsed[3], parsed[4]])
    colours = COLOURS.index(parsed[1]) * table.COLOURS + COLOURS.index(parsed[2])
    return _PAIR_NUMBERS[first, second] * table.COLOURS**2 + colours


def tiles(counts: list[int]) -> list[str]:
    """The tiles that are counted by kind, spelt out."""
    return [KINDS[kind] for kind, n in enumerate(counts) for _ in range(n)]
