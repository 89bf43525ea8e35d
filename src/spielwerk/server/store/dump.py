"""Write and restore backups: one line of JSON per row, independent of the database."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, LargeBinary, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.server.store.database import (
    DatabaseError,
    connect,
    migrate,
    open_existing,
    opening,
)
from spielwerk.server.store.schema import metadata

_GROUP = 1000
_SENSELESS = (  # raised by malformed rows
    KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError,
)  # fmt: skip
_LEFT_OUT = {"workers", "uptime"}  # state of running servers, not data


def write_dump(url: str, file: Path) -> int:
    """Write a consistent snapshot of all rows; return their number."""
    if file.exists() and not file.is_file():  # it would be replaced, even if it is a device
        raise DatabaseError("no_file", f"{file} is not a file that a backup can replace")
    engine = open_existing(url).execution_options(writes=False)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    half = file.with_name(file.name + ".part")
    try:
        half.unlink(missing_ok=True)
        half.touch(0o600, exist_ok=False)  # it contains secrets
        with (
            half.open("wb") as plain,
            gzip.open(plain, "wt", encoding="utf-8") as lines,
            engine.connect() as connection,
        ):
            rows = _write(connection, lines)
        half.replace(file)  # a backup is complete, or missing
    finally:
        half.unlink(missing_ok=True)
        engine.dispose()
    return rows


def _write(connection: Connection, lines: TextIO) -> int:
    version = MigrationContext.configure(connection).get_current_revision()
    lines.write(json.dumps({"spielwerk": "backup", "version": version}) + "\n")
    rows = 0
    for table in _tables():
        for row in connection.execute(select(table).order_by(*table.primary_key)):
            lines.write(json.dumps({"table": table.name, "row": _plain(row)}) + "\n")
            rows += 1
    lines.write(json.dumps({"rows": rows}) + "\n")
    return rows


def read_dump(url: str, file: Path) -> int:
    """Restore a backup into an empty database; return the number of rows."""
    engine = connect(url)
    with opening(engine) as connection:
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
        raise DatabaseError("no_backup", f"{file} is not a Spielwerk backup")
    if head.get("version") != version:
        raise DatabaseError(
            "other_version",
            f"the backup is of version {head.get('version')} of the database, this is {version}: "
            "restore it with the Spielwerk that wrote it, then update",
        )
    tables = {table.name: table for table in _tables()}
    told, rows, group = None, 0, []
    try:
        for line in lines:
            if told is not None:
                raise DatabaseError("no_backup", f"{file} has data after its end")
            if "rows" in line:
                told = line["rows"]
                continue  # read to the end of the file, so that gzip verifies its checksum
            group.append((line["table"], _row(tables[line["table"]], line["row"])))
            rows += 1
            if len(group) == _GROUP:
                _insert(connection, tables, group)
                group = []
        _insert(connection, tables, group)
    except (*_SENSELESS, SQLAlchemyError) as error:
        if isinstance(error, DatabaseError):
            raise
        raise DatabaseError("no_backup", f"{file} is invalid after {rows} rows") from error
    if told != rows:
        raise DatabaseError("cut_backup", f"{file} is incomplete: it ends after {rows} rows")
    _count_on(connection)
    return rows


def _insert(
    connection: Connection, tables: dict[str, Table], group: list[tuple[str, dict[str, Any]]]
) -> None:
    for name, table in tables.items():
        if rows := [row for of, row in group if of == name]:
            connection.execute(insert(table), rows)


def _count_on(connection: Connection) -> None:
    """Set PostgreSQL's sequences to continue after the largest ids."""
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
            for line in lines:
                told = json.loads(line)
                if not isinstance(told, dict):
                    raise DatabaseError("no_backup", f"{file} is not a Spielwerk backup")
                yield told
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError, RecursionError) as error:
        if isinstance(error, DatabaseError):
            raise
        raise DatabaseError("no_backup", f"{file} can't be read: {error}") from error


def _plain(row: Any) -> dict[str, Any]:
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
