"""The engine against an oracle that was written from the rule page alone, without seeing it."""

import random

import pytest

from games.anubixx import oracle
from games.driving import finished
from spielwerk.games import find
from spielwerk.lab.simulate import records
from spielwerk.match.match import Match
from spielwerk.rules import batch

# Plain Python plays the same games: tests/rules/test_plain.py.
pytestmark = pytest.mark.compiled

SEATS = [2, 3, 4, 5]


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_agree(seats: int) -> None:
    """AN-1 to AN-28: legal counts, scores, rolls and ranks of every ply."""
    for record in records(find("anubixx"), seats, 5, seed=seats, first=batch.LOT, trace=True):
        oracle.check(record)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("greed", [0.7, 1.0])
def test_greedy_games_agree(seats: int, greed: float) -> None:
    """AN-20 to AN-27: good play reaches bonuses and finished buildings sooner."""
    for seed in range(2):
        oracle.check(finished("anubixx", seats, seed, greed).record(trace=True))


def test_the_games_above_reach_what_they_should_prove() -> None:
    """All ways to pay, pairs in the relief, bonuses, and the end that a second building brings."""
    told = [
        *records(find("anubixx"), 3, 5, seed=3, first=batch.LOT),
        *(finished("anubixx", 3, seed, 1.0).record() for seed in range(2)),
    ]
    moves = {ply["move"] for record in told for ply in record["plies"]}
    assert any("/q" in move for move in moves)
    assert any(move.endswith("/j") for move in moves)
    assert {"stop", "P61", "AT", "d1"} <= {move.split("/")[0] for move in moves}
    bonuses = {row[3] for record in told for row in record["result"]["scores"]}
    assert {0, 3, 6, 9} <= bonuses
    ranks = {rank for record in told for rank in record["result"]["ranks"]}
    assert ranks == {1, 2, 3}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("stops", [True, False])
def test_legal_moves_agree_word_by_word(seats: int, stops: bool) -> None:
    """AN-8 to AN-16: and who is to act, what all have, and what is closed."""
    luck = random.Random(seats)
    match = Match("anubixx", seats, seed=seats)
    table = oracle.begin(match.record())
    while not match.over:
        assert table.to_act == match.to_act
        for seat in range(seats):
            assert match.legal(seat) == table.legal(seat)
            assert match.scores(seat) == table.scores(seat)
        seat = match.to_act[0]
        moves = match.legal(seat)
        better = moves if stops else [move for move in moves if move != "stop"] or moves
        match.play(luck.choice(better), seat)
        table.play(seat, match.plies[-1].move, match.plies[-1].reveals)
        view = match.view(None)
        assert sorted(view["dice"]) == sorted(table.middle) or table.over
        assert set(view["closed"]) == table.closed
    assert table.over
    assert match.ranks == table.ranks()
    assert [match.scores(seat) for seat in range(seats)] == [
        table.scores(seat) for seat in range(seats)
    ]


def test_a_game_without_a_stone_agrees() -> None:
    """AN-28"""
    for seats in SEATS:
        match = Match("anubixx", seats, seed=seats)
        while not match.over:
            match.play("stop")
        oracle.check(match.record(trace=True))
