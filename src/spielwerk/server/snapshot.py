"""A table as stored: its log, and the rows beside it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.refusals import NotReady, Unreadable
from spielwerk.server.store import queries
from spielwerk.server.store.log import Entry
from spielwerk.server.table import LiveTable
from spielwerk.server.wire import Terms


class Snapshot(NamedTuple):
    """Everything stored about a table."""

    row: Row[Any]
    seats: list[Row[Any]]
    log: list[Entry]
    names: dict[int, str]  # of everyone in the log or on a seat
    guests: set[int]  # of these people

    @property
    def game(self) -> str:
        """The game's name."""
        name: str = self.row.terms["game"]
        return name

    @property
    def terms(self) -> Terms:
        """The terms that the table was set up with."""
        return Terms(**self.row.terms)

    def replay(self) -> LiveTable:
        """Build the table by replaying its log."""
        row = self.row
        table = LiveTable(row.id, row.host, self.terms, bytes(row.seed), row.terms)
        for entry in self.log:
            table.apply(entry)
        self.note(table)
        return table

    def note(self, table: LiveTable) -> None:
        """Update what a table's log does not contain: names, links and reserved seats."""
        table.names |= self.names
        table.guests = (table.guests - self.names.keys()) | self.guests
        table.invite = self.row.invite
        table.seat_tokens = {seat.seat: seat.token for seat in self.seats if seat.token}
        table.reserved = {
            seat.seat: seat.person
            for seat in self.seats
            if seat.person and table.sitters[seat.seat].is_free
        }


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Turn any error in stored data into `Unreadable`."""
    try:
        yield
    except (SQLAlchemyError, NotReady):  # the database's fault, not the table's
        raise
    except SpielwerkError as error:
        raise Unreadable("unreadable_table", error.reason, **error.details) from error
    except Exception as error:  # corrupt data can raise anything
        reason = f"it can't be read ({type(error).__name__})"
        raise Unreadable("unreadable_table", reason) from error


def read(connection: Connection, id_: str, log: list[Entry] | None = None) -> Snapshot | None:
    """Read a table, and its log unless it is given; return None if there is no such table."""
    row = queries.table(connection, id_)
    if row is None:
        return None
    seats = queries.seat_rows(connection, id_)
    log = queries.log(connection, id_) if log is None else log
    names = {seat.person: seat.name for seat in seats if seat.person}
    if others := {entry.person for entry in log if entry.person} - names.keys():
        names |= queries.names(connection, others)
    return Snapshot(row, seats, log, names, queries.guests(connection, set(names)))


def read_now(connection: Connection, id_: str, log: list[Entry]) -> tuple[Snapshot | None, int]:
    """Read a table whose log is given, and the current length of its stored log."""
    return read(connection, id_, log), queries.log_length(connection, id_)
