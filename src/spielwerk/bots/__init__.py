"""Players: what a seat knows in, a move out."""

from __future__ import annotations

from spielwerk.bots.budget import Budget
from spielwerk.bots.ismcts import Ismcts
from spielwerk.bots.ladder import Geselle, Lehrling, Zufall
from spielwerk.bots.thinking import Bot
from spielwerk.rules.errors import UnknownBot
from spielwerk.rules.numbers import quoted

__all__ = ["Bot", "bot", "names"]

_LADDER: tuple[type[Bot], ...] = (Zufall, Lehrling, Geselle)


def names() -> list[str]:
    """The names of all bots: the ladder, weakest first, then the reference."""
    return [*(kind.name for kind in _LADDER), Ismcts.name]


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; `seed` fixes its choices.

    One that searches may be told for how long: 'ismcts@200ms', or 'ismcts@5000' nodes.
    """
    for kind in _LADDER:
        if kind.name == name:
            return kind(seed)
    searching, at, budget = name.partition("@")
    if searching == Ismcts.name:
        return Ismcts(seed, Budget.read(budget) if at else None)
    reason = f"there is no bot {quoted(name)} (known: {', '.join(names())})"
    raise UnknownBot("unknown_bot", reason, bot=quoted(name))
