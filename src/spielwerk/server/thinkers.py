"""Bots at work: in processes of their own, so that nobody else's answer waits for a thought."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import numpy as np

from spielwerk import bots
from spielwerk.bots.knowledge import Knowledge
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules import compilation
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view
from spielwerk.rules.parts import PartsSource

_log = logging.getLogger(__name__)
_NICE = 5  # people's answers come first
_TRIES = 3

Question = tuple[str, PartsSource | None, tuple[tuple[str, str], ...], int, int, bytes, str]


class Thinkers:
    """Processes that think. What is sent to them is what the bot's seat may see, no more."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = new_pool(processes)

    async def choose(self, match: Match, seat: int, bot: str) -> str:
        """Return the move that a bot would make."""
        move: str = await self._ask(_choose, _question(match, seat, bot))
        return move

    async def explain(self, match: Match, seat: int, bot: str) -> list[dict[str, Any]]:
        """Return what a bot thinks of its best moves."""
        told: list[dict[str, Any]] = await self._ask(_explain, _question(match, seat, bot))
        return told

    async def _ask(self, function: Any, *args: Any) -> Any:
        for attempt in range(_TRIES):
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, function, *args)
            except BrokenProcessPool:  # somebody ended the process: begin another one
                _log.warning("a thinking process has ended")
                if attempt == _TRIES - 1:
                    raise
                if pool is self._pool:
                    self._pool = new_pool(self._processes)
        raise AssertionError

    def close(self) -> None:
        """Stop thinking."""
        end_pool(self._pool)


def new_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that give way to the one that answers people."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_begin)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End them, whatever they do."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _question(match: Match, seat: int, bot: str) -> Question:
    game = match.game
    seen = view(game.layout, match.states, 0, seat).tobytes()
    options = tuple(sorted(game.options.items()))
    return game.id, game.parts_source, options, match.seats, seat, seen, bot


def leave_with_parent(how: signal.Signals) -> None:
    """End this process by a signal once its parent has ended: killed, it could not say so."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), how)

    threading.Thread(target=wait, name="parent", daemon=True).start()


# In the process that thinks:


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the server, which ends this process
    os.nice(_NICE)
    leave_with_parent(signal.SIGKILL)


@functools.lru_cache(maxsize=32)
def _game(name: str, parts: PartsSource | None, options: tuple[tuple[str, str], ...]) -> Game:
    game = find(name, parts, dict(options))
    compilation.ready(game)
    return game


def _known(question: Question) -> Knowledge:
    name, parts, options, seats, seat, seen, _ = question
    game = _game(name, parts, options)
    states = np.frombuffer(seen, game.layout.dtype).copy()
    return Knowledge(game, seats, seat, states)


def _choose(question: Question) -> str:
    known = _known(question)
    return known.write(bots.bot(question[-1]).think(known).action)


def _explain(question: Question) -> list[dict[str, Any]]:
    return bots.bot(question[-1]).explain_known(_known(question))
