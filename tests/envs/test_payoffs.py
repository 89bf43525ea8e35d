"""Payoffs: chips that seats win from each other, in a game of another package."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from envs.chips import STAKE, installed
from envs.test_pettingzoo import play
from spielwerk.envs.aec import RawEnv, env
from spielwerk.envs.learner import LearnerEnv
from spielwerk.envs.opponents import OpponentGames
from spielwerk.envs.vector import VectorGames
from spielwerk.envs.vector_env import GamesVectorEnv
from spielwerk.games import find
from spielwerk.rules.errors import BadSetting


@pytest.fixture(autouse=True, scope="module")
def _chips(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("chips")):
        yield


@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_pays_what_each_seat_has_won_or_lost(seats: int) -> None:
    raw = RawEnv("chips", seats, reward="payoff")
    space = raw.reward_space("seat_0")
    paid = []
    for seed in range(20):
        got = play(raw, seed)
        match = raw.match()
        assert got == [match.scores(seat)[0] for seat in range(seats)]
        assert sum(got) == 0
        assert all(np.array(chips, np.float32) in space for chips in got)
        paid += got
    assert max(paid) > 1
    assert (float(space.low), float(space.high)) == (-STAKE, STAKE * (seats - 1))


def test_an_illegal_action_costs_the_stake() -> None:
    wrapped: Any = env("chips", reward="payoff")
    wrapped.reset(seed=1)
    wrapped.step(wrapped.action_space("seat_0").n - 1)  # legal: nothing was called before
    wrapped.step(wrapped.action_space("seat_0").n - 1)  # called just before
    assert wrapped.rewards == {"seat_0": 0, "seat_1": -STAKE}
    learner = LearnerEnv("chips", bots="zufall", reward="payoff")
    learner.reset(seed=1)
    _, _, _, _, info = learner.step(0)
    _, reward, over, _, _ = learner.step(int(info["action_mask"].argmin()))
    assert (reward, over) == (-STAKE, True)


def test_many_games_pay_the_same() -> None:
    games = VectorGames("chips", 3, 8, seed=1, reward="payoff", autoreset="same_step")
    ended = 0
    while ended < 16:
        games.random_step()
        assert not games.rewards[~games.terminated].any()
        assert not games.rewards.sum(axis=1).any()
        assert (games.finished_returns[games.terminated] == games.rewards[games.terminated]).all()
        ended += int(games.terminated.sum())
    assert games.finished_returns.max() > 1
    against = OpponentGames("chips", 2, 8, "zufall", seed=1, reward="payoff", autoreset="same_step")
    while not against.finished_lengths.all():
        against.random_step()
    assert np.abs(against.finished_returns).max() > 1
    assert not against.finished_returns.sum(axis=1).any()


def test_by_default_ranks_are_paid() -> None:
    learner = LearnerEnv("chips", bots="zufall")
    space = learner.reward_space
    assert (float(space.low), float(space.high)) == (-1, 1)
    assert max(map(abs, play(RawEnv("chips"), 1))) <= 1


def test_other_games_pay_no_chips() -> None:
    for made in (
        lambda: gymnasium.make("spielwerk/axio-v0", reward="payoff"),
        lambda: GamesVectorEnv(2, "axio", reward="payoff"),
    ):
        with pytest.raises(BadSetting, match="rewards of axio are outcome, points, vector, not"):
            made()
    assert find("axio").stake == 0
