"""A table as the store keeps it: its log, and what is kept beside it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row

from spielwerk.server.store import queries
from spielwerk.server.store.log import Entry
from spielwerk.server.table import LiveTable
from spielwerk.server.wire import Terms


class Kept(NamedTuple):
    """All that is known of a table."""

    row: Row[Any]
    seats: list[Row[Any]]
    log: list[Entry]
    names: dict[int, str]  # of everybody who had to do with it

    @property
    def game(self) -> str:
        """The game's name."""
        name: str = self.row.terms["game"]
        return name

    @property
    def terms(self) -> Terms:
        """What was agreed on when it was set up."""
        return Terms(**self.row.terms)

    def retold(self) -> LiveTable:
        """Return the table that the log tells of."""
        row = self.row
        table = LiveTable(row.id, row.host, self.terms, bytes(row.seed))
        for entry in self.log:
            table.apply(entry)
        self.note(table)
        return table

    def note(self, table: LiveTable) -> None:
        """Let a table know what no log tells: it may change meanwhile."""
        table.names |= self.names
        table.invite = self.row.invite
        table.seat_tokens = {seat.seat: seat.token for seat in self.seats if seat.token}
        table.reserved = {
            seat.seat: seat.person
            for seat in self.seats
            if seat.person and table.sitters[seat.seat].is_free
        }


def read(connection: Connection, id_: str, log: list[Entry] | None = None) -> Kept | None:
    """Return what is kept of a table, its log being known or read too; None if there is none."""
    row = queries.table(connection, id_)
    if row is None:
        return None
    seats = queries.seat_rows(connection, id_)
    log = queries.log(connection, id_) if log is None else log
    names = {seat.person: seat.name for seat in seats if seat.person}
    if others := {entry.person for entry in log if entry.person} - names.keys():
        names |= queries.names(connection, others)
    return Kept(row, seats, log, names)
