"""Soaking: every state of many random games is looked at, and what is wrong is found."""

import pytest

from games.driving import every_table
from spielwerk.games import find
from spielwerk.lab.soak import soak
from spielwerk.rules import batch

pytestmark = pytest.mark.compiled


@every_table
def test_no_invariant_breaks(name: str, seats: int) -> None:
    plies, bad, wrong = batch.checked_games(find(name), seats, 300, seed=2)
    assert (bad, wrong) == (-1, 0)
    assert plies > 300 * 20


@every_table
def test_a_state_that_lost_something_is_at_fault(name: str, seats: int) -> None:
    """Else soaking would prove nothing."""
    game = find(name)
    states = batch.position(game, seats, 1, 8)
    assert game.kernels.fault(game.tables, states, 0) == 0
    broken = {
        "anubixx": ("crossed", 1 << 20),
        "axio": ("in_bag", 3),
        "axio_hex": ("in_bag", 3),
        "axio_rota": ("supply", 50),
        "second_chance": ("in_deck", 1),
    }
    field, value = broken[name]
    states[field] = value
    assert game.kernels.fault(game.tables, states, 0) != 0


def test_all_tables_of_a_game_are_soaked_in_parts() -> None:
    tables = list(soak([find("anubixx")], 1500, 1, threads=2))
    assert [table.seats for table in tables] == [2, 3, 4, 5]
    for table in tables:
        assert table.faults == []
        assert table.plies == sum(
            batch.checked_games(find("anubixx"), table.seats, n, 1, begin)[0]
            for begin, n in ((0, 700), (700, 800))
        )
