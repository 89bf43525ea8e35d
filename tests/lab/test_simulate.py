"""Simulation: the same numbers however it is done."""

import numpy as np
import pytest

from games.driving import every_table
from spielwerk.games import find
from spielwerk.lab import simulate as lab
from spielwerk.lab.executors import Serial
from spielwerk.rules import batch

pytestmark = pytest.mark.compiled


@every_table
def test_threads_and_parts_do_not_change_the_games(name: str, seats: int) -> None:
    game = find(name)
    one = batch.random_games(game, seats, 700, 3)
    two = batch.random_games(game, seats, 700, 3, threads=2)
    tail = batch.random_games(game, seats, 200, 3, number=500)
    for what in ("plies", "ranks", "scores"):
        assert np.array_equal(getattr(one, what), getattr(two, what))
        assert np.array_equal(getattr(one, what)[500:], getattr(tail, what))


def test_many_games_come_in_parts_and_are_summed_up() -> None:
    game = find("axio")
    simulation = lab.Simulation(game, ("zufall", "zufall"), 20_000, seed=1)
    parts = [outcome.results for outcome in lab.run(simulation, Serial())]
    assert [len(part.plies) for part in parts] == [8192, 8192, 3616]
    tally = lab.Tally(2, 5)
    for part in parts:
        tally.add(part)
    summary = tally.summary()
    everything = np.concatenate([part.ranks for part in parts])
    assert [seat.mean_rank for seat in summary.seats] == pytest.approx(everything.mean(axis=0))
    assert summary.games == 20_000
    assert sum(seat.win_share for seat in summary.seats) == pytest.approx(1)
    assert 30 < summary.plies / summary.games < 40
    assert summary.fewest_plies >= 25
    assert summary.most_plies <= 60


def test_a_lot_lets_every_seat_begin() -> None:
    records = lab.records(find("axio"), 3, 40, 1, first=batch.LOT)
    assert {record["setup"]["first"] for record in records} == {0, 1, 2}


def test_a_position_is_where_its_game_passes() -> None:
    game = find("axio")
    states = batch.position(game, 2, 3, 10)
    _, log = batch.trace(game, 2, 3, 0)
    again = game.layout.empty(1)
    game.kernels.start(game.tables, again, 0, 2, 0)
    seen = 0
    for seat, action in log.tolist():
        seen += seat < 2
        if seen > 10:
            break
        game.kernels.act(game.tables, again, 0, seat, action)
    assert again.tobytes() == states.tobytes()
