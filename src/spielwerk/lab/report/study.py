"""The games that a report is about, as work for an executor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.bots.compilation import rehearse
from spielwerk.games import find
from spielwerk.lab.arena import Contest, Meeting
from spielwerk.lab.bot_game import play
from spielwerk.lab.executors import Executor
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.state import NATURE

RANDOM_GAMES = 20_000
UNEQUAL = ("lehrling", "geselle")  # their difference is compared with the deal's influence
LINE_UPS = tuple((one, other) for one in UNEQUAL for other in UNEQUAL)
AGAIN = 2  # games of a line-up on a deal: bots break ties at random


@dataclass(frozen=True)
class Playthrough:
    """One game between equal bots: its result, and the choices on the way."""

    ranks: list[int]
    results: list[int]
    scores: list[list[int]]
    choices: list[int]  # how many moves were legal, ply by ply
    used: list[Counter[str]]  # by seat: the parts that it used, and how often


@dataclass(frozen=True)
class Deal:
    """All line-ups on one deal: the results of the starting seat."""

    won: list[list[float]]  # by line-up and time: 1, or 0, or a half
    margin: list[list[float]]  # how much better its result was


@dataclass
class Games:
    """All games of a report."""

    random: batch.Results
    tables: dict[int, list[Playthrough]]  # by the number of seats
    deals: list[Deal]
    rungs: list[list[list[Meeting]]]  # by pairs of neighbours on the ladder


@dataclass(frozen=True)
class Study:
    """The games of a report. Each game depends only on these fields and its number."""

    game: str
    bot: str = "geselle"
    ladder: tuple[str, ...] = ("zufall", "lehrling", "geselle", "meister")
    games: int = 300
    seed: int = 1

    def __post_init__(self) -> None:
        if 2 not in find(self.game).seats:
            reason = f"a report is about games for two, which {self.game} is not"
            raise BadSetting("bad_seats", reason)
        for name in (self.bot, *self.ladder):
            bots.bot(name)
        if len(self.ladder) < 2:
            raise BadSetting("bad_bots", "a ladder has at least two bots")

    @property
    def tables(self) -> list[int]:
        """The tables with more than one seat, at which a seat can win."""
        return [seats for seats in find(self.game).seats if seats > 1]

    @property
    def deals(self) -> int:
        """Deals on which unequal players meet in all line-ups."""
        return max(8, 2 * self.games // 5)

    @property
    def rungs(self) -> list[Contest]:
        """Neighbours on the ladder, the better one first."""
        pairs = zip(self.ladder[1:], self.ladder, strict=False)
        games = max(8, self.games // 5)
        return [Contest(self.game, pair, 2, games, self.seed) for pair in pairs]

    def ready(self) -> None:
        """Compile what these games call."""
        game = find(self.game)
        compilation.ready(game)
        compilation.ready(game, compilation.for_batches)
        for name in {self.bot, *UNEQUAL, *self.ladder}:
            rehearse(game, bots.bot(name, 0), 2)

    def __call__(self, number: int, /) -> Any:
        """Play a piece."""
        what, which, deal = pieces(self)[number]
        if what == "rung":
            return self.rungs[which](deal)
        return self.play_table(which, deal) if what == "table" else self.play_deal(deal)

    def _seed(self, *numbers: int) -> int:
        return int(np.random.SeedSequence([self.seed, *numbers]).generate_state(1, np.uint64)[0])

    def play_table(self, seats: int, number: int) -> Playthrough:
        """Return a game between equals."""
        game = find(self.game)
        players = [bots.bot(self.bot, self._seed(seats, number, seat)) for seat in range(seats)]
        end, log = play(game, players, 0, batch.stream(self._seed(seats), number))
        choices, used = [], [Counter[str]() for _ in range(seats)]
        s = game.layout.empty(1)
        game.kernels.start(game.tables, s, 0, seats, 0)
        for seat, action in log.tolist():
            if seat != NATURE:
                choices.append(int(game.kernels.count(game.tables, s, 0, seat)))
                used[seat][game.kind(s, 0, seat, action)] += 1
            game.kernels.act(game.tables, s, 0, seat, action)
        scores = [game.scores(end, 0, seat) for seat in range(seats)]
        results = [game.result(seats, board) for board in scores]
        return Playthrough(game.ranks(end, 0, seats), results, scores, choices, used)

    def play_deal(self, deal: int) -> Deal:
        """Return a deal in all line-ups."""
        game = find(self.game)
        sign = -1 if game.lower_is_better else 1
        won: list[list[float]] = []
        margin: list[list[float]] = []
        for number, names in enumerate(LINE_UPS):
            won.append([])
            margin.append([])
            for time in range(AGAIN):
                seeds = [self._seed(deal, number, time, seat) for seat in (0, 1)]
                players = [bots.bot(name, own) for name, own in zip(names, seeds, strict=True)]
                s, _log = play(game, players, 0, batch.stream(self._seed(0), deal))
                ranks = game.ranks(s, 0, 2)
                results = [game.result(2, game.scores(s, 0, seat)) for seat in (0, 1)]
                won[-1].append((1 + ranks[1] - ranks[0]) / 2 if ranks.count(1) == 1 else 0.5)
                margin[-1].append(sign * (results[0] - results[1]))
        return Deal(won, margin)


@lru_cache(maxsize=4)
def pieces(study: Study) -> list[tuple[str, int, int]]:
    """Return all pieces of work, the slowest first: a kind, which of them, a number."""
    found = []
    for rung, contest in reversed(list(enumerate(study.rungs))):
        found += [("rung", rung, deal) for deal in range(contest.deals)]
    for seats in reversed(study.tables):
        found += [("table", seats, number) for number in range(study.games)]
    return found + [("deal", 0, deal) for deal in range(study.deals)]


def conduct(study: Study, executor: Executor, watch: Callable[[int, int], None]) -> Games:
    """Play everything; `watch` receives progress (done, total)."""
    todo = pieces(study)
    results: list[Any] = [None] * len(todo)
    for done, (number, result) in enumerate(executor.run(study, range(len(todo))), 1):
        results[number] = result
        watch(done, len(todo))
    tables: dict[int, list[Playthrough]] = {seats: [] for seats in study.tables}
    rungs: list[list[list[Meeting]]] = [[] for _ in study.rungs]
    deals: list[Deal] = []
    for (kind, which, _), result in zip(todo, results, strict=True):
        if kind == "table":
            tables[which].append(result)
        elif kind == "rung":
            rungs[which].append(result)
        else:
            deals.append(result)
    random = batch.random_games(find(study.game), 2, RANDOM_GAMES, study.seed)
    return Games(random, tables, deals, rungs)
