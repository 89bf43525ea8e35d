"""Adding entries to logs, many at once."""

from __future__ import annotations

import functools
from typing import Any

from sqlalchemy import Connection, insert

from spielwerk.server.store.database import dumps
from spielwerk.server.store.schema import entries

_APPEND = insert(entries)


def append(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write rows of `entries`."""
    if connection.dialect.name != "sqlite":
        connection.execute(_APPEND, rows)
        return
    # One statement, not one a row: SQLite's driver lets go of the interpreter's lock for each, and
    # has to wait until the event loop lets go of it in turn.
    values: list[Any] = []
    for row in rows:
        values += row.values()
        values[-1] = dumps(row["data"])
    connection.exec_driver_sql(_statement(tuple(rows[0]), len(rows)), tuple(values))


@functools.cache
def _statement(columns: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    names = ", ".join(columns)
    return f"INSERT INTO {entries.name} ({names}) VALUES {', '.join([row] * rows)}"  # noqa: S608
