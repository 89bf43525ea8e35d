"""Keep tables in memory, in step with the store and with other workers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any

import orjson

from spielwerk.server import bookkeeping, refusals, snapshot, wire
from spielwerk.server.loaded_table import Follower, LoadedTable
from spielwerk.server.preparing import Preparing
from spielwerk.server.refusals import NotFound, NotReady, Unavailable, Unreadable
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.store import Store
from spielwerk.server.store.write_queue import Line
from spielwerk.server.table import LiveTable
from spielwerk.server.table_reader import TableReader
from spielwerk.server.uptime import Uptime

if TYPE_CHECKING:
    from spielwerk.server.cluster import Cluster  # needs psycopg, which is an extra

_log = logging.getLogger(__name__)
_COMING_AGAIN = 1.0  # seconds to wait after a failed write
_LEAVING = 5.0  # seconds to wait for the last write of a dropped table


class TableRegistry:
    """Load tables on request, and unload them when they are idle."""

    def __init__(
        self, store: Store, preparing: Preparing, settings: Settings, uptime: Uptime
    ) -> None:
        self._store = store
        self._reader = TableReader(store, preparing, uptime)
        self._settings = settings
        self._loaded: dict[str, LoadedTable] = {}
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._leaving: dict[str, asyncio.Future[None]] = {}  # pending writes of dropped tables
        self._aside: set[str] = set()  # unreadable tables
        self._tasks: set[asyncio.Task[Any]] = set()
        self.preparing = preparing
        self.cluster: Cluster | None = None  # if several workers share the database
        self.attended: Callable[[LoadedTable], None] = lambda loaded: None  # plays bots' turns
        self.is_closing = False

    # Tables

    async def table(self, id_: str) -> LiveTable:
        """Return the current table once all its entries are committed."""
        return await (await self.current(id_)).settled()

    async def current(self, id_: str) -> LoadedTable:
        """Return a loaded table with everything that any worker has written so far."""
        loaded = await self.get(id_)
        if not loaded.owned:  # its owner's news may still be on the way
            await self.catch_up(loaded)
        written = await self.refresh(loaded)
        if loaded.owned and written > loaded.table.number:  # we had lost our lock for a while
            self.drop(loaded)
            loaded = await self.get(id_)
        return loaded

    async def get(self, id_: str) -> LoadedTable:
        """Return a loaded table, reading it from the store if necessary."""
        if found := self._loaded.get(id_):
            found.touched = time.monotonic()
            return found
        if id_ not in self._loading:
            self._loading[id_] = loading = asyncio.create_task(self._load(id_))
            loading.add_done_callback(_retrieve)
        try:
            return await asyncio.shield(self._loading[id_])
        finally:
            self._loading.pop(id_, None)

    async def _load(self, id_: str) -> LoadedTable:
        if writing := self._leaving.get(id_):
            if not (await asyncio.wait([writing], timeout=_LEAVING))[0]:
                raise refusals.unavailable()
        try:
            table, notes = await self._reader.read(id_)
        except Unreadable as error:
            if id_ not in self._aside:
                _log.error("table %s is set aside: %s", id_, error.reason)
            self._aside.add(id_)
            raise
        self._aside.discard(id_)
        loaded = await self.add(table)
        if loaded.owned and notes:
            await self._store.append(loaded.line, [], notes)
        return loaded

    async def add(self, table: LiveTable) -> LoadedTable:
        """Add a table to memory, and own it if no other worker does."""
        loaded = self._loaded.setdefault(table.id, LoadedTable(table, Line(table.id)))
        await self._attend(loaded)
        return loaded

    def has(self, loaded: LoadedTable) -> bool:
        """Return whether this object is still the loaded table, and was not dropped or reloaded."""
        return self._loaded.get(loaded.table.id) is loaded

    def __iter__(self) -> Iterator[LoadedTable]:
        return iter(list(self._loaded.values()))

    def __len__(self) -> int:
        return len(self._loaded)

    def drop(self, loaded: LoadedTable) -> None:
        """Unload a table that may differ from its stored log, and disconnect its followers."""
        id_, writing = loaded.table.id, loaded.line.writing
        if self.has(loaded):
            del self._loaded[id_]
        if writing is not None and not writing.done():
            self._leaving[id_] = writing
            writing.add_done_callback(lambda done: self._left(id_, done))
        loaded.rest()
        for followers in loaded.followers.values():
            for follower in list(followers):
                follower.hear(b"")

    def _left(self, id_: str, written: asyncio.Future[None]) -> None:
        if self._leaving.get(id_) is written:  # unless it was dropped again since
            del self._leaving[id_]

    def renew(self, loaded: LoadedTable) -> None:
        """Drop a table and reload it soon, so that its bots and its clock go on."""
        self.drop(loaded)
        self.spawn(self._load_again(loaded.table.id))

    async def _load_again(self, id_: str) -> None:
        while not self.is_closing:
            await asyncio.sleep(_COMING_AGAIN)
            with contextlib.suppress(Unreadable, NotFound):  # nothing left to attend to
                try:
                    await self.get(id_)
                except Unavailable:
                    continue  # the database is still unavailable
            return

    def tidy(self) -> None:
        """Unload idle tables."""
        oldest, before = time.monotonic() - self._settings.idle_seconds, len(self)
        for loaded in self:
            written = loaded.written is None or loaded.written.done()
            is_idle = loaded.is_idle(self._settings.idle_seconds)
            if is_idle and loaded.touched < oldest and written:
                loaded.rest()
                del self._loaded[loaded.table.id]
        if len(self) < before // 2:  # frees the memory of a rush
            gc.collect()

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("something at a table failed", exc_info=error)

    async def close(self) -> None:
        """Stop bots and alarms, and wait for pending writes."""
        self.is_closing = True
        for loaded in self:
            loaded.rest()
        for loaded in self:
            with contextlib.suppress(NotReady):
                await loaded.settled()

    # Followers

    async def follow(
        self,
        follower: Follower,
        id_: str,
        viewer: int | None,
        have: int,
        form: wire.Form = "view",
    ) -> bytes:
        """Return a table's news, and send the follower all later news."""
        table = await self.table(id_)
        loaded = await self.get(id_)
        if loaded.table is not table:  # it was reloaded meanwhile
            raise refusals.not_written()
        loaded.follow(follower, viewer, form)
        self._count_here(loaded)
        self.attended(loaded)  # bots wait for a spectator
        return orjson.dumps(table.news(viewer, min(have, table.number), form))

    def unfollow(self, follower: Follower, id_: str, viewer: int | None) -> None:
        """Stop sending a table's news to a follower."""
        if loaded := self._loaded.get(id_):
            loaded.unfollow(follower, viewer)
            self._count_here(loaded)

    def _count_here(self, loaded: LoadedTable) -> None:
        """Show on a room's screen which seats are connected; only counted with a single worker."""
        table, here = loaded.table, loaded.followed_seats
        if table.terms.room and self.cluster is None and table.here != here:
            table.here = here
            self.spawn(loaded.tell_info())

    # Ownership: of several workers, one acts on a table

    async def _attend(self, loaded: LoadedTable) -> None:
        """Own the table if no other worker does, and attend to its bots and its clock."""
        if self.cluster is None:
            loaded.owned = True
        elif not loaded.owned and await self.cluster.claim(loaded.table.id) == self.cluster.me:
            await self.take_over(loaded)
        self.attended(loaded)

    async def take_over(self, loaded: LoadedTable) -> None:
        """Own a table whose log other workers may have written to."""
        await self.catch_up(loaded)
        if not loaded.owned:
            loaded.owned = True
            loaded.line = Line(loaded.table.id)
            loaded.noted = bookkeeping.standing(loaded.table)

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Read the entries that other workers have added, and send the news to followers."""
        async with loaded.changing:
            before = loaded.table.number
            fresh = await self._store.read(queries.log, loaded.table.id, before)
            if loaded.owned or loaded.table.number != before or not fresh:
                return
            try:
                with snapshot.reading():
                    for entry in fresh:
                        loaded.table.apply(entry)
            except Unreadable:
                self.drop(loaded)
                raise
            await self.refresh(loaded)
            loaded.tell(before)

    async def refresh(self, loaded: LoadedTable) -> int:
        """Read what is not in the log, as others may change it; return the stored log's length."""
        table = loaded.table
        if self.cluster is None:
            return table.number
        found, written = await self._store.read(snapshot.read_now, table.id, list(table.log))
        if found is None:  # the host has pruned it
            self.drop(loaded)
            raise NotFound("no_table", "there is no such table")
        loaded.note(found)
        return written

    def hear(self, id_: str) -> None:
        """Catch up with a table for which another worker has announced news."""
        loaded = self._loaded.get(id_)
        if loaded is not None and not loaded.owned:
            self.spawn(self._hear(loaded))

    async def _hear(self, loaded: LoadedTable) -> None:
        try:
            await self.catch_up(loaded)
        except (Unreadable, NotFound):  # followers reconnect and are refused
            return
        except Unavailable:
            self.drop(loaded)  # its followers reconnect for what they missed

    def disown(self) -> None:
        """Drop all tables: other workers may own ours by now."""
        for loaded in self:
            self.drop(loaded)

    # What is due

    def is_seen_to(self, id_: str) -> bool:
        """Return whether this worker already attends to a table, or has set it aside."""
        loaded = self._loaded.get(id_)
        return id_ in self._aside or (loaded is not None and loaded.owned)

    async def attend(self, id_: str) -> None:
        """Load a table only for its bots and its clock; own it if its worker has ended."""
        is_here = id_ in self._loaded
        loaded = await self.get(id_)
        if not is_here:
            loaded.touched = -math.inf  # no client requested it
        if not loaded.owned:
            await self._attend(loaded)


def _retrieve(loading: asyncio.Task[LoadedTable]) -> None:
    """Retrieve a failed load's exception, in case all who waited for it have gone."""
    _ = loading.cancelled() or loading.exception()
