"""Backups: every row as a line of JSON, the same for every kind of database."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, LargeBinary, Table, func, insert, select, text

from spielwerk.server.store.database import DatabaseError, connect, migrate, open_database
from spielwerk.server.store.schema import metadata

_GROUP = 1000
_LEFT_OUT = {"workers"}  # who runs now is nothing to keep


def write_dump(url: str, file: Path) -> int:
    """Write all rows of one moment; returns how many."""
    engine = open_database(url).execution_options(writes=False)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    half = file.with_name(file.name + ".part")
    rows = 0
    with engine.connect() as connection, gzip.open(half, "wt", encoding="utf-8") as lines:
        version = MigrationContext.configure(connection).get_current_revision()
        lines.write(json.dumps({"spielwerk": "backup", "version": version}) + "\n")
        for table in _tables():
            for row in connection.execute(select(table).order_by(*table.primary_key)):
                lines.write(json.dumps({"table": table.name, "row": _plain(table, row)}) + "\n")
                rows += 1
        lines.write(json.dumps({"rows": rows}) + "\n")
    engine.dispose()
    half.replace(file)  # a backup is whole, or not there
    return rows


def read_dump(url: str, file: Path) -> int:
    """Fill an empty database with a backup; returns how many rows."""
    engine = connect(url)
    with engine.begin() as connection:
        migrate(connection)
        if any(connection.scalar(select(func.count()).select_from(t)) for t in _tables()):
            raise DatabaseError("not_empty", "the database is not empty: restore into a new one")
        rows = _fill(connection, file)
    engine.dispose()
    return rows


def _tables() -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name not in _LEFT_OUT]


def _fill(connection: Connection, file: Path) -> int:
    version = MigrationContext.configure(connection).get_current_revision()
    lines = _lines(file)
    head = next(lines, {})
    if head.get("spielwerk") != "backup":
        raise DatabaseError("no_backup", f"{file} is no backup of Spielwerk's")
    if head.get("version") != version:
        raise DatabaseError(
            "other_version",
            f"the backup is of version {head.get('version')} of the database, this is {version}: "
            "restore it with the Spielwerk that wrote it, then update",
        )
    tables = {table.name: table for table in _tables()}
    told, rows, group = None, 0, []
    for line in lines:
        if "rows" in line:
            told = line["rows"]
            break
        group.append((line["table"], _row(tables[line["table"]], line["row"])))
        rows += 1
        if len(group) == _GROUP:
            _insert(connection, tables, group)
            group = []
    _insert(connection, tables, group)
    if told != rows:
        raise DatabaseError("cut_backup", f"{file} is not whole: it ends after {rows} rows")
    _count_on(connection)
    return rows


def _insert(
    connection: Connection, tables: dict[str, Table], group: list[tuple[str, dict[str, Any]]]
) -> None:
    for name, table in tables.items():
        if rows := [row for of, row in group if of == name]:
            connection.execute(insert(table), rows)


def _count_on(connection: Connection) -> None:
    """PostgreSQL counts numbers apart from the rows: go on after the largest."""
    if connection.dialect.name == "postgresql":
        for name in ("people", "tokens"):
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), "  # noqa: S608
                    f"(SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"
                )
            )


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    except (gzip.BadGzipFile, EOFError, ValueError) as error:
        raise DatabaseError("no_backup", f"{file} can't be read: {error}") from error


def _plain(table: Table, row: Any) -> dict[str, Any]:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in row._mapping.items()
    }


def _row(table: Table, told: dict[str, Any]) -> dict[str, Any]:
    return {
        name: base64.b64decode(value)
        if isinstance(table.c[name].type, LargeBinary) and value is not None
        else value
        for name, value in told.items()
    }
