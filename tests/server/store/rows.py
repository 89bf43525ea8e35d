"""Insert rows into databases, and read all of them."""

from typing import Any

from sqlalchemy import Connection, Engine, insert, select

from spielwerk.server.store import queries
from spielwerk.server.store.log import Entry
from spielwerk.server.store.schema import metadata, tables

TERMS = {"game": "axio", "seats": 2, "options": {}, "first": 0, "pace": True}


def table_row(id_: str, host: int, **values: Any) -> dict[str, Any]:
    """Return the row of a table."""
    row = {"id": id_, "host": host, "terms": TERMS, "seed": bytes(range(32)), "invite": "i"}
    return row | {"status": "open", "created": 1, "changed": 1, "owner": None} | values


def entry(number: int, kind: Any = "say", **values: Any) -> Entry:
    """Return a log entry."""
    usual = {"data": {"text": f"n{number}"}, "hash": bytes([number % 256] * 32)}
    return Entry(number, kind, at=1000 + number, **usual | values)


def add_host(connection: Connection) -> int:
    """Add a person."""
    return queries.add_person(connection, "Ada", 1)


def add_table(engine: Engine, id_: str = "T1", **values: Any) -> int:
    """Add a table with its host, whose number is returned."""
    with engine.begin() as connection:
        host = add_host(connection)
        connection.execute(insert(tables), table_row(id_, host, **values))
    return host


def everything(engine: Engine) -> dict[str, list[Any]]:
    """Return all stored rows, except those of workers and uptime."""
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
            if table.name not in {"workers", "uptime"}
        }
