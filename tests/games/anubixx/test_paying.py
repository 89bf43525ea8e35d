"""What a stone costs: dice, quarry stones and jokers, AN-13 to AN-16."""

import pytest

from games.anubixx.positions import (
    LEVELS,
    fields,
    material,
    play,
    position,
    refusal,
    roll,
    sheet,
    ways,
)

GROUND = LEVELS[0].split()  # of sheet A: r b y g o p; its quarry: p o g y r b o p y g b r


def test_a_stone_takes_a_die_of_its_colour_from_the_middle() -> None:
    """AN-13"""
    match = position(dice="rbb")
    match.play("P12")
    assert match.view(None)["dice"] == "rb"
    assert match.scores(0)[4:] == [12, 4]  # and nothing else


def test_a_die_that_lies_there_must_be_used() -> None:
    """AN-13"""
    match = position(dice="r")
    assert ways(match, "P11") == [""]
    for payment in ("q5", "q12", "j"):
        assert refusal(match, f"P11/{payment}").code == "die_first"


def test_without_such_a_die_it_is_a_quarry_stone_or_a_joker_as_you_like() -> None:
    """AN-13"""
    match = position(dice="gb")
    assert ways(match, "P11") == ["j", "q12", "q5"]
    assert refusal(match, "P11").code == "no_die"


def test_once_the_only_die_is_taken_the_next_stone_of_its_colour_is_paid_otherwise() -> None:
    """AN-13"""
    match = play(position(dice="o"), "P15")
    assert ways(match, "AL1") == ["j", "q2", "q7"]
    pair = play(position(dice="oo"), "P15")
    assert ways(pair, "AL1") == [""]


def test_what_cannot_be_paid_for_cannot_be_crossed() -> None:
    """AN-13"""
    match = position(dice="b")
    material(match, 0, struck=10)  # b r are left
    assert {move for move in match.legal(0) if move[0] in "PA"} == {"P11/q12", "P12"}
    assert refusal(match, "P14").code == "cannot_pay"
    assert refusal(match, "P14/q10").code == "cannot_pay"
    assert refusal(match, "P14/j").code == "cannot_pay"


def test_a_stone_of_another_colour_does_not_pay() -> None:
    """AN-13"""
    match = position()
    for stone in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11):
        assert refusal(match, f"P11/q{stone}").code == "wrong_stone"
    match.play("P11/q5")


# The quarry


def test_the_originals_quarry() -> None:
    """AN-14: red and purple were skipped, blue was struck, from orange on it goes on.

    Sheet B's quarry is r p b o g y p r o b y g; of level 1, P16 is red, P15 purple, P14 blue and
    P13 orange.
    """
    match = position(sheets="BA")
    match.play("P14/q3")
    assert sheet(match, 0)["struck"] == 3
    assert match.scores(0)[4] == 9  # red and purple are lost
    material(match, 0, struck=3)  # without jokers, the better to be seen
    assert ways(match, "P16") == ["q8"]
    assert ways(match, "P15") == ["q7"]
    assert ways(match, "P13") == ["q4", "q9"]
    for stone in ("P16/q1", "P15/q2"):
        assert refusal(match, stone).code == "wrong_stone"


def test_any_number_may_be_skipped() -> None:
    """AN-14"""
    match = play(position(), "P11/q12")
    assert match.scores(0)[4] == 0
    assert {way for field in GROUND for way in ways(match, field)} == {"j"}


def test_a_struck_stone_is_not_struck_again() -> None:
    """AN-14"""
    match = play(position(), "P15/q2")
    assert ways(match, "AL1") == ["j", "q7"]
    assert refusal(match, "AL1/q2").code == "wrong_stone"


def test_what_is_struck_stays_struck_in_later_turns() -> None:
    """AN-14"""
    match = play(position(), "P12/q6 stop stop")
    roll(match, "")
    play(match, "stop")
    assert match.to_act == (0,)
    assert ways(match, "P14") == ["j", "q10"]
    assert ways(match, "P11") == ["j", "q12"]


def test_a_die_or_a_joker_strikes_no_quarry_stone() -> None:
    """AN-14, AN-16"""
    match = play(position(dice="r"), "P11 P12/j")
    assert sheet(match, 0)["struck"] == 0
    assert match.scores(0)[4:] == [12, 2]


def test_every_seat_has_a_quarry_of_its_own() -> None:
    """AN-14"""
    match = play(position(), "P11/q12 stop")
    assert ways(match, "P16") == ["j", "q1", "q8"]  # red on sheet B
    assert match.scores(1)[4] == 12


def test_two_quarry_stones_are_struck_in_the_order_of_building() -> None:
    """AN-15: yellow P13 by 4, then green P14 can't be had by 3 any more."""
    match = position()
    material(match, 0)
    assert ways(match, "P14") == ["q10", "q3"]
    match.play("P13/q4")
    assert ways(match, "P14") == ["q10"]
    other = position()
    other.play("P14/q3")
    assert "q4" in ways(other, "P13")


def test_a_stone_above_is_paid_for_after_the_one_below() -> None:
    """AN-15: blue P12 carries yellow P21, and no yellow is left right of the second blue."""
    match = position("P11")
    material(match, 0, struck=4)  # r b o p y g b r are left, 5 to 12
    match.play("P12/q6")
    assert ways(match, "P21") == ["q9"]
    late = position("P11")
    material(late, 0, struck=4)
    late.play("P12/q11")
    assert "P21" not in fields(late)
    assert refusal(late, "P21/q9").code == "cannot_pay"


# Jokers


@pytest.mark.parametrize("field", GROUND)
def test_a_joker_stands_for_any_colour(field: str) -> None:
    """AN-16"""
    match = position()
    material(match, 0, struck=12, jokers=1)
    assert ways(match, field) == ["j"]
    match.play(f"{field}/j")
    assert sheet(match, 0)["crossed"] == [field]
    assert match.scores(0)[5] == 0


def test_jokers_run_out() -> None:
    """AN-16"""
    match = position()
    material(match, 0, struck=11, jokers=1)
    match.play("P12/j")
    assert ways(match, "P11") == ["q12"]
    assert refusal(match, "P11/j").code == "no_joker"


def test_every_seat_has_jokers_of_its_own() -> None:
    """AN-16"""
    match = play(position(), "P11/j P12/j")
    assert [sheet(match, seat)["jokers"] for seat in (0, 1)] == [0, 2]
