"""What is asked of the database, in one place each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from spielwerk.server.store.fixed import Fixed, Note, gather
from spielwerk.server.store.log import Entry
from spielwerk.server.store.schema import entries, people, seats, secrets, tables, tokens

# What is asked for with every table that somebody comes to is written once: to put a statement
# together takes longer than to run it.
_TABLE = select(tables).where(tables.c.id == bindparam("id"))
_SEATS = (
    select(seats, people.c.name)
    .outerjoin(people, people.c.id == seats.c.person)
    .where(seats.c.table_id == bindparam("id"))
    .order_by(seats.c.seat)
)
_LOG = (
    select(entries)
    .where(entries.c.table_id == bindparam("id"), entries.c.number >= bindparam("since"))
    .order_by(entries.c.number)
)
_NAMES = select(people.c.id, people.c.name).where(people.c.id.in_(bindparam("ids", expanding=True)))
APPEND = Fixed(insert(entries))
# Tables


def add_table(
    connection: Connection, row: dict[str, Any], kept_for: dict[int, int], log: list[Entry]
) -> None:
    """A new table, who its seats are kept for, and what has happened there already."""
    connection.execute(insert(tables), row)
    places = range(row["terms"]["seats"])
    connection.execute(
        insert(seats),
        [{"table_id": row["id"], "seat": seat, "person": kept_for.get(seat)} for seat in places],
    )
    if log:
        connection.execute(insert(entries), [entry.row(row["id"]) for entry in log])


def table(connection: Connection, id_: str) -> Row[Any] | None:
    """Return a table's row."""
    return connection.execute(_TABLE, {"id": id_}).one_or_none()


def seat_rows(connection: Connection, table_id: str) -> list[Row[Any]]:
    """Return a table's seats: whose they are, what these are called, and what link leads there."""
    return list(connection.execute(_SEATS, {"id": table_id}))


def log(connection: Connection, table_id: str, since: int = 0) -> list[Entry]:
    """Return a table's log from an entry on."""
    found = connection.execute(_LOG, {"id": table_id, "since": since})
    return [Entry.of(row) for row in found]


def note(connection: Connection, notes: Iterable[Note]) -> None:
    """Update what lists and searches need to know, to be written with the entries."""
    for statement, rows in gather(notes).items():
        connection.execute(statement.clause, rows)


def set_invite(connection: Connection, table_id: str, invite: str | None) -> None:
    """Another invitation; the old one does not hold any more."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(invite=invite))


def set_seat_token(connection: Connection, table_id: str, seat: int, token: str | None) -> None:
    """Another link to a seat; the old one does not hold any more."""
    changed = update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
    connection.execute(changed.values(token=token))


def tables_with(connection: Connection, status: str, most: int) -> list[str]:
    """Return the tables of a status, the newest first."""
    found = select(tables.c.id).where(tables.c.status == status)
    return list(connection.scalars(found.order_by(tables.c.changed.desc()).limit(most)))


def tables_of(connection: Connection, person: int, most: int) -> list[str]:
    """Return the tables at which a person has a seat, those not over first, the newest first."""
    found = (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.person == person)
        .group_by(tables.c.id, tables.c.status, tables.c.changed)
        .order_by(tables.c.status == "over", tables.c.changed.desc())
    )
    return list(connection.scalars(found.limit(most)))


# People


def add_person(connection: Connection, name: str, now: int) -> int:
    """Return a new guest."""
    made = connection.execute(insert(people).values(name=name, epoch=0, created=now))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def person(connection: Connection, id_: int) -> Row[Any] | None:
    """Return a person's row."""
    return connection.execute(select(people).where(people.c.id == id_)).one_or_none()


def person_by_login(connection: Connection, login: str) -> Row[Any] | None:
    """Return the person who has kept that name."""
    return connection.execute(select(people).where(people.c.login == login)).one_or_none()


def person_by_token(connection: Connection, digest: str) -> Row[Any] | None:
    """Return the person whose token has that digest."""
    joined = select(people).join(tokens, tokens.c.person == people.c.id)
    return connection.execute(joined.where(tokens.c.digest == digest)).one_or_none()


def names(connection: Connection, ids: set[int]) -> dict[int, str]:
    """Return what people are called."""
    return {row.id: row.name for row in connection.execute(_NAMES, {"ids": list(ids)})}


def change_person(connection: Connection, id_: int, **values: Any) -> None:
    """Change what is kept about a person."""
    connection.execute(update(people).where(people.c.id == id_).values(**values))


def sign_out(connection: Connection, id_: int) -> None:
    """All cookies given so far do not hold any more."""
    connection.execute(update(people).where(people.c.id == id_).values(epoch=people.c.epoch + 1))


def forget_person(connection: Connection, id_: int, name: str) -> None:
    """Nothing is left but the games' moves, and a name that tells nothing."""
    connection.execute(delete(tokens).where(tokens.c.person == id_))
    connection.execute(
        update(people)
        .where(people.c.id == id_)
        .values(
            name=name,
            login=None,
            password=None,
            webhook=None,
            webhook_secret=None,
            epoch=people.c.epoch + 1,
        )
    )
    said = update(entries).where(entries.c.person == id_, entries.c.kind == "say")
    connection.execute(said.values(data={"text": name}))


def add_token(connection: Connection, person: int, digest: str, label: str, now: int) -> int:
    """Return a new token of a person's programs."""
    values = {"person": person, "digest": digest, "label": label, "created": now}
    made = connection.execute(insert(tokens).values(**values))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def tokens_of(connection: Connection, person: int) -> list[Row[Any]]:
    """Return a person's tokens, without what makes them work."""
    found = select(tokens.c.id, tokens.c.label, tokens.c.created).where(tokens.c.person == person)
    return list(connection.execute(found.order_by(tokens.c.id)))


def drop_token(connection: Connection, person: int, id_: int) -> bool:
    """Revoke a token; tells whether there was one."""
    gone = delete(tokens).where(tokens.c.person == person, tokens.c.id == id_)
    return connection.execute(gone).rowcount > 0


def count_tokens(connection: Connection, person: int) -> int:
    """Return how many tokens a person has."""
    found = select(func.count()).select_from(tokens).where(tokens.c.person == person)
    return int(connection.scalar(found) or 0)


def secret(connection: Connection, name: str, fresh: bytes) -> bytes:
    """Return the server's secret of that name; `fresh` from now on if there was none."""
    known = select(secrets.c.value).where(secrets.c.name == name)
    found: bytes | None = connection.scalar(known)
    if found is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(secrets).values(name=name, value=fresh))
        except IntegrityError:  # another worker was quicker
            return bytes(connection.execute(known).scalar_one())
    return bytes(found or fresh)
