"""The engine against an oracle that was written from the rule page alone, without seeing it."""

import itertools
import random

import pytest

from games.axio_hex import oracle
from games.driving import finished
from spielwerk.games import find
from spielwerk.lab.simulate import records
from spielwerk.match.match import Match
from spielwerk.rules import batch

# Plain Python plays the same games: tests/rules/test_plain.py.
pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_agree(seats: int) -> None:
    """HX-1 to HX-13: legal counts, scores, draws and ranks of every ply."""
    for record in records(find("axio_hex"), seats, 6, seed=seats, first=batch.LOT, trace=True):
        oracle.check(record)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("greed", [0.7, 1.0])
def test_greedy_games_agree(seats: int, greed: float) -> None:
    """HX-9, HX-11, HX-12: good play reaches 18, extra turns and swaps."""
    for seed in range(4):
        oracle.check(finished("axio_hex", seats, seed, greed).record(trace=True))


def test_greedy_games_reach_swaps_and_extra_turns() -> None:
    """The games above would prove little of HX-11 and HX-12 if these never happened."""
    games = [finished("axio_hex", seats, seed, 1.0).plies for seats in (2, 3) for seed in range(4)]
    plies = [ply for game in games for ply in game]
    assert any(ply.move == "swap" for ply in plies)
    assert any(ply.move == "keep" for ply in plies)
    assert any(
        one.seat == two.seat and two.move not in ("swap", "keep")
        for game in games
        for one, two in itertools.pairwise(game)
    )


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_moves_agree_word_by_word(seats: int, hands: str) -> None:
    """HX-5, HX-6, HX-7: and who acts, and all tracks."""
    luck = random.Random(seats)
    match = Match("axio_hex", seats, seed=seats, hands=hands, first=seats - 1)
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
