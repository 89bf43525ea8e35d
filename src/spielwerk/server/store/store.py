"""The store: reads beside one another, writes in groups, logs in a file by a clerk.

The clerk is a process of its own; whatever else is written, and what it can't write, the writer's
thread writes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from sqlalchemy import Connection, Engine

from spielwerk.server.store import clerk, queries
from spielwerk.server.store.database import PRAGMAS
from spielwerk.server.store.fixed import Note, gather
from spielwerk.server.store.log import MOST_TOGETHER, Line, T, Write, dumps, settle
from spielwerk.server.store.writer import Writer

_log = logging.getLogger(__name__)
_READERS = 2
_HIRING_SECONDS = 1.0  # after a clerk has died
_LEAVING_SECONDS = 10.0


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


class Desk:
    """Gathers what is to be added to logs, and has a clerk write it, one group after the other.

    So the event loop shares its interpreter with nobody. A thread that writes has to wait for the
    interpreter's lock after each step of SQLite's, and makes the event loop wait for it in turn:
    under load that took a fifth of the server's time.

    What the clerk can't write the writer's thread tries again, and tells who is at fault. So it
    does while there is no clerk.
    """

    def __init__(self, writer: Writer, file: str, told: Callable[[int, float], None]) -> None:
        self._writer = writer
        self._file = file
        self._told = told  # hears how many writes shared a commit, and how long it took
        self._loop = asyncio.get_running_loop()
        self._clerk: _Clerk | None = None
        self._waiting: list[Write[None]] = []
        self._under_way: list[Write[None]] = []
        self._with_clerk = False  # or with the thread
        self._began = 0.0
        self._hiring: asyncio.Task[None] | None = None
        self._is_closing = False

    async def open(self) -> None:
        """Hire a clerk, now or as soon as that is possible."""
        try:
            await self._engage()
        except OSError:
            self._seek()

    async def _engage(self) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-I", clerk.__file__, self._file, *PRAGMAS]
        try:
            process = subprocess.Popen(command, stdin=theirs.fileno())
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        hired = _Clerk(process, self._wrote, self._lost)
        await self._loop.create_connection(lambda: hired, sock=ours)
        if hired.is_gone:
            raise ConnectionResetError("it has left already")
        self._clerk = hired

    def append(
        self, line: Line, rows: list[dict[str, Any]], notes: Sequence[Note] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a log, and note what belongs to them in the same transaction."""
        if not self._waiting and not self._under_way:
            self._loop.call_soon(self._hand_over)  # with all else that comes in this round
        write: Write[None] = Write(self._loop, None, line, rows, notes)
        self._waiting.append(write)
        return write.done

    def _hand_over(self) -> None:
        group = self._under_way = self._waiting[:MOST_TOGETHER]
        if not group:
            return
        self._waiting = self._waiting[MOST_TOGETHER:]
        if self._clerk is None or any(write.line and write.line.broken for write in group):
            self._by_thread()
        else:
            self._with_clerk = True
            self._began = time.perf_counter()
            try:
                self._clerk.write(_order(group))
            except Exception:  # noqa: BLE001 (the thread finds out whose fault it is)
                self._with_clerk = False
                self._by_thread()

    def _wrote(self, done: bool) -> None:
        self._with_clerk = False
        if not done:
            self._by_thread()
            return
        group = self._under_way
        self._told(len(group), time.perf_counter() - self._began)
        settle(group)
        self._hand_over()

    def _by_thread(self) -> None:
        self._writer.put(self._under_way)
        then = self._writer.write(lambda _: None)  # nobody else can cancel this one
        then.add_done_callback(lambda _: self._hand_over())

    def _lost(self, gone: _Clerk) -> None:
        """A clerk has left, or died: what it was about to write may be on disk, or not."""
        if gone is not self._clerk:  # it had not even begun
            return
        self._clerk = None
        if self._with_clerk:
            self._with_clerk = False
            self._by_thread()
        if not self._is_closing:
            self._seek()

    def _seek(self) -> None:
        _log.warning("there is no process that writes logs: another one is started")
        self._hiring = asyncio.create_task(self._hire())

    async def _hire(self) -> None:
        while self._clerk is None:
            await asyncio.sleep(_HIRING_SECONDS)
            with contextlib.suppress(OSError):  # none can be started now: the thread writes
                await self._engage()

    async def close(self) -> None:
        """Let the clerk go once all is written."""
        self._is_closing = True
        if self._hiring is not None:
            self._hiring.cancel()
            await asyncio.gather(self._hiring, return_exceptions=True)
        if pending := [write.done for write in (*self._under_way, *self._waiting)]:
            await asyncio.wait(pending)
        if self._clerk is not None:
            await self._clerk.leave()


class _Clerk(asyncio.Protocol):
    """The line to a clerk's process; one order at a time."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        wrote: Callable[[bool], None],
        lost: Callable[[_Clerk], None],
    ) -> None:
        self.is_gone = False
        self._process = process
        self._wrote = wrote
        self._lost = lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its type

    def write(self, order: clerk.Order) -> None:
        """Have an order carried out."""
        told = pickle.dumps(order)
        self._transport.write(len(told).to_bytes(clerk.SIZE_BYTES, "big") + told)

    def data_received(self, data: bytes) -> None:
        self._wrote(data == clerk.DONE)

    def connection_lost(self, _: Exception | None) -> None:
        threading.Thread(target=self._process.wait, daemon=True).start()  # lest it be a zombie
        self.is_gone = True
        self._lost(self)

    async def leave(self) -> None:
        """Hang up, and wait until the process has ended."""
        self._transport.close()
        await asyncio.to_thread(self._process.wait, _LEAVING_SECONDS)


def _order(group: list[Write[None]]) -> clerk.Order:
    append: list[tuple[Any, ...]] = []
    for write in group:
        append += [queries.APPEND.values({**row, "data": dumps(row["data"])}) for row in write.rows]
    notes = gather(note for write in group for note in write.notes)
    updates = [
        (statement.text, [statement.values(row) for row in rows])
        for statement, rows in notes.items()
    ]
    return [(queries.APPEND.text, append), *updates]
