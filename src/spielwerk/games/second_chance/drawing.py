"""Draw Second Chance in the terminal: one grid per seat, side by side, and the cards on offer.

Each piece has its own letter, in the order in which pieces were drawn; `1` is a written one.
"""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable
from typing import Any

from rich.text import Text

from spielwerk.games.second_chance.notation import COLUMNS

STYLES = ("#ffffff on #1e55c8", "#000000 on #f28c28", "#ffffff on #1b7f3b", "#ffffff on #7b2fb5")
CENTRE = "e5"
ROW_OF_GRIDS = 3


def draw(view: dict[str, Any], shape_rows: Callable[[str], list[str]]) -> Text:
    """Draw all grids, then the cards on offer."""
    lines: list[Text] = []
    for first in range(0, view["seats"], ROW_OF_GRIDS):
        seats = range(first, min(first + ROW_OF_GRIDS, view["seats"]))
        grids = [_grid(view, seat) for seat in seats]
        lines += [Text("   ").join(parts) for parts in zip(*grids, strict=True)]
        lines.append(Text())
    lines += _cards(view, shape_rows)
    return Text("\n").join(lines)


def _grid(view: dict[str, Any], seat: int) -> list[Text]:
    acting = seat in view["to_act"]
    told = f"{'>' if acting else ' '} seat {seat}: {view['scores'][seat][0]} free"
    if view["ranks"]:
        told += f", rank {view['ranks'][seat]}"
    elif seat in view["out"]:
        told += ", out"
    elif seat in view["waiting"]:
        told += ", waits"
    lines = [Text(told.ljust(31), "bold" if acting else "")]
    pieces = _pieces(view, seat)
    for row in range(9, 0, -1):
        line = Text().append(f"{row} ", "dim")
        for column in COLUMNS:
            line.append_text(_cell(f"{column}{row}", pieces))
        lines.append(line.append("  "))
    heads = "".join(f" {column} " for column in COLUMNS)
    return [*lines, Text(f"  {heads}  ", "dim")]


def _pieces(view: dict[str, Any], seat: int) -> dict[str, tuple[str, str]]:
    """Return the letter and the style of each filled cell."""
    found: dict[str, tuple[str, str]] = {}
    moves = [ply["move"] for ply in view["moves"] if ply["seat"] == seat]
    latest = max((n for n, move in enumerate(moves) if move.startswith("8")), default=0)
    here = moves[latest:] if view["grids"][seat] else []
    for letter, style, move in zip(string.ascii_letters, itertools.cycle(STYLES), here):
        card, cells = move.split(":")
        for cell in cells.split(","):
            found[cell] = ("1", "bold") if card == "1" else (letter, style)
    return found


def _cell(name: str, pieces: dict[str, tuple[str, str]]) -> Text:
    if name in pieces:
        letter, style = pieces[name]
        return Text(f" {letter} ", style)
    return Text(" o " if name == CENTRE else " . ", "dim")


def _cards(view: dict[str, Any], shape_rows: Callable[[str], list[str]]) -> list[Text]:
    """Draw the cards on offer side by side; a seat's own card names the seat."""
    shown = [(card, card) for card in view["cards"]] if view["phase"] == "draw" else []
    shown += [(f"seat {seat}: {card}", card) for seat, card in enumerate(view["own"]) if card]
    columns = [[title, *shape_rows(card)] for title, card in shown]
    widths = [max(map(len, column)) + 4 for column in columns]
    lines = [
        Text("".join(part.ljust(width) for part, width in zip(row, widths, strict=True)))
        for row in itertools.zip_longest(*columns, fillvalue="")
    ]
    owing = [f"seat {seat} writes a 1" for seat in view["owe_ones"]]
    if view["seats"] == 1:
        owing.append(f"game {view['game_number']} of 3, {view['scores'][0][1]} free cells so far")
    return [*lines, Text(", ".join([*owing, f"{view['deck']} cards in the deck"]), "dim")]
