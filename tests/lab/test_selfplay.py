"""Self-play is cut into pieces that are the same wherever they are played."""

import numpy as np
import pytest

from lab.work import at_random
from spielwerk.envs.vector import VectorGames
from spielwerk.lab.executors import Processes, Serial
from spielwerk.lab.selfplay import Plies, SelfPlay


def same(one: Plies, other: Plies) -> bool:
    return [part.tobytes() for part in one] == [part.tobytes() for part in other]


@pytest.mark.compiled
def test_pieces_are_the_same_in_other_processes() -> None:
    work = SelfPlay("anubixx", 2, at_random, games=3, steps=5, seed=4)
    here, there = dict(Serial().run(work, range(3))), dict(Processes(2).run(work, range(3)))
    assert all(same(here[number], there[number]) for number in range(3))
    assert not same(here[0], here[1])


def test_a_piece_is_what_the_games_did() -> None:
    settings = {"reward": "points", "first": 1}
    work = SelfPlay("anubixx", 2, at_random, games=2, steps=4, seed=5, settings=settings)
    plies = work(7)
    assert plies.observations.shape[:2] == plies.seat.shape == plies.actions.shape == (4, 2)
    assert plies.rewards.shape == (4, 2, 2)
    assert plies.seat[0].tolist() == [1, 1]
    luck = np.random.default_rng((5, 7))
    seed = int(luck.integers(1 << 63))
    games = VectorGames("anubixx", 2, 2, seed=seed, autoreset="same_step", reward="points", first=1)
    for step in range(4):
        assert np.array_equal(games.observations, plies.observations[step])
        games.step(plies.actions[step])
        assert np.array_equal(games.rewards, plies.rewards[step])
        assert np.array_equal(games.terminated, plies.terminated[step])
