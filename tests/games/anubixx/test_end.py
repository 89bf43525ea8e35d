"""How the game ends, and who has won: AN-22, AN-27 and AN-28."""

import pytest

import spielwerk as sw
from games.anubixx.positions import (
    ARCH,
    PYRAMID,
    RELIEF,
    give,
    material,
    play,
    position,
    refusal,
    roll,
    sheet,
    without,
)

LEVEL = "P11 P12 P13 P14 P15 P16"


def over(match: sw.Match) -> bool:
    """By a call, as type checkers take what an attribute was for what it is."""
    return match.over


# The second building


def test_the_round_in_which_a_second_building_is_finished_is_the_last() -> None:
    """AN-22: it is played to its end, and then no dice are rolled."""
    match = position(without(f"{PYRAMID} {ARCH}", "AT"), sheets="ABC", dice="rb")
    play(match, "AT/j stop")
    assert match.to_act == (1,)
    play(match, "stop")
    assert match.to_act == (2,)
    assert not over(match)
    play(match, "stop")
    assert over(match)
    assert match.plies[-1].reveals == {}
    assert match.view(None)["dice"] == ""  # nobody can use them any more
    assert match.ranks == [1, 2, 2]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_can_bring_the_end(seat: int) -> None:
    """AN-22"""
    crossed = ["", "", ""]
    crossed[seat] = without(f"{PYRAMID} {ARCH}", "P61")
    match = play(position(*crossed, sheets="ABC"), "stop " * seat + "P61/j")
    play(match, "stop " * (2 - seat))
    assert not over(match)
    play(match, "stop")
    assert over(match)
    assert [sheet(match, n)["bonuses"].count("end") for n in range(3)] == [
        int(n == seat) for n in range(3)
    ]


@pytest.mark.parametrize(
    ("before", "moves"),
    [
        (without(f"{PYRAMID} {ARCH}", "P61"), "P61/j stop"),
        (without(f"{PYRAMID} {ARCH}", "AT"), "AT/j stop"),
        (without(f"{PYRAMID} {RELIEF}", "P61"), "P61/j stop"),
        (without(f"{PYRAMID} {RELIEF}", "a1", "b1"), "a1/j b1/j"),
        (without(f"{ARCH} {RELIEF}", "AT"), "AT/j stop"),
        (without(f"{ARCH} {RELIEF}", "c3", "d3"), "c3/j d3/j"),
        (without(f"{PYRAMID} {ARCH}", "P61", "AT"), "AT/j P61/j"),
    ],
)
def test_any_two_buildings_are_two(before: str, moves: str) -> None:
    """AN-22: the end bonus comes when the round ends, not before."""
    match = position("", before, first=1)
    scores_before = match.scores(1)[3]
    play(match, moves)
    assert not over(match)
    assert "end" not in sheet(match, 1)["bonuses"]
    symbols = len(sheet(match, 1)["bonuses"])
    play(match, "stop")
    assert over(match)
    assert sheet(match, 1)["bonuses"][-1] == "end"
    assert match.scores(1)[3] == scores_before + 3 * symbols + 3


@pytest.mark.parametrize(
    ("before", "moves"),
    [
        (without(PYRAMID, "P61"), "P61/j stop"),
        (without(ARCH, "AT"), "AT/j stop"),
        (without(RELIEF, "a1", "b1"), "a1/j b1/j"),
        (without(f"{PYRAMID} {ARCH}", "P61", "AT"), "P61/j stop"),
        (without(f"{PYRAMID} {ARCH}", "P61", "AT"), "AT/j stop"),
        (without(f"{PYRAMID} {RELIEF}", "a1", "b1", "c1", "d1"), "a1/j b1/j"),
        (without(f"{ARCH} {RELIEF}", "AR5", "AT"), "AR5/j stop"),
        (without(f"{PYRAMID} {RELIEF} {ARCH}", "P61", "AT", "a1", "b1"), "a1/j b1/j"),
    ],
)
def test_one_building_is_not_enough(before: str, moves: str) -> None:
    """AN-22: however near the second is."""
    match = play(position(before), f"{moves} stop")
    assert not over(match)
    assert "end" not in sheet(match, 0)["bonuses"]


def test_one_building_each_is_not_two() -> None:
    """AN-22: it takes one seat's two."""
    match = play(position(without(PYRAMID, "P61"), without(ARCH, "AT")), "P61/j stop AT/j stop")
    assert not over(match)


def test_everybody_with_two_or_three_buildings_gets_the_end_bonus_once() -> None:
    """AN-22: three buildings, two, two since an earlier ply of the round, one."""
    match = position(
        without(f"{PYRAMID} {ARCH} {RELIEF}", "P61", "AT"),
        without(f"{PYRAMID} {ARCH}", "AT"),
        without(f"{ARCH} {RELIEF}", "d1", "d2"),
        ARCH,
        sheets="ABCD",
    )
    give(match, 3, "eye crown cat")  # so that nothing else is earned here
    before = [match.scores(seat)[3] for seat in range(4)]
    play(match, "P61/j AT/j AT/j stop d1/j d2/j stop")
    assert over(match)
    gained = [match.scores(seat)[3] - before[seat] for seat in range(4)]
    assert gained == [3, 3, 3, 0]


def test_the_end_bonus_cannot_be_earned_after_the_last_round() -> None:
    """AN-22: nobody acts any more."""
    match = play(position(without(f"{PYRAMID} {ARCH}", "AT")), "AT/j stop stop")
    assert match.legal(0) == match.legal(1) == []
    assert refusal(match, "stop").code == "game_over"


# Who has won


def ended(*seats: tuple[str, int, int]) -> list[int] | None:
    """The ranks of seats with arch and relief, these pyramid stones, and so much material."""
    crossed = [f"{ARCH} {RELIEF} {pyramid}" for pyramid, _, _ in seats]
    match = position(*crossed, sheets="ABCDE"[: len(seats)])
    for seat, (_, struck, jokers) in enumerate(seats):
        material(match, seat, struck=struck, jokers=jokers)
    play(match, "stop " * len(seats))
    assert over(match)
    return match.ranks


def test_the_highest_sum_wins() -> None:
    """AN-27"""
    assert ended(("P11", 4, 0), ("P11", 3, 0)) == [2, 1]
    assert ended(("P11", 3, 0), ("P11", 4, 0), ("P11", 0, 0)) == [2, 3, 1]


def test_all_kinds_of_points_count_alike() -> None:
    """AN-27: a joker is as good as two quarry stones, a level as its points."""
    assert ended(("P11", 12, 1), ("P11", 10, 0)) == [1, 1]
    assert ended(("P11 P12 P21", 12, 0), ("P11 P12 P13", 10, 0)) == [1, 1]


def test_one_point_is_worth_more_than_many_pyramid_stones() -> None:
    """AN-27"""
    assert ended(("P11", 3, 0), (LEVEL, 4, 0)) == [1, 2]


def test_a_tie_goes_to_who_has_more_pyramid_stones() -> None:
    """AN-27: both have one point for the first level."""
    assert ended(("P11", 3, 0), ("P12 P13", 3, 0)) == [2, 1]
    assert ended((LEVEL, 3, 0), ("P12 P13", 3, 0), ("P11", 3, 0)) == [1, 2, 3]


def test_neither_arch_nor_relief_stones_break_a_tie() -> None:
    """AN-27: the first has two in the relief that bring no points."""
    two = f"{PYRAMID} {ARCH}"
    match = position(f"{two} a1 b1", two)
    play(match, "stop stop")
    assert match.ranks == [1, 1]


def test_who_is_tied_still_shares_the_rank() -> None:
    """AN-27"""
    assert ended(("P11", 3, 0), ("P14", 3, 0)) == [1, 1]
    assert ended(("P11", 4, 0), ("P14", 3, 0), ("P12", 3, 0)) == [3, 1, 1]
    assert ended(("P11", 2, 0), ("P14", 3, 0), ("P12", 3, 0), ("P11", 9, 0)) == [1, 2, 2, 4]


def test_the_end_bonus_counts_for_the_ranks() -> None:
    """AN-22, AN-27"""
    match = position(f"{ARCH} {RELIEF}", "", sheets="AB")
    give(match, 1, "snake eye scarab ankh cat lotus")
    material(match, 0, struck=12)
    material(match, 1, struck=0, jokers=2)
    play(match, "stop stop")
    assert [sum(match.scores(seat)) for seat in range(2)] == [33, 34]
    assert match.ranks == [2, 1]


# A game in which nobody builds


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_rounds_a_seat_without_a_stone_end_the_game(seats: int) -> None:
    """AN-28: exactly then."""
    match = play(sw.Match("anubixx", seats, seed=1), "stop " * (5 * seats * seats - 1))
    assert not over(match)
    match.play("stop")
    assert over(match)
    assert match.ranks == [1] * seats
    assert all(match.scores(seat) == [0, 0, 0, 0, 12, 2 * seats] for seat in range(seats))
    assert match.plies[-1].reveals == {}


@pytest.mark.parametrize("moves", ["P11/j stop stop", "stop P11/j stop"])
def test_a_stone_by_anyone_begins_the_count_anew(moves: str) -> None:
    """AN-28: in the last round, too, that would have ended the game."""
    match = play(sw.Match("anubixx", 2, seed=1), "stop " * 18)
    roll(match, "")
    play(match, moves)
    play(match, "stop " * 19)
    assert not over(match)
    match.play("stop")
    assert over(match)


def test_rounds_without_a_stone_count_only_in_a_row() -> None:
    """AN-28"""
    match = sw.Match("anubixx", 2, seed=1)
    for _ in range(4):
        play(match, "stop " * 12)
        roll(match, "")
        seat = match.to_act[0]
        material(match, seat, jokers=1)
        free = [move for move in match.legal(seat) if move[0] == "P" and move.endswith("/j")]
        play(match, f"{free[0]} stop stop")
    assert not over(match)


def test_nobody_gets_an_end_bonus_for_that() -> None:
    """AN-22, AN-28"""
    match = position(PYRAMID, ARCH)
    match._position.states[0].idle = 9
    play(match, "stop stop")
    assert over(match)
    assert [match.scores(seat)[3] for seat in range(2)] == [0, 0]
    assert match.ranks == [1, 2]
