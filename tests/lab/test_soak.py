"""Soaking: every state of many random games is checked, and faults are found."""

import numpy as np
import pytest

from games.driving import every_table
from spielwerk.games import find
from spielwerk.lab.soak import soak, told_fault
from spielwerk.rules import batch, loops
from spielwerk.rules.game import Game

pytestmark = pytest.mark.compiled


@every_table
def test_no_invariant_breaks(name: str, seats: int) -> None:
    plies, bad, wrong = batch.checked_games(find(name), seats, 300, seed=2)
    assert (bad, wrong) == (-1, 0)
    assert plies > 300 * 20


@every_table
def test_states_that_cannot_be_are_at_fault(name: str, seats: int) -> None:
    """Control: many wrong bytes are found, so soaking can fail."""
    game = find(name)
    sound = batch.position(game, seats, 1, 8)
    assert game.kernels.fault(game.tables, sound, 0) == 0
    found = 0
    for byte in set(range(sound.nbytes)) - _control_bytes(game):
        states = sound.copy()
        states.view(np.uint8)[byte] ^= 255
        found += game.kernels.fault(game.tables, states, 0) != 0
    assert found >= 5


def _control_bytes(game: Game) -> set[int]:
    """Return bytes that kernels use as indices, such as numbers of seats: they must be valid."""
    names = {"seats", "seat", "phase", "turn", "sheet", "pair", "hand", "n", "board"}
    sizes = {name: game.layout.empty(1)[name].nbytes for name in names & set(game.layout.fields)}
    return {game.layout.offsets[name] + k for name, size in sizes.items() for k in range(size)}


def test_what_is_wrong_is_told_in_words() -> None:
    assert told_fault(loops.NO_MOVE) == "a seat has to act and can't"
    assert told_fault(3) == "invariant 3 of the game's `fault` is broken"


def test_all_tables_of_a_game_are_soaked_in_parts() -> None:
    tables = list(soak([find("anubixx")], 1500, 1, threads=2))
    assert [table.seats for table in tables] == [2, 3, 4, 5]
    for table in tables:
        assert table.faults == []
        assert table.plies == sum(
            batch.checked_games(find("anubixx"), table.seats, n, 1, begin)[0]
            for begin, n in ((0, 700), (700, 800))
        )
