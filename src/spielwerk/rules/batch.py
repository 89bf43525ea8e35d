"""Run many games at once: random playouts across threads, traces, positions, node counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from spielwerk.rules import loops
from spielwerk.rules.game import Game
from spielwerk.rules.luck import Stream, below, seed_stream
from spielwerk.rules.state import Numbers, States

BATCH = 1024  # games per thread before the results are collected
LOT = -1  # as `first`: draw the starting seat at random
FEW = 64  # games that a thread takes at a time
APART = 16  # words
NO_LOG = np.empty((0, 2), np.int64)


@dataclass(frozen=True)
class Results:
    """The results of many games, one row per game."""

    plies: Numbers
    ranks: Numbers  # (games, seats)
    scores: Numbers  # (games, seats, numbers on a scoreboard)

    @classmethod
    def empty(cls, game: Game, seats: int, games: int) -> Results:
        """Allocate results for `games` games."""
        plies = np.empty(games, np.int64)
        ranks = np.empty((games, seats), np.int64)
        return cls(plies, ranks, np.empty((games, seats, len(game.score_names(seats))), np.int64))

    def part(self, rows: slice) -> Results:
        """Return some of the rows without copying them."""
        return Results(self.plies[rows], self.ranks[rows], self.scores[rows])


def stream(seed: int, number: int) -> Stream:
    """Return a stream of random numbers for kernels."""
    made = np.empty(1, np.uint64)
    seed_stream(made, np.uint64(seed), np.uint64(number))
    return made


class Batch:
    """Games played side by side, repeatedly, in the same memory and by the same threads."""

    def __init__(self, game: Game, seats: int, games: int, *, threads: int = 1) -> None:
        self.game, self.seats = game, seats
        self.states = game.layout.empty(games)
        # Each of several threads takes a few more games when it finishes its last ones, so a core
        # that is briefly busy elsewhere does not delay the others.
        self._few = games if threads == 1 else FEW
        # Spaced so that no two threads write to the same cache line.
        self._streams = np.empty((threads, APART), np.uint64)
        self._weights = np.empty((threads, game.most_odds + APART), np.int64)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def play(self, results: Results, seed: int, *, first: int = 0, number: int = 0) -> None:
        """Play random games `number`, `number` + 1, … of `seed`, one per row of `results`."""
        begins = iter(range(0, len(results.plies), self._few))

        def play(thread: int) -> None:
            for begin in begins:  # shared by all threads
                rows = slice(begin, begin + self._few)
                part = results.part(rows)
                loops.random_games(
                    self.game.tables,
                    self.states[rows][: len(part.plies)],
                    self.seats,
                    first,
                    np.uint64(seed),
                    number + begin,
                    self._streams[thread, :1],
                    self._weights[thread],
                    NO_LOG,
                    part.plies,
                    part.ranks,
                    part.scores,
                )

        threads = range(1, len(self._streams))
        others = [self._pool.submit(play, thread) for thread in threads] if self._pool else []
        play(0)  # on this thread
        for other in others:
            other.result()


def random_games(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    *,
    first: int = 0,
    number: int = 0,
    threads: int = 1,
) -> Results:
    """Play random games `number`, `number` + 1, … of `seed`; the thread count has no influence."""
    results = Results.empty(game, seats, games)
    size = max(1, min(games, threads * BATCH))
    batch = Batch(game, seats, size, threads=threads)
    for begin in range(0, games, size):
        part = results.part(slice(begin, begin + size))
        batch.play(part, seed, first=first, number=number + begin)
    return results


def checked_games(
    game: Game, seats: int, games: int, seed: int, number: int = 0
) -> tuple[int, int, int]:
    """Play random games, checking every state; return plies, and a bad game's number and fault."""
    plies, bad, wrong = loops.checked_games(
        game.tables,
        game.layout.empty(1),
        seats,
        np.uint64(seed),
        number,
        games,
        np.empty(1, np.uint64),
        np.empty(game.most_odds, np.int64),
    )
    return int(plies), int(bad), int(wrong)


def first_seat(seats: int, seed: int, number: int, first: int) -> int:
    """Return the starting seat of one of those games."""
    return int(below(stream(seed, number), seats)) if first == LOT else first


def trace(
    game: Game, seats: int, seed: int, number: int, *, first: int = 0, plies: int = loops.MOST
) -> tuple[States, Numbers]:
    """Play one of those games; return its state after `plies` plies by seats (or its end), and log.

    The log has one row (seat, action) per ply, including nature's.
    """
    s = game.layout.empty(1)
    log = np.empty((1024, 2), np.int64)
    while True:
        _, rows = loops.random_game(
            game.tables,
            s,
            0,
            seats,
            first,
            np.uint64(seed),
            number,
            np.empty(1, np.uint64),
            np.empty(game.most_odds, np.int64),
            plies,
            log,
        )
        if rows <= len(log):
            return s, log[:rows]
        log = np.empty((rows, 2), np.int64)


def position(game: Game, seats: int, seed: int, plies: int) -> States:
    """Return the state of the first random game of `seed` after that many plies by seats."""
    return trace(game, seats, seed, 0, plies=plies)[0]


def perft(game: Game, s: States, depth: int) -> int:
    """Count the nodes `depth` plies below s[0]; each outcome of nature counts as a ply."""
    if depth == 0:
        return 1
    room = game.layout.empty(depth + 1)
    room[0] = s[0]
    width = max(game.most_legal, game.most_odds)
    nodes = loops.perft(
        game.tables,
        room,
        depth,
        np.empty((depth, width), np.int64),
        np.empty(depth, np.int64),
        np.empty(depth, np.int64),
        np.empty(game.most_odds, np.int64),
    )
    return int(nodes)
