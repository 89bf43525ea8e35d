"""Spielwerk: five tabletop games, true to the text of their published rules, at compiled speed.

>>> import spielwerk as sw
>>> match = sw.Match("axio", seats=2, seed=7)
>>> match.to_act
(0,)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# From here on `spielwerk.games` is this function; `from spielwerk.games import find` still works.
from spielwerk.games import names as games

if TYPE_CHECKING:
    from spielwerk.bots import bot
    from spielwerk.match.match import Match
    from spielwerk.match.replay import check_fair, replay
    from spielwerk.rules.errors import (
        BadSetting,
        IllegalMove,
        PartsError,
        RecordError,
        SpielwerkError,
        UndoRefused,
        UnknownBot,
        UnknownGame,
    )

__version__ = "0.1.0"
"""The version of the installed package."""

_ERRORS = "spielwerk.rules.errors"
# Imported on first use: importing Numba takes longer than printing --help.
_HOMES = {
    "bot": ("spielwerk.bots", "bot"),
    "Match": ("spielwerk.match.match", "Match"),
    "check_fair": ("spielwerk.match.replay", "check_fair"),
    "replay": ("spielwerk.match.replay", "replay"),
    "BadSetting": (_ERRORS, "BadSetting"),
    "IllegalMove": (_ERRORS, "IllegalMove"),
    "PartsError": (_ERRORS, "PartsError"),
    "RecordError": (_ERRORS, "RecordError"),
    "SpielwerkError": (_ERRORS, "SpielwerkError"),
    "UndoRefused": (_ERRORS, "UndoRefused"),
    "UnknownBot": (_ERRORS, "UnknownBot"),
    "UnknownGame": (_ERRORS, "UnknownGame"),
}

__all__ = [
    "BadSetting",
    "IllegalMove",
    "Match",
    "PartsError",
    "RecordError",
    "SpielwerkError",
    "UndoRefused",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "bot",
    "check_fair",
    "games",
    "replay",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value
