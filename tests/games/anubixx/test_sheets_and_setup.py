"""Anubixx's box and set-up: AN-1 to AN-7."""

from collections import Counter

import numpy as np
import pytest

import spielwerk as sw
from games.anubixx.positions import (
    ARCH,
    PYRAMID,
    RELIEF,
    fields,
    material,
    play,
    position,
    roll,
    sheet,
    ways,
)
from spielwerk.games import find
from spielwerk.rules.state import NATURE

# Sheet A as the rule page prints it.
SHEET_A = {
    "P1": "rbygop",
    "P2": "ygrpb",
    "P3": "opyg",
    "P4": "rbo",
    "P5": "gp",
    "P6": "y",
    "AL": "orbpg",
    "AR": "orbpg",
}
RELIEF_A = {"3": "rgby", "2": "yopr", "1": "gpbo"}
QUARRY_A = "pogyrbopygbr"
NEXT = dict(zip("rgbyop", "gbyopr", strict=True))


def sheet_a() -> dict[str, str]:
    """The colour of every field of sheet A."""
    stones = {
        f"{place}{number}": colour
        for place, row in SHEET_A.items()
        for number, colour in enumerate(row, 1)
    }
    for row, colours in RELIEF_A.items():
        stones |= {column + row: c for column, c in zip("abcd", colours, strict=True)}
    return stones | {"AT": "y"}


@pytest.mark.parametrize(("seats", "dice"), [(2, 3), (3, 4), (4, 4), (5, 4)])
def test_four_dice_and_three_with_two_seats(seats: int, dice: int) -> None:
    """AN-1: in the first round and in later ones."""
    match = sw.Match("anubixx", seats=seats, seed=1)
    assert len(match.view(None)["dice"]) == dice
    play(match, "stop " * seats)
    assert len(match.view(None)["dice"]) == dice
    assert len(match.plies[-1].reveals["dice"]) == dice


def test_a_die_shows_each_of_six_colours_equally_often() -> None:
    """AN-1"""
    game = find("anubixx")
    states = game.layout.empty(1)
    game.kernels.start(game.tables, states, 0, 2, 0)
    for number in (0, 1):
        game.kernels.act(game.tables, states, 0, NATURE, np.int64(number))
    for colour in range(3):
        assert game.odds(states, 0).tolist() == [1] * 6
        game.kernels.act(game.tables, states, 0, NATURE, np.int64(colour))
    assert game.to_act(states, 0) == (0,)
    rolled = Counter("".join(sw.Match("anubixx", 5, n).view(None)["dice"] for n in range(40)))
    assert set(rolled) == set("rgbyop")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_seat_has_another_of_six_sheets(seats: int) -> None:
    """AN-2"""
    seen: set[str] = set()
    for seed in range(20):
        letters = sw.Match("anubixx", seats, seed).record()["setup"]["sheets"]
        assert len(set(letters)) == len(letters) == seats
        seen.update(letters)
    assert seen == set("ABCDEF")


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(sw.BadSetting, match="anubixx has 2 to 5 seats"):
        sw.Match("anubixx", seats=seats)


def test_the_buildings_have_their_sizes() -> None:
    """AN-3, AN-6: a pyramid of 21, two pillars of 5 and a closing stone, a relief of 12."""
    shown = sheet(position(), 0)
    assert list(shown["stones"]) == f"{PYRAMID} {ARCH} {RELIEF}".split()
    assert len(shown["stones"]) == 21 + 11 + 12
    assert len(shown["quarry"]) == 12


def test_sheet_a_is_as_the_page_prints_it() -> None:
    """AN-4, AN-6: relief row 3 is the top one, place 1 of a level the leftmost."""
    shown = sheet(position(sheets="AB"), 0)
    assert shown["sheet"] == "A"
    assert shown["stones"] == sheet_a()
    assert shown["quarry"] == QUARRY_A


def test_every_other_sheet_moves_the_colours_on_by_one() -> None:
    """AN-2, AN-4"""
    stones, quarry = sheet_a(), QUARRY_A
    for letter in "ABCDEF":
        other = "A" if letter != "A" else "B"
        shown = sheet(position(sheets=letter + other), 0)
        assert (shown["sheet"], shown["stones"], shown["quarry"]) == (letter, stones, quarry)
        stones = {name: NEXT[colour] for name, colour in stones.items()}
        quarry = "".join(NEXT[colour] for colour in quarry)
    assert stones == sheet_a()


@pytest.mark.parametrize("letter", "ABCDEF")
def test_a_sheets_own_colours_are_paid_for(letter: str) -> None:
    """AN-2, AN-4: a die of a colour serves the fields that show it, and no others."""
    match = position(sheets=letter + ("B" if letter == "A" else "A"))
    material(match, 0, struck=12)
    stones = sheet(match, 0)["stones"]
    for die in "rgbyop":
        roll(match, die)
        ground = {name for name in (*PYRAMID.split()[:6], "AL1", "AR1") if stones[name] == die}
        assert fields(match) == ground


def test_symbols_are_in_the_same_fields_on_every_sheet() -> None:
    """AN-5"""
    assert position(sheets="AF").view(None)["symbols"] == {
        "snake": ["P42"],
        "eye": ["P61"],
        "scarab": ["P11", "P16", "P23"],
        "ankh": ["AL4"],
        "crown": ["AT"],
        "cat": ["d1"],
        "lotus": ["b1", "c2", "a3"],
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_as_many_jokers_as_seats(seats: int) -> None:
    """AN-7: the others are struck, and worth nothing."""
    match = position(sheets="ABCDE"[:seats])
    for seat in range(seats):
        assert sheet(match, seat)["jokers"] == seats
        assert match.scores(seat) == [0, 0, 0, 0, 12, 2 * seats]


def test_there_are_no_more_jokers_than_that() -> None:
    """AN-7"""
    match = position(sheets="AB")
    play(match, "P11/j P12/j stop")
    roll(match, "")
    play(match, "stop")
    assert match.to_act == (0,)
    assert ways(match, "P13") == ["q4", "q9"]


def test_starting_seat_is_fixed_or_drawn_by_lot() -> None:
    assert sw.Match("anubixx", seats=4, seed=1, first=2).to_act == (2,)
    firsts = {
        sw.Match("anubixx", seats=4, seed=seed, first="lot").record()["setup"]["first"]
        for seed in range(60)
    }
    assert firsts == {0, 1, 2, 3}
    with pytest.raises(sw.BadSetting, match="first seat must be 0 to 3"):
        sw.Match("anubixx", seats=4, first=4)
