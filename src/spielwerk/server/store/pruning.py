"""Deleting what nobody needs any more."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, exists, func, select

from spielwerk.server.store.database import open_existing
from spielwerk.server.store.schema import entries, people, seats, tables, tokens

_DAY_MS = 86_400_000


def prune_all(url: str, days: int) -> tuple[int, int]:
    """Delete old tables that don't play, and guests without a table; returns how many."""
    before = int(time.time() * 1000) - days * _DAY_MS
    engine = open_existing(url)
    try:
        with engine.begin() as connection:
            return _prune_tables(connection, before), _prune_guests(connection, before)
    finally:
        engine.dispose()


def _prune_tables(connection: Connection, before: int) -> int:
    old = select(tables.c.id).where(tables.c.status != "running", tables.c.changed < before)
    connection.execute(delete(entries).where(entries.c.table_id.in_(old)))
    connection.execute(delete(seats).where(seats.c.table_id.in_(old)))
    return connection.execute(delete(tables).where(tables.c.id.in_(old))).rowcount


def _prune_guests(connection: Connection, before: int) -> int:
    # SQLite gives the largest number again once it is free, and with it what old cookies tell.
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
