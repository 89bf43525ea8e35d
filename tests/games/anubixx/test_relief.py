"""The floor relief: two neighbours a turn, and the second must be within reach, AN-9."""

from pathlib import Path

import pytest

from games.anubixx.positions import (
    RELIEF,
    fields,
    material,
    play,
    position,
    refusal,
    roll,
    sheet,
    ways,
    without,
)
from spielwerk.games.anubixx import parts

CELLS = RELIEF.split()

# On sheet A:   3  r g b y     quarry: p o g y r b o p y g b r
#               2  y o p r
#               1  g p b o
#                  a b c d


def around(cell: str) -> set[str]:
    """The cells above, below, left and right of one."""
    column, row = "abcd".index(cell[0]), int(cell[1])
    steps = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return {f"{'abcd'[c]}{r}" for c, r in steps if c in range(4) and r in range(1, 4)}


@pytest.mark.parametrize("cell", CELLS)
def test_the_second_is_a_neighbour_of_the_first(cell: str) -> None:
    """AN-9: beside it or above it, never across the edge."""
    match = position()
    match.play(f"{cell}/j")
    assert match.to_act == (0,)
    assert fields(match) == around(cell)


def test_two_neighbours_end_the_turn() -> None:
    """AN-9"""
    match = play(position(dice="rgb"), "a3 b3")
    assert sheet(match, 0)["crossed"] == ["a3", "b3"]
    assert match.to_act == (1,)


def test_never_one_alone() -> None:
    """AN-9"""
    match = play(position(dice="rgb"), "a3")
    assert "stop" not in match.legal(0)
    assert refusal(match, "stop").code == "pair_due"


def test_never_with_another_building() -> None:
    """AN-9, AN-12: neither before nor after."""
    match = play(position(dice="rgb"), "a3")
    assert refusal(match, "P12").code == "pair_due"
    assert refusal(match, "AL1/j").code == "pair_due"
    for stone in ("P11", "AL1/j"):
        match = play(position(dice="rgb"), stone)
        assert not set(CELLS) & fields(match)
        assert refusal(match, "b3").code == "relief_alone"


def test_never_two_that_are_not_neighbours() -> None:
    """AN-9"""
    match = play(position(dice="rgb"), "a3")
    error = refusal(match, "c3")
    assert (error.code, error.details) == ("pair_due", {"field": "c3"})
    assert refusal(match, "b2/j").code == "pair_due"


def test_a_crossed_neighbour_is_no_second() -> None:
    """AN-9: two free fields."""
    match = position("b3 c3", dice="r")
    match.play("a3")
    assert fields(match) == {"a2"}


def test_a_field_without_a_free_neighbour_is_lost() -> None:
    """AN-9: whatever there is to pay with."""
    match = position(without(RELIEF, "a3", "d1", "d2", "c1"))
    assert set(CELLS) & fields(match) == {"d1", "d2", "c1"}
    assert refusal(match, "a3/j").code == "no_second"


def test_pairs_of_one_turn_do_not_bind_the_next_seat() -> None:
    """AN-9"""
    match = play(position(dice="rgb"), "a3 b3")
    assert "stop" in match.legal(1)
    assert {"P11", "a1"} <= fields(match)


# How the first is paid for, and what is left for the second


def test_two_dice() -> None:
    """AN-9"""
    match = position(dice="rg")
    material(match, 0, struck=12)
    assert set(CELLS) & fields(match) == {"a3", "b3"}  # red d2 and green a1 have no such partner
    match.play("a3")
    assert match.legal(0) == ["b3"]


def test_one_die_and_nothing_else_pays_for_no_pair() -> None:
    """AN-9"""
    match = position(dice="r")
    material(match, 0, struck=12)
    assert match.legal(0) == ["P11", "stop"]
    assert refusal(match, "a3").code == "no_second"


def test_a_die_and_a_quarry_stone_in_either_order() -> None:
    """AN-9"""
    for first, second in (("a3", "b3/q10"), ("b3/q10", "a3")):
        match = position(dice="r")
        material(match, 0, struck=9)  # g b r are left
        match.play(first)
        assert second in match.legal(0)
        match.play(second)
        assert match.scores(0)[4:] == [2, 0]


def test_a_die_and_a_joker_in_either_order() -> None:
    """AN-9"""
    for first, second in (("a3", "b3/j"), ("b3/j", "a3")):
        match = position(dice="r")
        material(match, 0, struck=12, jokers=1)
        match.play(first)
        assert second in match.legal(0)
        match.play(second)
        assert match.scores(0)[4:] == [0, 0]


def test_two_jokers_pay_for_any_pair() -> None:
    """AN-9"""
    match = position()
    material(match, 0, struck=12, jokers=2)
    assert set(CELLS) <= fields(match)
    play(match, "c2/j b2/j")
    assert match.scores(0)[4:] == [0, 0]


def test_the_last_joker_is_not_spent_on_a_first_without_a_second() -> None:
    """AN-9"""
    match = position()
    material(match, 0, struck=12, jokers=1)
    assert not set(CELLS) & fields(match)
    error = refusal(match, "c2/j")
    assert (error.code, error.details) == ("no_second", {"field": "c2"})


def test_a_joker_and_a_quarry_stone_in_either_order() -> None:
    """AN-9"""
    match = position()
    material(match, 0, struck=11, jokers=1)  # r is left
    assert set(CELLS) & fields(match) == {"a3", "a2", "b3", "d2", "d3", "c2", "d1"}
    assert ways(match, "a3") == ["q12"]  # the joker is needed for its neighbour
    assert ways(match, "a2") == ["j"]
    match.play("a2/j")
    assert match.legal(0) == ["a3/q12"]


def test_the_first_ones_payment_must_leave_the_seconds() -> None:
    """AN-9: a way to pay is refused if it skips all that the neighbours need."""
    match = position()
    material(match, 0, struck=8)  # y g b r are left, 9 to 12
    assert ways(match, "b3") == ["q10"]  # then a3 by red 12, or c3 by blue 11
    assert ways(match, "d3") == ["q9"]  # then c3 by 11, or d2 by 12
    assert ways(match, "a3") == []  # red 12 is the last one
    assert ways(match, "c3") == []  # after blue 11 neither green 10 nor yellow 9 is left
    assert refusal(match, "c3/q11").code == "no_second"
    match.play("b3/q10")
    assert match.legal(0) == ["a3/q12", "c3/q11"]


def test_the_earlier_of_two_stones_may_do_where_the_later_does_not() -> None:
    """AN-9: yellow 4 leaves red 5, yellow 9 leaves red 12 only, red 12 leaves nothing."""
    match = position()
    material(match, 0)
    assert ways(match, "d3") == ["q4", "q9"]
    assert ways(match, "d2") == ["q5"]
    error = refusal(match, "d2/q12")
    assert (error.code, error.details) == ("no_second", {"field": "d2"})


def test_a_quarry_stone_for_the_first_and_one_to_its_right_for_the_second() -> None:
    """AN-9, AN-15"""
    match = position()
    material(match, 0)
    match.play("a2/q4")
    assert match.legal(0) == ["a1/q10", "a3/q12", "a3/q5", "b2/q7"]  # neither 2 nor 3 any more


def test_a_die_that_lies_there_pays_for_the_second_too() -> None:
    """AN-9, AN-13"""
    match = play(position(dice="ry"), "a3")
    assert ways(match, "a2") == [""]
    assert refusal(match, "a2/j").code == "die_first"


def test_a_second_that_cannot_be_paid_for_is_not_offered() -> None:
    """AN-9, AN-13"""
    match = position(dice="ry")
    material(match, 0, struck=12)
    match.play("a3")
    assert match.legal(0) == ["a2"]
    assert refusal(match, "b3/q10").code == "pair_due"
    assert refusal(match, "a2/j").code == "die_first"


def test_the_first_may_be_paid_for_by_joker_only_if_another_or_a_die_is_left() -> None:
    """AN-9: the same field, the same joker, with and without a neighbour's die."""
    match = position()
    material(match, 0, struck=12, jokers=1)
    assert ways(match, "b2") == []
    roll(match, "y")
    assert ways(match, "b2") == ["j"]  # a2 is yellow


def red_neighbours(folder: Path) -> Path:
    """Parts whose sheet A has red on a3 and b3; in the box no neighbours are alike."""
    text = parts.OWN.read_text(encoding="utf-8")
    own = folder / "own.toml"
    own.write_text(text.replace('relief = ["rgby", ', 'relief = ["rrby", ', 1), encoding="utf-8")
    return own


@pytest.mark.parametrize(("dice", "legal"), [("r", False), ("rr", True)])
def test_one_die_does_not_pay_for_two_neighbours_of_its_colour(
    tmp_path: Path, dice: str, legal: bool
) -> None:
    """AN-9"""
    match = position(dice=dice, parts=red_neighbours(tmp_path))
    material(match, 0, struck=12)
    assert ways(match, "a3") == ways(match, "b3") == ([""] if legal else [])
    if legal:
        play(match, "a3 b3")
        assert match.view(None)["dice"] == ""


def test_one_stone_does_not_pay_for_two_neighbours_of_its_colour(tmp_path: Path) -> None:
    """AN-9, AN-14"""
    match = position(parts=red_neighbours(tmp_path))
    material(match, 0, struck=11)  # one red stone
    assert match.legal(0) == ["P11/q12", "stop"]
    material(match, 0, struck=4)  # two of them
    assert ways(match, "b3") == ["q5"]
    match.play("b3/q5")
    assert match.legal(0) == ["a3/q12", "b2/q7", "c3/q11", "c3/q6"]
