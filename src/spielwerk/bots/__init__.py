"""Bots: each turns what a seat knows into a move.

Our own bots are found in the same way as those of other packages: by the entry points
`spielwerk.bots`.
"""

from __future__ import annotations

import inspect
import re
from importlib.metadata import EntryPoint

from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Bot, Candidate, Thought
from spielwerk.rules.entry_points import entry_points
from spielwerk.rules.errors import UnknownBot
from spielwerk.rules.given import quoted

__all__ = ["Bot", "Candidate", "Knowledge", "Thought", "bot", "installed", "names", "unknown"]

GROUP = "spielwerk.bots"
LADDER = ("zufall", "lehrling", "geselle", "meister", "grossmeister", "ismcts")  # weakest first


def names() -> list[str]:
    """Return the names of all installed bots: the ladder, weakest first, then the others."""
    found = entry_points(GROUP)
    return [name for name in LADDER if name in found] + sorted(found.keys() - set(LADDER))


def installed(name: str) -> bool:
    """Return whether an installed bot has this name, with or without a budget."""
    return name.partition("@")[0] in entry_points(GROUP)


def bot(name: str | Bot | type[Bot], seed: int | None = None) -> Bot:
    """Return the bot with this name; `seed` determines its choices.

    A name is that of an installed bot, or `module:Class`. Some bots accept a thinking budget:
    'grossmeister@150ms', or 'ismcts@5000' nodes. A bot, or a class of bots, is accepted as is.
    """
    if isinstance(name, Bot):
        return name
    if inspect.isclass(name):
        return name(seed)
    plain_name, at, budget = str(name).partition("@")
    kind = _kind(name, plain_name)
    if not at:
        return kind(seed)
    if not kind.takes_budget:
        raise UnknownBot("no_budget", f"{plain_name} does not accept a thinking time", bot=name)
    return kind(seed, Budget.read(budget))  # type: ignore[call-arg]


def unknown(name: object) -> UnknownBot:
    """Return the error for an unknown name."""
    reason = f"there is no bot {quoted(name)} (known: {', '.join(names())})"
    return UnknownBot("unknown_bot", reason, bot=quoted(name))


def _kind(name: object, plain_name: str) -> type[Bot]:
    found = entry_points(GROUP).get(plain_name)
    if found is None and re.fullmatch(r"[\w.]+:\w+", plain_name):  # the syntax of entry points
        found = EntryPoint(plain_name, plain_name, GROUP)
    if found is None:
        raise unknown(name)
    try:
        kind = found.load()
    except Exception as error:
        reason = f"the bot {quoted(name)} can't be loaded: {error}"
        raise UnknownBot("broken_bot", reason, bot=quoted(name)) from error
    if not (inspect.isclass(kind) and issubclass(kind, Bot)):
        reason = f"{quoted(name)} is no class derived from spielwerk.bots.Bot"
        raise UnknownBot("broken_bot", reason, bot=quoted(name))
    return kind
