"""Rewards of several objectives: MOMAland's own test, and MO-Gymnasium's wrapper."""

import importlib
from typing import Any

import numpy as np
import pytest
from mo_gymnasium.utils import make
from mo_gymnasium.wrappers.wrappers import LinearReward
from momaland.test.api_test import api_test

import spielwerk.envs  # noqa: F401  (registers the names)
from envs.suites import says
from games.driving import every_table


@says
@pytest.mark.filterwarnings("ignore:Observation is not NumPy array:UserWarning")
@every_table
def test_momalands_api(name: str, seats: int) -> None:
    # Not raw: it repeats an action after another deal, where it may be masked out.
    module = importlib.import_module(f"spielwerk.envs.{name}_v0")
    api_test(module.env(seats=seats, reward="vector"), num_cycles=20)


def test_mo_gymnasium_knows_the_vector() -> None:
    made: Any = make("spielwerk/axio-v0", reward="vector", bots=["zufall"])
    linear = LinearReward(made, np.ones(5) / 5)
    linear.reset(seed=1)
    _, reward, _, _, info = linear.step(int(made.unwrapped.action_masks().argmax()))
    assert info["vector_reward"].shape == (5,)
    assert reward == pytest.approx(info["vector_reward"].mean())
