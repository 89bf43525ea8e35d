"""The engine against an oracle that was written from the rule page alone, without seeing it."""

import itertools
import random

import pytest

from games.axio import oracle
from games.driving import finished
from games.test_perft import FEW, kept
from spielwerk.games import find
from spielwerk.lab.simulate import records
from spielwerk.match.match import Match
from spielwerk.match.replay import replay
from spielwerk.match.retell import retell
from spielwerk.rules import batch

# Plain Python plays the same games: tests/rules/test_plain.py.
pytestmark = pytest.mark.compiled

FIRST, OTHER = ["rb", "gg", "op", "rp", "bo"], ["rr", "rg", "go", "gp", "bb"]
DEALS = [[["rr"]], [["rb"]], [FIRST, OTHER], [FIRST, OTHER, OTHER], [FIRST, OTHER, OTHER, FIRST]]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_agree(seats: int) -> None:
    """AX-1 to AX-20: legal counts, scores, draws and ranks of every ply."""
    for record in records(find("axio"), seats, 8, seed=seats, first=batch.LOT, trace=True):
        oracle.check(record)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("greed", [0.7, 1.0])
def test_greedy_games_agree(seats: int, greed: float) -> None:
    """AX-13 to AX-16, AX-20: good play reaches 18, bonus turns and swaps."""
    for seed in range(3):
        oracle.check(finished("axio", seats, seed, greed).record(trace=True))


def test_greedy_games_reach_swaps_and_bonus_turns() -> None:
    """The games above would prove little of AX-13 and AX-15 if these never happened."""
    plies = [ply for seed in range(6) for ply in finished("axio", 2, seed, 1.0).plies]
    assert any(ply.move == "swap" for ply in plies)
    assert any(ply.move == "keep" for ply in plies)
    assert any(one.seat == two.seat for one, two in itertools.pairwise(plies))


@pytest.mark.parametrize("hands", DEALS, ids=lambda hands: f"{len(hands)}-{hands[0][0]}")
def test_node_counts_agree(hands: list[list[str]]) -> None:
    """Two plies deep from the deal: every placement, every draw."""
    match = _dealt(hands)
    table = oracle.Table(len(hands))
    table.deal(hands)
    for depth in (1, 2):
        assert batch.perft(match.game, match.states, depth) == oracle.perft(table, depth)


@pytest.mark.parametrize("row", [row for row in kept("axio") if row[-1] <= FEW and row[2] > 0])
def test_node_counts_of_later_positions_agree(row: tuple[int, int, int, int, int]) -> None:
    seats, seed, plies, depth, nodes = row
    _, log = batch.trace(find("axio"), seats, seed, 0, plies=plies)
    record = retell(find("axio"), seats, 0, log).record()
    table = oracle.check_setup(record)
    for ply in record["plies"]:
        oracle.check_ply(table, ply)
    assert oracle.perft(table, depth) == nodes


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_legal_moves_agree_word_by_word(seats: int) -> None:
    luck = random.Random(seats)
    match = Match("axio", seats, seed=seats)
    table = oracle.Table(seats)
    table.deal(match.record()["setup"]["hands"])
    while not match.over:
        seat = match.to_act[0]
        assert table.to_act == seat
        assert match.legal(seat) == table.legal()
        match.play(luck.choice(match.legal(seat)), seat)
        ply = match.plies[-1]
        table.play(ply.move, ply.reveals.get("drew"), ply.reveals.get("returned"))
        assert match.view(None)["pyramids"] == table.pyramids
    assert table.over
    assert match.ranks == table.ranks()


def _dealt(hands: list[list[str]]) -> Match:
    return replay(
        {
            "format": "spielwerk/1",
            "game": "axio",
            "seats": len(hands),
            "options": {},
            "setup": {"hands": hands, "first": 0},
            "plies": [],
            "result": None,
        }
    )
