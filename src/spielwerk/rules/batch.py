"""Many games at once: random playouts over threads, traces, positions, node counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from spielwerk.rules import loops
from spielwerk.rules.game import Game
from spielwerk.rules.luck import seed_stream
from spielwerk.rules.state import Numbers, States, Words

CHUNK = 1024  # games that one call of a kernel plays at most
LOT = -1  # as `first`: draw the starting seat by lot


@dataclass(frozen=True)
class Results:
    """What came of many games: a row a game."""

    plies: Numbers
    ranks: Numbers  # (games, seats)
    scores: Numbers  # (games, seats, numbers on a scoreboard)


def stream(seed: int, number: int) -> Words:
    """A stream of random numbers for kernels."""
    made = np.empty(1, np.uint64)
    seed_stream(made, np.uint64(seed), np.uint64(number))
    return made


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
    plies = np.empty(games, np.int64)
    ranks = np.empty((games, seats), np.int64)
    scores = np.empty((games, seats, len(game.score_names)), np.int64)
    size = max(1, min(CHUNK, -(-games // threads)))

    def play(begin: int) -> None:
        chunk = slice(begin, min(begin + size, games))
        loops.random_games(
            game.tables,
            game.layout.empty(chunk.stop - begin),
            seats,
            first,
            np.uint64(seed),
            number + begin,
            np.empty(1, np.uint64),
            np.empty(game.most_odds, np.int64),
            np.empty((0, 2), np.int64),
            plies[chunk],
            ranks[chunk],
            scores[chunk],
        )

    begins = range(0, games, size)
    if threads == 1:
        for begin in begins:
            play(begin)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(play, begins))
    return Results(plies, ranks, scores)


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
    """How many nodes lie `depth` plies below s[0], every outcome of nature being a ply."""
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
