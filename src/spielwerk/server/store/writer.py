"""One thread that writes: what comes in while a commit runs shares the next commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.store import queries
from spielwerk.server.store.fixed import Note
from spielwerk.server.store.log import MOST_TOGETHER, Line, LogBroken, T, Work, Write, settle

_log = logging.getLogger(__name__)


class Writer:
    """Commits groups of writes; a future is done once its write is on disk."""

    def __init__(
        self,
        engine: Engine,
        told: Callable[[int, float], None] = lambda size, seconds: None,
        spread: Callable[[Connection, set[str]], None] | None = None,
    ) -> None:
        self._engine = engine
        self._told = told  # hears how many writes shared a commit, and how long it took
        self._spread = spread  # tells other workers, with the commit, which tables have news
        self._connection: Connection | None = None  # the thread's own, until something fails
        self._queue: queue.SimpleQueue[list[Write[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T]) -> asyncio.Future[T]:
        """Run `work` in the next group; the future is done once that is committed."""
        write = Write(asyncio.get_running_loop(), work)
        self.put([write])
        return write.done

    def append(
        self, line: Line, rows: list[dict[str, Any]], notes: Sequence[Note] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a log, and note what belongs to them in the same transaction."""
        write: Write[None] = Write(asyncio.get_running_loop(), None, line, rows, notes)
        self.put([write])
        return write.done

    def put(self, writes: Sequence[Write[Any]]) -> None:
        """Let these be written next."""
        self._queue.put(list(writes))

    def close(self) -> None:
        """Commit what is waiting, and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        stop = False
        while not stop and (waiting := self._queue.get()) is not None:
            while len(waiting) < MOST_TOGETHER:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                waiting += more
            for first in range(0, len(waiting), MOST_TOGETHER):
                self._commit(waiting[first : first + MOST_TOGETHER])
        self._disconnect()

    def _commit(self, group: list[Write[Any]]) -> None:
        began = time.perf_counter()
        if not self._try(group) and len(group) > 1:
            for write in group:  # one of them is at fault: each stands for itself then
                write.error = None
                self._try([write])
        self._told(len(group), time.perf_counter() - began)
        for loop in {write.loop for write in group}:
            mine = [write for write in group if write.loop is loop]
            try:
                loop.call_soon_threadsafe(settle, mine)
            except RuntimeError:  # that loop has ended, and nobody waits any more
                _log.debug("nobody waits for a commit")

    def _try(self, group: list[Write[Any]]) -> bool:
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            self._write_all(self._connection, group)
        except Exception as error:  # noqa: BLE001 - the thread must go on for everybody else
            self._disconnect()
            if not isinstance(error, SQLAlchemyError | SpielwerkError):
                _log.exception("a write failed")
            for write in group:
                write.error = error
                if write.line is not None and len(group) == 1:
                    write.line.broken = True
            return False
        return True

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # it may be gone already
                self._connection.close()
            self._connection = None

    def _write_all(self, connection: Connection, group: list[Write[Any]]) -> None:
        if any(write.line is not None and write.line.broken for write in group):
            raise LogBroken("not_written", "the table's log is being read anew: try again")
        with connection.begin():
            if rows := [row for write in group for row in write.rows]:
                connection.execute(queries.APPEND.clause, rows)
            queries.note(connection, (note for write in group for note in write.notes))
            for write in group:
                if write.work is not None:
                    write.result = write.work(connection)
            tables = {write.line.table for write in group if write.line is not None}
            if tables and self._spread is not None:
                self._spread(connection, tables)
