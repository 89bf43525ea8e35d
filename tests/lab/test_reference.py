"""The C++ program that our kernels are compared with plays the same games."""

import shutil
from pathlib import Path

import pytest

from spielwerk.games import find
from spielwerk.lab import reference
from spielwerk.rules.batch import Results, random_games

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not shutil.which(reference.COMPILER), reason="g++ is not installed"),
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_the_same_games(seats: int) -> None:
    game = find("axio")
    file = reference.source(game)
    assert file
    ours, theirs = random_games(game, seats, 2000, 7), Results.empty(game, seats, 2000)
    reference.compiled(game, seats, file)(theirs, 7)
    assert (theirs.plies == ours.plies).all()
    assert (theirs.ranks == ours.ranks).all()
    assert (theirs.scores == ours.scores).all()


def test_other_rules_are_noticed(tmp_path: Path) -> None:
    game = find("axio")
    file = reference.source(game)
    assert file
    other = tmp_path / "axio.cpp"
    other.write_text(file.read_text("utf-8").replace("GOAL = 18", "GOAL = 17"), "utf-8")
    with pytest.raises(RuntimeError, match="other games"):
        reference.compiled(game, 2, other)


def test_a_game_without_a_reference_has_none() -> None:
    assert reference.source(find("anubixx")) is None
