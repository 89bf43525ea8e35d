"""Adding entries to logs, many at once."""

from __future__ import annotations

import functools
import sqlite3
from typing import Any

from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError

from spielwerk.server.store.database import dumps
from spielwerk.server.store.schema import entries

_APPEND = insert(entries)


def append(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write rows of `entries`."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(*_in_one(rows))
    else:
        connection.execute(_APPEND, rows)


def append_alone(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write rows of `entries` to SQLite, in a transaction of their own.

    A statement outside a transaction is one: it takes one step where BEGIN, INSERT and COMMIT take
    three, and after each the thread waits for the interpreter's lock.
    """
    driver = connection.connection.driver_connection
    assert driver is not None
    statement, values = _in_one(rows)
    try:
        driver.execute(statement, values)
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, values, error, sqlite3.Error) from error


def _in_one(rows: list[dict[str, Any]]) -> tuple[str, tuple[Any, ...]]:
    """One statement for all rows, and what is to be put into it.

    Not one a row: SQLite's driver lets go of the interpreter's lock for each, and has to wait until
    the event loop lets go of it in turn.
    """
    values: list[Any] = []
    for row in rows:
        values += row.values()
        values[-1] = dumps(row["data"])
    return _statement(tuple(rows[0]), len(rows)), tuple(values)


@functools.cache
def _statement(columns: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    names = ", ".join(columns)
    return f"INSERT INTO {entries.name} ({names}) VALUES {', '.join([row] * rows)}"  # noqa: S608
