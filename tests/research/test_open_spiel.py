"""OpenSpiel: its own tests pass, chance is explicit, and information states hide and recall."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import spielwerk.envs.open_spiel  # noqa: F401  (registers the games)
from games.driving import every_table
from spielwerk.games import find
from spielwerk.match.retell import retell
from spielwerk.rules import batch
from spielwerk.rules.observation import Observation
from spielwerk.rules.state import NATURE


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"spielwerk_{name}", params)


def step(state: Any, luck: random.Random) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choices(outcomes, odds)[0])
    else:
        state.apply_action(luck.choice(state.legal_actions()))


def played(game: Any, seed: int, moves: int = 1 << 40) -> Any:
    """Return a state after this many moves of seats and chance, and on to a decision or the end."""
    state, luck = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (state.move_number() < moves or state.is_chance_node()):
        step(state, luck)
    return state


@every_table
def test_their_suite_with_serialization(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_their_suite_with_hidden_hands() -> None:
    game = pyspiel.load_game("spielwerk_axio_hex(seats=3,hands=hidden,first=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert played(game, 1, 1).current_player() == 2


@every_table
def test_whole_games_are_those_that_matches_play(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    state = played(game, seats)
    log = [(NATURE if ply.player < 0 else ply.player, ply.action) for ply in state.full_history()]
    match = retell(find(name), seats, 0, np.array(log))
    assert match.over
    assert match.ranks is not None
    returns = state.returns()
    if seats > 1:
        assert sum(returns) == pytest.approx(0)
        assert returns[match.ranks.index(1)] == max(returns)
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns)


@every_table
def test_games_stay_within_the_bounds_they_state(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    for seed in range(3):
        state = played(game, seed)
        chance = sum(ply.player < 0 for ply in state.full_history())
        assert chance <= game.max_chance_nodes_in_history()
        assert len(state.full_history()) - chance <= game.max_game_length()


@every_table
def test_legal_actions_and_their_names_are_the_matchs(name: str, seats: int) -> None:
    state = played(load(name, seats=seats), 3, 30)
    log = [(NATURE if ply.player < 0 else ply.player, ply.action) for ply in state.full_history()]
    chosen = len(state.node.chosen)
    match = retell(find(name), seats, 0, np.array(log[: len(log) - chosen]))
    told = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(told) == match.legal(state.current_player())


def test_chance_is_what_lies_in_the_bag() -> None:
    state = load("axio", seats=2).new_initial_state()
    assert state.is_chance_node()
    odds = dict(state.chance_outcomes())
    assert sum(odds.values()) == pytest.approx(1)
    assert sorted(set(odds.values())) == [0.04, 0.08]  # doubles, and pairs
    before = len(state.chance_outcomes())
    for _ in range(4):  # all doubles of one colour
        state.apply_action(min(odds, key=lambda kind: odds[kind]))
    assert len(state.chance_outcomes()) == before - 1


# Information


@pytest.mark.parametrize(("name", "options"), [("axio", {}), ("axio_hex", {"hands": "hidden"})])
def test_hidden_tiles_are_in_no_information_state_of_others(
    name: str, options: dict[str, str]
) -> None:
    game = load(name, seats=2, **options)
    one, other = game.new_initial_state(), game.new_initial_state()
    for kind in (0, 1, 2, 3, 4):  # the hand of seat 0
        one.apply_action(kind)
        other.apply_action(kind)
    for kind in (5, 6, 7, 8, 9):
        one.apply_action(kind)
    for kind in (5, 6, 7, 8, 10):
        other.apply_action(kind)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(1) != other.information_state_string(1)


def acted(game: Any, actions: list[int]) -> Any:
    """Return the state after these actions of seats and chance, or None if they are impossible."""
    state = game.new_initial_state()
    for action in actions:
        if action not in state.legal_actions():
            return None
        state.apply_action(action)
    return state


def test_a_shown_hand_is_remembered() -> None:
    """A swap shows the hand: others remember it, also when it is in the bag again."""
    game, swap = load("axio", seats=2), find("axio").actions - 2
    for seed in range(60):
        log = batch.trace(find("axio"), 2, seed, 0)[1].tolist()
        plies = [number for number, ply in enumerate(log) if ply[1] == swap and ply[0] != NATURE]
        if plies and plies[0] + 10 < len(log):
            break
    swapped, viewer = plies[0], 1 - log[plies[0]][0]
    actions = [action for _, action in log[: swapped + 10]]  # the draws, a ply and its refill
    state = acted(game, actions)
    assert state is not None
    assert not state.node.states["beside_bag"][0]
    others = (
        acted(game, [*actions[:number], kind, *actions[number + 1 :]])
        for number in range(swapped)
        if log[number][0] == NATURE
        for kind in range(15)
        if kind != actions[number]
    )
    seen = state.observation_string(viewer)
    for other in others:  # another tile was in the hand that was shown
        if other is not None and other.observation_string(viewer) == seen:
            assert other.information_state_string(viewer) != state.information_state_string(viewer)
            return
    pytest.fail("no other hand could have been shown")


def test_choices_made_at_once_are_hidden_until_all_have_chosen() -> None:
    game = load("second_chance", seats=3)
    one = played(game, 1, 1)
    other = one.clone()
    first, second, *_ = one.legal_actions()
    one.apply_action(first)
    other.apply_action(second)
    assert one.current_player() == other.current_player() == 1
    for seat in (1, 2):
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.observation_tensor(seat) == other.observation_tensor(seat)
    assert one.information_state_string(0) != other.information_state_string(0)
    for _ in range(2):
        action = one.legal_actions()[0]
        one.apply_action(action)
        other.apply_action(action)
    assert one.information_state_string(1) != other.information_state_string(1)


def test_types_say_who_knows_what() -> None:
    kinds = pyspiel.GameType.Information

    def information(name: str, **params: Any) -> Any:
        return load(name, **params).get_type().information

    assert information("axio") == kinds.IMPERFECT_INFORMATION
    assert information("axio", seats=1) == kinds.PERFECT_INFORMATION
    assert information("anubixx") == kinds.PERFECT_INFORMATION
    assert information("axio_hex") == kinds.PERFECT_INFORMATION
    assert information("axio_hex", hands="hidden") == kinds.IMPERFECT_INFORMATION
    assert information("second_chance") == kinds.IMPERFECT_INFORMATION  # all choose at once


@every_table
def test_observations_are_those_of_the_other_environments(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    state = played(game, 2, 25)
    known = Observation(find(name))
    observation = make_observation(game)
    for seat in range(seats):
        row = known.observe(state.node.states, 0, seat)
        observation.set_from(state, seat)
        assert (observation.tensor == row).all()
        assert np.array_equal(state.observation_tensor(seat), row)
        for field, values in known.split(row).items():
            assert (observation.dict[field] == values).all()


# Copies


@every_table
def test_copies_and_written_states_go_on_alike_and_apart(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    state = played(game, 4, 12)
    written = pyspiel.serialize_game_and_state(game, state)
    copy, (_, read) = state.clone(), pyspiel.deserialize_game_and_state(written)
    before = state.node.states.tobytes()
    for each in (copy, read):
        luck = random.Random(1)
        while not each.is_terminal():
            step(each, luck)
    assert state.node.states.tobytes() == before
    assert copy.node.states.tobytes() == read.node.states.tobytes()
    assert copy.history() == read.history()


@pytest.mark.parametrize("params", ["seats=9", "first=7", "hands=upside_down", "chairs=2"])
def test_settings_that_do_not_exist_are_refused(params: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game(f"spielwerk_axio_hex({params})")


def test_python_ends_in_peace() -> None:
    """OpenSpiel destroys its games after Python has ended."""
    code = "import pyspiel, spielwerk.envs.open_spiel; g = pyspiel.load_game('spielwerk_axio')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


# Sampling


@pytest.mark.parametrize(
    ("name", "params"), [("axio", {}), ("axio_hex", {"hands": "hidden"}), ("second_chance", {})]
)
def test_sampled_states_are_those_that_the_seat_cannot_tell_apart(
    name: str, params: dict[str, str]
) -> None:
    state = played(load(name, seats=2, **params), 3, 30)
    while state.is_chance_node():
        step(state, random.Random(1))
    player, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    before = state.node.states.tobytes()
    for _ in range(20):
        sampled = state.resample_from_infostate(player, sampler)
        assert sampled.information_state_string(player) == state.information_state_string(player)
        assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
        assert sampled.legal_actions() == state.legal_actions()
        others.add(sampled.information_state_string(1 - player))
        luck = random.Random(2)
        for one in (sampled, sampled.clone()):
            while not one.is_terminal():
                step(one, luck)
            assert one.returns()[0] == -one.returns()[1]
    assert state.node.states.tobytes() == before
    if name != "second_chance" or state.node.chosen:
        assert len(others) > 1


def test_what_a_sampled_state_tells_others_does_not_come_from_the_real_one() -> None:
    """Two states that the seat cannot tell apart: the same luck makes the same of both."""
    game = load("axio", seats=2)
    one, other = game.new_initial_state(), game.new_initial_state()
    for kinds, state in (((5, 6, 7, 8, 9), one), ((5, 6, 7, 8, 10), other)):
        for kind in (0, 1, 2, 3, 4, *kinds):
            state.apply_action(kind)
    sampled = [state.resample_from_infostate(0, lambda: 0.3) for state in (one, other)]
    for seat in (0, 1):
        told = {state.information_state_string(seat) for state in sampled}
        assert len(told) == 1


def test_tensors_of_information_states_recall() -> None:
    game = load("anubixx", seats=2)
    one, other = (played(game, 1, 12) for _ in range(2))
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert len(one.information_state_tensor(0)) == game.information_state_tensor_size()
    first, second, *_ = one.legal_actions()
    one.apply_action(first)
    other.apply_action(second)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
