"""Commit log entries, then acknowledge them, then broadcast them, in this order."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import IntegrityError

from spielwerk.server import bookkeeping, refusals
from spielwerk.server.loaded_table import Audience, LoadedTable
from spielwerk.server.metrics import Metrics
from spielwerk.server.receipt import Receipt
from spielwerk.server.refusals import Unavailable
from spielwerk.server.registry import TableRegistry
from spielwerk.server.store.log import Entry
from spielwerk.server.store.store import Store
from spielwerk.server.store.write_queue import LogBroken
from spielwerk.server.table import LiveTable

_log = logging.getLogger(__name__)

Called = Callable[[int, str, int], None]  # calls a person's webhook, with table and seat


class Journal:
    """Write the log entries of loaded tables."""

    def __init__(
        self, store: Store, registry: TableRegistry, metrics: Metrics, called: Called | None = None
    ) -> None:
        self._store = store
        self._registry = registry
        self._metrics = metrics
        self._called = called

    async def commit(self, loaded: LoadedTable, before: int) -> None:
        """Write the entries from `before` on, and wait until they are committed and broadcast."""
        receipt = Receipt()
        self.write(loaded, before, receipt)
        await receipt.answer

    def write(self, loaded: LoadedTable, before: int, receipt: Receipt) -> None:
        """Queue the entries from `before` on; acknowledge and broadcast them once committed."""
        table = loaded.table
        fresh = table.log[before:]
        notes = bookkeeping.changes(table, fresh, loaded.noted)
        loaded.noted = bookkeeping.standing(table)
        rows = [entry.row(table.id) for entry in fresh]
        loaded.written = written = self._store.append(loaded.line, rows, notes)
        try:
            news = loaded.news(before)
            turns = _turns(table, fresh) if self._called else []
        except Exception:  # it is being written but can't be sent: reload for all followers
            self._registry.renew(loaded)
            raise
        # Callbacks run in the order of writing.
        answer = table.acknowledgement(table.number)
        tell = functools.partial(self._tell, loaded, receipt, answer, news, turns)
        written.add_done_callback(tell)

    def _tell(
        self,
        loaded: LoadedTable,
        receipt: Receipt,
        answer: dict[str, Any],
        news: list[tuple[Audience, bytes]],
        turns: list[tuple[int, int]],
        written: asyncio.Future[None],
    ) -> None:
        table = loaded.table
        if written.cancelled() or (error := written.exception()):
            self._registry.renew(loaded)
            if not written.cancelled() and not isinstance(error, LogBroken | Unavailable):
                self._log_failure(table, error)
            refusal = refusals.not_written()
            receipt.refuse(refusal)
            self.count(receipt, refusal.code)
            return
        # The client that acted receives the news in the same frame as its answer.
        own = None
        if receipt.follower is not None:
            taken = (frame for audience, frame in news if audience.take_out(receipt.follower))
            own = next(taken, None)
        receipt.acknowledge(answer, own)
        for audience, frame in news:
            audience.hear(frame)
        self.count(receipt, "done")
        if self._called:
            for person, seat in turns:
                self._called(person, table.id, seat)
        self._registry.attended(loaded)

    def _log_failure(self, table: LiveTable, error: BaseException | None) -> None:
        if isinstance(error, IntegrityError) and self._registry.cluster is not None:
            _log.warning("table %s: another worker has written that entry", table.id)
            return  # it owned the table while this worker's lock was lost
        _log.error("table %s could not be written", table.id, exc_info=error)

    def count(self, receipt: Receipt, outcome: str) -> None:
        """Record an act requested by a client, and how long it took."""
        if receipt.kind:
            self._metrics.acted(receipt.kind, outcome, time.perf_counter() - receipt.began)


def _turns(table: LiveTable, fresh: list[Entry]) -> list[tuple[int, int]]:
    """Return the people, with their seats, whose turn began with these entries."""
    acted = {entry.seat for entry in fresh}
    if not any(entry.kind in {"start", "move", "back"} for entry in fresh):
        return []
    return [
        (person, seat)
        for seat in table.to_act
        if (person := table.sitters[seat].person) is not None
        and seat not in acted
        and table.answers(seat, table.number)
        and not table.answers(seat, table.number - len(fresh))
    ]
