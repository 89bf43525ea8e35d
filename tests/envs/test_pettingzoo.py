"""PettingZoo: its own tests pass, and its environments play as matches do."""

import copy
import importlib
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest

from envs.suites import api_test, render_test, says, seed_test
from games.driving import every_table
from spielwerk.envs.aec import RawEnv
from spielwerk.envs.errors import BadAction, GameOver
from spielwerk.games import find
from spielwerk.match.replay import replay
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.state import NATURE


def module(name: str) -> Any:
    return importlib.import_module(f"spielwerk.envs.{name}_v0")


def play(env: Any, seed: int, plies: int | None = None) -> list[float]:
    """Play at random, to the end or for this many plies; return each agent's total reward."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, over, _, info = env.last()
        got[agent] += reward
        if number == plies:
            break
        assert info["action_mask"] is observation["action_mask"]
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if over else luck.choice(legal))
    return list(got.values())


# Their tests


@says
@every_table
def test_api(name: str, seats: int) -> None:
    api_test(module(name).env(seats=seats), num_cycles=30)
    api_test(module(name).raw_env(seats=seats, reward="points"), num_cycles=30)


@every_table
def test_seeds(name: str, seats: int) -> None:
    seed_test(lambda: module(name).env(seats=seats, first="lot"), num_cycles=30)


def test_pettingzoo_knows_the_names() -> None:
    env = pettingzoo.make("aec", "spielwerk/axio_rota-v0", seats=3)
    assert str(env) == "axio_rota_v0"
    assert len(env.possible_agents) == 3
    env = pettingzoo.make("parallel", "spielwerk/second_chance-v0", seats=5)
    assert len(env.possible_agents) == 5


@pytest.mark.parametrize("name", ["axio", "second_chance"])
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: module(name).env(render_mode=render_mode))
    assert capsys.readouterr().out


# The game behind it


@every_table
def test_whole_games_are_those_that_matches_play(name: str, seats: int) -> None:
    env = module(name).raw_env(seats=seats, first="lot")
    got = play(env, seed=seats)
    match = replay(env.match().record())
    assert match.over
    assert not env.agents
    assert len(match.plies) == (env.episode.log[:, 0] != NATURE).sum()
    assert (match.states == env.episode.states).all()
    assert match.ranks is not None
    if seats > 1:
        assert sum(got) == pytest.approx(0)
        assert got[match.ranks.index(1)] == max(got)


@every_table
def test_the_mask_is_what_is_legal(name: str, seats: int) -> None:
    env = module(name).raw_env(seats=seats)
    for plies in (0, 3, 11):
        play(env, 5, plies)
        match = env.match()
        seat = int(env.agent_selection.removeprefix("seat_"))
        assert seat in match.to_act
        legal = find(name).legal(match.states, 0, seat)
        assert np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist() == sorted(
            legal.tolist()
        )
        for other in set(env.agents) - {env.agent_selection}:
            assert not env.infos[other]["action_mask"].any()
            assert not env.observe(other)["action_mask"].any()


@every_table
def test_points_add_up_to_what_the_scoreboard_says(name: str, seats: int) -> None:
    env = module(name).raw_env(seats=seats, reward="vector")
    env.reset(seed=2)
    before = [env.match().scores(seat) for seat in range(seats)]
    play_on = np.random.default_rng(2)
    got = {agent: np.zeros(len(before[0])) for agent in env.agents}
    while env.agents:
        agent = env.agent_selection
        _, reward, over, _, info = env.last()
        assert reward in env.reward_space(agent)
        got[agent] += reward
        env.step(None if over else play_on.choice(np.flatnonzero(info["action_mask"])))
    match = env.match()
    for seat, gained in enumerate(got.values()):
        signed = gained * match.game.signs(seats)
        assert (before[seat] + signed).tolist() == match.scores(seat)


def test_nobody_sees_what_others_choose_at_the_same_time() -> None:
    env = module("second_chance").raw_env(seats=3)
    play(env, seed=1, plies=3)  # the start pieces are drawn
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    for _ in range(2):
        env.step(env.infos[env.agent_selection]["action_mask"].argmax())
        for agent in env.agents:
            assert (env.observe(agent)["observation"] == before[agent]).all()
    env.step(env.infos[env.agent_selection]["action_mask"].argmax())
    for agent in env.agents:
        assert (env.observe(agent)["observation"] != before[agent]).any()


def test_options_and_seats_are_those_of_matches() -> None:
    env = module("axio_hex").raw_env(seats=3, hands="hidden", first=2)
    env.reset(seed=1)
    assert env.agent_selection == "seat_2"
    assert env.match().options == {"hands": "hidden"}


def test_resets_go_on_from_the_seed() -> None:
    env = module("axio").raw_env()

    def deals() -> list[bytes]:
        env.reset(seed=4)
        first = env.episode.states.tobytes()
        env.reset()
        return [first, env.episode.states.tobytes()]

    assert deals() == deals()
    assert len(set(deals())) == 2


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(RawEnv("axio_hex", 3, hands="hidden")))  # noqa: S301
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert env.episode.game.options == {"hands": "hidden"}


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("make", ["env", "raw_env"])
@pytest.mark.parametrize(
    ("name", "options"),
    [("anubixx", {}), ("axio_hex", {"hands": "hidden"}), ("second_chance", {})],
)
def test_copies_go_on_with_the_same_plies_and_apart(
    name: str, options: dict[str, str], make: str, copied: Any
) -> None:
    env = getattr(module(name), make)(seats=3, reward="points", **options)
    play(env, 5, 7)  # in Second Chance: one seat has chosen, two have not
    other = copied(env)
    assert type(other) is type(env)
    ends = []
    for each in (other, env):
        luck, seen = np.random.default_rng(1), []
        while each.agents:
            observation, reward, over, _, info = each.last()
            seen.append((each.agent_selection, reward, observation["observation"].tobytes()))
            each.step(None if over else luck.choice(np.flatnonzero(info["action_mask"])))
        each.reset()  # the chance of the next deal goes on, too
        ends.append((seen, each.unwrapped.episode.states.tobytes()))
    assert ends[0] == ends[1]


# Users' mistakes


@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("axio", {"seats": 5}, "bad_seats"),
        ("anubixx", {"seats": 1}, "bad_seats"),
        ("axio", {"seats": "two"}, "bad_seats"),
        ("axio", {"first": 2}, "bad_first"),
        ("axio", {"hands": "open"}, "unknown_option"),
        ("axio", {"reward": "money"}, "bad_reward"),
        ("axio", {"render_mode": "svg"}, "bad_render_mode"),
    ],
)
def test_settings_that_do_not_exist_are_refused(
    name: str, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        module(name).env(**settings)
    assert refused.value.code == code


def masked_out(env: Any) -> int:
    return int(env.infos[env.agent_selection]["action_mask"].argmin())


def test_raw_environments_refuse_actions_that_are_masked_out() -> None:
    env = module("axio").raw_env()
    env.reset(seed=1)
    before = env.episode.states.tobytes()
    with pytest.raises(IllegalMove, match="masked out") as refused:
        env.step(masked_out(env))
    assert refused.value.code == "masked_out"
    for action in (-1, env.action_space("seat_0").n, 1.5, None, "swap"):
        with pytest.raises(BadAction):
            env.step(action)
    assert env.episode.states.tobytes() == before


def test_wrapped_environments_end_with_actions_that_are_masked_out() -> None:
    env = module("axio").env()
    env.reset(seed=1)
    env.step(masked_out(env))
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1, "seat_1": 0}
    while env.agents:
        env.step(None)
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(-1)


def test_stepping_after_the_end() -> None:
    env = module("second_chance").raw_env(seats=1)
    with pytest.raises(GameOver):
        env.step(0)
    play(env, seed=3)
    with pytest.raises(GameOver, match="reset"):
        env.step(0)
    env.reset()
    assert env.agents == ["seat_0"]


def test_masks_belong_to_who_gets_them() -> None:
    env = module("anubixx").raw_env()
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for mask in (env.observe(waiting)["action_mask"], env.infos[waiting]["action_mask"]):
        mask[:] = 1  # as PyTorch may, which shares memory with arrays
    assert not env.observe(waiting)["action_mask"].any()


def test_the_dead_may_only_do_nothing() -> None:
    env = module("axio").raw_env(seats=1)
    env.reset(seed=3)
    while not env.terminations["seat_0"]:
        env.step(env.infos["seat_0"]["action_mask"].argmax())
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    env.step(None)
    assert env.agents == []
