"""Pictures of tables: each game's drawing in pixels, always of the same size."""

from pathlib import Path

import numpy as np
import pytest
from rich.text import Text

from envs.chips import installed
from spielwerk.envs import aec, parallel
from spielwerk.envs.learner import LearnerEnv
from spielwerk.envs.picture import HEIGHT, WIDTH, picture
from spielwerk.games import names
from spielwerk.rules.colours import STYLES

SIZE = (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("name", names())
def test_every_game_is_drawn_and_moves_are_seen(name: str) -> None:
    moves_are_seen(name)


def test_so_is_a_game_of_another_package(tmp_path: Path) -> None:
    with installed(tmp_path, "cards", ()):
        moves_are_seen("cards")


def moves_are_seen(name: str) -> None:
    env = LearnerEnv(name, bots=["zufall"], render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before = env.render()
    assert (before.shape, before.dtype) == (SIZE, np.uint8)
    env.step(int(info["action_mask"].argmax()))
    assert (env.render() != before).any()


def test_pettingzoos_environments_are_drawn() -> None:
    turns = aec.env("axio_rota", render_mode="rgb_array")
    at_once = parallel.parallel_env("second_chance", render_mode="rgb_array")
    for env in (turns, at_once):
        env.reset(seed=1)
        assert env.render().shape == SIZE


def test_a_drawing_keeps_its_colours_and_fits_however_large_it_is() -> None:
    style = STYLES["r"]
    ground = tuple(int(style.split("on #")[1][k : k + 2], 16) for k in (0, 2, 4))
    drawn = picture(Text("      ", style))
    assert (drawn == ground).all(axis=2).any()
    for text in ("a" * 300, "\n".join("a" * 80)):
        edges = picture(Text(text))
        for edge in (edges[0], edges[-1], edges[:, 0], edges[:, -1]):
            assert (edge == edge[0]).all()


def test_blank_lines_and_symbols_are_drawn_where_they_stand() -> None:
    one, other = picture(Text("a\n\n■")), picture(Text("a\n■\n"))
    assert (one != other).any()
