"""Afterstates: what a seat would see once it has acted, for any viewer."""

from typing import Any

import numpy as np
import pytest

from games.driving import every_table
from spielwerk.envs.afterstates import after
from spielwerk.envs.vector import VectorGames
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.hidden import view
from spielwerk.rules.observation import Bytes, Observation


def tried_one_by_one(games: VectorGames, i: int) -> list[Bytes]:
    """Return what the seat to act sees after each of its actions, made on copies."""
    game, seat = games.game, int(games.seat[i])
    found = []
    for action in games.masks[i, : games.counts[i]]:
        s = games.states[i : i + 1].copy()
        game.kernels.act(game.tables, s, 0, seat, int(action))
        found.append(Observation(game).observe(s, 0, seat))
    return found


@every_table
def test_a_row_is_what_is_seen_after_that_action(name: str, seats: int) -> None:
    games = VectorGames(name, seats, 2, seed=2)
    size, over, plies = Observation(games.game).size, 0, 0
    while not over:
        games.random_step()
        plies += 1
        if plies % 29 and not games.terminated.any():
            continue
        before = games.states.copy()
        expected = [row for i in range(games.n) for row in tried_one_by_one(games, i)]
        assert np.array_equal(games.afterstates(), np.reshape(expected, (-1, size)))
        assert (games.states == before).all()
        over = int((games.counts == 0).sum())


@every_table
def test_a_seats_own_view_is_enough(name: str, seats: int) -> None:
    games = VectorGames(name, seats, 1, seed=4)
    for _ in range(5):
        games.random_step()
        seat, known = int(games.seat[0]), games.game.legal(games.states, 0, int(games.seat[0]))
        seen = view(games.game.layout, games.states, 0, seat)
        assert (after(games.game, seen, seat, known) == games.afterstates()).all()


def test_threads_change_nothing() -> None:
    one, two = (VectorGames("anubixx", 2, 600, seed=1, threads=threads) for threads in (1, 2))
    assert (one.afterstates() == two.afterstates()).all()


def test_they_are_written_into_rows_of_ones_own() -> None:
    games = VectorGames("anubixx", 2, 3, seed=1)
    room = np.full((1000, 780), 255, np.uint8)
    rows = games.afterstates(room)
    assert rows.base is room
    assert len(rows) == games.counts.sum()
    assert (rows == games.afterstates()).all()
    assert (room[len(rows) :] == 255).all()


@pytest.mark.parametrize(
    "rows",
    [
        np.empty((2, 780), np.uint8),
        np.empty((1000, 779), np.uint8),
        np.empty((1000, 780), np.float32),
        np.empty((1000, 1560), np.uint8)[:, ::2],
        np.empty(780_000, np.uint8),
    ],
)
def test_rows_that_do_not_fit_are_refused(rows: Any) -> None:
    with pytest.raises(BadSetting, match="rows"):
        VectorGames("anubixx", 2, 3, seed=1).afterstates(rows)


@pytest.mark.parametrize("settings", [{"masks": "bits"}, {"masks": None}, {"observe": False}])
def test_lists_and_observations_are_needed(settings: dict[str, Any]) -> None:
    with pytest.raises(BadSetting, match="need observations and masks as lists"):
        VectorGames("anubixx", 2, 3, seed=1, **settings).afterstates()
