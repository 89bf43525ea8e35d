"""Draw tiles and tracks in the terminal, in colour where available."""

from __future__ import annotations

import itertools
from typing import Any

from rich.text import Text

from spielwerk.rules.colours import STYLES


def more_bonus_turns(number: int) -> str:
    """Return a line about pending bonus turns."""
    return f"{number} more bonus turn{'s' if number > 1 else ''} to come"


def side_by_side(left: list[Text], right: list[Text], below: list[Text]) -> Text:
    """Lines beside lines, and others below them."""
    width = max(line.cell_len for line in left)
    drawn = []
    for one, two in itertools.zip_longest(left, right, fillvalue=Text()):
        gap = " " * (width - one.cell_len + 3)
        drawn.append(Text.assemble(one, gap, two) if two.plain else one)
    return Text("\n").join([*drawn, Text(), *below])


def cell_text(view: dict[str, Any], name: str) -> Text:
    """One cell, three characters wide."""
    if name not in view["board"]:
        return Text(" . ", "dim")
    colour = view["board"][name]
    letter = colour.upper() if name in view["printed"] else colour
    marked = name in _last_cells(view)
    return Text(f"[{letter}]" if marked else f" {letter} ", STYLES[colour])


def _last_cells(view: dict[str, Any]) -> list[str]:
    moves = [ply["move"] for ply in view["moves"]]
    placements = [move for move in moves if move not in ("swap", "keep")]
    return placements[-1].split(" ")[1].split("-") if placements else []


def tracks(view: dict[str, Any], colours: str) -> list[Text]:
    """Return all seats' tracks, the seat to act, and the ranks at the end."""
    head = Text(" " * 9)
    for colour in colours:
        head.append(f" {colour} ", STYLES[colour]).append("  ")
    lines = [head.append("lowest", "dim")]
    for seat, points in enumerate(view["tracks"]):
        acting = seat in view["to_act"]
        line = Text().append(f"{'>' if acting else ' '} seat {seat} ", "bold" if acting else "")
        for n in points:
            line.append(f"{n:2}", "bold underline" if n == min(points) else "").append("   ")
        line.append(f"{min(points):4}")
        if view["ranks"]:
            rank = view["ranks"][seat]
            line.append(f"   rank {rank}", "bold" if rank == 1 else "")
        lines.append(line)
    return [*lines, Text()]


def hands(view: dict[str, Any]) -> list[Text]:
    """Return the hands that the viewer sees."""
    lines = []
    for seat, hand in enumerate(view["hands"]):
        if hand is not None:
            line = Text(f" hand of seat {seat}: ")
            for tile in hand:
                for colour in tile:
                    line.append(f" {colour} ", STYLES[colour])
                line.append("  ")
            lines.append(line)
    return lines
