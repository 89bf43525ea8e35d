"""Information-set Monte Carlo tree search, the literature's baseline, for any game."""

from __future__ import annotations

import numpy as np

from spielwerk.bots import tree
from spielwerk.bots.budget import MOST_NODES, Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Bot, Thought

PART = 64  # iterations between two checks of the clock, or for a cancelled thought


class Ismcts(Bot):
    """The reference opponent."""

    name = "ismcts"
    takes_budget = True

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self._budget = budget or Budget(seconds=0.15)

    def think(self, known: Knowledge) -> Thought:
        clock = self._budget.begin()
        w, states = self.desk(known)
        most = self._budget.nodes or MOST_NODES
        nodes, sums = np.empty((most + 1, tree.COLUMNS), np.int64), np.empty(most + 1)
        no_log = np.empty((0, 2), np.int64)
        t, seat = known.game.tables, known.seat
        tree.plant(nodes, self.luck(), w)
        while (done := int(w["nodes"][0])) < most and (self._budget.nodes or clock.goes_on()):
            tree.grow(t, states, seat, min(PART, most - done), nodes, sums, no_log, w)
        tree.harvest(nodes, sums, w)
        return Thought.read(w)
