"""What a sheet is worth: AN-23 to AN-26, and the original's example of 50 points."""

import pytest

from games.anubixx.positions import (
    ARCH,
    LEFT,
    LEVELS,
    PYRAMID,
    RELIEF,
    RIGHT,
    give,
    material,
    play,
    position,
    roll,
    without,
)

PAIRS = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "a3", "b3", "c3", "d3"]


def test_the_originals_example_of_50_points() -> None:
    """AN-23 to AN-27: Simon, with five bonuses, the last of them earned in the last round.

    On sheet A the second level of the arch is red, as the original says of Simon's; that he has
    one pillar of two and one of one there is ours.
    """
    relief = "a3 b3 c2 c1 b1 b2 d1 d2"
    other = without(f"{PYRAMID} {ARCH}", "AT")
    match = position(other, f"{without(PYRAMID, 'P61')} AL1 AL2 AR1 {relief}", sheets="BAC")
    simon = 1
    give(match, simon, "snake scarab cat lotus")
    material(match, simon, struck=8, jokers=1)
    play(match, "AT/j stop")
    roll(match, "y")
    play(match, "P61 stop stop")
    assert match.over
    assert match.scores(simon) == [21, 0, 8, 15, 4, 2]
    assert sum(match.scores(simon)) == 50


@pytest.mark.parametrize(("level", "points"), [*enumerate([0, 1, 3, 6, 10, 15, 21])])
def test_the_pyramid_counts_its_highest_level(level: int, points: int) -> None:
    """AN-23"""
    assert position(" ".join(LEVELS[:level])).scores(0)[0] == points


@pytest.mark.parametrize(
    ("crossed", "points"),
    [
        ("P16", 1),
        (LEVELS[0], 1),
        ("P15 P16 P25", 3),
        ("P14 P15 P16 P24 P25 P34", 6),
        (without(PYRAMID, "P61", "P52", "P43"), 15),
        (without(PYRAMID, "P61", "P52", "P51"), 10),
    ],
)
def test_one_stone_of_a_level_is_enough(crossed: str, points: int) -> None:
    """AN-23: the highest field counts, not how many there are."""
    assert position(crossed).scores(0)[0] == points


@pytest.mark.parametrize(("level", "points"), [*enumerate([0, 0, 4, 6, 8, 11])])
def test_the_arch_counts_the_lower_pillar(level: int, points: int) -> None:
    """AN-24: nothing for the first level."""
    low, high = slice(level), slice(5)
    left, right = LEFT.split(), RIGHT.split()
    for crossed in (left[low] + right[low], left[low] + right[high], left[high] + right[low]):
        assert position(" ".join(crossed)).scores(0)[1] == points


def test_the_closing_stone_makes_15_of_it() -> None:
    """AN-24"""
    assert position(without(ARCH, "AT")).scores(0)[1] == 11
    assert position(ARCH).scores(0)[1] == 15


@pytest.mark.parametrize(
    ("crossed", "points"), [(0, 0), (2, 0), (4, 4), (6, 6), (8, 8), (10, 11), (12, 15)]
)
def test_the_relief_counts_its_fields(crossed: int, points: int) -> None:
    """AN-25"""
    assert position(" ".join(PAIRS[:crossed])).scores(0)[2] == points
    assert position(" ".join(PAIRS[12 - crossed :])).scores(0)[2] == points


@pytest.mark.parametrize(("crossed", "before", "after"), [(2, 0, 4), (8, 8, 11), (10, 11, 15)])
def test_an_odd_field_does_not_count_yet(crossed: int, before: int, after: int) -> None:
    """AN-25: the scoreboard between the two plies of a pair."""
    match = position(" ".join(PAIRS[:crossed]))
    first, second = PAIRS[crossed : crossed + 2]
    match.play(f"{first}/j")
    assert match.plies[-1].scores[2] == before
    match.play(f"{second}/j")
    assert match.plies[-1].scores[2] == after


def test_each_bonus_is_worth_3() -> None:
    """AN-5, AN-26: seven for symbols; the eighth comes with the end."""
    match = position()
    earned = []
    for bonus in ("snake", "eye", "scarab", "ankh", "crown", "cat", "lotus", "end"):
        give(match, 0, bonus)
        earned.append(match.scores(0)[3])
    assert earned == [3, 6, 9, 12, 15, 18, 21, 24]


@pytest.mark.parametrize("struck", range(13))
def test_quarry_stones_right_of_the_last_struck_one_are_worth_1(struck: int) -> None:
    """AN-26: skipped ones are worth nothing."""
    match = position()
    material(match, 0, struck=struck)
    assert match.scores(0)[4] == 12 - struck


def test_a_skip_costs_what_it_skips() -> None:
    """AN-14, AN-26"""
    match = position()
    assert match.preview("P11/q5") == [1, 0, 0, 0, -5, 0]
    assert match.preview("P11/q12") == [1, 0, 0, 0, -12, 0]


@pytest.mark.parametrize("jokers", range(6))
def test_an_unused_joker_is_worth_2(jokers: int) -> None:
    """AN-26"""
    match = position(sheets="ABCDE")
    material(match, 0, jokers=jokers)
    assert match.scores(0)[5] == 2 * jokers
    if jokers:
        assert match.preview("P11/j") == [1, 0, 0, 0, 0, -2]


def test_a_die_costs_nothing() -> None:
    """AN-26"""
    assert position(dice="r").preview("P11") == [1, 0, 0, 0, 0, 0]


def test_everything_there_is() -> None:
    """AN-23 to AN-26: with all buildings, all bonuses and all material."""
    match = position(f"{PYRAMID} {ARCH} {RELIEF}")
    give(match, 0, "snake eye scarab ankh crown cat lotus end")
    assert match.scores(0) == [21, 15, 15, 24, 12, 4]


def test_scores_are_in_this_order() -> None:
    names = position().game.score_names(2)
    assert names == ("pyramid", "arch", "relief", "bonuses", "quarry", "jokers")
