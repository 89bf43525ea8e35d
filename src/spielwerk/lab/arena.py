"""Play bots against each other on the same deals with rotated seats, and test the results."""

from __future__ import annotations

import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from spielwerk import __version__, bots
from spielwerk.bots import Bot
from spielwerk.bots.budget import Budget
from spielwerk.bots.compilation import rehearse
from spielwerk.bots.hellseher import Hellseher
from spielwerk.bots.masters import Grossmeister, Meister
from spielwerk.games import find
from spielwerk.lab.bot_game import play
from spielwerk.lab.executors import Executor, Serial, in_order
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted

SURE = 1.96  # standard errors: a 95 % interval


def player(name: str, seed: int | None = None) -> Bot:
    """Return a bot; only the arena also accepts the cheating `hellseher`, as an upper bound.

    Only here do masters accept other parameters: 'meister:worlds=32:plies=3',
    'grossmeister:others=4@2000'.
    """
    words, at, budget = name.partition("@")
    plain_name, *settings = words.split(":")
    if not all("=" in setting for setting in settings):  # but `module:Class`
        return bots.bot(name, seed)
    if plain_name == Hellseher.name:
        return Hellseher(seed, Budget.read(budget or "150ms"), read_parameters(settings))
    if settings and plain_name == Grossmeister.name:
        return Grossmeister(seed, Budget.read(budget) if at else None, read_parameters(settings))
    if settings and not at and plain_name == Meister.name:
        return Meister(seed, read_parameters(settings))
    return bots.bot(name, seed)


def read_parameters(settings: Sequence[str]) -> dict[str, int]:
    """Parse parameters such as 'worlds=32'."""
    found = {}
    for setting in settings:
        parsed = re.fullmatch(r"([a-z]+)=([0-9]{1,6})", setting, re.ASCII)
        if not parsed:
            reason = f"write a parameter like worlds=32, not {quoted(setting)}"
            raise BadSetting("bad_parameter", reason)
        found[parsed[1]] = int(parsed[2])
    return found


@dataclass(frozen=True)
class Contest:
    """A game, and the bots that meet in it."""

    game: str
    bots: tuple[str, ...]  # names for `bots.bot`, including budgets
    seats: int
    games: int
    seed: int

    def __post_init__(self) -> None:
        find(self.game).check_seats(self.seats)
        for name in self.bots:
            player(name)
        if len(self.bots) < self.seats:
            reason = f"{self.seats} seats need {self.seats} bots, not {len(self.bots)}"
            raise BadSetting("bad_bots", reason)

    def line_ups(self) -> list[tuple[int, ...]]:
        """The bots' numbers by seat: every choice of bots, in every rotation."""
        chosen = itertools.combinations(range(len(self.bots)), self.seats)
        return [bots_[k:] + bots_[:k] for bots_ in chosen for k in range(self.seats)]

    @property
    def deals(self) -> int:
        """The number of deals on which all line-ups meet."""
        return max(1, self.games // len(self.line_ups()))

    def ready(self) -> None:
        """Compile what these bots call."""
        game = find(self.game)
        compilation.ready(game)
        for name in self.bots:
            rehearse(game, player(name, 0), self.seats)

    def __call__(self, deal: int) -> list[Meeting]:
        """Play all line-ups on a deal: all share the same chance where they make the same draws."""
        game = find(self.game)
        return [_play(self, game, deal, line_up) for line_up in self.line_ups()]


@dataclass(frozen=True)
class Meeting:
    """One game of a deal: its line-up and its result."""

    line_up: tuple[int, ...]
    ranks: list[int]
    scores: list[list[int]]


def _play(contest: Contest, game: Game, deal: int, line_up: tuple[int, ...]) -> Meeting:
    seeds = np.random.SeedSequence([contest.seed, deal, *line_up]).generate_state(len(line_up))
    names = [contest.bots[number] for number in line_up]
    players = [player(name, int(seed)) for name, seed in zip(names, seeds, strict=True)]
    s, _ = play(game, players, 0, batch.stream(contest.seed, deal))
    scores = [game.scores(s, 0, seat) for seat in range(contest.seats)]
    return Meeting(line_up, game.ranks(s, 0, contest.seats), scores)


def run(contest: Contest, executor: Executor | None = None) -> Iterator[list[Meeting]]:
    """Yield all deals, in order, as they arrive; without an executor, play them in this process."""
    deals = range(contest.deals)
    return in_order((executor or Serial()).run(contest, deals), deals)


@dataclass(frozen=True)
class Standing:
    """The results of one bot."""

    name: str
    share: float  # of wins, ties split
    low: float  # the 95 % interval of that share, by deal
    high: float
    rating: float
    mean_rank: float
    mean_result: float  # as the game counts: the lowest track, points, free cells
    spread: float
    best: float
    tally: dict[int, int]  # how often each result came


@dataclass
class Ledger:
    """Add up meetings as they arrive."""

    contest: Contest
    _shares: list[list[float]] = field(default_factory=list)  # one row per deal
    _ranks: list[list[int]] = field(default_factory=list)
    _results: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings = [self._model.rating(name=name) for name in self.contest.bots]
        self._ranks = [[] for _ in self.contest.bots]
        self._results = [[] for _ in self.contest.bots]

    def add(self, deal: list[Meeting]) -> None:
        """Count a deal."""
        game = find(self.contest.game)
        won: list[list[float]] = [[] for _ in self.contest.bots]
        for meeting in deal:
            winners = meeting.ranks.count(1)
            for seat, number in enumerate(meeting.line_up):
                won[number].append((meeting.ranks[seat] == 1) / winners)
                self._ranks[number].append(meeting.ranks[seat])
                self._results[number].append(game.result(self.contest.seats, meeting.scores[seat]))
            if len(meeting.line_up) > 1:
                self._rate(meeting)
        self._shares.append([statistics.fmean(shares) for shares in won])

    def _rate(self, meeting: Meeting) -> None:
        teams = [[self._ratings[number]] for number in meeting.line_up]
        rated = self._model.rate(teams, ranks=[float(rank) for rank in meeting.ranks])
        for number, (rating,) in zip(meeting.line_up, rated, strict=True):
            self._ratings[number] = rating

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return len(self._shares)

    def shares(self, number: int) -> list[float]:
        """Return a bot's share of wins in each deal."""
        return [deal[number] for deal in self._shares]

    def standings(self) -> list[Standing]:
        """Return the results of all bots so far."""
        better = min if find(self.contest.game).lower_is_better else max
        found = []
        for number, name in enumerate(self.contest.bots):
            results = self._results[number]
            share, low, high = interval(self.shares(number), len(results))
            found.append(
                Standing(
                    name,
                    share,
                    low,
                    high,
                    self._ratings[number].mu,
                    statistics.fmean(self._ranks[number]),
                    statistics.fmean(results),
                    statistics.pstdev(results),
                    better(results),
                    dict(sorted(Counter(results).items())),
                )
            )
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the settings and the results, ready for JSON."""
        line_ups = len(self.contest.line_ups())
        return {
            "game": self.contest.game,
            "seats": self.contest.seats,
            "games": self.deals * line_ups,
            "deals": self.deals,
            "seed": self.contest.seed,
            "version": __version__,
            "bots": [standing.__dict__ for standing in self.standings()],
        }


def interval(shares: Sequence[float], games: int) -> tuple[float, float, float]:
    """Return the mean of deals' shares, and the ends of its 95 % interval.

    The games of a deal are correlated, so a deal is one sample. If all deals ended alike, that
    interval would have no width, so it is at least as wide as Wilson's over all games.
    """
    mean = statistics.fmean(shares)
    error = SURE * statistics.pstdev(shares) / math.sqrt(len(shares))
    scale = 1 + SURE**2 / games
    centre = (mean + SURE**2 / (2 * games)) / scale
    width = SURE / scale * math.sqrt(mean * (1 - mean) / games + SURE**2 / (4 * games**2))
    low, high = min(mean - error, centre - width), max(mean + error, centre + width)
    return mean, max(0.0, low), min(1.0, high)
