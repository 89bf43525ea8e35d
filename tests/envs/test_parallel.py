"""PettingZoo's Parallel: its own tests pass, and every step has all agents that may act."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from envs.suites import parallel_api_test, parallel_seed_test
from spielwerk.envs import second_chance_v0
from spielwerk.envs.errors import BadAction, GameOver
from spielwerk.games import find
from spielwerk.match.replay import replay
from spielwerk.rules.errors import IllegalMove

every_number_of_seats = pytest.mark.parametrize("seats", find("second_chance").seats)


def drawn(observations: dict[str, Any], luck: np.random.Generator) -> dict[str, Any]:
    """Return an action for each agent that its mask allows."""
    return {
        agent: luck.choice(np.flatnonzero(observation["action_mask"]))
        for agent, observation in observations.items()
    }


@every_number_of_seats
def test_their_suites(seats: int) -> None:
    parallel_api_test(second_chance_v0.parallel_env(seats=seats), num_cycles=60)
    parallel_seed_test(lambda: second_chance_v0.parallel_env(seats=seats), num_cycles=10)


@every_number_of_seats
def test_whole_games_are_those_that_matches_play(seats: int) -> None:
    env = second_chance_v0.raw_parallel_env(seats=seats)
    observations, _ = env.reset(seed=seats)
    luck = np.random.default_rng(seats)
    got = np.zeros(seats)
    steps = 0
    while env.agents:
        observations, rewards, over, _, _ = env.step(drawn(observations, luck))
        got += list(rewards.values())
        steps += 1
    match = replay(env.match().record())
    assert over == {f"seat_{seat}": True for seat in range(seats)}
    assert match.ranks is not None
    assert steps <= len(match.plies)
    if seats > 1:
        assert steps < len(match.plies)  # all at once
        assert got.sum() == pytest.approx(0)
        assert got[match.ranks.index(1)] == got.max()


def test_who_may_not_act_passes_and_may_leave_that_out() -> None:
    env = second_chance_v0.raw_parallel_env(seats=3)
    passing = find("second_chance").actions
    luck = np.random.default_rng(3)
    observations, infos = env.reset(seed=3)
    waited = 0
    while env.agents:
        acting = env.match().to_act
        for seat, agent in enumerate(env.agents):
            mask = infos[agent]["action_mask"]
            assert mask[passing] == (seat not in acting)
            assert mask[:passing].any() == (seat in acting)
            if seat not in acting:
                del observations[agent]
                waited += 1
        observations, _, _, _, infos = env.step(drawn(observations, luck))
    assert waited


@pytest.mark.parametrize("make", ["parallel_env", "raw_parallel_env"])
def test_copies_go_on_with_the_same_steps_and_apart(make: str) -> None:
    env = getattr(second_chance_v0, make)(seats=3)
    observations, _ = env.reset(seed=3)
    luck = np.random.default_rng(3)
    for _ in range(5):
        observations, *_ = env.step(drawn(observations, luck))
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301
    ends = []
    for each in (*others, env):
        luck, seen = np.random.default_rng(1), observations
        while each.agents:
            seen, rewards, *_ = each.step(drawn(seen, luck))
        ends.append((rewards, each.unwrapped.match().record()))
    assert ends[0] == ends[1] == ends[2]


def test_actions_that_are_masked_out() -> None:
    raw, env = second_chance_v0.raw_parallel_env(), second_chance_v0.parallel_env()
    passing = find("second_chance").actions
    for each in (raw, env):
        observations, _ = each.reset(seed=1)
        actions = drawn(observations, np.random.default_rng(1)) | {"seat_1": passing}
        with pytest.raises(BadAction):
            each.step(actions | {"seat_0": -1})
    with pytest.raises(IllegalMove, match="masked out"):
        raw.step(actions)
    _, rewards, over, _, _ = env.step(actions)
    assert rewards == {"seat_0": 0, "seat_1": -1}
    assert over == {"seat_0": True, "seat_1": True}
    assert env.agents == []
    with pytest.raises(GameOver):
        env.step(actions)


def test_what_is_drawn_can_be_rendered() -> None:
    env = second_chance_v0.parallel_env(render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
