"""Bonuses: for a symbol, or the last of its kind, until the round is over, AN-20 and AN-21."""

import itertools

import pytest

import spielwerk as sw
from games.anubixx.positions import (
    ARCH,
    LEVELS,
    PYRAMID,
    RELIEF,
    give,
    play,
    position,
    roll,
    sheet,
    without,
)

THREE_LEVELS = " ".join(LEVELS[:3])


def bonuses(match: sw.Match) -> list[list[str]]:
    return [sheet(match, seat)["bonuses"] for seat in range(match.seats)]


@pytest.mark.parametrize(
    ("symbol", "field", "crossed"),
    [
        ("snake", "P42", THREE_LEVELS),
        ("eye", "P61", without(PYRAMID, "P61")),
        ("ankh", "AL4", "AL1 AL2 AL3"),
        ("crown", "AT", without(ARCH, "AT")),
        ("cat", "d1", ""),
    ],
)
def test_a_single_symbol_earns_its_bonus(symbol: str, field: str, crossed: str) -> None:
    """AN-5, AN-20, AN-26"""
    match = position(crossed)
    match.play(f"{field}/j")
    assert bonuses(match) == [[symbol], []]
    assert match.scores(0)[3] == 3
    assert match.scores(1)[3] == 0


@pytest.mark.parametrize("order", list(itertools.permutations(["P11", "P16", "P23"])))
def test_of_the_scarabs_the_last_one_earns_it(order: tuple[str, ...]) -> None:
    """AN-5, AN-20: in whatever order they are crossed."""
    rest = "P12 P13 P14 P15"
    for known in range(3):
        match = position(" ".join([rest, *order[:known]]))
        match.play(f"{order[known]}/j")
        assert bonuses(match)[0] == (["scarab"] if known == 2 else [])


@pytest.mark.parametrize("last", ["a3", "c2", "b1"])
def test_of_the_lotuses_the_last_one_earns_it(last: str) -> None:
    """AN-5, AN-20"""
    lotuses = {"a3", "c2", "b1"}
    match = position(" ".join(sorted(lotuses - {last})))
    match.play(f"{last}/j")
    assert bonuses(match)[0] == ["lotus"]
    for missing in lotuses - {last}:
        match = position(" ".join(sorted(lotuses - {last, missing})))
        match.play(f"{last}/j")
        assert bonuses(match)[0] == []


def test_other_fields_earn_nothing() -> None:
    """AN-5, AN-20: even if a kind lies there complete."""
    symbols = {"P42", "P61", "P11", "P16", "P23", "AL4", "AT", "d1", "a3", "c2", "b1"}
    for field in set(f"{PYRAMID} {ARCH} {RELIEF}".split()) - symbols:
        match = position(_foundation(field))
        match.play(f"{field}/j")
        assert bonuses(match)[0] == [], field


def _foundation(field: str) -> str:
    """All levels, or the pillar, below a field."""
    if field[0] == "P":
        return " ".join(LEVELS[: int(field[1]) - 1])
    if field[0] == "A":
        return " ".join(f"{field[:2]}{level}" for level in range(1, int(field[2])))
    return ""


def test_later_seats_of_the_round_can_still_earn_it() -> None:
    """AN-21"""
    match = position(THREE_LEVELS, THREE_LEVELS, THREE_LEVELS, sheets="ABC")
    play(match, "P42/j stop")
    assert match.view(None)["closed"] == []
    play(match, "P42/j stop P42/j")
    assert bonuses(match) == [["snake"]] * 3


def test_after_the_round_it_is_closed_for_everyone() -> None:
    """AN-21: for the seat that acts first then, too."""
    match = position(THREE_LEVELS, THREE_LEVELS, THREE_LEVELS, sheets="ABC")
    play(match, "P42/j stop stop stop")
    assert match.view(None)["closed"] == ["snake"]
    _use_jokers(match, "P42", seats=(1, 2))
    assert bonuses(match) == [["snake"], [], []]
    assert [match.scores(seat)[3] for seat in range(3)] == [3, 0, 0]


def _use_jokers(match: sw.Match, field: str, seats: tuple[int, ...]) -> None:
    """Let these seats cross a field in turn, whatever the dice are."""
    for seat in seats:
        roll(match, "")
        match.play(f"{field}/j", seat)
        match.play("stop", seat)


def test_the_last_seat_of_a_round_closes_it_at_once() -> None:
    """AN-21"""
    match = position(THREE_LEVELS, THREE_LEVELS)
    play(match, "stop P42/j")
    assert match.view(None)["closed"] == []
    match.play("stop")
    assert match.view(None)["closed"] == ["snake"]


def test_the_others_stay_open() -> None:
    """AN-21"""
    match = position(f"{THREE_LEVELS} AL1 AL2 AL3", "AL1 AL2 AL3")
    play(match, "P42/j stop stop")
    _use_jokers(match, "AL4", seats=(1, 0))
    assert bonuses(match) == [["snake", "ankh"], ["ankh"]]
    assert match.view(None)["closed"] == ["snake", "ankh"]


def test_several_bonuses_can_be_earned_in_a_round_and_in_a_turn() -> None:
    """AN-21"""
    match = position(f"{THREE_LEVELS} AL1 AL2 AL3", "AL1 AL2 AL3", "b1 c2", sheets="ABC")
    play(match, "P42/j AL4/j AL4/j stop a3/j b3/j")
    assert bonuses(match) == [["snake", "ankh"], ["ankh"], ["lotus"]]
    assert [match.scores(seat)[3] for seat in range(3)] == [6, 3, 3]
    assert match.view(None)["closed"] == ["snake", "ankh", "lotus"]


def test_a_kind_completed_too_late_earns_nothing() -> None:
    """AN-20, AN-21: the scarabs of somebody who had two of them when they were closed."""
    match = position("P11 P12 P13 P14", "P11 P12 P13 P14 P16")
    give(match, 1, "scarab")
    play(match, "P16/j P23/j")
    assert bonuses(match) == [[], ["scarab"]]
    assert match.scores(0)[3] == 0


def test_a_bonus_counts_once() -> None:
    """AN-20"""
    match = play(position("P11 P12 P13 P14 P15 P23"), "P16/j P25/j")
    assert bonuses(match)[0] == ["scarab"]
    assert match.scores(0)[3] == 3
