"""Anubixx positions for tests: a round that begins with known dice, on sheets filled by hand."""

from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.games.anubixx.layout import FIELDS
from spielwerk.games.anubixx.notation import BONUSES, COLOURS
from spielwerk.match.match import Match
from spielwerk.match.replay import replay

LEVELS = [
    "P11 P12 P13 P14 P15 P16",
    "P21 P22 P23 P24 P25",
    "P31 P32 P33 P34",
    "P41 P42 P43",
    "P51 P52",
    "P61",
]
PYRAMID = " ".join(LEVELS)
LEFT, RIGHT = "AL1 AL2 AL3 AL4 AL5", "AR1 AR2 AR3 AR4 AR5"
ARCH = f"{LEFT} {RIGHT} AT"
RELIEF = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"


def position(
    *crossed: str,
    dice: str = "",
    sheets: str = "AB",
    first: int = 0,
    parts: Path | None = None,
) -> Match:
    """A round that seat `first` begins, with these dice in the middle.

    `crossed` lists the fields that each seat has crossed, such as "P11 AL1"; what is not said of
    later seats is nothing. Fewer dice than the game has are as good as dice of no use.
    """
    match = replay(
        {
            "format": "spielwerk/1",
            "game": "anubixx",
            "seats": len(sheets),
            "options": {},
            "setup": {
                "sheets": list(sheets),
                "first": first,
                "dice": "rgb" if len(sheets) == 2 else "rgby",
            },
            "plies": [],
            "result": None,
        },
        parts=parts,
        seed=0,
    )
    roll(match, dice)
    for seat, fields in enumerate(crossed):
        cross(match, seat, fields)
    return match


def roll(match: Match, dice: str) -> None:
    """Let these dice lie in the middle."""
    match._position.states[0].dice[:] = [dice.count(colour) for colour in COLOURS]


def cross(match: Match, seat: int, fields: str) -> None:
    """Cross fields that are free, and earn nothing by it."""
    state = match._position.states[0]
    for name in fields.split():
        bit = 1 << FIELDS[name]
        assert not int(state.crossed[seat]) & bit, f"{name} is crossed already"
        state.crossed[seat] = int(state.crossed[seat]) | bit


def material(match: Match, seat: int, *, struck: int = 0, jokers: int = 0) -> None:
    """Leave a seat the quarry stones right of `struck`, and so many jokers."""
    state = match._position.states[0]
    state.struck[seat], state.jokers[seat] = struck, jokers


def give(match: Match, seat: int, bonuses: str) -> None:
    """Let a seat have earned bonuses in an earlier round, in which they were closed."""
    state = match._position.states[0]
    for bonus in bonuses.split():
        bit = 1 << BONUSES.index(bonus)
        state.earned[seat] = int(state.earned[seat]) | bit
        state.closed = int(state.closed) | bit


def without(fields: str, *missing: str) -> str:
    """A building's fields but for some."""
    return " ".join(name for name in fields.split() if name not in missing)


def play(match: Match, moves: str) -> Match:
    """Several plies, such as "P11 P12/q6 stop", of whoever is to act."""
    for move in moves.split():
        match.play(move)
    return match


def fields(match: Match) -> set[str]:
    """The fields that can be crossed now, however they are paid for."""
    return {move.split("/")[0] for move in match.legal(match.to_act[0])} - {"stop"}


def ways(match: Match, field: str) -> list[str]:
    """How a field can be paid for now: "" by a die, "q5" by a quarry stone, "j" by a joker."""
    moves = match.legal(match.to_act[0])
    return [move.partition("/")[2] for move in moves if move.split("/")[0] == field]


def refusal(match: Match, move: str) -> sw.IllegalMove:
    """Why a move is refused; the match is as it was."""
    before = match.states.tobytes()
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    assert match.states.tobytes() == before
    return refused.value


def sheet(match: Match, seat: int) -> dict[str, Any]:
    """A seat's sheet as everybody sees it."""
    shown: dict[str, Any] = match.view(None)["sheets"][seat]
    return shown
