"""Games get ready in the background: compiled in another process, then loaded here."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from typing import Literal

from spielwerk.bots.warming import for_bots
from spielwerk.games import find, names
from spielwerk.rules import warm
from spielwerk.server.thinkers import end_pool, new_pool

_log = logging.getLogger(__name__)

State = Literal["waiting", "compiling", "ready", "failed"]


class Preparing:
    """Tells which games can be played already; whoever needs one waits for it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None  # only if there is something to compile
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.states: dict[str, State] = dict.fromkeys(names(), "waiting")

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if self.states.get(game) == "ready":
            return
        if game not in self._tasks or self.states[game] == "failed":
            self._tasks[game] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._tasks[game])

    async def all(self) -> None:
        """Prepare one game after the other, then what their bots call."""
        for game in self.states:
            await self.ready(game)
        for game in self.states:
            if not warm.is_compiled(find(game), for_bots):
                await self._compile(_compile_bots, game)
        self.stop()

    async def _prepare(self, game: str) -> None:
        self.states[game] = "compiling"
        try:
            if not warm.is_compiled(find(game)):
                await self._compile(_compile_game, game)
            await asyncio.to_thread(warm.load, find(game))
        except Exception:
            self.states[game] = "failed"
            _log.exception("%s could not be compiled", game)
            raise
        self.states[game] = "ready"

    async def _compile(self, work: object, game: str) -> None:
        if self._pool is None:
            self._pool = new_pool(1)
        await asyncio.get_running_loop().run_in_executor(self._pool, work, game)  # type: ignore[arg-type]

    def stop(self) -> None:
        """Compile nothing more, and free the memory that it took."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


def _compile_game(name: str) -> None:
    warm.ready(find(name))


def _compile_bots(name: str) -> None:
    warm.ready(find(name), for_bots)
