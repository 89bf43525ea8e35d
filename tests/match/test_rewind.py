"""Rewinding: back to an earlier ply, with the same chance from there on."""

import random

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
    """All that a match tells, and its state."""
    views = [match.view(viewer) for viewer in (*range(match.seats), None)]
    return [match.record(trace=True), views, match.states.tobytes()]


@every_table
def test_the_same_moves_bring_the_very_same_draws(name: str, seats: int) -> None:
    match = Match(name, seats, 5)
    luck = random.Random(5)
    told = [_told(match)]
    for _ in range(10):
        seat, move = choose(match, luck, 0.0)
        match.play(move, seat)
        told.append(_told(match))
    plies = match.plies
    assert any(ply.reveals for ply in plies)
    for number in (10, 9, 4, 0):
        match.rewind(number)
        assert _told(match) == told[number]
        for ply in plies[number:]:
            match.play(ply.move, ply.seat)
            assert _told(match) == told[len(match.plies)]


def test_another_move_meets_the_same_draw() -> None:
    """Whichever tile is laid where, the bag is the same, and so is what comes out of it."""
    match = sw.Match("axio", 2, 7)
    drawn = set()
    for move in match.legal(0)[:40]:
        match.play(move, 0)
        drawn.add(tuple(match.plies[0].reveals["drew"]))
        match.rewind(0)
    assert len(drawn) == 1


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
    sw.check_fair(match.record(), commitment=match.commitment)


def test_a_replayed_match_can_be_rewound() -> None:
    record = stopped("axio", 2, 9, 0.0, 8).record()
    match = sw.replay(record, seed=9)
    match.rewind(3)
    for ply in record["plies"][3:]:
        match.play(ply["move"], ply["seat"])
    assert match.record() == record
    match.rewind(0)
    _play_to_the_end(match, 1)
    sw.check_fair(match.record())


def test_what_was_told_happens_again() -> None:
    drawn = stopped("axio", 2, 9, 0.0, 8)
    outcomes = [*drawn._dealt, *(outcome for ply in drawn.plies for outcome in ply.outcomes)]
    match = Match.told(Position(find("axio"), 2, 0), ToldChance(iter(outcomes)))
    for ply in drawn.plies[:6]:
        match.play(ply.move, ply.seat)
    match.rewind(2)
    for ply in drawn.plies[2:]:
        match.play(ply.move, ply.seat)
    assert match.plies == drawn.plies


def test_a_ply_before_the_rewinding_can_be_taken_back() -> None:
    """Seat 1 drew after it, and what the cards then showed is not seen any more."""
    match = sw.Match("second_chance", 2, 1)
    for seat in (0, 1):
        match.play(match.legal(seat)[0], seat)
    assert match.plies[1].reveals
    assert not match.can_undo(0)
    match.rewind(1)
    assert list(match.to_act) == [1]
    match.undo(0)
    assert list(match.to_act) == [0, 1]


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
