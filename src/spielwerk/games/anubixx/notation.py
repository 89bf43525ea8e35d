"""Anubixx's notation: a field, and how it is paid for."""

from __future__ import annotations

import functools
import re

from spielwerk.games.anubixx import table
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.numbers import quoted

COLOURS = "rgbyop"
COLOUR_WORDS = ("red", "green", "blue", "yellow", "orange", "purple")
SHEETS = "ABCDEF"
SYMBOLS = ("snake", "eye", "scarab", "ankh", "crown", "cat", "lotus")
BONUSES = (*SYMBOLS, "end")

_STONE = re.compile(r"([A-Za-z0-9]+)(?:/(j|q([1-9][0-9]?)))?", re.ASCII)


def write(action: int) -> str:
    """An action in notation."""
    if action == table.STOP:
        return "stop"
    field, way = divmod(action, table.WAYS)
    name = table.NAMES[field]
    if way == table.DIE:
        return name
    return f"{name}/j" if way == table.JOKER else f"{name}/q{way}"


def building(action: int) -> str:
    """The building that a stone belongs to."""
    if action == table.STOP:
        return ""
    name = table.NAMES[action // table.WAYS]
    return {"P": "pyramid", "A": "arch"}.get(name[0], "relief")


def read(move: str) -> int:
    """The action that `move` notates, legal or not."""
    if move == "stop":
        return table.STOP
    parsed = _STONE.fullmatch(move)
    stone = int(parsed[3]) if parsed and parsed[3] else 0
    if not parsed or parsed[1] not in table.FIELDS or stone > table.QUARRY:
        reason = f"{quoted(move)} is no move; write 'P11', 'P11/q5', 'P11/j' or 'stop'"
        raise IllegalMove("malformed", reason, move=move)
    way = table.JOKER if parsed[2] == "j" else stone or table.DIE
    return table.NAMES.index(parsed[1]) * table.WAYS + way


@functools.cache
def dice(counts: bytes) -> str:
    """Dice that are counted by colour, spelt out in the order of colours."""
    return "".join(colour * n for colour, n in zip(COLOURS, counts, strict=True))
