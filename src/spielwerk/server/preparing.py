"""Games get ready in the background: compiled in another process, then loaded here."""

from __future__ import annotations

import asyncio
import logging
from typing import Literal

from spielwerk.games import find, names
from spielwerk.rules import warm
from spielwerk.server.thinkers import Thinkers

_log = logging.getLogger(__name__)

State = Literal["waiting", "compiling", "ready", "failed"]


class Preparing:
    """Tells which games can be played already; whoever needs one waits for it."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
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
        """Prepare one game after the other."""
        for game in self.states:
            await self.ready(game)

    async def _prepare(self, game: str) -> None:
        self.states[game] = "compiling"
        try:
            if not warm.is_compiled(find(game)):
                await self._thinkers.compile(game)
            await asyncio.to_thread(warm.load, find(game))
        except Exception:
            self.states[game] = "failed"
            _log.exception("%s could not be compiled", game)
            raise
        self.states[game] = "ready"

    def stop(self) -> None:
        """Prepare nothing more."""
        for task in self._tasks.values():
            task.cancel()
