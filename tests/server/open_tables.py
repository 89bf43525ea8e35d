"""Tables loaded from a database, without a server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from sqlalchemy import Engine

from spielwerk.server.actions import Actions
from spielwerk.server.bot_pool import BotPool
from spielwerk.server.cluster import Cluster
from spielwerk.server.journal import Journal
from spielwerk.server.metrics import Metrics
from spielwerk.server.preparing import Preparing
from spielwerk.server.presence import Presence
from spielwerk.server.registry import TableRegistry
from spielwerk.server.settings import Settings
from spielwerk.server.store.database import open_database
from spielwerk.server.store.store import Store
from spielwerk.server.turns import TurnDriver
from spielwerk.server.uptime import Uptime


@dataclass
class OpenTables:
    """A worker's tables, and the actions on them."""

    store: Store
    registry: TableRegistry
    actions: Actions
    uptime: Uptime


@asynccontextmanager
async def opened(
    database: str, prepare: Callable[[Engine], None], began: int = 0
) -> AsyncIterator[OpenTables]:
    """Open the tables of a database filled by `prepare`, as a server up since `began` does."""
    store, bots, metrics = Store(open_database(database)), BotPool(1), Metrics()
    settings = replace(Settings(database), pace_ms=0)
    uptime = Uptime(store, began)
    registry = TableRegistry(store, Preparing(), settings, uptime)
    journal = Journal(store, registry, metrics)
    registry.attended = TurnDriver(registry, journal, bots, metrics, settings, uptime).attend
    try:
        await asyncio.to_thread(prepare, store.engine)
        yield OpenTables(store, registry, Actions(store, registry, journal), uptime)
    finally:
        await registry.close()
        bots.close()
        await asyncio.to_thread(store.close)


@asynccontextmanager
async def joined(room: OpenTables, database: str) -> AsyncIterator[Cluster]:
    """Join the worker to others."""
    url = database.replace("+psycopg", "")
    cluster = Cluster(url, room.store, room.actions.act_for, Presence(room.registry).hear)
    cluster.lost = room.registry.disown
    room.registry.cluster = cluster
    await cluster.start()
    try:
        yield cluster
    finally:
        await cluster.stop()
