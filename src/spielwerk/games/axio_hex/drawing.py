"""Draw Axio on hexagons in the terminal: each row of cells is shifted right by half a cell.

Lower-case letters are tiles, capitals start symbols; brackets mark the latest tile.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from spielwerk.dominoes.drawing import cell_text, hands, side_by_side, tracks
from spielwerk.dominoes.notation import COLUMNS

HALF = 2  # characters


def draw(view: dict[str, Any]) -> Text:
    """Draw the board, with the tracks beside it and the visible hands below it."""
    notes = [Text(f"{view['bag']} tiles in the bag", "dim")]
    if view["extra_turn"]:
        notes.append(Text("an extra turn", "bold"))
    return side_by_side(_board(view["side"], view), [*tracks(view, "rgboyp"), *notes], hands(view))


def _board(side: int, view: dict[str, Any]) -> list[Text]:
    """Draw row numbers to the left of their rows, and letters at the ends of their diagonals."""
    size = 2 * side - 1
    heads = (" " * (2 * HALF - 1)).join(COLUMNS[:side])
    lines = [Text(" " * (2 * HALF + 4 + HALF * side) + heads, "dim")]
    for number in range(size, 0, -1):
        letters = [n for n in range(1, size + 1) if side + 1 <= n + number <= 3 * side - 1]
        indent = 2 * HALF + HALF * (2 * (letters[0] - 1) + number - side)
        line = Text(" " * indent).append(f"{number:2} ", "dim")
        for letter in letters:
            line.append_text(cell_text(view, f"{COLUMNS[letter - 1]}{number}")).append(" ")
        if letters[-1] < size:
            line.append(f" {COLUMNS[letters[-1]]}", "dim")
        lines.append(line)
    return lines
