"""The statistics of a report's games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spielwerk.games import find
from spielwerk.lab.arena import SURE, Contest, Ledger, Meeting, interval
from spielwerk.lab.report.samples import Share, Spread, whole_percents
from spielwerk.lab.report.study import AGAIN, LINE_UPS, Deal, Games, Playthrough, Study
from spielwerk.rules.game import Game

Floats = npt.NDArray[np.float64]

STILL_PLAYED = 0.1  # a smaller share of games still played is not plotted
RESAMPLED = 400  # times, for the intervals of luck
KINDS = 12  # plotted at most, the largest differences first


@dataclass(frozen=True)
class Branching:
    """The number of legal moves, ply by ply, in games that are not over."""

    low: list[float]  # one game in ten has fewer
    median: list[float]
    high: list[float]
    mean: float
    lines: float  # the decimal logarithm of the number of possible games


@dataclass(frozen=True)
class Luck:
    """The sources of an outcome's variance; the four add up to 1."""

    players: Share  # who plays
    deal: Share
    both: Share  # who benefits from the deal
    whims: Share  # bots' random tie-breaks and their consequences

    def percents(self) -> list[int]:
        """Return all four in whole percents that add up to 100."""
        return whole_percents([part.share for part in self.parts()])

    def parts(self) -> tuple[Share, ...]:
        """Return all four."""
        return self.players, self.deal, self.both, self.whims


@dataclass(frozen=True)
class Number:
    """One number of the scoreboard, and its correlation with winning."""

    name: str
    winners: float  # mean
    others: float
    more_wins: Share | None  # among pairs that differ in it; None if there are none
    decides: float  # how often it is a seat's lowest number, ties split


@dataclass(frozen=True)
class Kind:
    """A part of the box, and how often winners and others use it."""

    name: str
    winners: float  # times per game
    others: float
    low: float  # of the difference
    high: float

    @property
    def difference(self) -> float:
        """How much more often winners use it."""
        return self.winners - self.others


@dataclass(frozen=True)
class Rung:
    """Two neighbours on the ladder."""

    better: str
    worse: str
    share: Share  # the better bot's
    games: int


@dataclass(frozen=True)
class Findings:
    """All findings of a report."""

    study: Study
    results: Spread  # of all seats, in games for two
    winners: Spread
    others: Spread
    random_results: Spread
    plies: Spread
    random_plies: Spread
    plies_by_seats: dict[int, Spread]
    seats: dict[int, list[Share]]  # by the number of seats: the seats' shares of wins
    branching: Branching
    winning: Luck  # what decides the winner,
    margin: Luck  # and the margin
    same_again: Share  # how often a deal has the same winner again, between equals
    adds_up: str  # how the result is defined: 'lowest', 'total', or a number's name
    numbers: list[Number]
    kinds: list[Kind]
    rungs: list[Rung]


def find_out(study: Study, games: Games) -> Findings:
    """Return all findings from these games."""
    game, pairs = find(study.game), games.tables[2]
    boards = games.random.scores.reshape(-1, games.random.scores.shape[2]).tolist()
    return Findings(
        study,
        _spread(result for one in pairs for result in one.results),
        _spread(result for one in pairs for result in _of(one, one.results, winners=True)),
        _spread(result for one in pairs for result in _of(one, one.results, winners=False)),
        _spread(game.result(2, board) for board in boards),
        _spread(len(one.choices) for one in pairs),
        Spread(games.random.plies),
        {seats: _spread(len(one.choices) for one in t) for seats, t in games.tables.items()},
        {seats: seat_shares(played, seats) for seats, played in games.tables.items()},
        branching([one.choices for one in pairs]),
        luck(np.array([deal.won for deal in games.deals], np.float64), study.seed),
        luck(np.array([deal.margin for deal in games.deals], np.float64), study.seed),
        same_again(games.deals),
        adds_up(game, pairs),
        numbers(game.score_names(2), pairs),
        kinds(pairs),
        [_rung(*pair) for pair in zip(study.rungs, games.rungs, strict=True)],
    )


def _spread(values: Iterable[int]) -> Spread:
    return Spread(np.fromiter(values, np.int64))


def _of(game: Playthrough, values: Sequence[Any], *, winners: bool) -> list[Any]:
    """Return the values of winners, or of the others."""
    ranked = zip(values, game.ranks, strict=True)
    return [value for value, rank in ranked if (rank == 1) == winners]


def seat_shares(games: list[Playthrough], seats: int) -> list[Share]:
    """Return each seat's share of wins, ties split."""
    found = []
    for seat in range(seats):
        won = [(one.ranks[seat] == 1) / one.ranks.count(1) for one in games]
        found.append(Share(*interval(won, len(won))))
    return found


def branching(games: list[list[int]]) -> Branching:
    """Return the number of legal moves over the game."""
    longest = max(map(len, games))
    rows: list[list[float]] = []
    for ply in range(longest):
        here = [choices[ply] for choices in games if len(choices) > ply]
        if len(here) < STILL_PLAYED * len(games):
            break
        rows.append(np.percentile(here, [10, 50, 90]).tolist())
    low, median, high = map(list, zip(*rows, strict=True))
    mean = float(np.mean([n for choices in games for n in choices]))
    lines = float(np.mean([sum(math.log10(n) for n in choices) for choices in games]))
    return Branching(low, median, high, mean, lines)


def luck(outcomes: Floats, seed: int) -> Luck:
    """Split the variance of outcomes by deal, line-up and repetition, with interaction."""
    draws = np.random.default_rng([seed, 1])
    deals = len(outcomes)
    found = _components(outcomes)
    again = [_components(outcomes[draws.integers(0, deals, deals)]) for _ in range(RESAMPLED)]
    low, high = np.percentile(np.array(again), [2.5, 97.5], axis=0)
    return Luck(*(Share(*map(float, three)) for three in zip(found, low, high, strict=True)))


def _components(y: Floats) -> list[float]:
    """Return the shares of variance from a balanced table's mean squares, in `Luck`'s order."""
    deals, line_ups, times = y.shape
    cells, by_deal, by_line_up = y.mean(axis=2), y.mean(axis=(1, 2)), y.mean(axis=(0, 2))
    mean = y.mean()
    rest = cells - by_deal[:, None] - by_line_up[None, :] + mean
    of_players = deals * times * ((by_line_up - mean) ** 2).sum() / (line_ups - 1)
    of_deals = line_ups * times * ((by_deal - mean) ** 2).sum() / (deals - 1)
    of_both = times * (rest**2).sum() / ((deals - 1) * (line_ups - 1))
    of_whims = ((y - cells[:, :, None]) ** 2).sum() / (deals * line_ups * (times - 1))
    parts = [
        max(0.0, float(of_players - of_both) / (deals * times)),
        max(0.0, float(of_deals - of_both) / (line_ups * times)),
        max(0.0, float(of_both - of_whims) / times),
        float(of_whims),
    ]
    total = sum(parts)
    return [part / total for part in parts] if total else [0.0, 0.0, 0.0, 1.0]


def same_again(deals: list[Deal]) -> Share:
    """Return how often equal bots reach the same winner on the same deal; ties count half."""
    equal = [number for number, (one, other) in enumerate(LINE_UPS) if one == other]
    agree = []
    for deal in deals:
        pairs = [deal.won[number][:AGAIN] for number in equal]
        alike = [1 - abs(first - second) for first, second in pairs]
        agree.append(sum(alike) / len(alike))
    return Share(*interval(agree, len(agree) * len(equal)))


def adds_up(game: Game, games: list[Playthrough]) -> str:
    """Return how the result is defined: the lowest number, the total, or one of the numbers."""
    rows = [(board, r) for one in games for board, r in zip(one.scores, one.results, strict=True)]
    for position, name in enumerate(game.score_names(2)):
        if all(board[position] == result for board, result in rows):
            return name
    if all(min(board) == result for board, result in rows):
        return "lowest"
    return "total" if all(sum(board) == result for board, result in rows) else "result"


def numbers(names: Sequence[str], games: list[Playthrough]) -> list[Number]:
    """Return how each number of the scoreboard correlates with winning, in games for two."""
    won = [one for one in games if sorted(one.ranks) == [1, 2]]
    ahead = [one.scores[one.ranks.index(1)] for one in won]
    behind = [one.scores[one.ranks.index(2)] for one in won]
    lowest = [_lowest(board) for one in games for board in one.scores]
    found = []
    for k, name in enumerate(names):
        pairs = list(zip((b[k] for b in ahead), (b[k] for b in behind), strict=True))
        more = [float(one > other) for one, other in pairs if one != other]
        found.append(
            Number(
                name,
                _mean([one for one, _ in pairs]),
                _mean([other for _, other in pairs]),
                Share(*interval(more, len(more))) if more else None,
                float(np.mean([parts[k] for parts in lowest])),
            )
        )
    return found


def _mean(values: Sequence[int]) -> float:
    return float(np.mean(values)) if values else math.nan  # no game had a single winner


def _lowest(board: list[int]) -> list[float]:
    is_lowest = [score == min(board) for score in board]
    return [one / sum(is_lowest) for one in is_lowest]


def kinds(games: list[Playthrough]) -> list[Kind]:
    """Return how often winners and others use each part, the clearest difference first."""
    won = [one for one in games if sorted(one.ranks) == [1, 2]]
    pairs = [(one.used[one.ranks.index(1)], one.used[one.ranks.index(2)]) for one in won]
    names = sorted({name for pair in pairs for used in pair for name in used} - {""})
    found = []
    for name in names:
        ahead = np.array([one[name] for one, _ in pairs])
        behind = np.array([other[name] for _, other in pairs])
        difference = ahead - behind
        mean, error = difference.mean(), SURE * difference.std() / math.sqrt(len(pairs))
        low, high = float(mean - error), float(mean + error)
        found.append(Kind(name, float(ahead.mean()), float(behind.mean()), low, high))
    return sorted(found, key=lambda kind: -abs(kind.difference) / (kind.high - kind.low + 1e-9))


def _rung(contest: Contest, deals: list[list[Meeting]]) -> Rung:
    ledger = Ledger(contest)
    for deal in deals:
        ledger.add(deal)
    better = ledger.standings()[0]
    games = ledger.deals * len(contest.line_ups())
    return Rung(better.name, contest.bots[1], Share(better.share, better.low, better.high), games)
