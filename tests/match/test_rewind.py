"""Rewinding: back to an earlier ply; what was drawn and seen does not recur."""

import copy
import random
from typing import Any

import pytest

import spielwerk as sw
from games.driving import choose, every_table, finished, stopped
from spielwerk.games import find
from spielwerk.match.fair import ToldChance
from spielwerk.match.match import Match
from spielwerk.match.position import Position


def _play_to_the_end(match: Match, seed: int) -> None:
    luck = random.Random(seed)
    while not match.over:
        seat, move = choose(match, luck, 0.0)
        match.play(move, seat)


def _told(match: Match) -> list[object]:
    """Return everything that a match shows, and its state."""
    views = [match.view(viewer) for viewer in (*range(match.seats), None)]
    return [match.record(trace=True), views, match.states.tobytes()]


@every_table
def test_rewinding_restores_the_position(name: str, seats: int) -> None:
    match = Match(name, seats, 5)
    luck = random.Random(5)
    told = [(match.view(None), match.states.tobytes())]
    for _ in range(10):
        seat, move = choose(match, luck, 0.0)
        match.play(move, seat)
        told.append((match.view(None), match.states.tobytes()))
    for number in (10, 9, 4, 0):
        match.rewind(number)
        assert (match.view(None), match.states.tobytes()) == told[number]


def test_no_draw_that_was_seen_comes_again() -> None:
    """A seat that tries one move after the other learns nothing about later draws."""
    match = sw.Match("axio", 2, 7)
    drawn = []
    for move in match.legal(0)[:40]:
        match.play(move, 0)
        drawn.append(tuple(match.plies[0].reveals["drew"]))
        match.rewind(0)
    assert len(set(drawn)) > 5
    told = match.record()["fair"]["taken_back"]
    assert [one["plies"][0]["reveals"]["drew"][0] for one in told] == [one[0] for one in drawn]


def test_stored_games_whose_draws_came_again_still_do() -> None:
    match = stopped("axio", 2, 9, 0.0, 8)
    record = match.record()
    match.rewind(3, repeat=True)
    for ply in record["plies"][3:]:
        match.play(ply["move"], ply["seat"])
    assert match.record() == record
    _play_to_the_end(match, 1)
    sw.check_fair(match.record())


@pytest.mark.parametrize("name", sw.games())
def test_a_rewound_and_finished_match_is_fair(name: str) -> None:
    match = Match(name, 2, 9, first="lot")
    luck = random.Random(9)
    for number in (8, 3, 0, 6):
        while len(match.plies) < number + 4:
            seat, move = choose(match, luck, 0.0)
            match.play(move, seat)
        match.rewind(number)
        assert len(match.plies) == number
    _play_to_the_end(match, 9)
    record = match.record()
    sw.check_fair(record, commitment=match.commitment)
    assert sw.replay(record).record() == record


def _taken_back() -> dict[str, Any]:
    """Return a finished match's record: three plies were taken back, and then two."""
    match = Match("axio", 2, 9)
    luck = random.Random(9)
    for number in (3, 1):
        while match.length < number + 3:
            seat, move = choose(match, luck, 0.0)
            match.play(move, seat)
        match.rewind(number)
    _play_to_the_end(match, 9)
    return match.record()


@pytest.mark.parametrize("forge", ["hidden", "invented", "exchanged", "another_draw"])
def test_a_host_who_lies_about_take_backs_is_found_out(forge: str) -> None:
    record = _taken_back()
    told = record["fair"]["taken_back"]
    if forge == "hidden":  # as if the draws after it had been the first
        del told[1]
    elif forge == "invented":  # to have had another draw
        told.append(copy.deepcopy(told[1]))
    elif forge == "exchanged":
        told.reverse()
    else:
        drew = told[0]["plies"][0]["reveals"]["drew"]
        told[0]["plies"][0]["reveals"]["drew"] = ["rg" if drew != ["rg"] else "gb"]
    sw.replay(record)  # the game itself holds
    with pytest.raises(sw.RecordError):
        sw.check_fair(record)


@pytest.mark.parametrize(
    "told",
    [
        {},
        [1],
        [{"ply": 0}],
        [{"ply": -1, "plies": []}],
        [{"ply": 0, "plies": [{}]}],
        [{"ply": 10**9, "plies": []}],
    ],
)
def test_senseless_take_backs_are_refused(told: object) -> None:
    record = _taken_back()
    record["fair"]["taken_back"] = told
    sw.replay(record)
    with pytest.raises(sw.RecordError):
        sw.check_fair(record)


def test_a_replayed_match_goes_on_as_it_would_have() -> None:
    match = stopped("axio", 2, 9, 0.0, 8)
    match.rewind(3)
    again = sw.replay(match.record(), seed=9)
    for one in (match, again):
        _play_to_the_end(one, 1)
    assert again.record() == match.record()
    sw.check_fair(again.record())


def test_what_was_told_happens_again() -> None:
    drawn = stopped("axio", 2, 9, 0.0, 8)
    outcomes = [*drawn._dealt, *(outcome for ply in drawn.plies for outcome in ply.outcomes)]
    match = Match.told(Position(find("axio"), 2, 0), ToldChance(iter(outcomes)))
    for ply in drawn.plies[:6]:
        match.play(ply.move, ply.seat)
    match.rewind(2, repeat=True)
    for ply in drawn.plies[2:]:
        match.play(ply.move, ply.seat)
    assert match.plies == drawn.plies


def test_a_ply_before_the_rewinding_can_be_taken_back() -> None:
    """Seat 1 drew after it, and the cards shown then are hidden again."""
    match = sw.Match("second_chance", 2, 1)
    for seat in (0, 1):
        match.play(match.legal(seat)[0], seat)
    assert match.plies[1].reveals
    assert not match.can_undo(0)
    match.rewind(1)
    assert list(match.to_act) == [1]
    match.undo(0)
    assert list(match.to_act) == [0, 1]
    _play_to_the_end(match, 1)
    sw.check_fair(match.record())


def test_no_match_is_rewound_once_its_seed_is_told() -> None:
    match = finished("axio", 2, 1, 0.0)
    before = _told(match)
    assert match.seed is not None
    for number in (0, len(match.plies), -1):
        with pytest.raises(sw.UndoRefused) as refused:
            match.rewind(number)
        assert refused.value.code == "game_over"
    assert _told(match) == before


@pytest.mark.parametrize("number", [-1, 6, True, None, 1.0, "1"])
def test_rewinding_to_a_ply_that_is_none_is_refused(number: object) -> None:
    match = stopped("axio", 2, 3, 0.0, 5)
    before = _told(match)
    with pytest.raises(sw.BadSetting, match="only 0 to 5") as refused:
        match.rewind(number)  # type: ignore[arg-type]
    assert refused.value.code == "bad_ply"
    assert _told(match) == before
