"""Halls over databases, without a server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from sqlalchemy import Engine

from spielwerk.server.hall import Hall
from spielwerk.server.metrics import Metrics
from spielwerk.server.neighbours import Neighbours
from spielwerk.server.preparing import Preparing
from spielwerk.server.settings import Settings
from spielwerk.server.store.database import open_database
from spielwerk.server.store.store import Store
from spielwerk.server.thinkers import Thinkers


@asynccontextmanager
async def opened(database: str, prepare: Callable[[Engine], None]) -> AsyncIterator[Hall]:
    """A hall over a database in which there is something already."""
    store, thinkers = Store(open_database(database)), Thinkers(1)
    hall = Hall(store, thinkers, Preparing(), Metrics(), replace(Settings(database), pace_ms=0))
    try:
        await asyncio.to_thread(prepare, store.engine)
        yield hall
    finally:
        await hall.close()
        thinkers.close()
        await asyncio.to_thread(store.close)


@asynccontextmanager
async def joined(hall: Hall, database: str) -> AsyncIterator[Neighbours]:
    """The hall's worker, as one of several."""
    url = database.replace("+psycopg", "")
    hall.neighbours = Neighbours(url, hall._store, hall.act_for, hall.hear)
    hall.neighbours.lost = hall.disown
    await hall.neighbours.start()
    try:
        yield hall.neighbours
    finally:
        await hall.neighbours.stop()
