"""The games: a folder each, found by its name, loaded when first asked for."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

from spielwerk.rules.errors import UnknownGame
from spielwerk.rules.game import Game


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@functools.cache
def _game_type(name: str) -> type[Game]:
    if name not in names():
        known = ", ".join(names())
        raise UnknownGame("unknown_game", f"there is no game {name!r} (known: {known})", game=name)
    module = importlib.import_module(f"{__name__}.{name}")
    game_type: type[Game] = module.GAME
    return game_type


@functools.cache
def _own_parts(name: str) -> Game:
    return _game_type(name)()


def find(name: str, parts: Path | str | None = None) -> Game:
    """The game of that name, with its own parts or those of a player's file."""
    return _own_parts(name) if parts is None else _game_type(name)(Path(parts))


class _Games(ModuleType):
    """The package itself, made callable: `spielwerk.games()` is a function and a folder."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
