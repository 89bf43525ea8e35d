"""Delete old tables and unused guests."""

from __future__ import annotations

import time

from sqlalchemy import Connection, Engine, Select, delete, exists, func, select

from spielwerk.server.store.database import open_existing
from spielwerk.server.store.schema import entries, people, seats, tables, tokens

_DAY_MS = 86_400_000
_GROUP = 200  # tables in one transaction


def prune_all(url: str, days: int, abandoned: int | None = None) -> tuple[int, int]:
    """Delete old tables, and guests without a table; return how many of each.

    Running tables are deleted after `abandoned` days without an entry; never if it is None.
    """
    today = int(time.time() * 1000)
    before = today - days * _DAY_MS
    old = _quiet(before).where(tables.c.status != "running")
    engine = open_existing(url)
    try:
        gone = _prune_tables(engine, old)
        if abandoned is not None:
            since = today - abandoned * _DAY_MS
            happened = exists().where(entries.c.table_id == tables.c.id, entries.c.at >= since)
            running = _quiet(since).where(tables.c.status == "running", ~happened)
            gone += _prune_tables(engine, running)
        with engine.begin() as connection:
            return gone, _prune_guests(connection, before)
    finally:
        engine.dispose()


def _quiet(before: int) -> Select[tuple[str]]:
    return select(tables.c.id).where(tables.c.changed < before)


def _prune_tables(engine: Engine, old: Select[tuple[str]]) -> int:
    """Delete tables in groups, so that a running server can write in between."""
    gone = 0
    while True:
        with engine.begin() as connection:
            ids = list(connection.scalars(old.limit(_GROUP)))
            for of in (entries.c.table_id, seats.c.table_id, tables.c.id):
                connection.execute(delete(of.table).where(of.in_(ids)))
        gone += len(ids)
        if len(ids) < _GROUP:
            return gone


def _prune_guests(connection: Connection, before: int) -> int:
    # Keep the newest: SQLite would reuse its id, and old cookies would sign in as the new person.
    newest = select(func.max(people.c.id)).scalar_subquery()
    alone = delete(people).where(
        people.c.password.is_(None),
        people.c.created < before,
        people.c.id < newest,
        ~exists().where(seats.c.person == people.c.id),
        ~exists().where(tables.c.host == people.c.id),
        ~exists().where(tokens.c.person == people.c.id),
    )
    return connection.execute(alone).rowcount
