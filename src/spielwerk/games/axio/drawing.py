"""AXIO in the terminal: coloured where colour is to be had, and letters that suffice without.

Small letters are tiles, capitals printed fields, `^` pyramids, brackets the tile laid last.
"""

from __future__ import annotations

import itertools
from typing import Any

from rich.text import Text

from spielwerk.games.axio import notation

STYLES = {
    "r": "bold #ffffff on #c62828",
    "g": "bold #ffffff on #1b7f3b",
    "b": "bold #ffffff on #1e55c8",
    "o": "bold #000000 on #f28c28",
    "p": "bold #ffffff on #7b2fb5",
}


def draw(view: dict[str, Any]) -> Text:
    """The board, beside it the tracks, below it the hand that the viewer sees."""
    lines = itertools.zip_longest(_board(view), _tracks(view), fillvalue=Text())
    drawn = [Text.assemble(left, "   ", right) for left, right in lines]
    drawn += [Text(), *_hands(view)]
    return Text("\n").join(drawn)


def _board(view: dict[str, Any]) -> list[Text]:
    first, last = view["area"]
    columns = notation.COLUMNS[
        notation.COLUMNS.index(first[0]) : notation.COLUMNS.index(last[0]) + 1
    ]
    heads = Text("    " + "".join(f" {column} " for column in columns), "dim")
    lines = [heads]
    for row in range(int(last[1:]), int(first[1:]) - 1, -1):
        line = Text().append(f" {row:2} ", "dim")
        for column in columns:
            line.append_text(_cell(view, f"{column}{row}"))
        line.append(f" {row:<2}", "dim")
        lines.append(line)
    return [*lines, heads]


def _cell(view: dict[str, Any], name: str) -> Text:
    if name in view["pyramids"]:
        return Text(" ^ ", "bold")
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


def _tracks(view: dict[str, Any]) -> list[Text]:
    head = Text(" " * 9)
    for colour in notation.COLOURS:
        head.append(f" {colour} ", STYLES[colour]).append("  ")
    lines = [head.append("lowest", "dim")]
    for seat, tracks in enumerate(view["tracks"]):
        acting = seat in view["to_act"]
        line = Text().append(f"{'>' if acting else ' '} seat {seat} ", "bold" if acting else "")
        for points in tracks:
            line.append(f"{points:2}", "bold underline" if points == min(tracks) else "").append(
                "   "
            )
        line.append(f"{min(tracks):4}")
        if view["ranks"]:
            rank = view["ranks"][seat]
            line.append(f"   rank {rank}", "bold" if rank == 1 else "")
        lines.append(line)
    lines += [Text(), Text(f"{view['bag']} tiles in the bag", "dim")]
    if view["bonus_turns"]:
        lines.append(Text(f"{view['bonus_turns']} more bonus turns to come", "bold"))
    return lines


def _hands(view: dict[str, Any]) -> list[Text]:
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
