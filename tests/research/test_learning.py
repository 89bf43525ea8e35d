"""MaskablePPO trains on our environments unchanged."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
import sb3_contrib
import torch

import spielwerk.envs  # noqa: F401  (registers the names)

STEPS = 2048


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small networks are slower on many threads, and tests beside this one need them too."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    ("name", "policy", "settings"),
    [
        ("spielwerk/axio-solo-v0", "MlpPolicy", {"flat": True}),
        ("spielwerk/anubixx-v0", "MultiInputPolicy", {"bots": ["zufall"], "reward": "points"}),
    ],
)
def test_maskable_ppo_trains(name: str, policy: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(name, **settings)
    model = sb3_contrib.MaskablePPO(
        policy, env, n_steps=512, batch_size=256, n_epochs=2, seed=1, device="cpu"
    )
    before = [weights.detach().clone() for weights in model.policy.parameters()]
    model.learn(STEPS)
    assert model.num_timesteps == STEPS
    after = model.policy.parameters()
    assert any((new != old).any() for new, old in zip(after, before, strict=True))
    assert all(episode["l"] > 5 for episode in model.ep_info_buffer)  # none broken off by a mask
    observation, info = env.reset(seed=2)
    over = False
    while not over:
        mask = info["action_mask"].astype(np.bool_)
        action, _ = model.predict(observation, action_masks=mask)
        observation, _, over, _, info = env.step(action)
    assert "illegal_action" not in info
