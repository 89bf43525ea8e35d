"""Players: what a seat knows in, a move out."""

from __future__ import annotations

import random
from typing import Protocol

from spielwerk.match.match import Match
from spielwerk.rules.errors import UnknownBot


class Bot(Protocol):
    """A player. It may use what its seat may know, and nothing else."""

    def choose(self, match: Match, seat: int) -> str:
        """The move that the bot would make."""


class Zufall:
    """Level 0: any legal move, each equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        self._luck = random.Random(seed)

    def choose(self, match: Match, seat: int) -> str:
        return self._luck.choice(match.legal(seat))


_BOTS: dict[str, type[Zufall]] = {"zufall": Zufall}


def names() -> list[str]:
    """The names of all bots, weakest first."""
    return list(_BOTS)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; `seed` fixes its choices."""
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UnknownBot("unknown_bot", f"there is no bot {name!r} (known: {known})", bot=name)
    return _BOTS[name](seed)
