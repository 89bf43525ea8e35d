"""What lists show of a table: written with the entries that change it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row

from spielwerk.server.store import listing
from spielwerk.server.store.fixed import Note
from spielwerk.server.store.log import Entry
from spielwerk.server.table import LiveTable, Status

Standing = tuple[Status, tuple[int, ...]]  # a table's status, and the seats that are to act

_OF_SEATS = {"sit", "stand", "bot", "leave", "return", "resign"}


def standing(table: LiveTable) -> Standing:
    """Return what decides whether a move changes anything in lists."""
    return table.status, table.to_act


def changes(table: LiveTable, fresh: Sequence[Entry], before: Standing) -> list[Note]:
    """Return what fresh entries change in lists; `before` is how the table stood without them."""
    status, to_act = standing(table)
    if status != before[0]:
        return everything(table)
    touched = {entry.seat for entry in fresh if entry.kind in _OF_SEATS}
    notes = [_seat(table, seat) for seat in touched if seat is not None]
    if to_act != before[1]:
        notes.append((listing.TURN, _turn(table)))
    return notes


def everything(table: LiveTable) -> list[Note]:
    """Return all that lists show of a table."""
    if table.status == "over":
        return ended(table)
    return [_status(table), *_seats(table)]


def ended(table: LiveTable) -> list[Note]:
    """Return all that is stored of a table that has ended, with its results."""
    ranks, results = table.ranks or [], table.results or []
    seats = [
        (statement, values | {"placed": rank, "reached": result})
        for (statement, values), rank, result in zip(_seats(table), ranks, results, strict=True)
    ]
    return [_status(table), *seats]


def missing(table: LiveTable, row: Row[Any], seats: Iterable[Row[Any]]) -> list[Note]:
    """Return what the rows of a table do not tell yet: an older version has written them."""
    stored = row.to_act, row.since, row.status, row.started, row.ended
    _, status = _status(table)
    is_known = stored == tuple(
        status[name] for name in ("acting", "from", "what", "began", "until")
    )
    if table.status != "over":
        return [] if is_known else [(listing.STATUS, status)]
    is_known = is_known and [seat.rank for seat in seats] == table.ranks
    return [] if is_known else ended(table)


def _turn(table: LiveTable) -> dict[str, Any]:
    acting = sum(1 << seat for seat in table.to_act)
    return {"table": table.id, "acting": acting, "from": table.since}


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
        "left": sitter.away,
        "gave_up": seat in table.resigned,
        "placed": None,
        "reached": None,
    }
