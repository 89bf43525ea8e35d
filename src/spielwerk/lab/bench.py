"""Benchmarks of a game: its kernels, many games at once, its bots, and new processes."""

from __future__ import annotations

import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.lab import reference
from spielwerk.lab.rounds import Case, Measurement, Sample, Stopwatch, medians, own_time
from spielwerk.match.match import Match
from spielwerk.rules import batch, compilation
from spielwerk.rules.game import Game

ROUNDS = 15
ROUNDS_WITH_CPP = 100  # to tell apart two loops that differ by a tenth
REPEATS = 10  # batches a round
SEED = 1
OPPONENT = "meister"
AGAINST_IT = (8, 32)  # games at once, and the learner's plies in each

_FIRST_MOVE = """
import spielwerk as sw
match = sw.Match({game!r}, seats={seats}, seed=1)
seat = match.to_act[0]
match.play(match.legal(seat)[0], seat)
"""
_MANY = 1_000_000  # games in flight
_MEMORY = """
import sys
from spielwerk.envs.vector import VectorGames
games = VectorGames({game!r}, {seats}, {many}, seed=1, masks=None, observe=False)
for _ in range(5):
    games.random_step()
try:
    import resource
except ImportError:  # not on Windows
    print("nan")
else:
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(held / (1_000_000 if sys.platform == "darwin" else 1000))
"""
_COMPILE = """
from spielwerk.games import find
from spielwerk.rules import compilation
compilation.ready(find({game!r}))
compilation.ready(find({game!r}), compilation.for_batches)
"""


def measure(games: list[Game], watch: Callable[[str], None]) -> Iterator[Measurement]:
    """Yield all measurements of these games; `watch` is called with the current measurement."""
    if games:
        yield from medians([import_case()], ROUNDS, watch)
    for game in games:
        watch(f"{game.id}: getting ready")
        compilation.ready(game)
        compilation.ready(game, compilation.for_batches)
        yield Measurement(f"{game.id}/state", game.layout.dtype.itemsize, "bytes")
        yield from medians(list(_reference_cases(game)), ROUNDS_WITH_CPP, watch)
        yield from medians(list(_kernel_cases(game)), ROUNDS, watch)
        yield from medians(list(_vector_cases(game)), ROUNDS, watch)
        yield from medians(list(_memory_cases(game)), 3, watch)
        yield from medians(list(_bot_cases(game)), 3, watch)
        yield from medians(list(_opponent_cases(game)), 3, watch)
        yield from medians(list(_process_cases(game)), 3, watch)


def _usual(game: Game) -> int:
    """Return the number of seats at which most is measured."""
    return 2 if 2 in game.seats else game.seats[0]


def _reference_cases(game: Game) -> Iterator[Case]:
    """Yield random play in C++ and in our kernels, if the game has such a reference here."""
    seats, file = _usual(game), reference.source(game)
    if file:
        one = f"{game.id}/{seats}/random"
        cpp, ours = _playouts_in_cpp(game, seats, file), _playouts(game, seats, threads=1)
        yield Case(f"{one}-cpp", "plies/s", cpp)
        yield Case(one, "plies/s", ours, gain_over=f"{one}-cpp", shown=False)


def _kernel_cases(game: Game) -> Iterator[Case]:
    for seats in game.seats:
        yield Case(f"{game.id}/{seats}/random", "plies/s", _playouts(game, seats, threads=1))
    seats = _usual(game)
    one = f"{game.id}/{seats}/random"
    both = _playouts(game, seats, threads=2)  # its best round is the nearest to two free cores
    yield Case(f"{one}-2-threads", "plies/s", both, gain_over=one, tell_best=True)
    yield Case(f"{game.id}/{seats}/step", "µs", _steps(game, seats))
    yield Case(f"{game.id}/{seats}/match-play", "µs", _match_plies(game, seats))


def _vector_cases(game: Game) -> Iterator[Case]:
    """Yield many games at once, with each form of what learners need, on one thread and on two."""
    seats = _usual(game)
    name, bare = f"{game.id}/{seats}/vector", f"{game.id}/{seats}/random"
    yield Case(bare, "plies/s", _playouts(game, seats, threads=1), shown=False)
    forms: dict[str, dict[str, Any]] = {
        name: {"masks": None, "observe": False},
        f"{name}/bits": {"masks": "bits", "observe": False},
        f"{name}/lists": {"masks": "lists", "observe": False},
        f"{name}/bools": {"masks": "bools", "observe": False},
        f"{name}/observations": {"masks": "bits", "observe": True},
    }
    for one, settings in forms.items():
        over = bare if one.endswith("/lists") else None
        alone = _vector_plies(game, seats, **settings)
        yield Case(one, "plies/s", alone, gain_over=over)
        both = _vector_plies(game, seats, threads=2, **settings)
        yield Case(f"{one}-2-threads", "plies/s", both, gain_over=one, tell_best=True)
    yield Case(f"{name}/step", "plies/s", _vector_steps(game, seats))


def _vector_plies(
    game: Game, seats: int, *, threads: int = 1, **settings: Any
) -> Callable[[], Sample]:
    from spielwerk.envs.vector import SAME_STEP, VectorGames

    settings |= {"seed": SEED, "autoreset": SAME_STEP, "threads": threads}
    games = VectorGames(game, seats, batch.BATCH, **settings)

    def run() -> Sample:
        games.random_step()
        watch = Stopwatch(threads)
        for _ in range(5 * REPEATS):
            games.random_step()
        return watch.rate(5 * REPEATS * games.n)

    return run


def _vector_steps(game: Game, seats: int) -> Callable[[], Sample]:
    """Draw actions from the lists with NumPy, and pass them to `step`."""
    from spielwerk.envs.vector import SAME_STEP, VectorGames

    games = VectorGames(game, seats, batch.BATCH, seed=SEED, autoreset=SAME_STEP, observe=False)
    luck, rows = np.random.default_rng(SEED), np.arange(games.n)

    def run() -> Sample:
        watch = Stopwatch()
        for _ in range(5 * REPEATS):
            games.step(games.masks[rows, luck.integers(games.counts)])
        return watch.rate(5 * REPEATS * games.n)

    return run


def _memory_cases(game: Game) -> Iterator[Case]:
    """Yield a million games in flight, where they fit into a gigabyte."""
    seats = _usual(game)
    if game.layout.dtype.itemsize * _MANY < 1e9:
        memory = f"{game.id}/{seats}/vector/memory-of-a-million"
        yield Case(memory, "MB", lambda: Sample(memory_of_a_million(game, seats)))


def memory_of_a_million(game: Game, seats: int) -> float:
    """Return the peak memory, in megabytes, of a process with a million games in flight."""
    return float(_told(_MEMORY.format(game=game.id, seats=seats, many=_MANY)))


def _playouts(game: Game, seats: int, threads: int) -> Callable[[], Sample]:
    games = batch.Batch(game, seats, batch.BATCH, threads=threads)
    results = batch.Results.empty(game, seats, batch.BATCH)

    def run() -> Sample:
        games.play(results, SEED)  # wakes threads and sleeping cores
        watch = Stopwatch(threads)
        for _ in range(REPEATS):
            games.play(results, SEED)
        return watch.rate(REPEATS * int(results.plies.sum()))

    return run


def _playouts_in_cpp(game: Game, seats: int, file: Path) -> Callable[[], Sample]:
    play = reference.compiled(game, seats, file)
    results = batch.Results.empty(game, seats, batch.BATCH)

    def run() -> Sample:
        play(results, SEED)
        watch = Stopwatch()
        for _ in range(REPEATS):
            play(results, SEED)
        return watch.rate(REPEATS * int(results.plies.sum()))

    return run


def _steps(game: Game, seats: int) -> Callable[[], Sample]:
    """Call `act` from Python, over the plies of one game."""
    log = batch.trace(game, seats, SEED, 0)[1].tolist()
    act, start, t = game.kernels.act, game.kernels.start, game.tables
    s = game.layout.empty(20)

    def run() -> Sample:
        for i in range(len(s)):
            start(t, s, i, seats, 0)
        watch = Stopwatch()
        for i in range(len(s)):
            for seat, action in log:
                act(t, s, i, seat, action)
        return watch.cost(len(s) * len(log), 1e6)

    return run


def _match_plies(game: Game, seats: int) -> Callable[[], Sample]:
    """Call `Match.play` over the moves of one game."""
    plan = Match(game.id, seats, SEED)
    bot = bots.bot("zufall", SEED)
    while not plan.over:
        plan.play(bot.choose(plan, plan.to_act[0]), plan.to_act[0])
    moves = [(ply.move, ply.seat) for ply in plan.plies]

    def run() -> Sample:
        match = Match(game.id, seats, SEED)
        watch = Stopwatch()
        for move, seat in moves:
            match.play(move, seat)
        return watch.cost(len(moves), 1e6)

    return run


def _bot_cases(game: Game) -> Iterator[Case]:
    """Yield the cost of bots' moves over one game, with two seats and with the most."""
    for seats in sorted({2, game.seats[-1]} & set(game.seats)):
        for name in ("geselle", "meister", "grossmeister@50ms"):
            if seats == 2 or name == "meister":
                case = f"{game.id}/{seats}/{name}"
                yield Case(f"{case}-move", "ms", _thoughts(game, seats, name, statistics.fmean))
                yield Case(f"{case}-worst", "ms", _thoughts(game, seats, name, max))


def _thoughts(
    game: Game, seats: int, name: str, told: Callable[[list[float]], float]
) -> Callable[[], Sample]:
    now = time.perf_counter if "@" in name else own_time  # budgets are kept by the clock

    def run() -> Sample:
        match = Match(game.id, seats, SEED)
        bot = bots.bot(name, SEED)
        bot.choose(match, match.to_act[0])  # compiles, if necessary
        spent = []
        while not match.over:
            seat = match.to_act[0]
            known = bot.know(game, seats, seat, match.states)
            begin = now()
            action = bot.think(known).action
            spent.append(1000 * (now() - begin))
            match.play(known.write(action), seat)
        return Sample(told(spent))

    return run


def _opponent_cases(game: Game) -> Iterator[Case]:
    """Yield a learner's ply and its opponents' answers, in many games at once and in one."""
    seats, name = _usual(game), f"{game.id}/{_usual(game)}"
    if seats > 1 and importlib.util.find_spec("gymnasium"):
        yield Case(f"{name}/vector/{OPPONENT}", "ms", _answers_in_many(game, seats))
        yield Case(f"{name}/gymnasium/{OPPONENT}", "ms", _answers_in_one(game, seats))


def _answers_in_many(game: Game, seats: int) -> Callable[[], Sample]:
    from spielwerk.envs.opponents import OpponentGames
    from spielwerk.envs.vector import SAME_STEP

    n, plies = AGAINST_IT
    games = OpponentGames(game, seats, n, OPPONENT, seed=SEED, masks="bools", autoreset=SAME_STEP)

    def run() -> Sample:
        games.reset(seed=SEED)
        watch = Stopwatch()
        for _ in range(plies):
            games.random_step()
        return watch.cost(n * plies, 1000)

    return run


def _answers_in_one(game: Game, seats: int) -> Callable[[], Sample]:
    from spielwerk.envs.learner import LearnerEnv

    plies = AGAINST_IT[0] * AGAINST_IT[1]
    env = LearnerEnv(game.id, seats, OPPONENT)
    luck = np.random.default_rng(SEED)

    def run() -> Sample:
        _, info = env.reset(seed=SEED)
        watch = Stopwatch()
        for _ in range(plies):
            *_, over, _, info = env.step(luck.choice(np.flatnonzero(info["action_mask"])))
            if over:
                _, info = env.reset()
        return watch.cost(plies, 1000)

    return run


def import_case() -> Case:
    """Return what importing the package adds to the start of a Python."""

    def run() -> Sample:
        nothing = seconds_of("pass", {})
        return Sample(1000 * (seconds_of("import spielwerk", {}) - nothing))

    return Case("import", "ms", run)


def _process_cases(game: Game) -> Iterator[Case]:
    first_move = _FIRST_MOVE.format(game=game.id, seats=game.seats[-1])
    start = f"{game.id}/start-to-first-move"
    yield Case(start, "s", lambda: Sample(seconds_of(first_move, {})))

    def cold() -> Sample:
        with tempfile.TemporaryDirectory() as empty:
            program = _COMPILE.format(game=game.id)
            return Sample(seconds_of(program, {"SPIELWERK_CACHE": empty}))

    yield Case(f"{game.id}/cold-compile", "s", cold)


def _told(program: str) -> str:
    """Run a program in a new Python and return what it prints."""
    words = [sys.executable, "-c", program]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def seconds_of(program: str, settings: dict[str, str]) -> float:
    """Return how long a new Python takes for a program, including its start."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env=os.environ | settings, check=True)
    return time.perf_counter() - begin
