"""The ladder's upper rungs: those that look at answers, and play on in worlds that they imagine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from spielwerk.bots import foresight
from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.ladder import Geselle
from spielwerk.bots.search import await_answers, play_on, play_through
from spielwerk.bots.thinking import Bot, Candidate, Thought
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import Numbers

Values = npt.NDArray[np.float64]

TO_THE_END = 1 << 20  # plies
MOST = 1000  # that a parameter may be set to


@dataclass(frozen=True)
class Depth:
    """How far a game is looked into."""

    candidates: int  # that a meister plays on, where it can't weigh answers
    worlds: int  # in so many worlds
    plies: int
    own: bool = False  # count one's own plies only: others do not interfere
    through: int = 0  # worlds in which it plays its best moves through; fewer with more seats
    far: int = 4  # plies that a grossmeister plays on, where it can't weigh answers
    late: int = 0  # with fewer moves than these it looks to the end
    others: int = 8  # moves that it weighs for each other seat

    def changed(self, changes: Mapping[str, int]) -> Depth:
        """The same, but for some of its numbers; those that do not exist are refused."""
        known = [field.name for field in fields(self) if field.name != "own"]
        for name, number in changes.items():
            if name not in known:
                reason = f"there is no parameter {name!r} (known: {', '.join(known)})"
                raise BadSetting("unknown_parameter", reason, parameter=name)
            least = 0 if name in ("through", "late") else 1
            if number not in range(least, MOST + 1):
                reason = f"{name} must be {least} to {MOST}, not {number}"
                raise BadSetting("bad_parameter", reason, parameter=name)
        return replace(self, **changes)  # type: ignore[arg-type]


USUAL = Depth(24, 8, 2)
DEPTHS = {
    "axio": Depth(24, 64, 3, through=16, late=100),
    "axio_hex": Depth(24, 64, 3, late=100),
    "axio_rota": Depth(32, 20, 2, others=1),
    "second_chance": Depth(24, 12, 2, own=True, far=2),
    "anubixx": Depth(40, 24, 8, far=64),
}
WEIGHED = 800  # moves whose answers are weighed, those first that look best at once
NARROW = 8  # the moves that a meister plays through
OWN = 16  # moves that a grossmeister weighs for its own next turn
FIRST = 4  # worlds that how a move is answered counts for, before any is looked at
WIDE = 48  # a grossmeister's candidates at first; each round half of them go


class Search:
    """One position being looked into."""

    def __init__(
        self,
        known: Knowledge,
        seed: np.uint64,
        imagines: bool = True,
        changes: Mapping[str, int] | None = None,
    ) -> None:
        game = known.game
        seen = foresight.load(game)
        self._known, self._seed = known, seed
        self.seats = known.seats
        self.weighs_answers = seen.answered is not None and known.seats > 1
        self._states = game.layout.empty(5)
        self._states[0] = known.seen[0]
        pools = [Imagination(game.layout, game.tables, n).pool() for n in range(known.seats)]
        self._pools = np.stack([rows for rows, _ in pools]), pools[0][1], imagines
        self._room = (
            np.empty(game.most_odds, np.int64),
            np.empty_like(self._pools[1]),
            np.empty(max(known.seats, len(game.score_names(known.seats))), np.int64),
            np.empty(1, np.uint64),
        )
        self.depth = DEPTHS.get(game.id, USUAL).changed(changes or {})
        self._few = np.empty(OWN, np.int64), np.empty(self.depth.others, np.int64)
        self._desk = seen.desk(game)

    def play_on(self, actions: Numbers, world: int, plies: int, sums: Values) -> None:
        """Add to `sums` what comes of these candidates in one world."""
        play_on(
            self._known.game.tables, self._states, self._known.seat, actions, world, self._seed,
            self._pools, plies, self.depth.own, self._room, self._desk, sums,
        )  # fmt: skip

    def play_through(self, actions: Numbers, world: int, turns: int, sums: Values) -> None:
        """The same, all seats choosing with an eye on how they are answered."""
        play_through(
            self._known.game.tables, self._states, self._known.seat, actions, world, self._seed,
            self._pools, turns, self._room, self._few, self._desk, sums,
        )  # fmt: skip

    def answers(self, actions: Numbers) -> Values | None:
        """What these lead to once they are answered; None if that can't be told."""
        if not self.weighs_answers:
            return None
        values = np.empty(len(actions))
        await_answers(
            self._known.game.tables, self._states, self._known.seat, actions, self._seed,
            self._pools, self._room, self._desk, values,
        )  # fmt: skip
        return values if np.ptp(values) > 0 else None

    def candidates(self, number: int) -> tuple[Numbers, Values | None]:
        """The most promising actions, best first, and what they lead to if that can be told."""
        found = Geselle(int(self._seed)).think(self._known).candidates[:WEIGHED]
        actions = np.array([candidate.action for candidate in found], np.int64)
        values = self.answers(actions)
        if values is None:
            return actions[:number], None
        order = np.argsort(-values, kind="stable")[:number]
        return actions[order], values[order]


class Master(Bot):
    """Somebody who looks into positions; `changes` of its depth are for those who tune it."""

    def __init__(self, seed: int | None = None, changes: Mapping[str, int] | None = None) -> None:
        super().__init__(seed)
        self._changes = dict(changes or {})
        USUAL.changed(self._changes)


class Meister(Master):
    """Level 3: the move after which it stands best once it is answered, or a few plies later."""

    name = "meister"

    def think(self, known: Knowledge) -> Thought:
        search = Search(known, self.luck()[0], changes=self._changes)
        depth = search.depth
        actions, values = search.candidates(depth.candidates)
        if values is not None:
            return self._play_through(search, actions, values)
        sums = np.zeros(len(actions))
        worlds = depth.worlds if len(actions) > 1 else 1
        for world in range(worlds):
            search.play_on(actions, world, depth.plies, sums)
        order = np.argsort(-sums, kind="stable")
        return Thought(_judged(actions[order], sums[order] / worlds, worlds), worlds * len(actions))

    def _play_through(self, search: Search, actions: Numbers, values: Values) -> Thought:
        """Look again at the moves that are best once they are answered, where that is worth it."""
        worlds = search.depth.through // (search.seats - 1) ** 2  # more seats, and a larger board
        if worlds == 0:
            return Thought(_judged(actions, values), len(actions))
        actions = actions[:NARROW]
        sums = np.zeros(len(actions))
        for world in range(worlds):
            search.play_through(actions, world, 0, sums)
        order = np.argsort(-sums, kind="stable")
        return Thought(_judged(actions[order], sums[order] / worlds, worlds), worlds * len(actions))


class Grossmeister(Master):
    """Level 4: looks at many more moves, and at the better half of them again, until one is left.

    (Sequential halving: Karnin, Koren, Somekh 2013.)
    """

    name = "grossmeister"
    imagines = True  # what it can't see

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | None = None,
        changes: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(seed, changes)
        self._budget = budget or Budget(seconds=0.5)

    def think(self, known: Knowledge) -> Thought:
        budget = self._budget.begin()
        search = Search(known, self.luck()[0], self.imagines, self._changes)
        actions, answered = search.candidates(WIDE)
        plies = search.depth.far if known.seats > 1 else TO_THE_END
        sums, before = np.zeros(len(actions)), 0
        if answered is not None:
            sums, before = FIRST * answered, FIRST
        settled: list[Candidate] = []
        world = nodes = 0
        turns = TO_THE_END if len(known.legal()) < search.depth.late else 0
        for part in budget.shared((len(actions) - 1).bit_length()):
            for _ in part.parts(len(actions)):
                if search.weighs_answers:
                    search.play_through(actions, world, turns, sums)
                else:
                    search.play_on(actions, world, plies, sums)
                world += 1
                nodes += len(actions)
            order = np.argsort(-sums, kind="stable")
            keep, out = np.split(order, [(len(actions) + 1) // 2])
            settled = _judged(actions[out], sums[out] / (before + world), world) + settled
            actions, sums = actions[keep], sums[keep]
        return Thought(_judged(actions, sums / max(1, before + world), world) + settled, nodes)


def _judged(actions: Numbers, values: Values, visits: int = 1) -> list[Candidate]:
    return [
        Candidate(int(action), float(value), visits)
        for action, value in zip(actions, values, strict=True)
    ]
