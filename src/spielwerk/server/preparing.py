"""Games get ready in the background: compiled in other processes, then loaded here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import Literal

from spielwerk.bots.compilation import for_bots
from spielwerk.games import find, loadable
from spielwerk.rules import compilation
from spielwerk.server import engines
from spielwerk.server.thinkers import end_pool, new_pool

_log = logging.getLogger(__name__)

PROCESSES = min(2, os.cpu_count() or 1)  # that compile

State = Literal["waiting", "compiling", "ready", "failed"]


class Preparing:
    """Tells which games can be played already; whoever needs one waits for it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None  # only if there is something to compile
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.states: dict[str, State] = dict.fromkeys(loadable(), "waiting")

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if self.states.get(game) == "ready":
            return
        if game not in self._tasks or self.states[game] == "failed":
            self._tasks[game] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._tasks[game])

    async def all(self) -> None:
        """Prepare all games, then what their bots call, PROCESSES at a time."""
        await _at_once(self._try, self.states)
        playable = [game for game, state in self.states.items() if state == "ready"]
        await _at_once(self._compile_bots, playable)
        self.stop()

    async def _try(self, game: str) -> None:
        with contextlib.suppress(Exception):  # one that fails, which was logged, stops no other
            await self.ready(game)

    async def _compile_bots(self, game: str) -> None:
        if not compilation.is_compiled(find(game), for_bots):
            await self._compile(_compile_bots, game)

    async def _prepare(self, game: str) -> None:
        self.states[game] = "compiling"
        try:
            if not compilation.is_compiled(find(game)):
                await self._compile(_compile_game, game)
            await asyncio.to_thread(_load_game, game)
        except Exception:
            self.states[game] = "failed"
            _log.exception("%s could not be compiled", game)
            raise
        self.states[game] = "ready"

    async def _compile(self, work: object, game: str) -> None:
        if self._pool is None:
            self._pool = new_pool(PROCESSES)
        await asyncio.get_running_loop().run_in_executor(self._pool, work, game)  # type: ignore[arg-type]

    def stop(self) -> None:
        """Compile nothing more, and free the memory that it took."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


async def _at_once(work: Callable[[str], Awaitable[None]], games: Iterable[str]) -> None:
    """Do the work for each game, in order, PROCESSES at a time: whoever asks for one comes next."""
    left = iter(list(games))

    async def go_on() -> None:
        for game in left:
            await work(game)

    await asyncio.gather(*(go_on() for _ in range(PROCESSES)))


def _load_game(name: str) -> None:
    compilation.load(find(name))
    engines.rules(name)  # which takes too long while others wait


def _compile_game(name: str) -> None:
    compilation.ready(find(name))


def _compile_bots(name: str) -> None:
    compilation.ready(find(name), for_bots)


if __name__ == "__main__":
    asyncio.run(Preparing().all())
