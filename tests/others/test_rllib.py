"""RLlib's wrapper of PettingZoo plays our environments, and its module reads their masks."""

import pytest
import torch
from ray.rllib.algorithms.ppo.ppo_catalog import PPOCatalog
from ray.rllib.core.columns import Columns
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.rllib.utils.torch_utils import FLOAT_MIN

from others.games import GAMES
from spielwerk.envs import aec

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own, and Gymnasium's older version


@pytest.mark.parametrize("name", GAMES)
def test_its_wrapper_plays_a_game_to_the_end(name: str) -> None:
    env = PettingZooEnv(aec.RawEnv(name, observation_key="observations"))
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        [(seat, observation)] = seen.items()
        assert observation in env.observation_spaces[seat]
        seen, rewards, terminated, _, _ = env.step({seat: int(observation["action_mask"].argmax())})
        over = terminated["__all__"]
    assert sum(rewards.values()) == 0


@pytest.mark.parametrize("name", GAMES)
def test_its_module_for_masks_leaves_legal_actions_alone(name: str) -> None:
    env = aec.RawEnv(name, observation_key="observations")
    env.reset(seed=1)
    seat = env.agent_selection
    module = ActionMaskingTorchRLModule(
        observation_space=env.observation_space(seat),
        action_space=env.action_space(seat),
        model_config={"fcnet_hiddens": [16]},
        catalog_class=PPOCatalog,
    )
    seen = {key: torch.from_numpy(row).float()[None] for key, row in env.observe(seat).items()}
    logits = module.forward_exploration({Columns.OBS: dict(seen)})[Columns.ACTION_DIST_INPUTS]
    assert torch.equal(logits > FLOAT_MIN / 2, seen["action_mask"] > 0)
