"""Information-set Monte Carlo tree search, the literature's baseline, for any game."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from spielwerk.bots import judging
from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.thinking import Bot, Candidate, Thought
from spielwerk.bots.tree import ACTION, CHILD, COLUMNS, DEEPEST, SIBLING, VISITS, iterate
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import Numbers

PART = 64  # iterations between two looks at the clock


class Ismcts(Bot):
    """The reference opponent."""

    name = "ismcts"

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self._budget = budget or Budget(seconds=0.15)

    def think(self, known: Knowledge) -> Thought:
        budget = self._budget.begin()
        game = known.game
        judging.load(game)
        states = game.layout.empty(2)
        states[0] = known.seen[0]
        pool = Imagination(game.layout, game.tables, known.seat).pool()
        most = self._budget.most_nodes
        tree = np.empty((most + 1, COLUMNS), np.int64)
        tree[0] = -1
        sums = np.zeros(most + 1)
        range_ = np.array([math.inf, -math.inf])
        marks = np.full(game.actions, -1, np.int64)
        actions = np.empty(game.most_legal, np.int64)
        names = len(game.score_names(known.seats))
        room = (
            np.empty(game.most_odds, np.int64),
            np.empty_like(pool[1]),
            np.empty(max(known.seats, names), np.int64),
            np.empty(DEEPEST, np.int64),
        )
        log = np.empty((0, 2), np.int64)
        stream = self.luck()
        size, done = 1, 0
        for part in budget.parts(PART):
            size = iterate(
                game.tables, states, known.seat, pool, part, tree, sums, size, range_, marks,
                actions, room, log, stream,
            )  # fmt: skip
            done += part
        return Thought(self._candidates(tree, sums), done)

    def _candidates(self, tree: Numbers, sums: npt.NDArray[np.float64]) -> list[Candidate]:
        """The root's children, the most visited first."""
        found = []
        child = int(tree[0, CHILD])
        while child >= 0:
            visits = int(tree[child, VISITS])
            value = float(sums[child]) / max(visits, 1)
            found.append((visits, Candidate(int(tree[child, ACTION]), value, visits)))
            child = int(tree[child, SIBLING])
        found.sort(key=lambda pair: (-pair[0], -pair[1].value, pair[1].action))
        return [candidate for _, candidate in found]
