"""Find and load games by name; each is imported on first use.

Our own games are found in the same way as those of other packages: by the entry points
`spielwerk.games`.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from spielwerk.rules.entry_points import entry_points
from spielwerk.rules.errors import PartsError, UnknownGame
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsSource, PartsText

if TYPE_CHECKING:  # it imports Numba, which takes longer than listing the names
    from spielwerk.rules.game import Game

GROUP = "spielwerk.games"
_log = logging.getLogger(__name__)


def names() -> list[str]:
    """Return the names of all games."""
    return sorted(entry_points(GROUP))


@functools.cache
def game_type(name: str) -> type[Game]:
    """Return the class of the game with this name."""
    from spielwerk.rules.game import Game

    found = entry_points(GROUP).get(name)
    if found is None:
        raise _unknown(name)
    try:
        loaded = found.load()
    except Exception as error:
        reason = f"the game {name} can't be loaded: {type(error).__name__}: {error}"
        raise UnknownGame("broken_game", reason, game=name) from error
    if not (inspect.isclass(loaded) and issubclass(loaded, Game)):
        reason = f"the game {name} can't be loaded: {found.value} is no class derived from Game"
        raise UnknownGame("broken_game", reason, game=name)
    if loaded.id != name:
        reason = f"the game {name} can't be loaded: {found.value} has the id {quoted(loaded.id)}"
        raise UnknownGame("broken_game", reason, game=name)
    return loaded


def _unknown(name: object) -> UnknownGame:
    reason = f"there is no game {quoted(name)} (known: {', '.join(names())})"
    return UnknownGame("unknown_game", reason, game=quoted(name))


@functools.cache
def loadable() -> tuple[str, ...]:
    """Return the names of the games that load; log a warning, once, for each that does not."""
    found = []
    for name in names():
        try:
            game_type(name)
        except UnknownGame as error:
            _log.warning("%s", error)
        else:
            found.append(name)
    return tuple(found)


@functools.lru_cache(maxsize=32)
def _set_up(
    name: str, parts: Path | None, _changed: object, options: tuple[tuple[str, str], ...]
) -> Game:
    return game_type(name)(parts, dict(options))


@functools.lru_cache(maxsize=32)  # separate, so submitted parts cannot evict the box's own games
def _set_up_sent(name: str, parts: PartsText, options: tuple[tuple[str, str], ...]) -> Game:
    return game_type(name)(parts, dict(options))


def find(
    name: str, parts: PartsSource | str | None = None, options: Mapping[str, object] | None = None
) -> Game:
    """Return the game with this name, with its own parts or a player's, and rule options."""
    if not isinstance(name, str):
        raise _unknown(name)
    kind = game_type(name)
    chosen = options or {}
    if not all(isinstance(text, str) for text in (*chosen, *chosen.values())):
        return kind(None, chosen)  # raises BadSetting
    known = tuple(sorted((option, str(value)) for option, value in chosen.items()))
    if parts is None:
        return _set_up(name, None, None, known)
    if isinstance(parts, PartsText):
        return _set_up_sent(name, parts, known)
    if not isinstance(parts, str | Path):
        raise PartsError("parts_unreadable", f"{quoted(parts)} is no path of a file")
    path = Path(parts)
    try:
        status = path.stat()
    except (OSError, ValueError):
        return kind(path)  # raises PartsError
    return _set_up(name, path.resolve(), (status.st_mtime_ns, status.st_size), known)
