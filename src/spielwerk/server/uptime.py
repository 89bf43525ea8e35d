"""Record when the server was up, so that clocks stand still while it is down."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.store.log import now
from spielwerk.server.store.schema import tables, uptime
from spielwerk.server.store.store import Store

_log = logging.getLogger(__name__)
_BEAT_SECONDS = 5.0
_JUMP_MS = 2000  # a larger drift from the monotonic clock means the wall clock was set
_LATE_SECONDS = 2 * _BEAT_SECONDS  # without a beat for longer, this process was paused
_KEPT_MS = 31 * 86_400_000  # longer than any clock

Span = tuple[int, int]  # start and end of a time when it was up


class Uptime:
    """Compute how long nobody could act since a given time; other workers count as well.

    While anything is due at a table, the current span is stored every few seconds. A new span
    begins when the wall clock is set, and after this process was paused or the database was
    unavailable.
    """

    def __init__(self, store: Store, began: int | None = None) -> None:
        self._store = store
        self._seen = now()
        self._began = self._seen if began is None else began
        self._ticked = time.monotonic()
        self._earlier: list[Span] = []
        self._row: int | None = None
        self.is_away = False  # whether the database was unavailable at the last beat
        self.back: Callable[[], None] = lambda: None  # called once a new span has begun
        self._beating = asyncio.Lock()

    async def start(self) -> None:
        """Read the earlier spans."""
        self._earlier = await self._store.write(_read_spans, self._began - _KEPT_MS)

    @property
    def is_late(self) -> bool:
        """Whether this process was paused, as by a computer that slept, without a beat since."""
        return time.monotonic() - self._ticked > _LATE_SECONDS

    def missed(self, since: int, at: int) -> int:
        """Return how many milliseconds between `since` and `at` the server was down.

        The result is negative if `since` is in the future, because the wall clock was set back.
        """
        if since >= at:
            return at - since
        up, end = 0, since
        steady = self._seen + 1000 * (time.monotonic() - self._ticked)
        has_ended = self.is_away or self.is_late or at - steady > _JUMP_MS  # the next beat tells
        own = self._began, self._seen if has_ended else at
        for began, seen in sorted([*self._earlier, own]):
            begin, until = max(began, end), min(seen, at)
            if until > begin:
                up += until - begin
                end = until
        return at - since - up

    async def beat(self) -> None:
        """Store that the server is up."""
        async with self._beating:
            at, ticked = now(), time.monotonic()
            drift = (at - self._seen) - 1000 * (ticked - self._ticked)
            is_new = self.is_away or self.is_late or abs(drift) > _JUMP_MS
            began, row = (at, None) if is_new else (self._began, self._row)
            try:
                if await self._store.read(_is_anything_due):
                    row = await self._store.write(_write_span, row, (began, at))
            except (SQLAlchemyError, SpielwerkError):
                self.is_away = True
                raise
            if is_new:
                self._earlier.append((self._began, self._seen))
            self._began, self._row = began, row
            self._seen, self._ticked = at, ticked
            self.is_away = False
            if is_new:
                self.back()

    async def run(self) -> None:
        """Call `beat` every few seconds until cancelled."""
        while True:
            try:
                await self.beat()
            except (SQLAlchemyError, SpielwerkError):
                _log.debug("the database is unavailable, so clocks stand still")
            await asyncio.sleep(_BEAT_SECONDS)


def _read_spans(connection: Connection, oldest: int) -> list[Span]:
    connection.execute(delete(uptime).where(uptime.c.seen < oldest))
    found = connection.execute(select(uptime.c.began, uptime.c.seen))
    return [(row.began, row.seen) for row in found]


def _is_anything_due(connection: Connection) -> bool:
    found = select(tables.c.id).where(tables.c.due.is_not(None)).limit(1)
    return connection.execute(found).first() is not None


def _write_span(connection: Connection, row: int | None, span: Span) -> int:
    values = {"began": span[0], "seen": span[1]}
    if row is not None:
        connection.execute(update(uptime).where(uptime.c.id == row).values(**values))
        return row
    made = connection.execute(insert(uptime).values(**values))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])
