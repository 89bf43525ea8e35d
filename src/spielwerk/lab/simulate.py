"""Simulate many games, with their results and records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from spielwerk import __version__, bots
from spielwerk.bots.compilation import rehearse
from spielwerk.lab.bot_game import play
from spielwerk.lab.executors import Executor, in_order
from spielwerk.match.retell import retell
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.state import NATURE, Numbers

CHUNKS = 256  # per simulation, unless they would be too small or too large
FEWEST, MOST = 8192, 65536  # random games in a chunk; slower games may be a chunk each
RANDOM = "zufall"

Telling = Literal["nothing", "records", "trace"]


@dataclass(frozen=True)
class SeatSummary:
    """The results of one seat."""

    win_share: float  # a shared win is divided
    mean_rank: float
    mean_scores: list[float]


@dataclass(frozen=True)
class Summary:
    """The results of a simulation."""

    games: int
    plies: int
    fewest_plies: int
    most_plies: int
    seats: list[SeatSummary]

    def as_dict(self) -> dict[str, Any]:
        """Return the summary, ready for JSON."""
        return asdict(self)


def check_bots(names: Sequence[str], seats: int) -> list[str]:
    """Return one bot per seat; refuse unknown bots and lists of the wrong length."""
    for name in names:
        bots.bot(name)
    if len(names) not in (1, seats):
        raise BadSetting("bad_bots", f"name one bot for all seats or {seats}, not {len(names)}")
    return list(names) * (seats // len(names))


@dataclass(frozen=True)
class Outcome:
    """The results of a chunk of games, one row each, and their records as JSON if requested."""

    results: batch.Results
    records: list[str]


@dataclass(frozen=True)
class Simulation:
    """Numbered games in numbered chunks. Each result depends only on these fields.

    The exception is bots with a time budget: their choices depend on the load.
    """

    game: Game
    """The game, with its parts and options."""
    bots: tuple[str, ...]
    """Names of bots, one per seat."""
    games: int
    """The number of games."""
    seed: int
    """It determines all chance and all choices of bots."""
    first: int = 0
    """The starting seat, or `batch.LOT`."""
    telling: Telling = "nothing"
    """What to keep of each game."""
    threads: int = 1
    """The threads that play random games; they do not affect results."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.bots)

    @property
    def is_random(self) -> bool:
        """Whether all seats play at random, which compiled loops do."""
        return set(self.bots) == {RANDOM}

    @property
    def chunk(self) -> int:
        """How many games a chunk has; the last one may have fewer."""
        fewest = FEWEST if self.is_random and self.telling == "nothing" else 1
        return min(MOST, max(fewest, -(-self.games // CHUNKS)))

    @property
    def chunks(self) -> range:
        """The chunks' numbers."""
        return range(-(-self.games // self.chunk))

    def numbers(self, chunk: int) -> range:
        """Return the numbers of a chunk's games."""
        return range(chunk * self.chunk, min((chunk + 1) * self.chunk, self.games))

    def settings(self) -> dict[str, Any]:
        """Everything that determines the games except the source code; ready for JSON."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "parts": self.game.parts,
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "first": "lot" if self.first == batch.LOT else self.first,
            "telling": self.telling,
            "version": __version__,
        }

    def ready(self) -> None:
        """Compile what these games call."""
        compilation.ready(self.game)
        compilation.ready(self.game, compilation.for_batches)
        for name in set(self.bots) - {RANDOM}:
            rehearse(self.game, bots.bot(name, 0), self.seats)

    def __call__(self, chunk: int) -> Outcome:
        """Play a chunk."""
        numbers = self.numbers(chunk)
        return self._at_random(numbers) if self.is_random else self._between_bots(numbers)

    def first_seat(self, number: int) -> int:
        """Return the starting seat of a game."""
        return batch.first_seat(self.seats, self.seed, number, self.first)

    def _at_random(self, numbers: range) -> Outcome:
        results = batch.random_games(
            self.game,
            self.seats,
            len(numbers),
            self.seed,
            first=self.first,
            number=numbers.start,
            threads=self.threads,
        )
        told = []
        for number in numbers if self.telling != "nothing" else ():
            _, log = batch.trace(self.game, self.seats, self.seed, number, first=self.first)
            told.append(self._told(number, log))
        return Outcome(results, told)

    def _between_bots(self, numbers: range) -> Outcome:
        game, seats = self.game, self.seats
        results, told = batch.Results.empty(game, seats, len(numbers)), []
        for row, number in enumerate(numbers):
            seeds = np.random.SeedSequence([self.seed, number]).generate_state(seats)
            pairs = zip(self.bots, seeds, strict=True)
            players = [bots.bot(name, int(own)) for name, own in pairs]
            stream = batch.stream(self.seed, number)
            s, log = play(game, players, self.first_seat(number), stream)
            results.plies[row] = int((log[:, 0] != NATURE).sum())
            results.ranks[row] = game.ranks(s, 0, seats)
            results.scores[row] = [game.scores(s, 0, seat) for seat in range(seats)]
            if self.telling != "nothing":
                told.append(self._told(number, log))
        return Outcome(results, told)

    def _told(self, number: int, log: Numbers) -> str:
        match = retell(self.game, self.seats, self.first_seat(number), log)
        return json.dumps(match.record(self.telling == "trace"), separators=(",", ":"))


def run(simulation: Simulation, executor: Executor) -> Iterator[Outcome]:
    """Yield all chunks, in order, as they arrive."""
    return in_order(executor.run(simulation, simulation.chunks), simulation.chunks)


class Tally:
    """Sum up results as they arrive, in any order, without keeping them."""

    def __init__(self, seats: int, numbers: int) -> None:
        self._games = self._plies = self._most = 0
        self._fewest = 1 << 40
        # Only whole numbers, so that the order of addition makes no difference.
        self._wins = np.zeros((seats, seats), np.int64)  # by how many seats share them
        self._ranks = np.zeros(seats, np.int64)
        self._scores = np.zeros((seats, numbers), np.int64)

    def add(self, part: batch.Results) -> None:
        """Add these games."""
        self._games += len(part.plies)
        self._plies += int(part.plies.sum())
        self._fewest = min(self._fewest, int(part.plies.min()))
        self._most = max(self._most, int(part.plies.max()))
        won = part.ranks == 1
        winners = won.sum(axis=1)
        for sharing in np.unique(winners):
            self._wins[:, sharing - 1] += won[winners == sharing].sum(axis=0)
        self._ranks += part.ranks.sum(axis=0)
        self._scores += part.scores.sum(axis=0)

    def summary(self) -> Summary:
        """Return the results of all games so far; there must be at least one."""
        parts = self._wins / np.arange(1, len(self._wins) + 1)
        wins, ranks = parts.sum(axis=1) / self._games, self._ranks / self._games
        scores = self._scores / self._games
        seats = [
            SeatSummary(float(won), float(rank), row.tolist())
            for won, rank, row in zip(wins, ranks, scores, strict=True)
        ]
        return Summary(self._games, self._plies, self._fewest, self._most, seats)


def records(
    game: Game, seats: int, games: int, seed: int, *, first: int = 0, trace: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the records of random games."""
    for number in range(games):
        _, log = batch.trace(game, seats, seed, number, first=first)
        starting = batch.first_seat(seats, seed, number, first)
        yield retell(game, seats, starting, log).record(trace)
