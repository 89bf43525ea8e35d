"""Read a table from the store: replay its log, and add lost time to its clocks."""

from __future__ import annotations

import asyncio

from spielwerk.server import bookkeeping, snapshot, wire
from spielwerk.server.preparing import Preparing
from spielwerk.server.refusals import NotFound, Unreadable
from spielwerk.server.store.log import now
from spielwerk.server.store.queries import Note
from spielwerk.server.store.store import Store
from spielwerk.server.table import LiveTable
from spielwerk.server.uptime import Uptime

_LONG_MS = 1000  # loading takes less, unless the game must be compiled first


class TableReader:
    """Build tables from stored data."""

    def __init__(self, store: Store, preparing: Preparing, uptime: Uptime) -> None:
        self._store = store
        self._preparing = preparing
        self._uptime = uptime

    async def read(self, id_: str) -> tuple[LiveTable, list[Note]]:
        """Return a table replayed from its log, and the updates that its rows lack."""
        asked = now()
        with snapshot.reading():
            found = await self._store.glance(snapshot.read, id_)
            game = None if found is None else found.game
        if found is None or game is None:
            raise NotFound("no_table", "there is no such table")
        if game not in self._preparing.states:
            raise Unreadable("unreadable_table", f"the game {game} is not installed")
        await self._preparing.ready(game)
        with snapshot.reading():
            if any(entry.kind in {"start", "record"} for entry in found.log):
                await read_parts(found.terms)
            table = found.replay()
            waited = now() - asked  # nobody could act meanwhile
            lost = waited if waited > _LONG_MS else 0
            table.pause(lambda since: self._uptime.missed(since, asked) + lost)
            return table, bookkeeping.missing(table, found.row, found.seats)


async def read_parts(terms: wire.Terms) -> None:
    """Read a table's own parts in a thread; refuse invalid ones."""
    if terms.parts is not None:
        await asyncio.to_thread(terms.find_game)
