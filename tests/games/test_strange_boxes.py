"""Boxes at the limits of what readers accept can be played to the end."""

import random
import re

import pytest

import spielwerk as sw
from spielwerk.games import game_type
from spielwerk.rules.parts import PartsText
from spielwerk.rules.texts import home


def ours(game: str) -> str:
    return (home(game_type(game)) / "parts.toml").read_text(encoding="utf-8")


def counted(game: str, **counts: int) -> str:
    """Return a box of the same board, with these tiles only."""
    return re.sub(
        r"^([a-z]{2}) = \d+$",
        lambda kind: f"{kind[1]} = {counts.get(kind[1], 0)}",
        ours(game),
        flags=re.MULTILINE,
    )


def corners(full: list[str], with_empty_corner: list[str]) -> str:
    return f"[tiles]\nfull = {full}\nwith_empty_corner = {with_empty_corner}\n"


def cards(entry: str) -> str:
    return f"[cards]\n{entry}\n[start]{ours('second_chance').partition('[start]')[2]}"


def red(text: str) -> str:
    """Return the same sheets with stones of one colour."""
    head, first, sheets = text.partition("[A]")
    return head + first + re.sub(r'"([rgbyop]+)"', lambda row: f'"{"r" * len(row[1])}"', sheets)


BOXES = {
    "tiles of one kind": ("axio", counted("axio", rr=98)),
    "tiles of two kinds": ("axio_hex", counted("axio_hex", rr=100, rg=11)),
    "the same four corners": ("axio_rota", corners(["rgbo"] * 60, [])),
    "an empty corner on every tile": ("axio_rota", corners([], ["_rgb"] * 60)),
    "single cells": ("second_chance", cards('1A = { shape = "X", copies = 40 }')),
    "long cards": ("second_chance", cards('7A = { shape = "XXXXXXX", copies = 40 }')),
    "red stones": ("anubixx", red(ours("anubixx"))),
    "quarries of one stone": (
        "anubixx",
        re.sub(r'quarry = "(.).*"', r'quarry = "\1"', ours("anubixx")),
    ),
}


@pytest.mark.parametrize(("game", "text"), BOXES.values(), ids=BOXES)
def test_strange_boxes_are_played_to_the_end(game: str, text: str) -> None:
    luck = random.Random(1)
    for seats in {game_type(game).seats[0], game_type(game).seats[-1]}:
        match = sw.Match(game, seats, seed=3, parts=PartsText(text))
        while not match.over:
            seat = match.to_act[0]
            match.play(luck.choice(match.legal(seat)), seat)
        assert match.ranks is not None
