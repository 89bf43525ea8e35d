"""Players: what a seat knows in, a move out."""

from __future__ import annotations

from spielwerk.bots.budget import Budget
from spielwerk.bots.ismcts import Ismcts
from spielwerk.bots.ladder import Geselle, Lehrling, Zufall
from spielwerk.bots.masters import Grossmeister, Meister
from spielwerk.bots.thinking import Bot
from spielwerk.rules.errors import UnknownBot
from spielwerk.rules.numbers import quoted

__all__ = ["Bot", "bot", "names"]

_LADDER: tuple[type[Bot], ...] = (Zufall, Lehrling, Geselle, Meister)
_SEARCHING: tuple[type[Grossmeister | Ismcts], ...] = (Grossmeister, Ismcts)


def names() -> list[str]:
    """The names of all bots: the ladder, weakest first, then the reference."""
    return [kind.name for kind in _LADDER] + [kind.name for kind in _SEARCHING]


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; `seed` fixes its choices.

    Some may be told for how long to think: 'grossmeister@150ms', or 'ismcts@5000' nodes.
    """
    for kind in _LADDER:
        if kind.name == name:
            return kind(seed)
    plain_name, at, budget = name.partition("@")
    for searching in _SEARCHING:
        if searching.name == plain_name:
            return searching(seed, Budget.read(budget) if at else None)
    reason = f"there is no bot {quoted(name)} (known: {', '.join(names())})"
    raise UnknownBot("unknown_bot", reason, bot=quoted(name))
