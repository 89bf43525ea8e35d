"""Seats that act at the same time: any order comes to the same, and plies can be taken back."""

import copy
import itertools
import random
from typing import Any

import pytest

import spielwerk as sw
from games.second_chance.positions import acting, dealt, played
from spielwerk.match.match import Match


def _in_every_order(match: Match) -> list[Match]:
    """The match after its common step, its plies being made in every order."""
    luck = random.Random(3)
    moves = {seat: luck.choice(match.legal(seat)) for seat in match.to_act}
    after = []
    for order in itertools.permutations(moves):
        after.append(copy.deepcopy(match))
        for seat in order:
            after[-1].play(moves[seat], seat)
    return after


def _reached(phase: str, acting: int) -> Match:
    """A match of four whose step of that phase begins with so many seats to act."""

    def reached(match: Match) -> bool:
        began = not match.plies or bool(match.plies[-1].reveals)
        return began and match.view(None)["phase"] == phase and len(match.to_act) == acting

    return played(4, 1, reached)


@pytest.mark.parametrize(
    ("phase", "acting"), [("start", 4), ("draw", 4), ("draw", 3), ("second_chances", 3)]
)
def test_any_order_of_a_steps_plies_comes_to_the_same(phase: str, acting: int) -> None:
    """SC-4, SC-5, SC-9"""
    match = _reached(phase, acting)
    assert len(match.to_act) == acting
    after = _in_every_order(match)
    assert len(after) == len(list(itertools.permutations(range(acting))))
    assert len({other.states.tobytes() for other in after}) == 1
    assert len({str(other.view(None)["to_act"]) for other in after}) == 1
    assert all(_sorted_steps(other) == _sorted_steps(after[0]) for other in after)


def _sorted_steps(match: Match) -> Any:
    """A record in which the plies of each step stand in seat order, and then what it revealed."""
    record = match.record(trace=True)
    steps: list[list[Any]] = [[]]
    for ply in record["plies"]:
        reveals = ply.pop("reveals", None)
        steps[-1].append(ply)
        if reveals:
            steps[-1].sort(key=lambda ply: int(ply["seat"]))
            steps[-1].append(reveals)
            steps.append([])
    steps[-1].sort(key=lambda ply: int(ply["seat"]))
    return record | {"plies": steps}


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_whole_games_differ_in_the_order_of_their_plies_alone(seats: int) -> None:
    """SC-5: who is quick gains nothing, not even other cards."""
    games = [_game(seats, seed=5, order=random.Random(n)) for n in range(3)]
    assert len({match.states.tobytes() for match in games}) == 1
    assert len({str([ply.seat for ply in match.plies]) for match in games}) == 3
    told = [_sorted_steps(match) for match in games]
    assert told[0] == told[1] == told[2]
    assert told[0]["result"]["ranks"] == games[0].ranks
    for match in games:
        assert sw.replay(match.record(trace=True)).states.tobytes() == match.states.tobytes()


def _game(seats: int, seed: int, order: random.Random) -> Match:
    match, luck = Match("second_chance", seats, seed), random.Random(seed)
    while not match.over:
        moves = {seat: luck.choice(match.legal(seat)) for seat in match.to_act}
        for seat in order.sample(sorted(moves), len(moves)):
            match.play(moves[seat], seat)
    return match


def test_a_plys_reveals_hang_on_the_one_that_completes_the_step() -> None:
    """SC-5, SC-8"""
    match = played(4, 1)
    acting = 4
    for ply in match.plies:
        acting -= 1
        assert len(ply.beside) == acting
        assert bool(ply.reveals) == (acting == 0) or ply is match.plies[-1]
        if ply.reveals:
            later = match.plies[match.plies.index(ply) + 1 :]
            acting = 1 + len(later[0].beside) if later else 0


# Undo


def _refused(match: Match, seat: int) -> str:
    assert not match.can_undo(seat)
    before = match.states.tobytes()
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(seat)
    assert match.states.tobytes() == before
    return refused.value.code


@pytest.mark.parametrize(
    ("phase", "acting"), [("start", 4), ("draw", 4), ("draw", 3), ("second_chances", 3)]
)
def test_a_ply_can_be_taken_back_while_others_of_its_step_have_acted(
    phase: str, acting: int
) -> None:
    """SC-5, SC-9: what they drew stays."""
    match = _reached(phase, acting)
    first, second, third, *_ = match.to_act
    moves = {seat: match.legal(seat)[0] for seat in match.to_act}
    without = copy.deepcopy(match)
    without.play(moves[second], second)
    match.play(moves[first], first)
    match.play(moves[second], second)
    assert match.can_undo(first)
    assert match.can_undo(second)
    assert not match.can_undo(third)
    match.undo(first)
    assert match.states.tobytes() == without.states.tobytes()
    assert match.record(trace=True) == without.record(trace=True)
    assert first in match.to_act
    match.play(match.legal(first)[-1], first)
    assert match.plies[-1].seat == first


def test_a_seat_that_drew_again_does_not_bind_the_others() -> None:
    """SC-5: seat 1 drew after seat 0, which took its ply back and drew anew; both still can."""
    match = dealt("8C", "8G", "8A")
    match.play(match.legal(0)[0], 0)
    match.play(match.legal(1)[0], 1)
    match.undo(0)
    match.play(match.legal(0)[1], 0)
    assert match.can_undo(0)
    assert match.can_undo(1)
    match.undo(1)
    assert acting(match) == [1, 2]


def test_once_a_card_was_turned_up_no_ply_of_the_step_can_be_taken_back() -> None:
    """SC-4, SC-5"""
    match = dealt("8C", "8G", "8A")
    for seat in (2, 0, 1):
        match.play(match.legal(seat)[0], seat)
    assert match.plies[-1].reveals.keys() == {"cards"}
    assert [_refused(match, seat) for seat in range(3)] == ["chance_seen"] * 3
    match.play(match.legal(0)[0], 0)
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo(0)
    assert not match.can_undo(0)
    assert acting(match) == [0, 1, 2]


def test_once_second_chances_were_turned_up_no_ply_before_them_can_be_taken_back() -> None:
    """SC-8"""
    match = _reached("second_chances", 3)
    assert match.plies[-1].reveals.keys() >= {"second_chances"}
    assert all(_refused(match, seat) in {"chance_seen", "others_acted"} for seat in range(4))


def test_a_1_can_be_taken_back() -> None:
    """SC-10"""
    match = played(4, 1, lambda match: match.view(None)["owe_ones"] != [] and len(match.to_act) > 1)
    seat = match.view(None)["owe_ones"][0]
    other = next(other for other in match.to_act if other != seat)
    before = match.states.tobytes()
    match.play(match.legal(seat)[0], seat)
    assert match.scores(seat)[1] == 1
    match.play(match.legal(other)[0], other)
    match.undo(seat)
    assert match.scores(seat)[1] == 0
    match.undo(other)
    assert match.states.tobytes() == before


def test_nothing_can_be_taken_back_by_who_has_not_acted_or_when_all_is_over() -> None:
    match = dealt("8C", "8G")
    match.play(match.legal(0)[0], 0)
    assert _refused(match, 1) == "nothing_to_undo"
    ended = played(2, 4)
    assert {_refused(ended, seat) for seat in range(2)} == {"game_over"}
