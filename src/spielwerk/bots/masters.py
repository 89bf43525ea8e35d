"""The upper levels of the ladder: they consider replies and continue play in sampled worlds."""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.bots import search
from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Bot, Thought
from spielwerk.rules.depth import Depth


class Master(Bot):
    """A bot that searches; `changes` to its depth are for tuning."""

    def __init__(self, seed: int | None = None, changes: Mapping[str, int] | None = None) -> None:
        super().__init__(seed)
        self._changes = dict(changes or {})
        Depth().changed(self._changes)  # raises BadSetting for unknown parameters

    def depth(self, known: Knowledge) -> Depth:
        return super().depth(known).changed(self._changes)


class Meister(Master):
    """Level 3: the move with the best evaluation after the reply, or a few plies later."""

    name = "meister"

    def think(self, known: Knowledge) -> Thought:
        w, states = self.desk(known)
        w["plies"], w["begun"] = self.depth(known).plies, False
        search.think(known.game.tables, states, known.seat, self.luck(), search.ENDLESS, w)
        return Thought.read(w)


class Grossmeister(Master):
    """Level 4: considers many more moves, and repeatedly keeps the better half until one is left.

    (Sequential halving: Karnin, Koren, Somekh 2013.)
    """

    name = "grossmeister"
    takes_budget = True

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | None = None,
        changes: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(seed, changes)
        self._budget = budget or Budget(seconds=0.5)

    def think(self, known: Knowledge) -> Thought:
        clock = self._budget.begin()
        w, states = self.desk(known)
        w["plies"] = self.depth(known).far if known.seats > 1 else search.TO_THE_END
        w["begun"], w["halves"], w["budget"] = False, True, self._budget.nodes or 0
        t, seat, seed = known.game.tables, known.seat, self.luck()
        search.think(t, states, seat, seed, 0, w)
        if self._budget.nodes is not None:
            while w["rounds"][0] > 0:  # in parts, between which a thought can be cancelled
                search.think(t, states, seat, seed, 1, w)
            return Thought.read(w)
        for share in clock.shares(int(w["rounds"][0])):
            while share.goes_on():
                search.think(t, states, seat, seed, 1, w)
            search.end_round(w)
        return Thought.read(w)
