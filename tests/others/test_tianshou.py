"""Tianshou plays our environments through its own wrapper, vectors and collector."""

import pytest
from tianshou.algorithm import (
    MARLRandomDiscreteMaskedOffPolicyAlgorithm,
    MultiAgentOffPolicyAlgorithm,
)
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from others.games import GAMES
from spielwerk.envs import aec


@pytest.mark.parametrize("name", GAMES)
def test_a_collector_fills_a_buffer(name: str) -> None:
    def make() -> PettingZooEnv:
        return PettingZooEnv(aec.RawEnv(name))  # which refuses what is masked out

    env = make()
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    both = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    envs = DummyVectorEnv([make, make])
    buffer = VectorReplayBuffer(32, 2)
    collector = Collector[CollectStats](both, envs, buffer)
    collector.reset()
    assert collector.collect(n_step=16).n_collected_steps == 16
    assert set(buffer.obs.agent_id[:4]) <= {"seat_0", "seat_1"}
    assert buffer.obs.mask[0].any()
