"""Draw AXIO in the terminal, in colour where available; the letters alone suffice.

Lower-case letters are tiles, capitals printed fields, `^` pyramids; brackets mark the latest tile.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from spielwerk.dominoes.drawing import (
    cell_text,
    hands,
    more_bonus_turns,
    side_by_side,
    tracks,
)
from spielwerk.dominoes.notation import COLUMNS


def draw(view: dict[str, Any]) -> Text:
    """Draw the board, with the tracks beside it and the viewer's hand below it."""
    notes = [f"{view['bag']} tiles in the bag"]
    if view["bonus_turns"]:
        notes.append(more_bonus_turns(view["bonus_turns"]))
    return side_by_side(_board(view), [*tracks(view, "rgbop"), *map(Text, notes)], hands(view))


def _board(view: dict[str, Any]) -> list[Text]:
    first, last = view["area"]
    columns = COLUMNS[COLUMNS.index(first[0]) : COLUMNS.index(last[0]) + 1]
    heads = Text("    " + "".join(f" {column} " for column in columns), "dim")
    lines = [heads]
    for row in range(int(last[1:]), int(first[1:]) - 1, -1):
        line = Text().append(f" {row:2} ", "dim")
        for column in columns:
            name = f"{column}{row}"
            line.append_text(
                Text(" ^ ", "bold") if name in view["pyramids"] else cell_text(view, name)
            )
        lines.append(line.append(f" {row:<2}", "dim"))
    return [*lines, heads]
