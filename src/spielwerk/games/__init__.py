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
from spielwerk.rules.numbers import quoted


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@functools.cache
def _game_type(name: str) -> type[Game]:
    module = importlib.import_module(f"{__name__}.{name}")
    game_type: type[Game] = module.GAME
    return game_type


@functools.lru_cache(maxsize=32)
def _with_parts(name: str, parts: Path | None, _changed: object) -> Game:
    return _game_type(name)(parts)


def find(name: str, parts: Path | str | None = None) -> Game:
    """The game of that name, with its own parts or those of a player's file."""
    if name not in names():
        reason = f"there is no game {quoted(name)} (known: {', '.join(names())})"
        raise UnknownGame("unknown_game", reason, game=quoted(name))
    if parts is None:
        return _with_parts(name, None, None)
    path = Path(parts)
    try:
        status = path.stat()
    except (OSError, ValueError):
        return _game_type(name)(path)  # which tells what is wrong with the path
    return _with_parts(name, path.resolve(), (status.st_mtime_ns, status.st_size))


class _Games(ModuleType):
    """The package itself, made callable: `spielwerk.games()` is a function and a folder."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
