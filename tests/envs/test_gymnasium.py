"""Gymnasium: its checker passes, and one learner plays alone or against bots."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import spielwerk.envs  # noqa: F401  (registers the names)
from envs.first_bot import FirstBot
from games.driving import every_table
from spielwerk.envs.errors import BadAction, GameOver
from spielwerk.envs.vector_env import GamesVectorEnv
from spielwerk.games import find, names
from spielwerk.match.replay import replay
from spielwerk.rules.errors import BadSetting, UnknownBot

ALONE = [name for name in names() if 1 in find(name).seats]


def made(name: str, seats: int, **settings: Any) -> Any:
    if seats == 1:
        return gymnasium.make(f"spielwerk/{name}-solo-v0", **settings)
    settings = {"bots": ["zufall"]} | settings
    return gymnasium.make(f"spielwerk/{name}-v0", seats=seats, **settings)


def play(env: Any, seed: int) -> tuple[list[Any], Any]:
    """Play at random; return all rewards, and the last info."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    got = []
    over = False
    while not over:
        legal = np.flatnonzero(env.get_wrapper_attr("action_masks")())
        _, reward, over, _, info = env.step(luck.choice(legal))
        got.append(reward)
    return got, info


@every_table
@pytest.mark.parametrize("flat", [False, True])
def test_check_env_is_content(
    name: str, seats: int, flat: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    env = made(name, seats, flat=flat)
    check_env(env.unwrapped)  # its warnings are errors here
    assert capsys.readouterr().out  # what it renders


@every_table
def test_whole_games_are_those_that_matches_play(name: str, seats: int) -> None:
    env = made(name, seats, seat=seats - 1)
    got, info = play(env, seats)
    match = replay(env.unwrapped.match().record())
    assert match.over
    assert not any(got[:-1])
    assert not info["action_mask"].any()
    if seats > 1:
        assert match.ranks is not None
        best, worst = match.ranks.count(1) == 1, match.ranks.count(seats) == 1
        rank = match.ranks[seats - 1]
        assert (got[-1] == 1) == (rank == 1 and best)
        assert (got[-1] == -1) == (rank == seats and worst)


@every_table
def test_masks_stand_where_people_look(name: str, seats: int) -> None:
    env = made(name, seats)
    observation, info = env.reset(seed=1)
    match = env.unwrapped.match()
    legal = sorted(match.game.legal(match.states, 0, 0).tolist())
    for mask in (observation["action_mask"], info["action_mask"], env.unwrapped.action_masks()):
        assert np.flatnonzero(mask).tolist() == legal
    assert env.action_space.sample(info["action_mask"]) in legal


def test_seeds_fix_bots_lots_and_draws() -> None:
    env = made("axio", 3, bots=["geselle", "lehrling"], seat="lot", first="lot")
    records = []
    for seed in (5, 5, 6):
        play(env, seed)
        records.append(env.unwrapped.match().record())
    assert records[0] == records[1] != records[2]


def test_the_learner_may_sit_anywhere() -> None:
    env = made("axio", 4, seat="lot", first="lot").unwrapped
    seats = {(env.reset(seed=seed), env.seat)[1] for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    env.reset(seed=1)
    assert env.match().to_act == (env.seat,)


def test_bots_take_the_other_seats_in_order() -> None:
    env = made("axio", 3, bots=["geselle", "zufall"], seat=1).unwrapped
    env.reset(seed=1)
    assert {seat: player.name for seat, player in env._players.items()} == {
        0: "geselle",
        2: "zufall",
    }


def test_bots_may_be_ones_own() -> None:
    bots: list[Any] = ["envs.first_bot:FirstBot", FirstBot, FirstBot()]
    envs = [made("axio", 3, bots=[each]) for each in bots]
    records = []
    for env in envs:
        play(env, 5)
        records.append(env.unwrapped.match().record())
        assert {player.name for player in env.unwrapped._players.values()} == {"first"}
    assert records[0] == records[1] == records[2]
    with pytest.raises(UnknownBot, match="can't be loaded"):
        made("axio", 2, bots=["envs.first_bot:SecondBot"])


def test_one_bot_alone_is_for_all_other_seats() -> None:
    for given, name in (("lehrling", "lehrling"), (FirstBot, "first"), (FirstBot(), "first")):
        env = made("axio", 3, bots=given).unwrapped
        env.reset(seed=1)
        players = {seat: player.name for seat, player in env._players.items()}
        assert players == {1: name, 2: name}


def test_without_a_word_about_bots_they_are_there_where_they_are_needed() -> None:
    env: Any = gymnasium.make("spielwerk/axio-v0").unwrapped
    env.reset(seed=1)
    assert {seat: player.name for seat, player in env._players.items()} == {1: "geselle"}
    env = gymnasium.make("spielwerk/axio-v0", seats=1).unwrapped
    env.reset(seed=1)
    assert not env._players


@pytest.mark.parametrize("name", ALONE)
def test_points_by_the_ply_add_up(name: str) -> None:
    vectors, _ = play(env := made(name, 1, reward="vector", disable_env_checker=True), 3)
    match = env.unwrapped.match()
    assert all(vector in env.unwrapped.reward_space for vector in vectors)
    start = [81, 0] if name == "second_chance" else [0] * 5
    gained = np.sum(vectors, axis=0) * match.game.signs(1)
    assert (start + gained).tolist() == match.scores(0)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", ALONE)
def test_many_games_alone_are_of_the_same_spaces(name: str, flat: bool) -> None:
    many = gymnasium.make_vec(f"spielwerk/{name}-solo-v0", num_envs=3, flat=flat)
    assert isinstance(many.unwrapped, GamesVectorEnv)
    one = made(name, 1, flat=flat)
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space


@pytest.mark.parametrize("name", names())
def test_many_games_are_played_by_all_seats(name: str) -> None:
    seats = find(name).seats[-1]
    many = gymnasium.make_vec(f"spielwerk/{name}-selfplay-v0", num_envs=2, seats=seats)
    _, infos = many.reset(seed=1)
    assert infos["rewards"].shape == (2, seats)


def test_copies_go_on_with_the_same_plies_and_apart() -> None:
    env = made("axio", 3, bots=["geselle", "zufall"])
    _, info = env.reset(seed=4)
    for _ in range(3):
        *_, info = env.step(int(info["action_mask"].argmax()))
    records = []
    for each in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):  # noqa: S301
        over, mask = False, info["action_mask"]
        while not over:
            _, _, over, _, now = each.step(int(mask.argmax()))
            mask = now["action_mask"]
        records.append(each.unwrapped.match().record())
    assert records[0] == records[1] == records[2]


# Users' mistakes


def test_an_action_that_is_masked_out_ends_the_game() -> None:
    env = made("axio", 2)
    _, info = env.reset(seed=1)
    observation, reward, over, truncated, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, over, truncated, info["illegal_action"]) == (-1, True, False, True)
    assert observation in env.observation_space
    with pytest.raises(GameOver, match="reset"):
        env.step(0)


def test_what_is_no_action_is_refused() -> None:
    env = made("axio", 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, env.action_space.n, 0.5, None):
        with pytest.raises(gymnasium.error.InvalidAction) as refused:
            env.step(action)
        assert isinstance(refused.value, BadAction)
        assert isinstance(refused.value, ValueError)


def test_stepping_after_the_end() -> None:
    env = made("second_chance", 1)
    play(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"seats": 5}, "bad_seats"),
        ({"seats": 3, "bots": ["zufall"] * 3}, "bad_bots"),
        ({"seats": 3, "bots": []}, "bad_bots"),
        ({"seats": 2, "seat": 2}, "bad_seat"),
        ({"reward": "money"}, "bad_reward"),
        ({"hands": "open"}, "unknown_option"),
    ],
)
def test_settings_that_do_not_exist_are_refused(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(BadSetting) as refused:
        gymnasium.make("spielwerk/axio-v0", **settings)
    assert refused.value.code == code


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(UnknownBot):
        gymnasium.make("spielwerk/axio-v0", bots=["gott"])
