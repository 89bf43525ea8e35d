"""Queries for lists of tables, without loading the tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    null,
    or_,
    select,
    update,
)

from spielwerk.server.store.schema import IS_GUEST, people, seats, tables

PAGE = 20

_STARTED, _ENDED = (bindparam(name, type_=BigInteger) for name in ("began", "until"))
_TABLE = update(tables).where(tables.c.id == bindparam("table"))
_TURN: dict[str, Any] = {
    "to_act": bindparam("acting"),
    "since": bindparam("from"),
    "due": bindparam("by", type_=BigInteger),
}
TURN = _TABLE.values(**_TURN)
STATUS = _TABLE.values(
    **_TURN,
    status=bindparam("what"),
    changed=func.coalesce(_ENDED, _STARTED, tables.c.changed),
    started=_STARTED,
    ended=_ENDED,
)
SEAT = (
    update(seats)
    .where(seats.c.table_id == bindparam("table"), seats.c.seat == bindparam("number"))
    .values(
        person=bindparam("who"),
        token=null(),  # an old link stops working
        kept=bindparam("expected"),
        bot=bindparam("played_by"),
        label=bindparam("called"),
        away=bindparam("left"),
        resigned=bindparam("gave_up"),
        rank=bindparam("placed"),
        result=bindparam("reached"),
    )
)

# 1 if a seat is to act and its person, not a bot, plays it, or if it is reserved for them
_ACTS = case(
    (seats.c.kept, 1),
    (or_(seats.c.away, seats.c.resigned), 0),
    else_=tables.c.to_act.op(">>")(seats.c.seat).op("&")(1),
)


class Listed(NamedTuple):
    """A table as shown in lists: its row, and its seats' rows with people's names."""

    row: Row[Any]
    seats: list[Row[Any]]


def own_query(person: int, *, over: bool, page: int) -> Select[Any]:
    """Return the query for a page of a person's tables, plus one row of the next page.

    Newest first; among unfinished tables, those that wait for the person come first.
    """
    found = (
        select(*_shown())
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.person == person)
        .group_by(tables.c.id)
    )
    if over:
        newest: list[ColumnElement[Any]] = [tables.c.ended.desc()]
        found = found.where(tables.c.status == "over")
    else:
        newest = [
            func.max(_ACTS).desc(),
            func.coalesce(tables.c.since, tables.c.changed).desc(),
        ]
        found = found.where(tables.c.status != "over")
    return _page(found.order_by(*newest, tables.c.id), page)


def public_query(page: int) -> Select[Any]:
    """Return the query for a page of public tables with a free seat, plus one more row."""
    free = exists().where(
        and_(seats.c.table_id == tables.c.id, seats.c.person.is_(None), seats.c.bot.is_(None))
    )
    found = select(*_shown()).where(tables.c.listed, tables.c.status == "open", free)
    return _page(found.order_by(tables.c.changed.desc(), tables.c.id), page)


def due_query(now: int) -> Select[Any]:
    """Return the query for due tables, longest overdue first.

    A turn that begins in the future is due as well: the wall clock was set back.
    """
    found = select(tables.c.id).where(tables.c.due.is_not(None))
    return found.where(or_(tables.c.due <= now, tables.c.since > now)).order_by(tables.c.due)


def seats_query(ids: Sequence[str]) -> Select[Any]:
    """Return the query for the seats of tables."""
    return (
        select(seats, people.c.name, IS_GUEST.label("guest"))
        .outerjoin(people, people.c.id == seats.c.person)
        .where(seats.c.table_id.in_(ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )


def read_page(connection: Connection, found: Select[Any]) -> tuple[list[Listed], bool]:
    """Return the tables of a page, and whether there are more."""
    rows = connection.execute(found).all()
    shown = rows[:PAGE]
    sitting = connection.execute(seats_query([row.id for row in shown]))
    of = {id_: list(rows) for id_, rows in groupby(sitting, key=lambda seat: seat.table_id)}
    return [Listed(row, of.get(row.id, [])) for row in shown], len(rows) > PAGE


def _shown() -> list[ColumnElement[Any]]:
    return [column for column in tables.c if column.name not in {"seed", "invite", "owner"}]


def _page(found: Select[Any], page: int) -> Select[Any]:
    return found.limit(PAGE + 1).offset(page * PAGE)
