"""The ladder's lower rungs: by chance, by points at once, by how well one stands afterwards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from spielwerk.bots import judging, looking
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.thinking import Bot, Candidate, Thought
from spielwerk.rules.luck import below
from spielwerk.rules.state import Numbers, Words

FEW, ONE_IN = 3, 4  # the moves that a lehrling notices: a few, or one in so many


class Zufall(Bot):
    """Level 0: any legal move, each equally likely."""

    name = "zufall"

    def think(self, known: Knowledge) -> Thought:
        legal = known.legal()
        return Thought([Candidate(int(legal[below(self.luck(), len(legal))]), 0.0)], 0)


class Lehrling(Bot):
    """Level 1: the most points at once, among the few moves that it notices."""

    name = "lehrling"

    def think(self, known: Knowledge) -> Thought:
        judging.load(known.game)
        luck = self.luck()
        legal = known.legal()
        noticed = _some(legal, max(min(FEW, len(legal)), len(legal) // ONE_IN), luck)
        return best_first(noticed, _try(known, noticed, looking.glances_after), luck)


class Geselle(Bot):
    """Level 2: the move after which it stands best, looking no further."""

    name = "geselle"

    def think(self, known: Knowledge) -> Thought:
        judging.load(known.game)
        legal = known.legal()
        return best_first(legal, _try(known, legal, looking.values_after), self.luck())


def _some(actions: Numbers, number: int, luck: Words) -> Numbers:
    """So many of the actions, drawn at random."""
    drawn = actions.copy()
    for k in range(number):
        other = k + below(luck, len(drawn) - k)
        drawn[k], drawn[other] = drawn[other], drawn[k]
    return drawn[:number]


def _try(known: Knowledge, actions: Numbers, look: Callable[..., None]) -> npt.NDArray[np.float64]:
    states = known.game.layout.empty(2)
    states[0] = known.seen[0]
    room = np.empty(len(known.game.score_names(known.seats)), np.int64)
    values = np.empty(len(actions))
    look(known.game.tables, states, known.seat, actions, room, values)
    return values


def best_first(actions: Numbers, values: npt.NDArray[np.float64], luck: Words) -> Thought:
    """The actions by their values; of equals, luck decides which comes first."""
    order = np.argsort(-values, kind="stable")
    equal = int((values == values[order[0]]).sum())
    first = below(luck, equal)
    order[0], order[first] = order[first], order[0]
    candidates = [Candidate(int(actions[k]), float(values[k])) for k in order]
    return Thought(candidates, len(actions))
