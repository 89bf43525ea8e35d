"""Prepare games in the background: compile them in other processes, then load them here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Literal

from spielwerk.bots.compilation import for_bots
from spielwerk.games import find, loadable
from spielwerk.rules import compilation
from spielwerk.server import engines, game_files
from spielwerk.server.bot_pool import end_pool, new_pool

_log = logging.getLogger(__name__)

PROCESSES = min(2, os.cpu_count() or 1)  # for compiling
_NICE = 19  # early visitors play in their browser, and may need this machine's processor

# "playable": its rules are ready, but the code of its bots is still being compiled.
State = Literal["waiting", "compiling", "playable", "ready", "failed"]


class Preparing:
    """Track which games are ready to play, and let requests wait for one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None  # only while there is something to compile
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.states: dict[str, State] = dict.fromkeys(loadable(), "waiting")

    async def ready(self, game: str) -> None:
        """Wait until a game is ready to play."""
        if self.states.get(game) in ("playable", "ready"):
            return
        if game not in self._tasks or self.states[game] == "failed":
            self._tasks[game] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._tasks[game])

    async def all(self) -> None:
        """Prepare all games, then compile the code of their bots, PROCESSES at a time."""
        await self._describe()
        await _at_once(self._try, self.states)
        playable = [game for game, state in self.states.items() if state == "playable"]
        await _at_once(self._compile_bots, playable)
        self._free()

    async def _describe(self) -> None:
        """Compute what lists of games need, one at a time: the first visitors ask at once."""
        for game in self.states:
            with contextlib.suppress(Exception):  # logged when the game is prepared
                game_files.told(game, self.states[game])
            await asyncio.sleep(0)  # requests cut in

    async def _try(self, game: str) -> None:
        with contextlib.suppress(Exception):  # already logged; must not stop the others
            await self.ready(game)

    async def _compile_bots(self, game: str) -> None:
        await self._compile(_compile_bots, game)
        self.states[game] = "ready"

    async def _prepare(self, game: str) -> None:
        self.states[game] = "compiling"
        try:
            if not compilation.is_compiled(find(game)):
                await self._compile(_compile_game, game)
            await asyncio.to_thread(_load_game, game)
        except Exception as error:
            self.states[game] = "failed"
            if isinstance(error, BrokenProcessPool):  # the process was killed
                _log.error("%s could not be compiled: its process has ended", game)
            else:
                _log.exception("%s could not be compiled", game)
            raise
        self.states[game] = "ready" if compilation.is_compiled(find(game), for_bots) else "playable"

    async def _compile(self, work: object, game: str) -> None:
        if self._pool is None:
            self._pool = new_pool(PROCESSES, _NICE)
        pool = self._pool
        try:
            await asyncio.get_running_loop().run_in_executor(pool, work, game)  # type: ignore[arg-type]
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None  # the next attempt starts a new one
            raise

    def stop(self) -> None:
        """Cancel all preparation."""
        for task in self._tasks.values():
            task.cancel()
        self._free()

    def _free(self) -> None:
        """End the compiling processes and free their memory."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


async def _at_once(work: Callable[[str], Awaitable[None]], games: Iterable[str]) -> None:
    """Run `work` for each game in order, PROCESSES at a time, so that requests can cut in."""
    left = iter(list(games))

    async def go_on() -> None:
        for game in left:
            await work(game)

    await asyncio.gather(*(go_on() for _ in range(PROCESSES)))


def _load_game(name: str) -> None:
    compilation.load(find(name))
    engines.rules(name)  # cached now: it is too slow to compute during a request


def _compile_game(name: str) -> None:
    compilation.ready(find(name))


def _compile_bots(name: str) -> None:
    compilation.ready(find(name), for_bots)


if __name__ == "__main__":
    asyncio.run(Preparing().all())
