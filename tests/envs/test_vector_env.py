"""Gymnasium's vector environment: its own semantics, step by step, in every mode of autoreset."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from envs.one_game import OneGame
from spielwerk.envs.rewards import Rewards
from spielwerk.envs.vector_env import GamesVectorEnv
from spielwerk.games import find
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.observation import Observation

SEED = 5


class SingleEnv(gymnasium.Env[Any, Any]):
    """One of these games, as Gymnasium's own vector environment requires it."""

    def __init__(self, game: str, seats: int, number: int) -> None:
        self.one = OneGame(game, seats, SEED, number)
        self.known = Observation(self.one.game)
        self.rewards = Rewards(self.one.game, seats)
        high = self.known.high
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.one.game.actions)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.one.begin()
        return self._told(self.one.game.to_act(self.one.s, 0)[0])

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        actor = self.one.game.to_act(self.one.s, 0)[0]
        self.one.act(int(action))
        paid = self.rewards.after(self.one.s, 0, self.rewards.standing(self.one.s, 0))
        seat = actor if self.one.over else self.one.game.to_act(self.one.s, 0)[0]
        return *self._told(seat)[:1], paid[actor, 0], self.one.over, False, self._told(seat)[1]

    def _told(self, seat: int) -> tuple[Any, dict[str, Any]]:
        mask = np.zeros(self.one.game.actions, np.int8)
        if not self.one.over:
            mask[self.one.game.legal(self.one.s, 0, seat)] = 1
        return self.known.observe(self.one.s, 0, seat), {"seat": seat, "action_mask": mask}


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("game", "seats"), [("axio", 1), ("axio_rota", 1), ("anubixx", 3)])
def test_it_does_what_gymnasium_does(game: str, seats: int, mode: AutoresetMode) -> None:
    n = 3
    ours = GamesVectorEnv(n, game, seats, flat=True, autoreset_mode=mode)
    makers = [lambda number=number: SingleEnv(game, seats, number) for number in range(n)]
    theirs = SyncVectorEnv(makers, autoreset_mode=mode)
    luck = np.random.default_rng(1)
    seen, infos = ours.reset(seed=SEED)
    expected, _ = theirs.reset()
    assert (seen == expected).all()
    ends = 0
    while ends < 2 * n:
        mask = infos["action_mask"]
        actions = np.array([luck.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        seen, rewards, terminated, truncated, infos = ours.step(actions)
        expected, paid, over, _, told = theirs.step(actions)
        assert (seen == expected).all()
        assert rewards == pytest.approx(paid)
        assert (terminated == over).all()
        assert not truncated.any()
        for key in ("seat", "action_mask", "_seat", "_action_mask"):
            assert (infos[key] == told[key]).all()
        assert ("final_obs" in infos) == ("final_obs" in told)
        if "final_obs" in infos:
            assert (infos["_final_obs"] == told["_final_obs"]).all()
            for own, other in zip(infos["final_obs"], told["final_obs"], strict=True):
                assert own is other is None or (own == other).all()
        ends += int(terminated.sum())
        if mode is AutoresetMode.DISABLED and terminated.any():
            seen, infos = ours.reset(options={"reset_mask": terminated})
            expected, _ = theirs.reset(options={"reset_mask": terminated.copy()})
            assert (seen == expected).all()
    theirs.close()
    ours.close()


def test_observations_lie_in_their_spaces() -> None:
    for flat in (False, True):
        env = GamesVectorEnv(3, "second_chance", 2, flat=flat)
        seen, _ = env.reset(seed=1)
        assert seen in env.observation_space
        assert env.action_space.shape == (3,)
        if not flat:
            assert (seen["action_mask"].sum(axis=1) > 0).all()
            assert seen["observation"].shape == (3, Observation(find("second_chance")).size)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_are_told_when_they_end(mode: AutoresetMode) -> None:
    env = GamesVectorEnv(4, "axio_rota", 1, flat=True, reward="points", autoreset_mode=mode)
    _, infos = env.reset(seed=2)
    returns, plies = np.zeros(4), np.zeros(4, int)
    for _ in range(20):
        actions = infos["action_mask"].argmax(axis=1)
        _, rewards, terminated, _, infos = env.step(actions)
        returns += rewards
        plies += infos["actor"] >= 0
        assert ("finished" in infos) == terminated.any()
        if terminated.any():
            assert (infos["_finished"] == terminated).all()
            assert infos["finished"]["r"][terminated].tolist() == returns[terminated].tolist()
            assert infos["finished"]["l"][terminated].tolist() == plies[terminated].tolist()
            returns[terminated], plies[terminated] = 0, 0
            if mode is AutoresetMode.DISABLED:
                _, infos = env.reset(options={"reset_mask": terminated})


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("flat", [False, True])
def test_gymnasiums_wrapper_records_statistics(mode: AutoresetMode, flat: bool) -> None:
    own = GamesVectorEnv(4, "axio_rota", 1, flat=flat, reward="points", autoreset_mode=mode)
    env = RecordEpisodeStatistics(own)
    _, infos = env.reset(seed=2)
    ended = 0
    while ended < 8:
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert ("episode" in infos) == terminated.any()
        if terminated.any():
            ended += int(terminated.sum())
            for number in ("r", "l"):
                theirs, ours = infos["episode"][number], infos["finished"][number]
                assert theirs[terminated] == pytest.approx(ours[terminated])
            if mode is AutoresetMode.DISABLED:
                _, infos = env.reset(options={"reset_mask": terminated})


@pytest.mark.compiled
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_with_bots_it_records_what_the_learner_got(mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"reward": "points", "autoreset_mode": mode}
    env = RecordEpisodeStatistics(GamesVectorEnv(4, "axio_rota", 3, "zufall", seat=1, **settings))
    _, infos = env.reset(seed=2)
    ended, steps = 0, np.zeros(4, int)
    while ended < 8:
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        steps += infos["actor"] >= 0
        assert ("episode" in infos) == terminated.any()
        if terminated.any():
            ended += int(terminated.sum())
            theirs, ours = infos["episode"], infos["finished"]
            assert theirs["r"][terminated] == pytest.approx(ours["r"][terminated, 1])
            assert theirs["l"][terminated].tolist() == steps[terminated].tolist()
            assert (ours["l"][terminated] > theirs["l"][terminated]).all()  # of all seats
            steps[terminated] = 0
            if mode is AutoresetMode.DISABLED:
                _, infos = env.reset(options={"reset_mask": terminated})


def test_the_end_is_told_where_a_game_is_dealt_in_the_same_step() -> None:
    env = GamesVectorEnv(3, "axio_rota", 2, autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = env.reset(seed=2)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        assert "final_info" not in infos
        before = infos["seat"]
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    final = infos["final_info"]
    assert (infos["_final_info"] == terminated).all()
    assert (final["seat"][terminated] == before[terminated]).all()
    assert not final["action_mask"][terminated].any()
    assert (final["rewards"] == infos["finished"]["r"])[terminated].all()
    assert final["rewards"][terminated].any()  # not all are ties


def test_without_copies_games_that_are_over_are_dealt() -> None:
    env = GamesVectorEnv(
        3, "axio_rota", 1, copy=False, autoreset_mode=AutoresetMode.DISABLED, flat=True
    )
    _, infos = env.reset(seed=2)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    ended = terminated.tolist()  # the array is cleared by the deal
    _, infos = env.reset(options={"reset_mask": terminated})
    assert env.games.states["turn"].all()
    for name in ("seat", "actor", "rewards", "action_mask"):
        assert infos[f"_{name}"].tolist() == ended


def test_in_self_play_each_ply_pays_its_seat_and_infos_pay_all() -> None:
    env = GamesVectorEnv(2, "anubixx", 3, flat=True, reward="points")
    _, infos = env.reset(seed=2)
    for _ in range(30):
        _, rewards, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        actors = infos["actor"]
        assert rewards.tolist() == infos["rewards"][np.arange(2), actors].tolist()


def test_what_was_told_stays_unless_that_is_not_wanted() -> None:
    kept, shared = (GamesVectorEnv(2, "axio", 1, flat=True, copy=copy) for copy in (True, False))
    for env in (kept, shared):
        seen, infos = env.reset(seed=1)
        before = seen.copy()
        env.step(infos["action_mask"].argmax(axis=1))
        assert (seen == before).all() == (env is kept)


def pickled(env: GamesVectorEnv) -> GamesVectorEnv:
    """Return a copy as other processes get it."""
    found: GamesVectorEnv = pickle.loads(pickle.dumps(env))  # noqa: S301
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("bots", [None, "zufall"])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_copies_of_games_without_copies_go_on_alone(
    copied: Callable[[GamesVectorEnv], GamesVectorEnv], bots: str | None
) -> None:
    env = GamesVectorEnv(3, "anubixx", 2, bots, copy=False, reward="points")
    _, infos = env.reset(seed=4)
    for _ in range(5):
        _, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    twin = copied(env)
    kept = env.games.states.copy(), env.games.observations.copy()
    actions = [infos["action_mask"].argmax(axis=1)]
    found = []
    for _ in range(40):
        seen, rewards, terminated, _, told = twin.step(actions[-1])
        assert seen["observation"] is twin.games.observations  # still without copies
        found.append((seen["observation"].copy(), rewards.copy(), terminated.copy()))
        actions.append(told["action_mask"].argmax(axis=1))
    assert (env.games.states == kept[0]).all()
    assert (env.games.observations == kept[1]).all()
    for chosen, expected in zip(actions, found, strict=False):
        seen, rewards, terminated, _, _ = env.step(chosen)
        for one, other in zip((seen["observation"], rewards, terminated), expected, strict=True):
            assert (one == other).all()


def test_it_is_made_by_its_name() -> None:
    gymnasium.register(
        "spielwerk/test-vector-v0",
        vector_entry_point="spielwerk.envs.vector_env:GamesVectorEnv",
        kwargs={"game": "axio", "seats": 1, "bots": ()},
    )
    try:
        env = gymnasium.make_vec("spielwerk/test-vector-v0", num_envs=5, flat=True)
        assert env.num_envs == 5
        assert env.reset(seed=3)[0].shape == (5, Observation(find("axio")).size)
        spec = env.unwrapped.spec
        assert spec is not None
        assert gymnasium.make_vec(spec).num_envs == 5
    finally:
        del gymnasium.registry["spielwerk/test-vector-v0"]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_observations_can_have_another_key(mode: AutoresetMode) -> None:
    env = GamesVectorEnv(2, "axio_rota", 1, observation_key="observations", autoreset_mode=mode)
    seen, infos = env.reset(seed=1)
    assert set(seen) == {"observations", "action_mask"}
    assert seen in env.observation_space
    terminated = np.zeros(2, bool)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    if mode is AutoresetMode.SAME_STEP:
        final = infos["final_obs"][terminated][0]
        assert final in env.single_observation_space


def test_games_are_not_drawn() -> None:
    with pytest.raises(BadSetting, match="draw one: spielwerk/axio-v0 can") as refused:
        gymnasium.make_vec("spielwerk/axio-solo-v0", num_envs=2, render_mode="rgb_array")
    assert refused.value.code == "bad_render_mode"


def test_illegal_actions_and_unknown_options_are_refused() -> None:
    env = GamesVectorEnv(2, "axio", 2)
    with pytest.raises(IllegalMove, match="axio, game 0"):
        env.step(np.array([7801, 7801]))
    with pytest.raises(BadSetting, match="hands"):
        GamesVectorEnv(2, "axio", 2, hands="open")
