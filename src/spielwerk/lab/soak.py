"""Soaking: many random games, every state of which is looked at."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from spielwerk.rules import batch, warm
from spielwerk.rules.game import Game

PART = 1000  # games that a thread takes at a time


@dataclass(frozen=True)
class Soaked:
    """What came of one table."""

    game: str
    seats: int
    games: int
    plies: int  # nature's included
    seconds: float
    faults: list[tuple[int, int]]  # games that broke an invariant: their number, and its number


def soak(games: list[Game], number: int, seed: int, threads: int) -> Iterator[Soaked]:
    """Play `number` games of each game at each number of seats."""
    for game in games:
        warm.ready(game, warm.for_soaks)
        for seats in game.seats:
            yield _soak_table(game, seats, number, seed, threads)


def _soak_table(game: Game, seats: int, number: int, seed: int, threads: int) -> Soaked:
    def play(begin: int) -> tuple[int, int, int]:
        return batch.checked_games(game, seats, min(PART, number - begin), seed, begin)

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, range(0, number, PART)))
    seconds = time.perf_counter() - began
    faults = [(bad, wrong) for _, bad, wrong in parts if wrong]
    return Soaked(game.id, seats, number, sum(plies for plies, _, _ in parts), seconds, faults)
