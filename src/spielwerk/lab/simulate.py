"""Simulation: many games at once, what came of them, and their records."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.lab.playing import play
from spielwerk.match.retell import retell
from spielwerk.rules import batch, warm
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.state import NATURE


@dataclass(frozen=True)
class SeatSummary:
    """How one seat fared."""

    win_share: float  # a shared win counts in parts
    mean_rank: float
    mean_scores: list[float]


@dataclass(frozen=True)
class Summary:
    """What came of a simulation."""

    games: int
    plies: int
    fewest_plies: int
    most_plies: int
    seats: list[SeatSummary]

    def as_dict(self) -> dict[str, Any]:
        """The summary, ready for JSON."""
        return asdict(self)


def check_bots(names: Sequence[str], seats: int) -> list[str]:
    """One bot a seat; those that do not exist are refused, and lists that are too short or long."""
    for name in names:
        bots.bot(name)
    if len(names) not in (1, seats):
        raise BadSetting("bad_bots", f"name one bot for all seats or {seats}, not {len(names)}")
    return list(names) * (seats // len(names))


def simulate(
    game: Game, seats: int, games: int, seed: int, *, first: int = 0, threads: int = 1
) -> Iterator[batch.Results]:
    """Random games 0, 1, … of `seed`, in parts, so that somebody can watch them come in."""
    warm.ready(game, warm.for_batches)
    part = 64 * batch.BATCH
    for begin in range(0, games, part):
        n = min(part, games - begin)
        yield batch.random_games(game, seats, n, seed, first=first, number=begin, threads=threads)


class Tally:
    """Sums up results as they come in, and keeps none of them."""

    def __init__(self, seats: int, numbers: int) -> None:
        self._games = self._plies = self._most = 0
        self._fewest = 1 << 40
        self._wins, self._ranks = np.zeros(seats), np.zeros(seats)
        self._scores = np.zeros((seats, numbers))

    def add(self, part: batch.Results) -> None:
        """Count these games too."""
        self._games += len(part.plies)
        self._plies += int(part.plies.sum())
        self._fewest = min(self._fewest, int(part.plies.min()))
        self._most = max(self._most, int(part.plies.max()))
        won = part.ranks == 1
        self._wins += (won / won.sum(axis=1, keepdims=True)).sum(axis=0)
        self._ranks += part.ranks.sum(axis=0)
        self._scores += part.scores.sum(axis=0)

    def summary(self) -> Summary:
        """What came of all games so far; there must be some."""
        wins, ranks = self._wins / self._games, self._ranks / self._games
        scores = self._scores / self._games
        seats = [
            SeatSummary(float(won), float(rank), row.tolist())
            for won, rank, row in zip(wins, ranks, scores, strict=True)
        ]
        return Summary(self._games, self._plies, self._fewest, self._most, seats)


def records(
    game: Game, seats: int, games: int, seed: int, *, first: int = 0, trace: bool = False
) -> Iterator[dict[str, Any]]:
    """The records of the games that `simulate` plays."""
    for number in range(games):
        _, log = batch.trace(game, seats, seed, number, first=first)
        starting = batch.first_seat(seats, seed, number, first)
        yield retell(game, seats, starting, log).record(trace)


def between_bots(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    tally: Tally,
    *,
    first: int = 0,
    trace: bool = False,
) -> Iterator[dict[str, Any]]:
    """The records of games between bots, a seat each, which `tally` sums up as they come in."""
    seats = len(names)
    for number in range(games):
        seeds = np.random.SeedSequence([seed, number]).generate_state(seats)
        players = [bots.bot(name, int(own)) for name, own in zip(names, seeds, strict=True)]
        starting = batch.first_seat(seats, seed, number, first)
        s, log = play(game, players, starting, batch.stream(seed, number))
        result = batch.Results.empty(game, seats, 1)
        result.plies[0] = int((log[:, 0] != NATURE).sum())
        result.ranks[0] = game.ranks(s, 0, seats)
        result.scores[0] = [game.scores(s, 0, seat) for seat in range(seats)]
        tally.add(result)
        yield retell(game, seats, starting, log).record(trace)


def write_records(path: Path | None, written: Iterator[dict[str, Any]]) -> Iterator[None]:
    """Write records as JSON Lines, if anybody wants them, one at each step."""
    with path.open("w", encoding="utf-8") if path else contextlib.nullcontext() as file:
        for record in written:
            if file is not None:
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
            yield
