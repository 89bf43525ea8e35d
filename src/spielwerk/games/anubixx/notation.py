"""Anubixx's notation: a field with its payment, and the names of all numbers."""

from __future__ import annotations

import functools

from spielwerk.games.anubixx.layout import NAMES, QUARRY, STOP, WAYS
from spielwerk.rules.notation import Form, Integers, Names, Words

COLOURS = "rgbyop"
SHEETS = "ABCDEF"
SYMBOLS = ("snake", "eye", "scarab", "ankh", "crown", "cat", "lotus")
BONUSES = (*SYMBOLS, "end")

FORMS = (
    Form("die", "{field}"),
    Form("quarry", "{field}/q{stone}"),
    Form("joker", "{field}/j"),
    Form("stop", "stop"),
)
EXAMPLES = ("P11", "P11/q5", "P11/j", "stop")

# Where points come from: fields, then the quarry's stones, then jokers
PLACES = (*NAMES, *(f"q{stone}" for stone in range(1, QUARRY + 1)), "j")


def names() -> dict[str, Names]:
    """Return the names of numbers, by kind."""
    return {
        "field": Words(NAMES),
        "stone": Integers(1, QUARRY),
        "colour": Words(COLOURS),
        "sheet": Words(SHEETS),
        "place": Words(PLACES),
    }


def building(action: int) -> str:
    """Return the building of an action's stone."""
    if action == STOP:
        return ""
    name = NAMES[action // WAYS]
    return {"P": "pyramid", "A": "arch"}.get(name[0], "relief")


@functools.cache
def dice(counts: bytes) -> str:
    """Spell out dice, counted by colour, in the order of colours."""
    return "".join(colour * n for colour, n in zip(COLOURS, counts, strict=True))
