"""The store: reads beside one another, writes in groups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from spielwerk.server.store.desk import Desk
from spielwerk.server.store.fixed import Note
from spielwerk.server.store.writer import Line, Writer

T = TypeVar("T")
_READERS = 2


class Store:
    """One database, used from one event loop."""

    def __init__(
        self,
        engine: Engine,
        told: Callable[[int, float], None] = lambda size, seconds: None,
        spread: Callable[[Connection, set[str]], None] | None = None,
    ) -> None:
        self.engine = engine
        self._reading = engine.execution_options(writes=False)
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._told = told
        self._writer = Writer(engine, told, spread)
        self._desk: Desk | None = None

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Ask the database something."""

        def ask() -> T:
            with self._reading.connect() as connection:
                return work(connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    async def glance(self, work: Callable[..., T], *args: Any) -> T:
        """Ask for a few rows by their keys.

        Of a file that is done here: it takes a fraction of a millisecond, and in another thread
        several times that, as each step of it waits for the interpreter's lock.
        """
        if self.engine.dialect.name != "sqlite":
            return await self.read(work, *args)
        with self._reading.connect() as connection:
            return work(connection, *args)

    async def write(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """Change something; done once it is committed."""
        return await self._writer.write(lambda connection: work(connection, *args, **named))

    def append(
        self, line: Line, rows: list[dict[str, Any]], notes: Sequence[Note] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a table's log; done once they are committed."""
        return (self._desk or self._writer).append(line, rows, notes)

    async def hire(self) -> None:
        """From now on have a process of its own write the logs, where the database is a file."""
        if self.engine.dialect.name == "sqlite":
            self._desk = Desk(self._writer, str(self.engine.url.database), self._told)
            await self._desk.open()

    async def dismiss(self) -> None:
        """Let that process end, all being written that was asked for."""
        if self._desk is not None:
            await self._desk.close()
            self._desk = None

    def close(self) -> None:
        """Commit what is waiting, and let go of the database."""
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()
