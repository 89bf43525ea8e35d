"""The lower levels of the ladder: by chance, by immediate points, by one-ply evaluation."""

from __future__ import annotations

from spielwerk.bots import search
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Bot, Thought


class Zufall(Bot):
    """Level 0: a uniformly random legal move."""

    name = "zufall"

    def think(self, known: Knowledge) -> Thought:
        w, states = self.desk(known)
        search.by_chance(known.game.tables, states, known.seat, self.luck(), w)
        return Thought.read(w)


class Lehrling(Bot):
    """Level 1: the most immediate points, among the few moves that it notices."""

    name = "lehrling"

    def think(self, known: Knowledge) -> Thought:
        w, states = self.desk(known)
        search.by_points(known.game.tables, states, known.seat, self.luck(), w)
        return Thought.read(w)


class Geselle(Bot):
    """Level 2: the move with the best evaluation after it, without further lookahead."""

    name = "geselle"

    def think(self, known: Knowledge) -> Thought:
        w, states = self.desk(known)
        search.by_standing(known.game.tables, states, known.seat, self.luck(), w)
        return Thought.read(w)
