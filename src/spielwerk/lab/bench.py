"""Benchmarks: medians of interleaved rounds, as other work on the machine comes and goes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.match.match import Match
from spielwerk.rules import batch, compilation
from spielwerk.rules.game import Game

ROUNDS = 15
REPEATS = 10  # batches a round
SEED = 1

_FIRST_MOVE = """
import spielwerk as sw
match = sw.Match({game!r}, seats={seats}, seed=1)
seat = match.to_act[0]
match.play(match.legal(seat)[0], seat)
"""
_MANY = 1_000_000  # games in flight
_MEMORY = """
import resource
from spielwerk.envs.vector import VectorGames
games = VectorGames({game!r}, {seats}, {many}, seed=1, masks=None, observe=False)
for _ in range(5):
    games.random_step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""
_COMPILE = """
from spielwerk.games import find
from spielwerk.rules import compilation
compilation.ready(find({game!r}))
compilation.ready(find({game!r}), compilation.for_batches)
"""


@dataclass(frozen=True)
class Measurement:
    """One measured number."""

    name: str
    value: float
    unit: str
    note: str = ""

    def as_dict(self) -> dict[str, str | float]:
        """Return what JSON tells of it."""
        told: dict[str, str | float] = {"name": self.name, "value": self.value, "unit": self.unit}
        return told | ({"note": self.note} if self.note else {})


@dataclass(frozen=True)
class Case:
    """Something to measure: each run returns one sample."""

    name: str
    unit: str
    run: Callable[[], float]
    gain_over: str | None = None  # the case whose rounds this one's are compared with
    tell_best: bool = False  # tell the best of these gains too


def measure(games: list[Game], watch: Callable[[str], None]) -> Iterator[Measurement]:
    """Yield all measurements of these games; `watch` hears what is being measured."""
    for game in games:
        watch(f"{game.id}: getting ready")
        compilation.ready(game)
        compilation.ready(game, compilation.for_batches)
        yield Measurement(f"{game.id}/state", game.layout.dtype.itemsize, "bytes")
        yield from medians(list(_kernel_cases(game)), ROUNDS, watch)
        yield from medians(list(_vector_cases(game)), ROUNDS, watch)
        yield from medians(list(_memory_cases(game)), 3, watch)
        yield from medians(list(_bot_cases(game)), 3, watch)
        yield from medians(list(_process_cases(game)), 3, watch)


def medians(cases: list[Case], rounds: int, watch: Callable[[str], None]) -> Iterator[Measurement]:
    """Yield the medians of cases that take turns for so many rounds."""
    samples = _samples(cases, rounds, watch)
    for case in cases:
        yield Measurement(case.name, statistics.median(samples[case.name]), case.unit)
        if case.gain_over:  # round by round
            pairs = zip(samples[case.name], samples[case.gain_over], strict=True)
            gains = [fast / slow for fast, slow in pairs]
            yield Measurement(f"{case.name}/gain", statistics.median(gains), "x")
            if case.tell_best:
                yield Measurement(f"{case.name}/gain-at-best", max(gains), "x")


def _samples(
    cases: list[Case], rounds: int, watch: Callable[[str], None]
) -> dict[str, list[float]]:
    samples: dict[str, list[float]] = {case.name: [] for case in cases}
    for number in range(rounds):
        for case in cases:
            watch(f"{case.name}: round {number + 1} of {rounds}")
            samples[case.name].append(case.run())
    return samples


def _kernel_cases(game: Game) -> Iterator[Case]:
    for seats in game.seats:
        yield Case(f"{game.id}/{seats}/random", "plies/s", _playouts(game, seats, threads=1))
    seats = 2 if 2 in game.seats else game.seats[0]
    one = f"{game.id}/{seats}/random"
    both = _playouts(game, seats, threads=2)  # whose best round is nearest to two free cores
    yield Case(f"{one}-2-threads", "plies/s", both, gain_over=one, tell_best=True)
    yield Case(f"{game.id}/{seats}/step", "µs", _steps(game, seats))
    yield Case(f"{game.id}/{seats}/match-play", "µs", _match_plies(game, seats))


def _vector_cases(game: Game) -> Iterator[Case]:
    """Many games at once, with what learners want of them."""
    seats = 2 if 2 in game.seats else game.seats[0]
    name = f"{game.id}/{seats}/vector"
    yield Case(name, "plies/s", _vector_plies(game, seats, masks=None, observe=False))
    for masks in ("bits", "lists", "bools"):
        plies = _vector_plies(game, seats, masks=masks, observe=False)
        yield Case(f"{name}/{masks}", "plies/s", plies)
    plies = _vector_plies(game, seats, masks="bits", observe=True)
    yield Case(f"{name}/observations", "plies/s", plies)
    both = _vector_plies(game, seats, masks="bits", observe=True, threads=2)
    over = f"{name}/observations"
    yield Case(f"{over}-2-threads", "plies/s", both, gain_over=over, tell_best=True)
    yield Case(f"{name}/step", "plies/s", _vector_steps(game, seats))


def _vector_plies(game: Game, seats: int, **settings: Any) -> Callable[[], float]:
    from spielwerk.envs.vector import SAME_STEP, VectorGames

    games = VectorGames(game, seats, batch.BATCH, seed=SEED, autoreset=SAME_STEP, **settings)

    def run() -> float:
        games.random_step()
        begin = time.perf_counter()
        for _ in range(5 * REPEATS):
            games.random_step()
        return 5 * REPEATS * games.n / (time.perf_counter() - begin)

    return run


def _vector_steps(game: Game, seats: int) -> Callable[[], float]:
    """Actions drawn with NumPy out of the lists, and handed in."""
    from spielwerk.envs.vector import SAME_STEP, VectorGames

    games = VectorGames(game, seats, batch.BATCH, seed=SEED, autoreset=SAME_STEP, observe=False)
    luck, rows = np.random.default_rng(SEED), np.arange(games.n)

    def run() -> float:
        begin = time.perf_counter()
        for _ in range(5 * REPEATS):
            games.step(games.masks[rows, luck.integers(games.counts)])
        return 5 * REPEATS * games.n / (time.perf_counter() - begin)

    return run


def _memory_cases(game: Game) -> Iterator[Case]:
    """Yield a million games in flight, where they fit into a gigabyte."""
    seats = 2 if 2 in game.seats else game.seats[0]
    if game.layout.dtype.itemsize * _MANY < 1e9:
        memory = f"{game.id}/{seats}/vector/memory-of-a-million"
        yield Case(memory, "MB", lambda: memory_of_a_million(game, seats))


def memory_of_a_million(game: Game, seats: int) -> float:
    """Return the most megabytes that a process held with a million games in flight."""
    return float(_told(_MEMORY.format(game=game.id, seats=seats, many=_MANY)))


def _playouts(game: Game, seats: int, threads: int) -> Callable[[], float]:
    games = batch.Batch(game, seats, batch.BATCH, threads=threads)
    results = batch.Results.empty(game, seats, batch.BATCH)

    def run() -> float:
        games.play(results, SEED)  # wakes threads, and cores that had gone to sleep
        begin = time.perf_counter()
        for _ in range(REPEATS):
            games.play(results, SEED)
        return REPEATS * float(results.plies.sum()) / (time.perf_counter() - begin)

    return run


def _steps(game: Game, seats: int) -> Callable[[], float]:
    """Calling `act` from Python, over the plies of one game."""
    log = batch.trace(game, seats, SEED, 0)[1].tolist()
    act, start, t = game.kernels.act, game.kernels.start, game.tables
    s = game.layout.empty(1)

    def run() -> float:
        spent = 0.0
        for _ in range(20):
            start(t, s, 0, seats, 0)
            begin = time.perf_counter()
            for seat, action in log:
                act(t, s, 0, seat, action)
            spent += time.perf_counter() - begin
        return spent / (20 * len(log)) * 1e6

    return run


def _match_plies(game: Game, seats: int) -> Callable[[], float]:
    """`Match.play` over the moves of one game."""
    plan = Match(game.id, seats, SEED)
    bot = bots.bot("zufall", SEED)
    while not plan.over:
        plan.play(bot.choose(plan, plan.to_act[0]), plan.to_act[0])
    moves = [(ply.move, ply.seat) for ply in plan.plies]

    def run() -> float:
        match = Match(game.id, seats, SEED)
        begin = time.perf_counter()
        for move, seat in moves:
            match.play(move, seat)
        return (time.perf_counter() - begin) / len(moves) * 1e6

    return run


def _bot_cases(game: Game) -> Iterator[Case]:
    """Yield what bots' moves cost over one game, two seats and the most."""
    for seats in sorted({2, game.seats[-1]} & set(game.seats)):
        for name in ("geselle", "meister", "grossmeister@50ms"):
            if seats == 2 or name == "meister":
                case = f"{game.id}/{seats}/{name}"
                yield Case(f"{case}-move", "ms", _thoughts(game, seats, name, statistics.fmean))
                yield Case(f"{case}-worst", "ms", _thoughts(game, seats, name, max))


def _thoughts(
    game: Game, seats: int, name: str, told: Callable[[list[float]], float]
) -> Callable[[], float]:
    def run() -> float:
        match = Match(game.id, seats, SEED)
        bot = bots.bot(name, SEED)
        bot.choose(match, match.to_act[0])  # compiled now, if it was not
        spent = []
        while not match.over:
            seat = match.to_act[0]
            known = bot.know(game, seats, seat, match.states)
            begin = time.perf_counter()
            action = bot.think(known).action
            spent.append(1000 * (time.perf_counter() - begin))
            match.play(known.write(action), seat)
        return told(spent)

    return run


def _process_cases(game: Game) -> Iterator[Case]:
    first_move = _FIRST_MOVE.format(game=game.id, seats=game.seats[-1])
    yield Case(f"{game.id}/start-to-first-move", "s", lambda: seconds_of(first_move, {}))

    def cold() -> float:
        with tempfile.TemporaryDirectory() as empty:
            return seconds_of(_COMPILE.format(game=game.id), {"SPIELWERK_CACHE": empty})

    yield Case(f"{game.id}/cold-compile", "s", cold)


def _told(program: str) -> str:
    """Return what a new Python prints for a program."""
    words = [sys.executable, "-c", program]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def seconds_of(program: str, settings: dict[str, str]) -> float:
    """Return how long a new Python takes for a program, its own start included."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env=os.environ | settings, check=True)
    return time.perf_counter() - begin
