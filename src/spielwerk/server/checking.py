"""Check every table in a database by replaying its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.match.replay import check_fair, replay
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import bookkeeping, snapshot
from spielwerk.server.refusals import Unreadable
from spielwerk.server.store.database import open_existing
from spielwerk.server.store.schema import entries, tables

_MOST_ENTRIES = 1 << 31


def check_all(url: str) -> Iterator[tuple[str, str | None]]:
    """Replay each table's log and record; yield its id and what is wrong, or None."""
    engine = open_existing(url).execution_options(writes=False)
    try:
        with engine.connect() as connection:
            for id_ in list(connection.scalars(select(tables.c.id).order_by(tables.c.created))):
                yield id_, _wrong(connection, id_)
    finally:
        engine.dispose()


def check_heads(url: str, records: Iterable[Any]) -> Iterator[str | None]:
    """Yield for each record what is wrong with the log its head refers to, or None."""
    engine = open_existing(url).execution_options(writes=False)
    try:
        with engine.connect() as connection:
            for record in records:
                yield _wrong_head(connection, record)
    finally:
        engine.dispose()


def _wrong_head(connection: Connection, record: Any) -> str | None:
    told: Any = record.get("log") if isinstance(record, dict) else None
    try:
        number, head = int(told["entries"]) - 1, bytes.fromhex(told["head"])
    except (KeyError, TypeError, ValueError, OverflowError):  # `entries` may be infinite
        number, head = -1, b""
    if not 0 <= number < _MOST_ENTRIES:
        return "it does not name its log"
    is_there = (entries.c.number == number) & (entries.c.hash == head)
    table = connection.scalar(select(entries.c.table_id).where(is_there))
    if table is None:
        return f"no log has these {number + 1} entries: changed, or from another server"
    wrong = _wrong(connection, table)
    return None if wrong is None else f"table {table}: {wrong}"


def _wrong(connection: Connection, id_: str) -> str | None:
    try:
        with snapshot.reading():
            _check(connection, id_)
    except Unreadable as error:
        return error.reason
    except SQLAlchemyError as error:
        return f"the database can't read it ({' '.join(str(error.__cause__).split())})"
    return None


def _check(connection: Connection, id_: str) -> None:
    found = snapshot.read(connection, id_)
    assert found is not None
    table, noted = found.replay(), found.row.status
    if table.status != noted:
        raise SpielwerkError("wrong_status", f"it is stored as {noted}, but is {table.status}")
    ranks = [seat.rank for seat in found.seats]
    if (
        table.ranks is not None and any(ranks) and ranks != table.ranks
    ):  # older versions stored none
        reason = f"lists show the ranks {ranks} instead of {table.ranks}"
        raise SpielwerkError("wrong_ranks", reason)
    for column, stored, told in bookkeeping.altered(table, found.row, found.seats):
        reason = f"{column} is stored as {stored}, but is {told} by the log"
        raise SpielwerkError("wrong_column", reason)
    if table.match is not None:
        record = table.match.record(trace=True)
        replay(record, parts=table.game.parts_source)
        if table.match.over and table.terms.labels is None:  # else a device drew the luck
            check_fair(record, parts=table.game.parts_source)
