"""Simulation: many games at once, what came of them, and their records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.match.retell import retell
from spielwerk.rules import batch, warm
from spielwerk.rules.errors import BadSetting, UnknownBot
from spielwerk.rules.game import Game


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


def check_bots(names: Sequence[str], seats: int) -> None:
    """Refuse bots that do not exist, and lists that do not name one for all or one a seat."""
    for name in names:
        if name not in bots.names():
            known = ", ".join(bots.names())
            raise UnknownBot("unknown_bot", f"there is no bot {name!r} (known: {known})", bot=name)
    if len(names) not in (1, seats):
        raise BadSetting("bad_bots", f"name one bot for all seats or {seats}, not {len(names)}")


def simulate(
    game: Game, seats: int, games: int, seed: int, *, first: int = 0, threads: int = 1
) -> Iterator[batch.Results]:
    """Random games 0, 1, … of `seed`, in parts, so that somebody can watch them come in."""
    warm.ready(game, warm.for_batches)
    part = 64 * batch.BATCH
    for begin in range(0, games, part):
        n = min(part, games - begin)
        yield batch.random_games(game, seats, n, seed, first=first, number=begin, threads=threads)


def summarise(parts: Sequence[batch.Results]) -> Summary:
    """The sum of what came of all parts."""
    plies = np.concatenate([part.plies for part in parts])
    ranks = np.concatenate([part.ranks for part in parts])
    scores = np.concatenate([part.scores for part in parts])
    wins = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
    return Summary(
        games=len(plies),
        plies=int(plies.sum()),
        fewest_plies=int(plies.min()),
        most_plies=int(plies.max()),
        seats=[
            SeatSummary(
                win_share=float(wins[:, seat].mean()),
                mean_rank=float(ranks[:, seat].mean()),
                mean_scores=scores[:, seat].mean(axis=0).tolist(),
            )
            for seat in range(ranks.shape[1])
        ],
    )


def records(
    game: Game, seats: int, games: int, seed: int, *, first: int = 0, trace: bool = False
) -> Iterator[dict[str, Any]]:
    """The records of the games that `simulate` plays."""
    for number in range(games):
        _, log = batch.trace(game, seats, seed, number, first=first)
        starting = batch.first_seat(seats, seed, number, first)
        yield retell(game, seats, starting, log).record(trace)


def write_records(path: Path, written: Iterator[dict[str, Any]]) -> Iterator[None]:
    """Write records as JSON Lines, one at each step."""
    with path.open("w", encoding="utf-8") as file:
        for record in written:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
            yield
