"""The engine against an oracle that was written from the rule page alone, without seeing it."""

import random

import pytest

from games.axio_rota import oracle
from games.driving import finished
from spielwerk.games import find
from spielwerk.lab.simulate import records
from spielwerk.match.match import Match
from spielwerk.rules import batch

# Plain Python plays the same games: tests/rules/test_plain.py.
pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_agree(seats: int) -> None:
    """RO-1 to RO-17: legal counts, scores, draws and ranks of every ply."""
    for record in records(find("axio_rota"), seats, 6, seed=seats, first=batch.LOT, trace=True):
        oracle.check(record)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("greed", [0.7, 1.0])
def test_greedy_games_agree(seats: int, greed: float) -> None:
    """RO-12, RO-13: good play reaches 12 and bonus turns."""
    for seed in range(3):
        oracle.check(finished("axio_rota", seats, seed, greed).record(trace=True))


def test_greedy_games_reach_bonus_turns() -> None:
    """The games above would prove little of RO-12 and RO-13 if these never happened."""
    games = [finished("axio_rota", seats, seed, 1.0) for seats in (1, 2) for seed in range(3)]
    assert any("bonus" in ply.reveals for game in games for ply in game.plies)
    assert any(12 in game.scores(0) for game in games)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_legal_moves_agree_word_by_word(seats: int) -> None:
    """RO-7, RO-10: and who acts, and all tracks."""
    luck = random.Random(seats)
    match = Match("axio_rota", seats, seed=seats, first=seats - 1)
    table = oracle.begin(match.record())
    while not match.over:
        seat = match.to_act[0]
        assert table.to_act == match.to_act
        for other in range(seats):
            assert match.legal(other) == table.legal(other)
        match.play(luck.choice(match.legal(seat)), seat)
        ply = match.plies[-1]
        table.play(seat, ply.move, ply.reveals)
        assert [match.scores(other) for other in range(seats)] == [
            table.scores(other) for other in range(seats)
        ]
    assert table.over
    assert match.ranks == table.ranks()
