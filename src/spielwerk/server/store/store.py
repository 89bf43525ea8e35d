"""The store: concurrent reads, and grouped writes by one thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from spielwerk.server.refusals import Unavailable
from spielwerk.server.store import queries
from spielwerk.server.store.health import Health
from spielwerk.server.store.queries import Note
from spielwerk.server.store.write_queue import Line, WriteQueue, silent

_log = logging.getLogger(__name__)
T = TypeVar("T")
_READERS = 2
_PATIENCE = 5.0  # seconds until an unresponsive database counts as unavailable


class Store:
    """One database, used from one event loop."""

    def __init__(
        self,
        engine: Engine,
        told: Callable[[int, float], None] = lambda size, seconds: None,
        spread: Callable[[Connection, set[str]], None] | None = None,
    ) -> None:
        self.engine = engine
        self._health = Health(engine)
        self._reading = engine.execution_options(writes=False)
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        # SQLite waits for locks and disks, but never for a network.
        self._is_remote = engine.dialect.name != "sqlite"
        patience = _PATIENCE if self._is_remote else None
        self._queue = WriteQueue(self._health, told, spread, patience)

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Run a query in a reader thread."""

        def ask() -> T:
            with self._health.guard(), self._reading.connect() as connection:
                return work(connection, *args)

        reading = asyncio.get_running_loop().run_in_executor(self._readers, ask)
        if not self._is_remote:
            return await reading
        try:
            async with asyncio.timeout(_PATIENCE):
                return await reading
        except TimeoutError:
            raise self._health.refuse(silent(_PATIENCE)) from None

    async def glance(self, work: Callable[..., T], *args: Any) -> T:
        """Read a few rows by their keys.

        SQLite is read in the event loop's thread: that takes a fraction of a millisecond, but
        several times as long in another thread, which waits for the GIL at each step.
        """
        if self._is_remote:
            return await self.read(work, *args)
        with self._health.guard(), self._reading.connect() as connection:
            return work(connection, *args)

    async def write(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """Run a write; return its result once it is committed."""
        return await self._queue.write(lambda connection: work(connection, *args, **named))

    def append(
        self, line: Line, rows: list[dict[str, Any]], notes: Sequence[Note] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a table's log; the future is done once they are committed."""
        return self._queue.append(line, rows, notes)

    @property
    def waiting(self) -> int:
        """The number of unfinished writes."""
        return self._queue.waiting

    async def is_well(self) -> bool:
        """Return whether the database is available: readable, and after a failure also writable."""
        if self._queue.is_stuck:
            return False
        try:
            async with asyncio.timeout(2 * _PATIENCE):
                if self._health.is_troubled:
                    await self.write(queries.try_to_write)
                else:
                    await self.read(queries.try_to_read)
        except (Unavailable, TimeoutError):
            return False
        return True

    def close(self, seconds: float | None = None) -> None:
        """Commit pending writes, for at most `seconds`, and close the database."""
        if left := self._queue.close(seconds):
            _log.error("stopped before %d writes were done: nobody was told that they were", left)
        if left or self._health.is_troubled:
            self._health.cut()
        self._readers.shutdown(wait=not left)
        self._health.close()
