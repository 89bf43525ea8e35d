"""The names of environments: modules such as `axio_v0`, and ids in Gymnasium and PettingZoo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from spielwerk.games import game_type, loadable
from spielwerk.rules.errors import MissingExtra, UnknownGame
from spielwerk.rules.game import Game

LEARNER = "spielwerk.envs.learner:LearnerEnv"
MANY = "spielwerk.envs.vector_env:GamesVectorEnv"
TURNS, ALL_AT_ONCE = "spielwerk.envs.aec:env", "spielwerk.envs.parallel:parallel_env"


def default_seats(game: Game | type[Game]) -> int:
    """Return an environment's default number of seats: two, or the fewest possible."""
    return 2 if 2 in game.seats else game.seats[0]


def missing(error: ImportError) -> MissingExtra:
    """Return the refusal for a missing package of `spielwerk[research]`."""
    reason = f"{error.name} is missing: pip install 'spielwerk[research]'"
    return MissingExtra("missing_extra", reason, package=error.name)


def register_all() -> None:
    """Register every game as `spielwerk/axio-v0`, and its other forms under their own ids."""
    import gymnasium
    import pettingzoo

    for game in map(game_type, loadable()):
        name, settings = f"spielwerk/{game.id}", {"game": game.id}
        pettingzoo.register("aec", f"{name}-v0", TURNS, kwargs=settings)
        if not game.has_first:
            pettingzoo.register("parallel", f"{name}-v0", ALL_AT_ONCE, kwargs=settings)
        gymnasium.register(f"{name}-v0", LEARNER, kwargs=settings)
        # In many games at once the learner has all seats: not the same as playing against bots.
        gymnasium.register(f"{name}-selfplay-v0", vector_entry_point=MANY, kwargs=settings)
        if game.seats[-1] > 1:  # the same as with bots one by one, but bots think for many games
            against = settings | {"bots": ("geselle",)}
            gymnasium.register(f"{name}-bots-v0", vector_entry_point=MANY, kwargs=against)
        if 1 in game.seats:
            alone = settings | {"seats": 1, "bots": ()}
            gymnasium.register(f"{name}-solo-v0", LEARNER, vector_entry_point=MANY, kwargs=alone)


class PettingZooModules(MetaPathFinder, Loader):
    """Makes a module such as `spielwerk.envs.axio_v0` for any installed game that is asked for.

    It has `env` and `raw_env` seat by seat; where seats act at the same time `parallel_env` and
    `raw_parallel_env`, too.
    """

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the module's spec; None if the name is not an environment's."""
        if not (found := re.fullmatch(r"spielwerk\.envs\.(\w+)_v0", fullname)):
            return None
        try:
            game_type(found[1])
        except UnknownGame as error:
            raise ImportError(str(error), name=fullname) from error
        return ModuleSpec(fullname, self, loader_state=found[1])

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module."""
        try:
            from spielwerk.envs import aec, parallel
        except ModuleNotFoundError as error:
            raise missing(error) from error
        assert module.__spec__ is not None
        name = module.__spec__.loader_state
        made: dict[str, object] = {
            "__doc__": f"{name} for PettingZoo.",
            "env": partial(aec.env, name),
            "raw_env": partial(aec.RawEnv, name),
        }
        if not game_type(name).has_first:
            made["parallel_env"] = partial(parallel.parallel_env, name)
            made["raw_parallel_env"] = partial(parallel.RawParallelEnv, name)
        vars(module).update(made)
