"""Play many random games, and check every state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from spielwerk.rules import batch, compilation, loops
from spielwerk.rules.game import Game

PART = 1000  # games that a thread takes at a time


@dataclass(frozen=True)
class Soaked:
    """The results of one table."""

    game: str
    seats: int
    games: int
    plies: int  # nature's included
    seconds: float
    faults: list[tuple[int, int]]  # games at fault: their numbers, and what is wrong


def soak(games: list[Game], number: int, seed: int, threads: int) -> Iterator[Soaked]:
    """Play `number` games of each game at each number of seats."""
    for game in games:
        compilation.ready(game, compilation.for_soaks)
        for seats in game.seats:
            yield _soak_table(game, seats, number, seed, threads)


def _soak_table(game: Game, seats: int, number: int, seed: int, threads: int) -> Soaked:
    def play(begin: int) -> tuple[int, list[tuple[int, int]]]:
        end, in_all, faults = min(begin + PART, number), 0, []
        while begin < end:
            plies, bad, wrong = batch.checked_games(game, seats, end - begin, seed, begin)
            in_all += plies
            begin = end
            if wrong:  # continue with the next game
                faults.append((bad, wrong))
                begin = bad + 1
        return in_all, faults

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, range(0, number, PART)))
    seconds = time.perf_counter() - began
    faults = [fault for _, found in parts for fault in found]
    return Soaked(game.id, seats, number, sum(plies for plies, _ in parts), seconds, faults)


def told_fault(number: int) -> str:
    """Describe a game's fault in words."""
    words = {
        loops.NO_MOVE: "a seat has to act and can't",
        loops.NO_OUTCOME: "nature has to act and can't",
        loops.ENDLESS: "it does not end",
    }
    return words.get(number, f"invariant {number} of the game's `fault` is broken")
