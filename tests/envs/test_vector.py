"""Many games at once: the same games as one by one, in whatever way they are stepped."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from envs.one_game import OneGame
from games.driving import every_table
from spielwerk.envs.rewards import Rewards, kinds
from spielwerk.envs.vector import AUTORESETS, VectorGames
from spielwerk.games import find, names
from spielwerk.match.match import Match
from spielwerk.match.retell import retell
from spielwerk.rules.dispatch import allows
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.observation import Observation

MASKS: tuple[Literal["lists", "bits", "bools"], ...] = ("lists", "bits", "bools")


def legal_of(games: VectorGames, i: int) -> set[int]:
    """Return the actions that a game's mask allows."""
    row = games.masks[i]
    if games.masked_as == "lists":
        listed = row[: games.counts[i]].tolist()
        assert len(set(listed)) == len(listed)
        return set(listed)
    if games.masked_as == "bits":
        row = np.unpackbits(row.view(np.uint8), bitorder="little")[: games.game.actions]
    return set(np.flatnonzero(row).tolist())


def any_legal(games: VectorGames) -> list[int]:
    return [min(legal_of(games, i), default=0) for i in range(games.n)]


@pytest.mark.parametrize("masks", MASKS)
@every_table
def test_masks_are_what_is_legal(
    name: str, seats: int, masks: Literal["lists", "bits", "bools"]
) -> None:
    games = VectorGames(name, seats, 3, seed=2, masks=masks, observe=False)
    over = number = 0
    while not over:
        games.random_step()
        number += 1
        if number % 11 and not games.terminated.any():
            continue
        for i in range(games.n):
            s, seat = games.states, int(games.seat[i])
            if s["turn"][i]:
                assert seat == games.game.to_act(s, i)[0]
                assert legal_of(games, i) == set(games.game.legal(s, i, seat).tolist())
            else:
                assert legal_of(games, i) == set()
                over += 1


@every_table
def test_observations_are_those_of_the_seat_to_act(name: str, seats: int) -> None:
    games = VectorGames(name, seats, 3, seed=2, masks=None)
    known = Observation(games.game)
    for _ in range(60):
        games.random_step()
        for i in range(games.n):
            seen = known.observe(games.states, i, int(games.seat[i]))
            assert (games.observations[i] == seen).all()


@every_table
def test_states_are_those_of_games_played_one_by_one(name: str, seats: int) -> None:
    n = 3
    games = VectorGames(name, seats, n, seed=9, masks=None, observe=False, autoreset="same_step")
    single = [OneGame(name, seats, 9, number) for number in range(n)]
    for one in single:
        one.begin()
    ends = 0
    while ends < 4:
        games.random_step()
        for i, one in enumerate(single):
            assert games.actor[i] == one.game.to_act(one.s, 0)[0]
            assert allows(one.game.tables, one.s, 0, games.actor[i], games.chosen[i])
            one.act(int(games.chosen[i]))
            assert games.terminated[i] == one.over
            if one.over:
                ends += 1
                match = _match_of(one)
                assert match.over
                assert match.states.tobytes() == one.s.tobytes()
                one.begin()
            assert games.states[i].tobytes() == one.s[0].tobytes()


def _match_of(one: OneGame) -> Match:
    return retell(one.game, one.seats, 0, np.array(one.log))


@pytest.mark.parametrize("name", names())
def test_threads_change_nothing(name: str) -> None:
    seats = find(name).seats[0]
    one, three = (
        VectorGames(name, seats, 700, seed=4, masks="bits", autoreset="same_step", threads=threads)
        for threads in (1, 3)
    )
    number = 0
    while number < 40 or not one.finished_lengths.all():
        one.random_step()
        number += 1
        if number % 2:
            three.random_step()
        else:
            three.step(one.chosen)
            three._rows.games.choices[:] = one._rows.games.choices
        for field in ("rewards", "terminated", "seat", "actor", "observations", "masks", "states"):
            assert (getattr(one, field) == getattr(three, field)).all(), field


def test_another_seed_gives_other_games_and_the_same_seed_the_same() -> None:
    def played(seed: int) -> bytes:
        games = VectorGames("axio", 2, 5, seed=seed, masks=None, observe=False)
        for _ in range(50):
            games.random_step()
        return games.states.tobytes()

    assert played(1) == played(1) != played(2)


def test_without_a_seed_luck_is_drawn_and_goes_on() -> None:
    games = VectorGames("axio", 2, 2, masks=None, observe=False)
    other = VectorGames("axio", 2, 2, masks=None, observe=False)
    assert (games.states["hand"] != other.states["hand"]).any()
    before = games.states.copy()
    games.reset()
    assert (games.states["hand"] != before["hand"]).any()


def test_the_starting_seat_may_be_drawn_by_lot() -> None:
    games = VectorGames("axio", 4, 60, seed=1, first="lot", masks=None, observe=False)
    assert set(games.seat.tolist()) == {0, 1, 2, 3}
    assert set(VectorGames("axio", 4, 9, seed=1, first=2, masks=None).seat.tolist()) == {2}


# Autoreset, seed and statistics


@pytest.mark.parametrize("autoreset", AUTORESETS)
@pytest.mark.parametrize("reward", kinds(find("second_chance"), 2))
def test_statistics_add_up(autoreset: str, reward: str) -> None:
    games = VectorGames("second_chance", 2, 4, seed=3, reward=reward, autoreset=autoreset)
    returns, lengths = np.zeros_like(games.finished_returns), np.zeros(4, int)
    ended = 0
    for _ in range(120):
        games.random_step()
        returns += games.rewards
        lengths += games.actor >= 0
        for i in np.flatnonzero(games.terminated):
            assert (games.finished_returns[i] == returns[i]).all()
            assert games.finished_lengths[i] == lengths[i]
            returns[i], lengths[i] = 0, 0
            ended += 1
        if autoreset == "disabled" and games.terminated.any():
            games.reset(which=games.terminated.copy())
    assert ended > 4


def test_rewards_are_those_of_the_ply() -> None:
    for reward in kinds(find("anubixx"), 3):
        games = VectorGames("anubixx", 3, 3, seed=3, reward=reward, autoreset="disabled")
        rewards = Rewards(games.game, 3, reward)
        before = [rewards.standing(games.states, i) for i in range(3)]
        while not games.terminated.any():
            games.random_step()
            for i in range(3):
                paid = rewards.after(games.states, i, before[i])
                assert (paid.reshape(games.rewards[i].shape) == games.rewards[i]).all()


def test_a_game_that_is_over_is_dealt_with_the_next_step() -> None:
    games = VectorGames("axio_rota", 1, 2, seed=1, masks="lists")
    while not games.terminated.all():
        games.random_step()
    assert not games.states["turn"].any()
    assert not games.counts.any()
    games.step([-5, 10**9])  # nobody requests them
    assert games.states["turn"].all()
    assert games.actor.tolist() == [-1, -1]
    assert not games.rewards.any()
    assert not games.terminated.any()
    assert games.states["n"].tolist() == [4, 4]


def test_a_game_that_is_over_is_dealt_in_the_same_step() -> None:
    games = VectorGames("axio_rota", 1, 2, seed=1, autoreset="same_step")
    while not games.terminated.all():
        games.random_step()
    assert games.states["n"].tolist() == [4, 4]
    known = Observation(games.game)
    assert known.split(games.observations)["lying"].tolist() == [[4], [4]]
    assert (known.split(games.final_observations)["lying"] > 4).all()
    assert (games.rewards[:, 0] == games.finished_returns[:, 0]).all()


def test_without_autoreset_a_game_that_is_over_is_refused() -> None:
    games = VectorGames("axio_rota", 1, 3, seed=1, autoreset="disabled")
    while not games.terminated.any():
        games.random_step()
    assert games.terminated.all()  # alone all games of rota last twelve tiles and bonus turns
    before = games.states.tobytes()
    with pytest.raises(IllegalMove, match="axio_rota, game 0 is over") as refused:
        games.step([0, 0, 0])
    assert refused.value.code == "over"
    with pytest.raises(IllegalMove, match="axio_rota, game 0 is over"):
        games.random_step()
    assert games.states.tobytes() == before
    games.reset(which=np.array([True, False, True]))
    assert games.terminated.tolist() == [False, True, False]
    assert games.states["turn"].astype(bool).tolist() == [True, False, True]


def test_some_games_are_dealt_anew_and_others_go_on() -> None:
    games = VectorGames("axio", 2, 3, seed=1)
    games.random_step()
    before = games.states.copy()
    games.reset(seed=8, which=np.array([False, True, False]))
    changed = [games.states[i].tobytes() != before[i].tobytes() for i in range(3)]
    assert changed == [False, True, False]
    assert games.states[1].tobytes() == VectorGames("axio", 2, 3, seed=8).states[1].tobytes()


def test_games_that_are_over_are_dealt_by_the_buffer_that_says_so() -> None:
    games = VectorGames("axio_rota", 1, 3, seed=1, autoreset="disabled")
    while not games.terminated.all():
        games.random_step()
    games.reset(which=games.terminated)
    assert not games.terminated.any()
    assert games.states["turn"].all()
    assert games.counts.all()


# Copies


def _pickled(games: VectorGames) -> VectorGames:
    found: VectorGames = pickle.loads(pickle.dumps(games))  # noqa: S301  (our own)
    return found


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_go_on_alike_and_apart(
    copied: Callable[[VectorGames], VectorGames], threads: int
) -> None:
    games = VectorGames("second_chance", 2, 600, seed=3, masks="bits", threads=threads)
    for _ in range(5):
        games.random_step()
    other, alike = copied(games), copied(games)
    before = {name: getattr(games, name).copy() for name in games.shapes()}
    for _ in range(40):
        other.random_step()
    for name, array in before.items():
        assert (getattr(games, name) == array).all(), name
    for _ in range(40):
        alike.step(_first_legal(alike))
        games.step(_first_legal(games))
    for name in ("states", *before):
        assert (getattr(games, name) == getattr(alike, name)).all(), name
    assert games.finished_lengths.all()
    assert (games.states != other.states).any()


def _first_legal(games: VectorGames) -> Any:
    bits = np.unpackbits(games.masks.view(np.uint8), axis=1, bitorder="little")
    return bits.argmax(axis=1)


# Refusals


@every_table
def test_an_illegal_action_is_refused_and_nothing_happens(name: str, seats: int) -> None:
    games = VectorGames(name, seats, 4, seed=5)
    for _ in range(4):
        games.random_step()
    before = games.states.tobytes()
    actions = any_legal(games)
    illegal = next(a for a in range(games.game.actions) if a not in legal_of(games, 2))
    for wrong in (illegal, -1, games.game.actions):
        actions[2] = wrong
        with pytest.raises(IllegalMove, match=rf"{name}, game 2: action {wrong} ") as refused:
            games.step(actions)
        assert refused.value.details["action"] == wrong
        assert games.states.tobytes() == before


@pytest.mark.parametrize(
    "actions", [[0], [[0, 0]], [0.5, 0.5], ["0", "0"], np.array([True, False])]
)
def test_what_is_no_list_of_actions_is_refused(actions: Any) -> None:
    games = VectorGames("axio", 2, 2, seed=5)
    with pytest.raises(BadSetting, match="2 whole numbers"):
        games.step(actions)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"seats": 5}, "axio has 1 to 4 seats"),
        ({"n": 0}, "from 1 on"),
        ({"threads": 0}, "from 1 on"),
        ({"masks": "words"}, "lists, bits, bools"),
        ({"autoreset": "never"}, "next_step, same_step, disabled"),
        ({"reward": "money"}, "outcome, points"),
        ({"first": 2}, "first seat"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({"options": {"hands": "open"}}, "no option"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], reason: str) -> None:
    chosen: dict[str, Any] = {"game": "axio", "seats": 2, "n": 2, "seed": 1} | settings
    with pytest.raises(BadSetting, match=reason):
        VectorGames(**chosen)


def test_which_games_to_deal_must_be_said_by_a_bool_each() -> None:
    games = VectorGames("axio", 2, 2, seed=1)
    with pytest.raises(BadSetting, match="2 bools"):
        games.reset(which=np.array([1, 0]))


# Buffers


def test_buffers_of_ones_own_are_written() -> None:
    plan = VectorGames("axio", 2, 4, seed=1, masks="bits").shapes()
    buffers = {name: np.zeros(shape, kind) for name, (shape, kind) in plan.items()}
    games = VectorGames("axio", 2, 4, seed=1, masks="bits", buffers=buffers)
    for name, buffer in buffers.items():
        assert getattr(games, name) is buffer
    while not games.terminated.any():
        games.random_step()
    assert all(buffer.any() for buffer in buffers.values())


@pytest.mark.parametrize(
    "buffers",
    [
        {"seat": np.zeros(3, np.int8)},
        {"seat": np.zeros(4, np.int16)},
        {"rewards": np.zeros((2, 4), np.float32).T},
        {"seat": [0, 0, 0, 0]},
        {"nonsense": np.zeros(4)},
    ],
)
def test_buffers_that_do_not_fit_are_refused(buffers: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        VectorGames("axio", 2, 4, seed=1, buffers=buffers)


def test_observations_and_masks_can_be_left_out() -> None:
    games = VectorGames("axio", 2, 4, seed=1, masks=None, observe=False)
    assert games.observations.shape == games.masks.shape == (4, 0)
    games.random_step()


def test_options_are_known_to_observations() -> None:
    lying = VectorGames("axio_hex", 2, 2, seed=1)
    hidden = VectorGames("axio_hex", 2, 2, seed=1, options={"hands": "hidden"})
    assert lying.observation is not None
    assert hidden.observation is not None
    assert lying.observation.size > hidden.observation.size


@pytest.mark.compiled
def test_it_needs_no_gymnasium() -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from spielwerk.envs.vector import VectorGames\n"
        "VectorGames('axio', 2, 2, seed=1).random_step()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# Compiled and plain


def digests() -> str:
    """Return a line for each game's smallest and largest table: the results of a few steps."""
    lines = []
    for name, seats in [(name, find(name).seats[end]) for name in names() for end in (0, -1)]:
        digest = hashlib.sha256()
        for reward in kinds(find(name), seats):
            games = VectorGames(
                name, seats, 2, seed=6, masks="bits", reward=reward, autoreset="same_step"
            )
            for _ in range(4 if reward != "outcome" else 12):
                games.random_step()
                for field in ("states", "rewards", "observations", "masks", "seat", "terminated"):
                    digest.update(getattr(games, field).tobytes())
        lines.append(f"{name} {seats} {digest.hexdigest()}")
    return "\n".join(lines)


@pytest.mark.compiled
def test_compiled_and_plain_games_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, __file__],
        env=os.environ
        | {
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path]),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == digests()


if __name__ == "__main__":
    sys.stdout.write(digests())
