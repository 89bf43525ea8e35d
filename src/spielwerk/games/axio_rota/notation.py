"""AXIO rota's notation: tiles by their corners, clockwise from the top left, and where they lie."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spielwerk.games.axio_rota import table
from spielwerk.games.axio_rota.placements import step
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.numbers import quoted
from spielwerk.rules.state import States

LETTERS = f"{table.NAMES}_"
_AS_LETTERS = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())
_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_PLACEMENT = re.compile(rf"{_NUMBER},{_NUMBER}:([rgbop_]{{4}})(?:=([rgbop]))?")


def spell(corners: Sequence[int]) -> str:
    """Corners as letters."""
    return "".join(LETTERS[corner] for corner in corners)


def turned(kind: int, turns: int) -> str:
    """A tile as it lies, turned so many quarters clockwise."""
    corners = table.KIND_CORNERS[kind]
    return spell([corners[(corner - turns) % table.CORNERS] for corner in range(table.CORNERS)])


KINDS = [spell(corners) for corners in table.KIND_CORNERS]
_LYING = {
    turned(kind, turns): (kind, turns)
    for kind in range(table.KINDS)
    for turns in range(table.CORNERS)
}


def tile_as_it_lies(corners: object) -> tuple[int, int] | None:
    """The tile that shows these corners, and how often it is turned; None if there is no such."""
    return _LYING.get(corners) if isinstance(corners, str) else None


def write(s: States, i: int, seat: int, action: int) -> str:
    """A placement of the tile that a seat holds."""
    cell_and_turns, naming = divmod(action, table.NAMINGS)
    cell, turns = divmod(cell_and_turns, table.CORNERS)
    x, y = place_of(s, i, cell)
    named = "" if naming == table.NOT_NAMED else f"={table.NAMES[naming]}"
    tile = turned(int(s["hand"][i, seat]), turns)
    return f"{x},{y}:{tile}{named}"


def place_of(s: States, i: int, cell: int) -> tuple[int, int]:
    """Where a cell beside the display is."""
    for dx, dy in table.SIDES.tolist():
        if there := _lies_on(s, i, step(cell, dx, dy)):
            return there[0] - dx, there[1] - dy
    raise ValueError(f"cell {cell} is not beside a tile")


def _lies_on(s: States, i: int, cell: int) -> tuple[int, int] | None:
    """The place of the tile that lies on a cell, if there is one."""
    tile = int(s["board"][i, cell])
    return (int(s["x"][i, tile - 1]), int(s["y"][i, tile - 1])) if tile else None


def read(s: States, i: int, seat: int, move: str) -> int:
    """The placement that `move` notates, legal or not, of the tile that a seat holds."""
    parsed = _PLACEMENT.fullmatch(move)
    lies = tile_as_it_lies(parsed[3]) if parsed else None
    if not parsed or not lies:
        reason = f"{quoted(move)} is no move; write one like '2,0:gb_r=o' or '-1,1:rgbp'"
        raise IllegalMove("malformed", reason, move=move)
    x, y = int(parsed[1]), int(parsed[2])
    kind, turns = lies
    if s["held"][i, seat] == 0 or s["hand"][i, seat] != kind:
        reason = f"the tile {KINDS[kind]} is not in hand"
        raise IllegalMove("not_in_hand", reason, tile=KINDS[kind])
    cell = table.cell_at(x, y)
    if _lies_on(s, i, cell) == (x, y):
        raise IllegalMove("cell_not_free", f"a tile lies on {x},{y}", cell=f"{x},{y}")
    is_beside = int(s["beside"][i, cell >> 6]) >> (cell & 63) & 1
    if not is_beside or place_of(s, i, cell) != (x, y):
        reason = f"{x},{y} shares no side with a tile that lies"
        raise IllegalMove("not_beside", reason, cell=f"{x},{y}")
    naming = table.NAMES.index(parsed[4]) if parsed[4] else table.NOT_NAMED
    return (cell * table.CORNERS + turns) * table.NAMINGS + naming


def lying(s: States, i: int) -> dict[str, str]:
    """The tiles that lie, as they lie, by their places."""
    n = int(s["n"][i])
    corners = s["quarters"][i, 1 : n + 1].tobytes().translate(_AS_LETTERS).decode()
    places = zip(s["x"][i, :n].tolist(), s["y"][i, :n].tolist(), strict=True)
    return {
        f"{x},{y}": corners[tile * table.CORNERS : (tile + 1) * table.CORNERS]
        for tile, (x, y) in enumerate(places)
    }
