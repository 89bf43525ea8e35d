"""Draw AXIO rota in the terminal: each tile as two rows of two corners, `_` for an empty one.

Brackets mark the latest tile. x grows to the right, y upwards.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from spielwerk.dominoes.drawing import more_bonus_turns, side_by_side, tracks
from spielwerk.games.axio_rota.layout import NAMES
from spielwerk.rules.colours import STYLES


def draw(view: dict[str, Any]) -> Text:
    """Draw the display, with the tracks beside it and the viewer's tile below it."""
    notes = [Text(f"{view['supply']} tiles in the supply", "dim")]
    stacks = ", ".join(map(str, view["stacks"]))
    notes.append(Text(f"stacks: {stacks}", "dim"))
    if view["bonus_turns"]:
        notes.append(Text(more_bonus_turns(view["bonus_turns"]), "bold"))
    hands = [
        Text.assemble(f" hand of seat {seat}: ", *(_corner(c, " ", " ") for c in tile), f"  {tile}")
        for seat, tile in enumerate(view["hands"])
        if tile
    ]
    return side_by_side(_display(view), [*tracks(view, NAMES), *notes], hands)


def _display(view: dict[str, Any]) -> list[Text]:
    tiles = {tuple(map(int, place.split(","))): tile for place, tile in view["tiles"].items()}
    last = view["moves"][-1]["move"].split(":")[0] if view["moves"] else ""
    columns = range(min(x for x, _ in tiles) - 1, max(x for x, _ in tiles) + 2)
    rows = range(max(y for _, y in tiles) + 1, min(y for _, y in tiles) - 2, -1)
    heads = Text("     " + "".join(f"{x:^8}" for x in columns), "dim")
    lines = [heads]
    for y in rows:
        upper, lower = Text().append(f"{y:3}  ", "dim"), Text("     ")
        for x in columns:
            tile = tiles.get((x, y))
            marks = ("[", "]") if f"{x},{y}" == last else (" ", " ")
            for line, corners in ((upper, (0, 1)), (lower, (3, 2))):
                if tile is None:
                    line.append(
                        "   .    " if line is upper and _beside(tiles, x, y) else " " * 8, "dim"
                    )
                else:
                    for corner in corners:
                        line.append_text(_corner(tile[corner], *marks))
                    line.append("  ")
        lines += [upper, lower]
    return lines


def _beside(tiles: dict[tuple[int, ...], str], x: int, y: int) -> bool:
    return any(place in tiles for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def _corner(letter: str, before: str, behind: str) -> Text:
    return Text(f"{before}{letter}{behind}", STYLES.get(letter, "bold"))
