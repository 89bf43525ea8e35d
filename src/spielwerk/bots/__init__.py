"""Players: what a seat knows in, a move out."""

from __future__ import annotations

import random
from typing import Protocol

from spielwerk.match.match import Match
from spielwerk.rules.errors import IllegalMove, UnknownBot
from spielwerk.rules.numbers import quoted


class Bot(Protocol):
    """A player. It may use what its seat may know, and nothing else."""

    def choose(self, match: Match, seat: int) -> str:
        """The move that the bot would make."""


class Zufall:
    """Level 0: any legal move, each equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        self._luck = random.Random(seed)

    def choose(self, match: Match, seat: int) -> str:
        moves = match.legal(seat)
        if not moves:
            raise IllegalMove("not_your_turn", f"seat {seat} may not act now", seat=seat)
        return self._luck.choice(moves)


_BOTS: dict[str, type[Zufall]] = {"zufall": Zufall}


def names() -> list[str]:
    """The names of all bots, weakest first."""
    return list(_BOTS)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; `seed` fixes its choices."""
    if name not in names():
        known = ", ".join(_BOTS)
        reason = f"there is no bot {quoted(name)} (known: {known})"
        raise UnknownBot("unknown_bot", reason, bot=quoted(name))
    return _BOTS[name](seed)
