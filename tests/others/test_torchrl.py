"""TorchRL rolls out our environments, and confirms that they match their specs."""

import pytest
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from others.games import GAMES
from spielwerk.envs import aec

# It was tested with an older PettingZoo, and warns about it.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested:UserWarning")


@pytest.mark.parametrize("name", GAMES)
def test_a_rollout_keeps_to_the_masks(name: str) -> None:
    env = PettingZooWrapper(aec.RawEnv(name), use_mask=True)  # which refuses what is masked out
    check_env_specs(env)
    steps = env.rollout(4)
    assert steps.batch_size[0] == 4
    seats = [steps[agent] for agent in env.possible_agents]  # a group each
    assert sum(seat["mask"].int() for seat in seats).eq(1).all()  # one acts at a time
    assert all(seat["action_mask"].any() for seat in seats)
