"""AXIO rota's notation: tiles by their corners, clockwise from the top left, and their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielwerk.games.axio_rota import layout
from spielwerk.rules.notation import Form, Names, Points, Words
from spielwerk.rules.state import States

FORMS = (
    Form("place", "{place}:{tile}"),
    Form("name", "{place}:{tile}={named:colour}"),  # a colour for the empty corner (RO-10)
)

SQUARE_PLACES = tuple(f"{x},{y}" for x, y in layout.SQUARE_CELLS.tolist())  # RO-4
LETTERS = f"{layout.NAMES}_"
_AS_LETTERS = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())


def spell(corners: Sequence[int]) -> str:
    """Return corners as a string of letters."""
    return "".join(LETTERS[corner] for corner in corners)


def turned(kind: int, turns: int) -> str:
    """Return the letters of a tile after that many quarter turns clockwise."""
    corners = layout.KIND_CORNERS[kind]
    return spell([corners[(corner - turns) % layout.CORNERS] for corner in range(layout.CORNERS)])


KINDS = [spell(corners) for corners in layout.KIND_CORNERS]
# A rotated tile has the number kind * 4 + quarter turns clockwise.
LYING = Words(
    [turned(kind, turns) for kind in range(layout.KINDS) for turns in range(layout.CORNERS)]
)
NAMES: Mapping[str, Names] = {
    "place": Points(),
    "tile": LYING,
    "kind": Words(KINDS),
    "colour": Words(layout.NAMES),
}


def tile_as_it_lies(corners: object) -> tuple[int, int] | None:
    """Return the kind and quarter turns of the tile with these corners, or None."""
    number = LYING.read(corners) if isinstance(corners, str) else None
    return None if number is None else divmod(number, layout.CORNERS)


def lying(s: States, i: int) -> dict[str, str]:
    """Return the letters of all placed tiles, by place."""
    n = int(s["n"][i])
    corners = s["quarters"][i, 1 : n + 1].tobytes().translate(_AS_LETTERS).decode()
    places = zip(s["x"][i, :n].tolist(), s["y"][i, :n].tolist(), strict=True)
    return {
        f"{x},{y}": corners[tile * layout.CORNERS : (tile + 1) * layout.CORNERS]
        for tile, (x, y) in enumerate(places)
    }
