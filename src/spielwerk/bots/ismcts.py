"""Information-set Monte Carlo tree search, the literature's baseline, for any game."""

from __future__ import annotations

import numpy as np

from spielwerk.bots import tree
from spielwerk.bots.budget import MOST_NODES, Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Bot, Thought

PART = 64  # iterations between two looks at the clock


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
        t, seat, luck = known.game.tables, known.seat, self.luck()
        if self._budget.nodes is not None:
            tree.by_tree(t, states, seat, luck, most, nodes, sums, no_log, w)
            return Thought.read(w)
        tree.plant(nodes, luck, w)
        while clock.goes_on() and w["nodes"][0] < MOST_NODES:
            tree.grow(t, states, seat, PART, nodes, sums, no_log, w)
        tree.harvest(nodes, sums, w)
        return Thought.read(w)
