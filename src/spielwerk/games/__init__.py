"""The games: a folder each, found by its name, loaded when first asked for."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from spielwerk.rules.errors import PartsError, UnknownGame
from spielwerk.rules.game import Game
from spielwerk.rules.numbers import quoted

_known: set[str] = set()  # names that were found: to look through folders takes its time


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@functools.cache
def _game_type(name: str) -> type[Game]:
    module = importlib.import_module(f"{__name__}.{name}")
    game_type: type[Game] = module.GAME
    return game_type


@functools.lru_cache(maxsize=32)
def _set_up(
    name: str, parts: Path | None, _changed: object, options: tuple[tuple[str, str], ...]
) -> Game:
    return _game_type(name)(parts, dict(options))


def find(
    name: str, parts: Path | str | None = None, options: Mapping[str, object] | None = None
) -> Game:
    """The game of that name, with its own parts or those of a player's file, and rule options."""
    if not (isinstance(name, str) and name in _known) and name not in names():
        reason = f"there is no game {quoted(name)} (known: {', '.join(names())})"
        raise UnknownGame("unknown_game", reason, game=quoted(name))
    _known.add(name)
    chosen = options or {}
    if not all(isinstance(text, str) for text in (*chosen, *chosen.values())):
        return _game_type(name)(None, chosen)  # which tells what is wrong with them
    known = tuple(sorted((option, str(value)) for option, value in chosen.items()))
    if parts is None:
        return _set_up(name, None, None, known)
    if not isinstance(parts, str | Path):
        raise PartsError("parts_unreadable", f"{quoted(parts)} is no path of a file")
    path = Path(parts)
    try:
        status = path.stat()
    except (OSError, ValueError):
        return _game_type(name)(path)  # which tells what is wrong with the path
    return _set_up(name, path.resolve(), (status.st_mtime_ns, status.st_size), known)


class _Games(ModuleType):
    """The package itself, made callable: `spielwerk.games()` is a function and a folder."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
