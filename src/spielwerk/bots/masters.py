"""The ladder's upper rungs: those that look at replies, in worlds that they imagine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spielwerk.bots import judging
from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.ladder import Geselle
from spielwerk.bots.search import play_on
from spielwerk.bots.thinking import Bot, Candidate, Thought
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import Numbers


@dataclass(frozen=True)
class Depth:
    """How far a game is looked into."""

    candidates: int
    worlds: int
    plies: int
    own: bool = False  # count one's own plies only: others do not interfere


USUAL = Depth(24, 8, 2)
DEPTHS = {
    "axio": Depth(24, 10, 2),
    "axio_hex": Depth(24, 6, 2),
    "axio_rota": Depth(32, 20, 2),
    "second_chance": Depth(24, 12, 2, own=True),
    "anubixx": Depth(40, 24, 8),
}
WIDE = 64  # a grossmeister's candidates at first; each round half of them go


class Search:
    """Candidates, and what came of them in the worlds that were looked at."""

    def __init__(self, known: Knowledge, seed: np.uint64, depth: Depth) -> None:
        game = known.game
        self._known, self._seed, self._depth = known, seed, depth
        self._states = game.layout.empty(4)
        self._states[0] = known.seen[0]
        self._pool = Imagination(game.layout, game.tables, known.seat).pool()
        self._room = (
            np.empty(game.most_odds, np.int64),
            np.empty_like(self._pool[1]),
            np.empty(max(known.seats, len(game.score_names(known.seats))), np.int64),
            np.empty(game.most_legal, np.int64),
            np.empty(1, np.uint64),
        )

    def play_on(self, actions: Numbers, world: int, sums: npt.NDArray[np.float64]) -> None:
        """Add to `sums` what comes of these candidates in one world."""
        play_on(
            self._known.game.tables,
            self._states,
            self._known.seat,
            actions,
            world,
            self._seed,
            self._pool,
            self._depth.plies,
            self._depth.own,
            self._room,
            sums,
        )


class Meister(Bot):
    """Level 3: of the moves after which it stands best, the one that does so a few plies later."""

    name = "meister"

    def think(self, known: Knowledge) -> Thought:
        judging.load(known.game)
        depth = DEPTHS.get(known.game.id, USUAL)
        seed = self.luck()[0]
        actions, nodes = _candidates(known, seed, depth.candidates)
        search = Search(known, seed, depth)
        sums = np.zeros(len(actions))
        worlds = depth.worlds if len(actions) > 1 else 1
        for world in range(worlds):
            search.play_on(actions, world, sums)
            nodes += len(actions)
        order = np.argsort(-sums, kind="stable")
        return Thought(_judged(actions[order], sums[order] / worlds), nodes)


class Grossmeister(Bot):
    """Level 4: looks at many more moves, and at the better half of them again, until one is left.

    (Sequential halving: Karnin, Koren, Somekh 2013.)
    """

    name = "grossmeister"

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self._budget = budget or Budget(seconds=0.5)

    def think(self, known: Knowledge) -> Thought:
        judging.load(known.game)
        seed = self.luck()[0]
        actions, nodes = _candidates(known, seed, WIDE)
        search = Search(known, seed, DEPTHS.get(known.game.id, USUAL))
        sums = np.zeros(len(actions))
        settled: list[Candidate] = []
        world = 0
        for budget in self._budget.shared((len(actions) - 1).bit_length()):
            for _ in budget.parts(len(actions)):
                search.play_on(actions, world, sums)
                world += 1
                nodes += len(actions)
            order = np.argsort(-sums, kind="stable")
            keep, out = np.split(order, [(len(actions) + 1) // 2])
            settled = _judged(actions[out], sums[out] / world) + settled
            actions, sums = actions[keep], sums[keep]
        return Thought(_judged(actions, sums / max(1, world)) + settled, nodes)


def _candidates(known: Knowledge, seed: np.uint64, number: int) -> tuple[Numbers, int]:
    """The moves after which the seat stands best, and how many were looked at."""
    found = Geselle(int(seed)).think(known)
    actions = [candidate.action for candidate in found.candidates[:number]]
    return np.array(actions, np.int64), found.nodes


def _judged(actions: Numbers, values: npt.NDArray[np.float64]) -> list[Candidate]:
    return [
        Candidate(int(action), float(value)) for action, value in zip(actions, values, strict=True)
    ]
