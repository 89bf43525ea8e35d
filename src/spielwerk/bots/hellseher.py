"""A bot that cheats on purpose: it sees everything. Nobody is asked to play against it.

It proves that the test of honesty can fail.
"""

from __future__ import annotations

import hashlib

from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.thinking import Bot, Candidate, Thought
from spielwerk.rules.game import Game
from spielwerk.rules.state import States


class Hellseher(Bot):
    """Lets what it should not see decide its move."""

    name = "hellseher"

    def know(self, game: Game, seats: int, seat: int, s: States) -> Knowledge:
        return Knowledge(game, seats, seat, s[:1].copy())

    def think(self, known: Knowledge) -> Thought:
        legal = known.legal()
        secret = hashlib.sha256(known.seen.tobytes()).digest()
        return Thought([Candidate(int(legal[int.from_bytes(secret[:8]) % len(legal)]), 0.0)], 0)
