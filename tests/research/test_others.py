"""Other people's tools around our environments, used as by their users."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.wrappers import RecordVideo
from stable_baselines3.common.env_util import make_vec_env

from spielwerk.envs import axio_v0
from spielwerk.envs.picture import HEIGHT, WIDTH
from spielwerk.games import names


@pytest.mark.parametrize("name", names())
def test_stable_baselines_makes_vectors_that_can_be_drawn(name: str) -> None:
    envs = make_vec_env(f"spielwerk/{name}-v0", n_envs=2, env_kwargs={"bots": ["zufall"]})
    envs.reset()
    image = envs.render()
    assert image is not None
    assert image.shape[2] == 3
    envs.close()


def test_videos_are_recorded(tmp_path: Path) -> None:
    made = gymnasium.make("spielwerk/axio_rota-solo-v0", render_mode="rgb_array")
    folder = tmp_path / "videos"
    env: Any = RecordVideo(made, str(folder))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert env.render().shape == (HEIGHT, WIDTH, 3)
    env.close()
    assert [file.suffix for file in folder.iterdir()] == [".mp4"]


def test_rllibs_name_of_observations_can_be_had() -> None:
    env = axio_v0.env(observation_key="observations")
    env.reset(seed=1)
    seen = env.observe("seat_0")
    assert set(seen) == {"observations", "action_mask"}
    assert seen in env.observation_space("seat_0")
    single: Any = gymnasium.make("spielwerk/axio-v0", observation_key="observations")
    assert set(single.reset(seed=1)[0]) == {"observations", "action_mask"}
