"""Many games against bots: the same rules, the same bots, and none of them sees too much."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import spielwerk.envs  # noqa: F401  (registers the names)
from spielwerk.envs.opponents import LEVELS, OpponentGames
from spielwerk.envs.vector_env import GamesVectorEnv
from spielwerk.rules.errors import BadSetting

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("second_chance", 3)])
def test_whenever_the_learner_is_asked_it_is_due(game: str, seats: int) -> None:
    games = OpponentGames(game, seats, 8, ["geselle"], learner=seats - 1, seed=1, masks="lists")
    ends = 0
    while ends < 8:
        games.random_step()
        going = games.states["turn"] != 0
        assert (games.seat == games.learner).all()
        assert (games.states["turn"][going].astype(int) >> games.learner & 1).all()
        assert games.counts[going].all()
        ended = games.terminated
        assert games.rewards[ended, :].sum(axis=1) == pytest.approx(0)
        assert (games.finished_lengths[ended] > 3).all()
        ends += int(ended.sum())


def test_better_bots_beat_a_learner_that_plays_by_chance() -> None:
    wins = {}
    for level in LEVELS:
        games = OpponentGames("anubixx", 2, 24, [level], seed=1, masks=None, observe=False)
        while not games.finished_lengths.all():
            games.random_step()
        wins[level] = games.finished_returns[:, 0].mean()
    assert abs(wins["zufall"]) < 0.7
    assert wins["geselle"] < -0.8
    assert wins["meister"] < -0.8


def test_threads_and_copies_change_nothing() -> None:
    def games(threads: int) -> OpponentGames:
        return OpponentGames(
            "second_chance", 2, 600, ["lehrling"], seed=5, threads=threads, reward="points"
        )

    one, two = games(1), games(2)
    for _ in range(12):
        one.random_step()
        two.random_step()
    other = copy.deepcopy(two)
    for _ in range(30):
        for each in (one, two, other):
            each.random_step()
    for each in (two, other):
        for name in ("states", "rewards", "terminated", "finished_returns", "observations"):
            assert (getattr(one, name) == getattr(each, name)).all(), name


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_points_of_all_plies_add_up(mode: AutoresetMode) -> None:
    env = GamesVectorEnv(
        4, "anubixx", 3, ["geselle", "zufall"], seat=1, reward="points", autoreset_mode=mode
    )
    _, infos = env.reset(seed=2)
    returns, ends = np.zeros(4), 0
    while ends < 4:
        _, rewards, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        returns += rewards
        for i in np.flatnonzero(terminated):
            assert returns[i] == infos["finished"]["r"][i, 1]
            returns[i] = 0
            ends += 1
        if mode is AutoresetMode.DISABLED and terminated.any():
            _, infos = env.reset(options={"reset_mask": terminated})


def test_one_name_is_for_all_other_seats() -> None:
    one: Any = gymnasium.make_vec("spielwerk/anubixx-bots-v0", 2, bots="zufall", seats=3)
    assert one.unwrapped.games.levels.tolist() == [0, 0, 0]


def test_no_bots_are_not_self_play() -> None:
    with pytest.raises(BadSetting, match="name one bot"):
        gymnasium.make_vec("spielwerk/anubixx-bots-v0", num_envs=2, bots=[])


def test_they_are_made_by_their_name() -> None:
    env: Any = gymnasium.make_vec("spielwerk/axio-bots-v0", num_envs=3, bots=["zufall"])
    _, infos = env.reset(seed=1)
    assert infos["seat"].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("bots", "learner", "reason"),
    [
        (["grossmeister"], 0, "bots are zufall"),
        (["geselle", "geselle"], 0, "name one bot"),
        ([], 0, "name one bot"),
        ("gott", 0, "not 'gott'"),
        (["geselle"], 2, "learner's seat"),
    ],
)
def test_other_bots_and_seats_are_refused(bots: list[str] | str, learner: int, reason: str) -> None:
    with pytest.raises(BadSetting, match=reason):
        OpponentGames("axio", 2, 2, bots, learner=learner)
