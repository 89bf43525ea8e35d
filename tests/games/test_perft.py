"""Node counts, in one file per game: exact counts prove that no rule has changed."""

from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

import spielwerk as sw
from games.driving import EVERY_TABLE
from spielwerk.games import find
from spielwerk.rules import batch

HERE = Path(__file__).parent
FEW = 3000  # nodes that plain Python counts in reasonable time


def kept(name: str) -> list[tuple[int, int, int, int, int]]:
    """Return the rows (seats, seed, plies, depth, nodes) of a game's file."""
    file = HERE / name / "perft.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = [tuple(map(int, line.split())) for line in lines if line and not line.startswith("#")]
    return [(seats, seed, plies, depth, nodes) for seats, seed, plies, depth, nodes in rows]


def _cases() -> list[ParameterSet]:
    return [
        pytest.param(name, *row, marks=[pytest.mark.compiled] if row[-1] > FEW else [])
        for name in sw.games()
        for row in kept(name)
    ]


@pytest.mark.parametrize(("name", "seats", "seed", "plies", "depth", "nodes"), _cases())
def test_counts_are_as_kept(
    name: str, seats: int, seed: int, plies: int, depth: int, nodes: int
) -> None:
    game = find(name)
    assert batch.perft(game, batch.position(game, seats, seed, plies), depth) == nodes


def test_counts_are_kept_for_every_game_and_number_of_seats() -> None:
    assert {(name, row[0]) for name in sw.games() for row in kept(name)} == set(EVERY_TABLE)
