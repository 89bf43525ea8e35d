"""The engine against an oracle that was written from the rule page alone, without seeing it."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from games.driving import finished
from games.second_chance import oracle
from games.second_chance.positions import cells
from spielwerk.games import find
from spielwerk.lab.simulate import records
from spielwerk.match.match import Match

# Plain Python plays the same games: tests/rules/test_plain.py.
pytestmark = pytest.mark.compiled

SEATS = [1, 2, 3, 4, 5, 6]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_agree(seats: int) -> None:
    """SC-1 to SC-16: legal counts, scores, cards and ranks of every ply."""
    for record in records(find("second_chance"), seats, 8, seed=seats, trace=True):
        oracle.check(record)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("greed", [0.5, 1.0])
def test_games_of_small_pieces_agree(seats: int, greed: float) -> None:
    """SC-11, SC-12: who fills few cells a round uses up the deck."""
    for seed in range(2):
        oracle.check(finished("second_chance", seats, seed, greed).record(trace=True))


@pytest.mark.parametrize("seats", SEATS)
def test_games_of_close_packing_agree(seats: int) -> None:
    """SC-12 to SC-14: good play leaves few cells free, or none."""
    for seed in range(2):
        oracle.check(_packed(seats, seed).record(trace=True))


def _packed(seats: int, seed: int) -> Match:
    """A match in which each piece goes where the most of its sides touch something."""
    match, luck = Match("second_chance", seats, seed), random.Random(seed)
    while not match.over:
        seat = luck.choice(match.to_act)
        filled = set(match.view(None)["grids"][seat])
        match.play(max(match.legal(seat), key=lambda move: _touches(move, filled)), seat)
    return match


def _touches(move: str, filled: set[str]) -> int:
    own = set(cells(move))
    around = [chr(ord(cell[0]) + x) + chr(ord(cell[1]) + y) for cell in own for x, y in SIDES]
    return sum(n in filled or n not in oracle.GRID for n in around) + len(own)


def test_the_games_reach_what_is_rare() -> None:
    """The games above would prove little of SC-8 to SC-12 if these never happened."""
    seen: Counter[str] = Counter()
    for seats in SEATS:
        for record in records(find("second_chance"), seats, 8, seed=seats, trace=True):
            _note(record, seen)
        for seed in range(2):
            _note(_packed(seats, seed).record(), seen)
            _note(finished("second_chance", seats, seed, 1.0).record(), seen)
    rare = {"one", "chance", "two servings", "full grid", "deck used up", "all out", "shared rank"}
    assert {what for what, n in seen.items() if n} == rare


def _note(record: dict[str, Any], seen: Counter[str]) -> None:
    turned_up = 0
    for ply in record["plies"]:
        reveals = ply.get("reveals", {})
        served = [seat for seat, _ in reveals.get("second_chances", [])]
        turned_up += len(served) + len(reveals.get("cards", []))
        seen["one"] += ply["move"].startswith("1:")
        seen["chance"] += bool(served)
        seen["two servings"] += any(b <= a for a, b in itertools.pairwise(served))
    seen["full grid"] += any(free == 0 for free, _ in record["result"]["scores"])
    seen["deck used up" if turned_up >= 39 else "all out"] += 1
    seen["shared rank"] += len(set(record["result"]["ranks"])) < record["seats"]


@pytest.mark.parametrize("seats", SEATS)
def test_legal_moves_agree_word_by_word(seats: int) -> None:
    """SC-4 to SC-10: at every ply, of every seat."""
    luck = random.Random(seats)
    match = Match("second_chance", seats, seed=seats)
    table = oracle.begin(match.record())
    while not match.over:
        assert match.to_act == table.to_act
        for seat in range(seats):
            assert match.legal(seat) == table.legal(seat)
        seat = luck.choice(match.to_act)
        match.play(luck.choice(match.legal(seat)), seat)
        ply = match.plies[-1]
        table.play(ply.seat, ply.move, ply.reveals)
        assert [match.scores(each) for each in range(seats)] == [
            table.scores(each) for each in range(seats)
        ]
        assert match.view(None)["out"] == sorted(table.dropped_out)
    assert table.over
    assert match.ranks == table.ranks()
