"""Compile a game's kernels in advance, with a progress line; later runs load them from disk."""

from __future__ import annotations

import inspect
import logging
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numba import config
from rich.console import Console
from rich.progress import Progress, TextColumn

from spielwerk.rules import batch, plies
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.kernel import cache_folder, source_digest
from spielwerk.rules.state import NATURE

Call = tuple[str, Callable[[], object]]  # a label, and a call that compiles what it reaches
Stage = Callable[[Game], Iterator[Call]]  # kernels that are compiled together

_log = logging.getLogger(__name__)
_done: set[tuple[str, str]] = set()


class _Rehearsal:
    """A game at its largest table, used to call each kernel once."""

    def __init__(self, game: Game) -> None:
        self.game, self.s = game, game.layout.empty(1)

    @property
    def acting(self) -> int:
        return self.game.to_act(self.s, 0)[0]

    def start(self) -> None:
        self.game.kernels.start(self.game.tables, self.s, 0, self.game.seats[-1], 0)

    def deal(self) -> None:
        game, s = self.game, self.s
        while game.to_act(s, 0) == (NATURE,):
            outcome = int(game.odds(s, 0).argmax())
            game.apply(s, 0, NATURE, outcome)

    def first(self) -> int:
        return int(self.game.legal(self.s, 0, self.acting)[0])

    def write(self) -> str:
        return self.game.write_all(self.s, 0, self.acting, np.array([self.first()]))[0]

    def choose(self) -> None:
        game, s, move = self.game, self.s, self.write()
        game.chosen(s, 0, self.acting, move)
        game.spelled(s, 0, self.acting, self.first())
        out = np.empty(2 * game.notation.width, np.int64)
        numbers = game.notation.read(move)
        game.kernels.why_not(game.tables, s, 0, self.acting, numbers, out)

    def recall(self) -> None:
        self.start()
        if self.acting == NATURE:
            self.game.due(self.s, 0)
            self.game.recall(self.s, 0, 0)

    def score(self) -> None:
        self.game.scoreboards(self.s, 0, self.game.seats[-1])

    def try_out(self) -> None:
        states, actions = self.game.layout.empty(2), np.empty(0, np.int64)
        plies.scores_after(self.game.tables, states, 0, actions, np.empty((0, 1), np.int64))
        self.game.lines(self.s, 0, self.acting, self.first())


def for_deals(game: Game) -> Iterator[Call]:
    """Yield calls for the kernels from the deal up to the first list of legal moves."""
    yield from _deals(_Rehearsal(game))


def _deals(rehearsal: _Rehearsal) -> Iterator[Call]:
    yield "start", rehearsal.start
    yield "deal", rehearsal.deal
    yield "legal", rehearsal.first
    yield "moves", rehearsal.write


def for_matches(game: Game) -> Iterator[Call]:
    """Yield calls for all kernels that a match uses."""
    rehearsal = _Rehearsal(game)
    yield from _deals(rehearsal)
    yield "choosing", rehearsal.choose
    yield "scores", rehearsal.score
    yield "ranks", lambda: game.ranks(rehearsal.s, 0, game.seats[-1])
    yield "points", rehearsal.try_out
    yield "records", rehearsal.recall


def for_batches(game: Game) -> Iterator[Call]:
    """Yield calls for the loops over many games."""
    seats = game.seats[-1]
    yield "games", lambda: batch.random_games(game, seats, 1, 0)
    yield "traces", lambda: batch.trace(game, seats, 0, 0)
    yield "perft", lambda: batch.perft(game, batch.position(game, seats, 0, 0), 1)
    yield (
        "resampling",
        lambda: Imagination(game.layout, game.tables, 0).deal(
            batch.position(game, seats, 0, 0), 0, batch.stream(0, 0)
        ),
    )


def for_soaks(game: Game) -> Iterator[Call]:
    """Yield calls for the loop that checks every state."""
    yield "checks", lambda: batch.checked_games(game, game.seats[-1], 1, 0)


def ready(game: Game, stage: Stage = for_matches) -> None:
    """Compile a stage's kernels unless they are compiled already; report progress."""
    if config.DISABLE_JIT or (game.id, stage.__name__) in _done:
        return
    if not is_compiled(game, stage):
        _compile(game, list(stage(game)))
        _marker(game, stage).touch()
    _done.add((game.id, stage.__name__))


def is_compiled(game: Game, stage: Stage = for_matches) -> bool:
    """Return whether a stage's compiled kernels are on disk."""
    return bool(config.DISABLE_JIT) or _marker(game, stage).exists()


def load(game: Game, stage: Stage = for_matches) -> None:
    """Load a stage's kernels from disk now, so that the first real call is fast."""
    ready(game, stage)
    for _, load_it in stage(game):
        load_it()


def _marker(game: Game, stage: Stage) -> Path:
    folder = Path(inspect.getfile(type(game))).resolve().parent
    copy = zlib.crc32(bytes(folder))  # Numba compiles again for another copy of the same sources
    return cache_folder(source_digest(folder)) / f"{game.id}.{stage.__name__}.{copy:08x}"


def _compile(game: Game, calls: list[Call]) -> None:
    _log.info("compiling %s, once", game.id)
    console = Console(stderr=True)
    quiet = not (console.is_terminal or console.is_jupyter)
    text = TextColumn("{task.description}")
    with Progress(text, console=console, transient=True, disable=quiet) as line:
        task = line.add_task("")
        for number, (name, compile_it) in enumerate(calls, 1):
            told = f"compiling {game.id}, once: {name} ({number} of {len(calls)})"
            line.update(task, description=told)
            compile_it()
