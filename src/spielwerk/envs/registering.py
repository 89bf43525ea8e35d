"""The names under which Gymnasium and PettingZoo make our environments."""

from __future__ import annotations

import gymnasium
import pettingzoo

from spielwerk.games import find, names

LEARNER = "spielwerk.envs.learner:LearnerEnv"
MANY = "spielwerk.envs.vector_env:GamesVectorEnv"
TURNS, ALL_AT_ONCE = "spielwerk.envs.aec:env", "spielwerk.envs.parallel:parallel_env"


def register_all() -> None:
    """Every game as `spielwerk/axio-v0`, and under more names what it can be played as."""
    for name in names():
        game = find(name)
        settings = {"game": name}
        pettingzoo.register("aec", f"spielwerk/{name}-v0", TURNS, kwargs=settings)
        if not game.has_first:
            pettingzoo.register("parallel", f"spielwerk/{name}-v0", ALL_AT_ONCE, kwargs=settings)
        gymnasium.register(f"spielwerk/{name}-v0", LEARNER, kwargs=settings)
        # Of many games at once all seats are the learner's: another thing than playing bots.
        gymnasium.register(
            f"spielwerk/{name}-selfplay-v0", vector_entry_point=MANY, kwargs=settings
        )
        if 1 in game.seats:
            alone = settings | {"seats": 1, "bots": ()}
            gymnasium.register(
                f"spielwerk/{name}-solo-v0", LEARNER, vector_entry_point=MANY, kwargs=alone
            )
