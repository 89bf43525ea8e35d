"""Write in one thread; writes that arrive during a commit share the next one.

If a group fails, each of its writes is retried alone, to find the faulty one; not if the database
is unavailable.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.refusals import Unavailable
from spielwerk.server.store import queries
from spielwerk.server.store.health import Health
from spielwerk.server.store.queries import Note

_log = logging.getLogger(__name__)
T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_TOGETHER = 500  # writes that share a commit
_STUCK_SECONDS = 5.0


class LogBroken(SpielwerkError):
    """An earlier entry of this log was not written, so later ones must not be written either."""


@dataclass(eq=False)
class Line:
    """The entries one process adds to one log: in order, and none after a failure."""

    table: str
    broken: bool = False
    writing: asyncio.Future[None] | None = None  # done once its latest write has really ended


@dataclass(eq=False, slots=True)
class Write(Generic[T]):
    """A write: any work, or entries of a log with updates that belong to them."""

    loop: asyncio.AbstractEventLoop
    work: Work[T] | None = None
    line: Line | None = None
    rows: Sequence[dict[str, Any]] = ()
    notes: Sequence[Note] = ()
    done: asyncio.Future[T] = field(init=False)
    result: Any = None
    error: Exception | None = None
    is_late: bool = False  # whether it was refused because it took too long
    ended: asyncio.Future[None] = field(init=False)

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()
        self.ended = self.loop.create_future()

    def settle(self) -> None:
        """Set the futures' results; runs in the event loop."""
        self.ended.set_result(None)
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


def settle(group: list[Write[Any]]) -> None:
    """Settle all writes of a group; runs in the event loop."""
    for write in group:
        write.settle()


def silent(seconds: float) -> str:
    """Return the reason to refuse requests that need a database which does not answer."""
    return f"it has not answered for {seconds:g} s"


class WriteQueue:
    """Commit writes in groups; a future is done once its write is committed."""

    def __init__(
        self,
        health: Health,
        told: Callable[[int, float], None] = lambda size, seconds: None,
        spread: Callable[[Connection, set[str]], None] | None = None,
        patience: float | None = None,
    ) -> None:
        """Refuse writes that take longer than `patience` seconds: they may still be done."""
        self._health = health
        self._told = told  # receives each commit's size and duration
        self._patience = patience
        self._spread = spread  # notifies other workers, with the commit, of tables with news
        self._connection: Connection | None = None  # the thread's own; reset after a failure
        self._asked = self._tried = 0  # number of writes queued, and finished or failed
        self._queue: queue.SimpleQueue[Write[Any] | None] = queue.SimpleQueue()
        self._began: float | None = None  # when the current commit began
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T]) -> asyncio.Future[T]:
        """Run `work` in the next group; the future is done once it is committed."""
        return self._put(Write(asyncio.get_running_loop(), work))

    def append(
        self, line: Line, rows: list[dict[str, Any]], notes: Sequence[Note] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a log, and apply their updates in the same transaction."""
        write: Write[None] = Write(asyncio.get_running_loop(), None, line, rows, notes)
        line.writing = write.ended
        return self._put(write)

    def _put(self, write: Write[T]) -> asyncio.Future[T]:
        self._asked += 1
        self._queue.put(write)
        if self._patience is not None:
            timer = write.loop.call_later(self._patience, self._give_up, write, self._patience)
            write.done.add_done_callback(lambda _: timer.cancel())
        return write.done

    def _give_up(self, write: Write[Any], patience: float) -> None:
        """Refuse a write that takes too long, and all later entries of its log."""
        if write.done.done():  # in the same round of the event loop
            return
        write.is_late = True
        if write.line is not None:
            write.line.broken = True
        write.done.set_exception(self._health.refuse(silent(patience)))

    @property
    def is_stuck(self) -> bool:
        """Whether the current commit takes far too long."""
        began = self._began
        return began is not None and time.perf_counter() - began > _STUCK_SECONDS

    def close(self, seconds: float | None = None) -> int:
        """Commit pending writes and stop; return how many are unfinished after `seconds`."""
        self._queue.put(None)
        self._thread.join(seconds)
        return self.waiting

    @property
    def waiting(self) -> int:
        """The number of writes neither done nor failed."""
        return self._asked - self._tried

    def _run(self) -> None:
        stop = False
        while not stop and (first := self._queue.get()) is not None:
            group = [first]
            with contextlib.suppress(queue.Empty):
                while len(group) < MOST_TOGETHER:
                    if (more := self._queue.get_nowait()) is None:
                        stop = True
                        break
                    group.append(more)
            self._commit(group)
            self._tried += len(group)
        self._disconnect()

    def _commit(self, group: list[Write[Any]]) -> None:
        began = self._began = time.perf_counter()
        waiting = [write for write in group if not write.is_late]  # the others were refused
        error = self._try(waiting) if waiting else None
        if error is not None and len(waiting) > 1 and not isinstance(error, Unavailable):
            for write in waiting:  # retry each alone, to find the faulty one
                write.error = None
                self._try([write])
        self._began = None
        self._told(len(group), time.perf_counter() - began)
        for loop in {write.loop for write in group}:
            mine = [write for write in group if write.loop is loop]
            try:
                loop.call_soon_threadsafe(settle, mine)
            except RuntimeError:  # that event loop has closed
                _log.debug("a commit finished after its event loop had closed")

    def _try(self, group: list[Write[Any]]) -> Exception | None:
        """Commit all writes or none; return the error, if any."""
        try:
            with self._health.guard():
                if self._connection is None:
                    self._connection = self._health.engine.connect()
                self._write_all(self._connection, group)
            self._health.check_files()  # else the commit may have gone to a deleted file
        except Exception as error:  # noqa: BLE001 - the thread must survive for other writes
            self._disconnect()
            if not isinstance(error, SQLAlchemyError | SpielwerkError):
                _log.exception("a write failed")
            for write in group:
                write.error = error
                if write.line is not None and (len(group) == 1 or isinstance(error, Unavailable)):
                    write.line.broken = True
            return error
        self._health.note_success()
        return None

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # it may be gone already
                self._connection.close()
            self._connection = None

    def _write_all(self, connection: Connection, group: list[Write[Any]]) -> None:
        if any(write.line is not None and write.line.broken for write in group):
            raise LogBroken("not_written", "the table is being reloaded: try again")
        with connection.begin():
            if rows := [row for write in group for row in write.rows]:
                connection.execute(queries.APPEND, rows)
            queries.note(connection, (note for write in group for note in write.notes))
            for write in group:
                if write.work is not None:
                    write.result = write.work(connection)
            tables = {write.line.table for write in group if write.line is not None}
            if tables and self._spread is not None:
                self._spread(connection, tables)
