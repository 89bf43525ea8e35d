"""Compare engine and native kernels: the same calls give the same bits."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.hosted import Hosted
from spielwerk.bots.explanations import COLUMNS
from spielwerk.bots.workspace import workspace
from spielwerk.engine.interface import exports
from spielwerk.rules import batch
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination, view
from spielwerk.rules.loops import MOST
from spielwerk.rules.observation import Observation
from spielwerk.rules.state import NATURE, Numbers, States

TRIED = 6  # actions, moves and seeds tried in a position


class Call(NamedTuple):
    """A call of an export, and its result."""

    name: str
    arguments: list[Any]
    result: Any
    after: list[Any]  # the arguments again


class Beside:
    """A game's engine and its kernels: both are called, and must agree."""

    def __init__(
        self, game: Game, engine: bytes | None = None, *, keeps_calls: bool = False
    ) -> None:
        self.game, self.hosted = game, Hosted(game, engine)
        self._native = {name: one.function for name, one in exports(game).items()}
        self._keeps_calls = keeps_calls
        self.calls: list[Call] = []

    def call(self, name: str, *arguments: Any) -> Any:
        """Call an export both ways; leave in arrays what the kernel left there."""
        before = [_copied(one) for one in arguments] if self._keeps_calls else []
        hosted = [_copied(one) for one in arguments]
        expected = self._native[name](*arguments)
        found = self.hosted.call(name, *hosted)
        assert _bits(found) == _bits(expected), name
        for one, other in zip(arguments, hosted, strict=True):
            if isinstance(one, np.ndarray):
                assert one.tobytes() == other.tobytes(), name
        if self._keeps_calls:
            self.calls.append(Call(name, before, expected, [_copied(one) for one in arguments]))
        return expected


def _copied(value: Any) -> Any:
    """Return a copy of an array; tables are never changed, and compiled code knows them."""
    is_array = isinstance(value, np.ndarray)
    return value.copy() if is_array and value.flags.writeable else value


def _bits(result: Any) -> str | None:
    return None if result is None else float(result).hex()


def numbers(*shape: int) -> Numbers:
    """Return an array of zeros."""
    return np.zeros(shape, np.int64)


class Positions:
    """Compare every query in engine and kernels.

    If `thorough`, also those whose kernels are compiled here for this comparison alone.
    """

    def __init__(self, beside: Beside, seed: int, *, thorough: bool = False) -> None:
        self.call, self.game, self._thorough = beside.call, beside.game, thorough
        self._luck = random.Random(seed)
        self._moves: list[Numbers] = []  # from earlier positions: most are refused in others

    def some(self, of: Numbers) -> list[int]:
        """Return a few of these, different ones each time."""
        found: list[int] = of.tolist()
        return self._luck.sample(found, min(TRIED, len(found)))

    def look_at(self, s: States, seats: int) -> None:
        """Make all queries about a state."""
        game, t = self.game, self.game.tables
        if self._thorough:
            self.call("fault", t, s, 0)
            self.call("part", t, s, 0)
        self.call("scoreboards", t, s, 0, numbers(seats, len(game.score_names(seats))))
        acting = game.to_act(s, 0)
        for seat in range(seats):
            self._look_as(view(game.layout, s, 0, seat), seats, seat)
        if not acting:
            self.call("ranks", t, s, 0, numbers(seats))
        elif acting == (NATURE,):
            self._let_nature_act(s)
        else:
            for seat in acting:
                self._choose(view(game.layout, s, 0, seat), seats, seat)

    def _look_as(self, seen: States, seats: int, seat: int) -> None:
        game, t = self.game, self.game.tables
        rows, totals = Imagination(game.layout, t, seat).pool()
        if len(totals):
            stream = batch.stream(self._luck.getrandbits(64), 3)
            self.call("deal_pool", seen.copy(), 0, rows, totals.copy(), stream)
        if self._thorough:
            room = numbers(max(NATURE, len(game.score_names(seats))))
            for name in ("scores", "progress", "judge", "glance", "weigh_up"):
                self.call(name, t, seen, 0, seat, room)
            self.call("facts", t, seen, 0, seat, numbers(max(1, len(game.fact_names))))
            self.call("observe", t, seen, 0, seat, np.zeros(Observation(game).size, np.uint8))
            if len(totals):
                self.call("take_seen", seen.copy(), 0, rows, totals.copy())

    def _let_nature_act(self, s: States) -> None:
        game, t = self.game, self.game.tables
        weights = numbers(game.most_odds)
        n = self.call("odds", t, s, 0, weights)
        self.call("due", t, s, 0, numbers(2))
        possible = np.flatnonzero(weights[:n])
        for outcome in self.some(possible):
            self.call("apply", t, s.copy(), 0, NATURE, outcome, numbers(1, 3))
            if self._thorough:
                self.call("act", t, s.copy(), 0, NATURE, outcome)
                told = self.call("told", t, s, 0, outcome)
                if told >= 0:
                    self.call("outcome", t, s, 0, told)
        if self._thorough:
            self.call("weighted", batch.stream(self._luck.getrandbits(64), 0), weights, n)

    def _choose(self, seen: States, seats: int, seat: int) -> None:
        game, t = self.game, self.game.tables
        listed = numbers(game.most_legal)
        n = self.call("legal", t, seen, 0, seat, listed)
        if self._thorough:
            assert self.call("count", t, seen, 0, seat) == n
            marked = np.zeros(-(-game.actions // 64), np.uint64)
            self.call("mark", t, seen, 0, seat, listed.copy(), marked)
            for k in self.some(np.arange(n)):
                self.call("nth", t, seen, 0, seat, k)
            for action in self._luck.sample(range(game.actions), TRIED):
                self.call("allows", t, seen, 0, seat, action)
        chosen = np.array(self.some(listed[:n]), np.int64)
        rows = numbers(len(chosen), game.notation.width)
        self.call("write_moves", t, seen, 0, seat, chosen, rows)
        states = game.layout.empty(2)
        states[0] = seen[0]
        scores = numbers(len(chosen), len(game.score_names(seats)))
        self.call("scores_after", t, states, seat, chosen, scores)
        for action, row in zip(chosen.tolist(), rows, strict=True):
            self._look_closely(seen, seat, action, row)
        for row in self._luck.sample(self._moves, min(2 * TRIED, len(self._moves))):
            self.call("find", t, seen, 0, seat, row)
            self.call("why_not", t, seen, 0, seat, row, numbers(2 * game.notation.width))
        self._moves += list(rows)
        self._explain(seen, seats, seat, chosen)

    def _look_closely(self, seen: States, seat: int, action: int, row: Numbers) -> None:
        game, t = self.game, self.game.tables
        assert self.call("find", t, seen, 0, seat, row) == action
        assert self.call("why_not", t, seen, 0, seat, row, numbers(2 * game.notation.width)) == 0
        self.call("lines", t, seen.copy(), 0, seat, action, numbers(*game.most_lines))
        shown = numbers(max(1, game.most_shown), 3)
        self.call("apply", t, seen.copy(), 0, seat, action, shown)
        if self._thorough:
            assert self.call("allows", t, seen, 0, seat, action)
            self.call("move", t, seen, 0, seat, action, numbers(game.notation.width))
            self.call("shown", t, seen, 0, seat, action, shown)
            self.call("act", t, seen.copy(), 0, seat, action)

    def _explain(self, seen: States, seats: int, seat: int, actions: Numbers) -> None:
        game, t = self.game, self.game.tables
        w = workspace(game, seats, game.depth)
        states = game.layout.empty(2)
        states[0] = seen[0]
        most = len(game.score_names(seats)) + len(game.fact_names) + 1
        told, room = numbers(2, most, 4), numbers(max(most, seats))
        out = numbers(len(actions), most + 1, COLUMNS)
        self.call("explain", t, states, seat, actions, game.lowest_counts, told, room, w, out)
        if self._thorough and game.kernels.threat is not None and seats > 1:
            self.call("threat", t, states, 0, (seat + 1) % seats, w, numbers(2))


def play_random_game(
    beside: Beside, seats: int, seed: int, number: int, most: int = MOST
) -> States:
    """Play a random game both ways, up to this many plies; return its last state."""
    game = beside.game
    s, out, log = game.layout.empty(1), numbers(2), numbers(4096, 2)
    first = batch.LOT if game.has_first else 0
    room = np.zeros(1, np.uint64), numbers(game.most_odds)
    beside.call(
        "random_game",
        game.tables, s, 0, seats, first, np.uint64(seed), number, *room, most, log, out,
    )  # fmt: skip
    assert out[1] <= len(log)
    return s


def positions(beside: Beside, seats: int, seed: int, plies: Iterable[int]) -> Iterator[States]:
    """Yield positions of random games after these numbers of the seats' plies."""
    for number, most in enumerate(plies):
        yield play_random_game(beside, seats, seed, number, most)
