"""Many games at once: random playouts over threads, traces, positions, node counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from spielwerk.rules import loops
from spielwerk.rules.game import Game
from spielwerk.rules.luck import Stream, below, seed_stream
from spielwerk.rules.state import Numbers, States

BATCH = 1024  # games that a thread plays between two looks at what came of them
LOT = -1  # as `first`: draw the starting seat by lot
FEW = 64  # games that a thread takes at a time
APART = 16  # words
NO_LOG = np.empty((0, 2), np.int64)


@dataclass(frozen=True)
class Results:
    """What came of many games: a row a game."""

    plies: Numbers
    ranks: Numbers  # (games, seats)
    scores: Numbers  # (games, seats, numbers on a scoreboard)

    @classmethod
    def empty(cls, game: Game, seats: int, games: int) -> Results:
        """Room for the results of so many games."""
        plies = np.empty(games, np.int64)
        ranks = np.empty((games, seats), np.int64)
        return cls(plies, ranks, np.empty((games, seats, len(game.score_names(seats))), np.int64))

    def part(self, rows: slice) -> Results:
        """Some of the rows, not copied."""
        return Results(self.plies[rows], self.ranks[rows], self.scores[rows])


def stream(seed: int, number: int) -> Stream:
    """Return a stream of random numbers for kernels."""
    made = np.empty(1, np.uint64)
    seed_stream(made, np.uint64(seed), np.uint64(number))
    return made


class Batch:
    """Games played side by side, over and over, in the same memory and by the same threads."""

    def __init__(self, game: Game, seats: int, games: int, *, threads: int = 1) -> None:
        self.game, self.seats = game, seats
        self.states = game.layout.empty(games)
        # With several threads each takes the next few games when it is done with its last ones:
        # a core that is busy elsewhere for a moment holds up none of the others.
        self._few = games if threads == 1 else FEW
        # Far enough apart that no two threads write to the same line of a processor's cache.
        self._streams = np.empty((threads, APART), np.uint64)
        self._weights = np.empty((threads, game.most_odds + APART), np.int64)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def play(self, results: Results, seed: int, *, first: int = 0, number: int = 0) -> None:
        """Play random games `number`, `number` + 1, … of `seed`, one for each row of `results`."""
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
        play(0)  # by this thread
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
    """Random games `number`, `number` + 1, … of `seed`: the same however many threads play."""
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
    """Random games, every state of which is looked at: plies, and number and fault of a bad one."""
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
    """Return who starts one of those games."""
    return int(below(stream(seed, number), seats)) if first == LOT else first


def trace(
    game: Game, seats: int, seed: int, number: int, *, first: int = 0, plies: int = loops.MOST
) -> tuple[States, Numbers]:
    """One of those games: its state after so many of the seats' plies, or at its end, and its log.

    The log has a row (seat, action) a ply, nature's included.
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
    """The state that the first random game of `seed` is in after so many of the seats' plies."""
    return trace(game, seats, seed, 0, plies=plies)[0]


def perft(game: Game, s: States, depth: int) -> int:
    """Return how many nodes lie `depth` plies below s[0], every outcome of nature being a ply."""
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
