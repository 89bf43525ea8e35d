"""The output of environments: many games at once, and those of other people's libraries.

Those libraries are loaded by the functions that need them, so that this can be without them.
"""

from __future__ import annotations

import random
from typing import Any, Literal

import numpy as np

from goldens.digests import Facets
from goldens.tables import Table, pick

REWARDS = ("outcome", "points", "vector")
MASKS: tuple[Literal["lists", "bits", "bools"], ...] = ("lists", "bits", "bools")
AUTORESETS = ("next_step", "same_step", "disabled")


def allowed(luck: random.Random, mask: Any) -> int:
    """Return one of the actions that a mask allows."""
    return int(pick(luck, np.flatnonzero(mask).tolist()))


def step_many(facets: Facets, table: Table) -> None:
    """Step many games at once: each form of masks with other rewards and another autoreset."""
    from spielwerk.envs.vector import VectorGames

    for masks, reward, autoreset in zip(MASKS, REWARDS, AUTORESETS, strict=True):
        games = VectorGames(
            table.game,
            table.seats,
            8,
            seed=11,
            masks=masks,
            reward=reward,
            autoreset=autoreset,
            first="lot" if masks == "bits" else 0,
            options=table.options,
        )
        luck = random.Random(11)
        ended = 0
        while ended < 10:
            _tell(facets, games)
            if autoreset == "disabled" and games.terminated.any():
                games.reset(which=games.terminated.copy())
            elif masks == "bits":
                games.random_step()
                facets.add("chosen", games.chosen)
            else:
                games.step([_choice(luck, games, row) for row in range(games.n)])
            ended += int(games.terminated.sum())
        facets.add("states", games.states)
        if masks == "lists":
            facets.add("afterstates", games.afterstates())


def _choice(luck: random.Random, games: Any, row: int) -> int:
    if games.masked_as == "lists":
        count = int(games.counts[row])
        return int(games.masks[row, int(luck.random() * count)]) if count else 0
    return allowed(luck, games.masks[row]) if games.masks[row].any() else 0


def _tell(facets: Facets, games: Any) -> None:
    facets.add("seats", games.seat, games.actor, games.terminated)
    if games.masked_as == "lists":  # whatever stands behind a list's end means nothing
        lists = [row[:count] for row, count in zip(games.masks, games.counts, strict=True)]
        facets.add("lists", lists)
    else:
        facets.add(games.masked_as, games.masks)
    facets.add("observations", games.observations)
    facets.add("rewards", games.rewards)
    facets.add("returns", games.finished_returns, games.finished_lengths)
    facets.add("finals", games.final_observations[games.terminated])


def step_agents(facets: Facets, table: Table, reward: str) -> None:
    """Play a whole game of PettingZoo's AEC."""
    import importlib

    module = importlib.import_module(f"spielwerk.envs.{table.game}_v0")
    env = module.env(seats=table.seats, reward=reward, **table.options)
    env.reset(seed=5)
    luck = random.Random(5)
    for agent in env.agent_iter():
        observation, earned, over, broken_off, _ = env.last()
        facets.add("turns", agent, over, broken_off)
        facets.add("rewards", earned, env.rewards)
        for each in env.agents:
            seen = env.observe(each)
            facets.add("observations", seen["observation"])
            facets.add("masks", seen["action_mask"])
        env.step(None if over else allowed(luck, observation["action_mask"]))
    facets.add("record", env.unwrapped.match().record(trace=True))


def step_together(facets: Facets, seats: int, reward: str) -> None:
    """Play a whole game of PettingZoo's Parallel."""
    from spielwerk.envs import second_chance_v0

    env = second_chance_v0.parallel_env(seats=seats, reward=reward)
    observations, _ = env.reset(seed=6)
    luck = random.Random(6)
    while env.agents:
        _tell_each(facets, observations)
        chosen = {agent: allowed(luck, seen["action_mask"]) for agent, seen in observations.items()}
        observations, earned, over, broken_off, _ = env.step(chosen)
        facets.add("rewards", earned)
        facets.add("ends", over, broken_off)
    _tell_each(facets, observations)
    facets.add("record", env.unwrapped.match().record(trace=True))


def _tell_each(facets: Facets, observations: dict[str, Any]) -> None:
    for agent, seen in observations.items():
        facets.add("observations", agent, seen["observation"])
        facets.add("masks", agent, seen["action_mask"])


def learn(facets: Facets, table: Table, reward: str, bot: str) -> None:
    """Play a whole game of Gymnasium's, alone or against bots."""
    import gymnasium

    import spielwerk.envs  # noqa: F401  (registers the names)

    settings: dict[str, Any] = {"reward": reward, "disable_env_checker": True, **table.options}
    if table.seats == 1:
        env = gymnasium.make(f"spielwerk/{table.game}-solo-v0", **settings)
    else:
        settings |= {"seats": table.seats, "bots": [bot], "seat": "lot", "first": "lot"}
        if table.game == "second_chance":
            del settings["first"]
        env = gymnasium.make(f"spielwerk/{table.game}-v0", **settings)
    seen, info = env.reset(seed=7)
    luck = random.Random(7)
    over = False
    while not over:
        facets.add("observations", seen["observation"])
        facets.add("masks", seen["action_mask"], info["action_mask"])
        seen, earned, over, _, info = env.step(allowed(luck, info["action_mask"]))
        facets.add("rewards", earned)
    facets.add("observations", seen["observation"])
    facets.add("record", env.unwrapped.match().record(trace=True))  # type: ignore[attr-defined]


def learn_many(facets: Facets, table: Table, autoreset: str) -> None:
    """Step Gymnasium's vector environment."""
    import gymnasium

    import spielwerk.envs  # noqa: F401  (registers the names)

    kind = "solo" if table.seats == 1 else "selfplay"
    env = gymnasium.make_vec(
        f"spielwerk/{table.game}-{kind}-v0",
        num_envs=3,
        seats=table.seats,
        flat=True,
        autoreset_mode=autoreset,
        **table.options,
    )
    seen, infos = env.reset(seed=8)
    luck = random.Random(8)
    ended = 0
    while ended < 4:
        facets.add("observations", seen)
        facets.add("infos", infos)
        masks = infos["action_mask"]
        actions = [allowed(luck, mask) if mask.any() else 0 for mask in masks]
        seen, earned, over, _, infos = env.step(np.array(actions))
        facets.add("rewards", earned, over)
        ended += int(over.sum())


def walk(facets: Facets, table: Table) -> None:
    """Play a whole game of OpenSpiel's, in each of its forms."""
    import pyspiel

    import spielwerk.envs.open_spiel  # noqa: F401  (registers the games)

    game = pyspiel.load_game(
        f"spielwerk_{table.game}", {"seats": table.seats, "first": 0, **table.options}
    )
    bounds = (game.max_game_length(), game.max_chance_nodes_in_history())
    facets.add("game", game.max_chance_outcomes())
    facets.add("game", game.num_distinct_actions(), bounds, str(game.get_type().information))
    facets.add("game", game.observation_tensor_shape(), game.min_utility(), game.max_utility())
    state = game.new_initial_state()
    luck = random.Random(9)
    while not state.is_terminal():
        facets.add("strings", str(state), state.current_player())
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            facets.add("chance", outcomes)
            state.apply_action(_drawn(luck, outcomes))
            continue
        actions = state.legal_actions()
        facets.add("actions", actions)
        facets.add("notation", [state.action_to_string(action) for action in actions])
        if state.move_number() % 7 == 0:
            _tell_players(facets, state, table.seats)
        state.apply_action(pick(luck, actions))
    _tell_players(facets, state, table.seats)
    facets.add("returns", state.returns(), state.history())


def _drawn(luck: random.Random, outcomes: list[tuple[int, float]]) -> int:
    left = luck.random()
    for outcome, share in outcomes:
        left -= share
        if left < 0:
            return outcome
    return outcomes[-1][0]


def _tell_players(facets: Facets, state: Any, seats: int) -> None:
    for player in range(seats):
        facets.add("tensors", np.array(state.observation_tensor(player), np.float32))
        facets.add("observation_strings", state.observation_string(player))
        facets.add("information_states", state.information_state_string(player))
