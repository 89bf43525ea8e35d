"""Compute the columns that lists of tables show, written together with the log entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Row

from spielwerk.server.store import listing
from spielwerk.server.store.log import Entry
from spielwerk.server.store.queries import Note
from spielwerk.server.table import LiveTable
from spielwerk.server.table_state import Status

# A table's status, the seats to act, and when something is due
Standing = tuple[Status, tuple[int, ...], int | None]

# Which columns the parameters of an update set, as far as the log decides them
_OF_TURN = {"acting": "to_act", "from": "since", "by": "due"}
_OF_SEAT = {
    "who": "person",
    "expected": "kept",
    "played_by": "bot",
    "called": "label",
    "left": "away",
    "gave_up": "resigned",
}

_MARKED = 0  # due: a migration has the server load the table, which stores when it is really due

_OF_SEATS = {"sit", "stand", "bot", "name", "leave", "return", "resign"}


def standing(table: LiveTable) -> Standing:
    """Return the values that, when a move changes them, must be updated in lists."""
    return table.status, table.to_act, table.due


def changes(table: LiveTable, fresh: Sequence[Entry], before: Standing) -> list[Note]:
    """Return the updates that new entries require; `before` is the standing without them."""
    after = standing(table)
    if after[0] != before[0]:
        return everything(table)
    touched = {entry.seat for entry in fresh if entry.kind in _OF_SEATS}
    notes = [_seat(table, seat) for seat in touched if seat is not None]
    if after != before:
        notes.append((listing.TURN, _turn(table)))
    return notes


def everything(table: LiveTable) -> list[Note]:
    """Return updates for all columns that lists show of a table."""
    if table.status == "over":
        return ended(table)
    return [_status(table), *_seats(table)]


def ended(table: LiveTable) -> list[Note]:
    """Return the updates for a finished table, including its ranks and results."""
    ranks, results = table.ranks or [], table.results or []
    seats = [
        (statement, values | {"placed": rank, "reached": result})
        for (statement, values), rank, result in zip(_seats(table), ranks, results, strict=True)
    ]
    return [_status(table), *seats]


def missing(table: LiveTable, row: Row[Any], seats: Iterable[Row[Any]]) -> list[Note]:
    """Return the updates that a table's rows lack because an older version wrote them."""
    stored = row.to_act, row.since, row.due, row.status, row.started, row.ended
    _, status = _status(table)
    is_known = stored == tuple(
        status[name] for name in ("acting", "from", "by", "what", "began", "until")
    )
    if table.status != "over":
        return [] if is_known else [(listing.STATUS, status)]
    is_known = is_known and [seat.rank for seat in seats] == table.ranks
    return [] if is_known else ended(table)


def altered(
    table: LiveTable, row: Row[Any], seats: Iterable[Row[Any]]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield each column that differs from the log: its name, its value, and what the log says."""
    is_older = table.status == "running" and row.to_act == 0 and row.since is None
    if not is_older:  # older versions did not store whose turn it is
        for name, value in _turn(table).items():
            column = _OF_TURN.get(name)
            if column is not None and not _agrees(table, column, row._mapping[column], value):
                yield f"tables.{column}", row._mapping[column], value
    for seat in seats:
        for name, value in _seat(table, seat.seat)[1].items():
            column = _OF_SEAT.get(name)
            if column is not None and seat._mapping[column] != value:
                yield f"seats.{column} of seat {seat.seat}", seat._mapping[column], value


def _agrees(table: LiveTable, column: str, stored: Any, told: Any) -> bool:
    """Return whether a stored value may follow from the log, which does not contain outages."""
    if column == "due" and stored == _MARKED:
        return told is not None
    if column == "due" and table.terms.clock is not None and None not in (stored, told):
        return bool(stored >= told)
    return bool(stored == told)


def _turn(table: LiveTable) -> dict[str, Any]:
    acting = sum(1 << seat for seat in table.to_act)
    return {"table": table.id, "acting": acting, "from": table.since, "by": table.due}


def _status(table: LiveTable) -> Note:
    times = {"began": table.started, "until": table.ended}
    return listing.STATUS, {**_turn(table), "what": table.status, **times}


def _seats(table: LiveTable) -> list[Note]:
    return [_seat(table, seat) for seat in range(table.terms.seats)]


def _seat(table: LiveTable, seat: int) -> Note:
    sitter = table.sitters[seat]
    kept_for = table.reserved.get(seat) if sitter.is_free else None
    return listing.SEAT, {
        "table": table.id,
        "number": seat,
        "who": sitter.person if kept_for is None else kept_for,
        "expected": kept_for is not None,
        "played_by": sitter.bot,
        "called": sitter.label,
        "left": sitter.away,
        "gave_up": seat in table.resigned,
        "placed": None,
        "reached": None,
    }
