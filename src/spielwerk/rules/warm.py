"""Getting kernels ready: compiled once, with a progress line, and loaded from disk ever after."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numba import config
from rich.console import Console
from rich.progress import Progress, TextColumn

from spielwerk.rules import batch, loops
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.kernel import cache_folder, source_digest
from spielwerk.rules.state import NATURE, States

Step = tuple[str, Callable[[], object]]
Steps = Callable[[Game], Iterator[Step]]

_log = logging.getLogger(__name__)
_done: set[tuple[str, str]] = set()


def for_matches(game: Game) -> Iterator[Step]:
    """The kernels that a match calls, one by one."""
    s = game.layout.empty(1)
    kernels, t, seats = game.kernels, game.tables, game.seats[-1]

    def deal() -> None:
        while game.to_act(s, 0) == (NATURE,):
            kernels.act(t, s, 0, NATURE, int(game.odds(s, 0).argmax()))

    yield "start", lambda: kernels.start(t, s, 0, seats, 0)
    yield "odds", lambda: game.odds(s, 0)
    yield "act", deal
    yield "legal", lambda: game.legal(s, 0, game.to_act(s, 0)[0])
    yield "choosing", lambda: _choose(game, s)
    yield "scores", lambda: (game.scores(s, 0, 0), game.scoreboards(s, 0, seats))
    yield "ranks", lambda: game.ranks(s, 0, seats)
    yield "points", lambda: _points(game)
    yield "lines", lambda: _lines(game, s)


def _points(game: Game) -> None:
    s = game.layout.empty(2)
    actions, out = np.empty(0, np.int64), np.empty((0, 1), np.int64)
    loops.scores_after(game.tables, s, 0, actions, out)


def _choose(game: Game, s: States) -> None:
    seat = game.to_act(s, 0)[0]
    game.chosen(s, 0, seat, game.write(s, 0, seat, int(game.legal(s, 0, seat)[0])))


def _lines(game: Game, s: States) -> None:
    seat = game.to_act(s, 0)[0]
    game.lines(s, 0, seat, int(game.legal(s, 0, seat)[0]))


def for_batches(game: Game) -> Iterator[Step]:
    """The loops over many games."""
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


def for_soaks(game: Game) -> Iterator[Step]:
    """The loop that looks at every state."""
    yield "checks", lambda: batch.checked_games(game, game.seats[-1], 1, 0)


def ready(game: Game, steps: Steps = for_matches) -> None:
    """Compile what `steps` name unless that was done before, and tell the terminal about it."""
    if config.DISABLE_JIT or (game.id, steps.__name__) in _done:
        return
    if not is_compiled(game, steps):
        _compile(game, list(steps(game)))
        _marker(game, steps).touch()
    _done.add((game.id, steps.__name__))


def is_compiled(game: Game, steps: Steps = for_matches) -> bool:
    """Whether what `steps` name lies compiled on disk."""
    return bool(config.DISABLE_JIT) or _marker(game, steps).exists()


def load(game: Game, steps: Steps = for_matches) -> None:
    """Load what `steps` name from disk, so that a first call need not."""
    ready(game, steps)
    for _, load_it in steps(game):
        load_it()


def _marker(game: Game, steps: Steps) -> Path:
    folder = Path(inspect.getfile(type(game))).resolve().parent
    return cache_folder(source_digest(folder)) / f"{game.id}.{steps.__name__}"


def _compile(game: Game, steps: list[Step]) -> None:
    _log.info("compiling %s, once", game.id)
    console = Console(stderr=True)
    quiet = not (console.is_terminal or console.is_jupyter)
    text = TextColumn("{task.description}")
    with Progress(text, console=console, transient=True, disable=quiet) as line:
        task = line.add_task("")
        for number, (name, compile_it) in enumerate(steps, 1):
            told = f"compiling {game.id}, once: {name} ({number} of {len(steps)})"
            line.update(task, description=told)
            compile_it()
