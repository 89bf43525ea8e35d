"""Looking whether every table in a database holds."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from spielwerk.match.replay import check_fair, replay
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import kept
from spielwerk.server.store.database import open_existing
from spielwerk.server.store.schema import tables


def check_all(url: str) -> Iterator[tuple[str, str | None]]:
    """Every table, and what is wrong with it: its log is played again, its record replayed."""
    engine = open_existing(url).execution_options(writes=False)
    try:
        with engine.connect() as connection:
            for id_ in list(connection.scalars(select(tables.c.id).order_by(tables.c.created))):
                yield id_, _wrong(connection, id_)
    finally:
        engine.dispose()


def _wrong(connection: Connection, id_: str) -> str | None:
    try:
        _check(connection, id_)
    except SpielwerkError as error:
        return error.reason
    except (LookupError, TypeError, ValueError) as error:  # what it says makes no sense at all
        return f"it can't be read ({type(error).__name__})"
    return None


def _check(connection: Connection, id_: str) -> None:
    found = kept.read(connection, id_)
    assert found is not None
    table, noted = found.retold(), found.row.status
    if table.status != noted:
        raise SpielwerkError("wrong_status", f"it is noted as {noted}, and is {table.status}")
    if table.match is not None:
        record = table.match.record(trace=True)
        replay(record, parts=table.game.parts_source)
        if table.match.over:
            check_fair(record, parts=table.game.parts_source)
