"""All database queries, apart from lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from spielwerk.server.store import chain
from spielwerk.server.store.log import Entry
from spielwerk.server.store.schema import (
    IS_GUEST,
    entries,
    people,
    seats,
    secrets,
    sign_outs,
    tables,
    tokens,
)

# Statements for loading a table are built only once, because building one takes longer than
# running it.
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
_LAST = select(func.max(entries.c.number)).where(entries.c.table_id == bindparam("id"))
_NAMES = select(people.c.id, people.c.name).where(people.c.id.in_(bindparam("ids", expanding=True)))
_GUESTS = select(people.c.id).where(people.c.id.in_(bindparam("ids", expanding=True)), IS_GUEST)
APPEND = insert(entries)

# An update of a table's row, or of its seat `number`, with the values to set.
Note = tuple[Update, dict[str, Any]]

# Tables


def add_table(
    connection: Connection, row: dict[str, Any], kept_for: dict[int, int], log: list[Entry]
) -> None:
    """Insert a table, its seats with the people they are reserved for, and its first entries."""
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
    """Return a table's seats, with their people's names and their links."""
    return list(connection.execute(_SEATS, {"id": table_id}))


def log(connection: Connection, table_id: str, since: int = 0) -> list[Entry]:
    """Return a table's log from an entry on."""
    found = connection.execute(_LOG, {"id": table_id, "since": since})
    return [Entry.of(row) for row in found]


def log_length(connection: Connection, table_id: str) -> int:
    """Return how many entries a table's log has."""
    last = connection.scalar(_LAST, {"id": table_id})
    return 0 if last is None else int(last) + 1


def gather(notes: Iterable[Note]) -> dict[Update, list[dict[str, Any]]]:
    """Merge updates into one per row, grouped by statement.

    Of two statements for one row, one sets all columns of the other, so that one is used.
    """
    found: dict[tuple[str, int | None], Note] = {}
    for statement, values in notes:
        row = values["table"], values.get("number")
        wider, before = found.get(row, (statement, {}))
        found[row] = (wider if len(before) > len(values) else statement, before | values)
    gathered: dict[Update, list[dict[str, Any]]] = {}
    for statement, values in found.values():
        gathered.setdefault(statement, []).append(values)
    return gathered


def note(connection: Connection, notes: Iterable[Note]) -> None:
    """Update the columns for lists and searches, in the same transaction as the entries."""
    for statement, rows in gather(notes).items():
        connection.execute(statement, rows)


def set_invite(connection: Connection, table_id: str, invite: str | None) -> None:
    """Replace a table's invitation; the old one stops working."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(invite=invite))


def set_seat_token(connection: Connection, table_id: str, seat: int, token: str | None) -> None:
    """Replace the link to a seat; the old one stops working."""
    changed = update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
    connection.execute(changed.values(token=token))


def tables_of(connection: Connection, person: int) -> list[str]:
    """Return the unfinished tables where a person has a seat."""
    found = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).distinct()
    mine = found.where(seats.c.person == person, tables.c.status != "over")
    return list(connection.scalars(mine.order_by(tables.c.id)))


def count_tables(connection: Connection, host: int) -> int:
    """Return how many unfinished tables a host has."""
    found = select(func.count()).select_from(tables)
    mine = found.where(tables.c.host == host, tables.c.status.in_(("open", "running")))
    return int(connection.scalar(mine) or 0)


# People


def add_person(connection: Connection, name: str, now: int) -> int:
    """Insert a guest and return their id."""
    made = connection.execute(insert(people).values(name=name, epoch=0, created=now))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def person(connection: Connection, id_: int) -> Row[Any] | None:
    """Return a person's row."""
    return connection.execute(select(people).where(people.c.id == id_)).one_or_none()


def person_by_login(connection: Connection, login: str) -> Row[Any] | None:
    """Return the person with that registered name."""
    return connection.execute(select(people).where(people.c.login == login)).one_or_none()


def logins(connection: Connection, besides: int | None = None) -> list[str]:
    """Return all registered names in lower case, except that of the person `besides`."""
    found = select(people.c.login).where(people.c.login.is_not(None))
    return list(
        connection.scalars(found if besides is None else found.where(people.c.id != besides))
    )


def person_by_token(connection: Connection, digest: str) -> Row[Any] | None:
    """Return the person whose token has that digest."""
    joined = select(people).join(tokens, tokens.c.person == people.c.id)
    return connection.execute(joined.where(tokens.c.digest == digest)).one_or_none()


def names(connection: Connection, ids: set[int]) -> dict[int, str]:
    """Return people's names."""
    return {row.id: row.name for row in connection.execute(_NAMES, {"ids": list(ids)})}


def standing(connection: Connection, ids: set[int]) -> dict[int, tuple[str, int]]:
    """Return people's names and the epochs of their cookies."""
    asked = select(people.c.id, people.c.name, people.c.epoch).where(people.c.id.in_(ids))
    return {row.id: (row.name, row.epoch) for row in connection.execute(asked)}


def guests(connection: Connection, ids: set[int]) -> set[int]:
    """Return which of these people are guests."""
    return set(connection.scalars(_GUESTS, {"ids": list(ids)}))


def change_person(connection: Connection, id_: int, **values: Any) -> None:
    """Update a person's row."""
    connection.execute(update(people).where(people.c.id == id_).values(**values))


def epoch(connection: Connection, id_: int) -> int | None:
    """Return a person's epoch, and lock the row until the transaction ends."""
    return connection.scalar(select(people.c.epoch).where(people.c.id == id_).with_for_update())


def person_by_cookie(connection: Connection, id_: int, digest: str) -> Row[Any] | None:
    """Return a person's row, unless the cookie with that digest was revoked."""
    is_out = exists().where(sign_outs.c.digest == digest)
    return connection.execute(select(people).where(people.c.id == id_, ~is_out)).one_or_none()


def sign_out_cookie(connection: Connection, id_: int, digest: str) -> None:
    """Revoke one of a person's cookies."""
    known = connection.scalar(select(sign_outs.c.person).where(sign_outs.c.digest == digest))
    if known is None:
        connection.execute(insert(sign_outs).values(digest=digest, person=id_))


def sign_out(connection: Connection, id_: int) -> None:
    """Revoke all of a person's cookies."""
    connection.execute(delete(sign_outs).where(sign_outs.c.person == id_))
    connection.execute(update(people).where(people.c.id == id_).values(epoch=people.c.epoch + 1))


def forget_person(connection: Connection, id_: int, name: str) -> None:
    """Delete a person's data, except for the moves in their games and a placeholder name."""
    connection.execute(delete(tokens).where(tokens.c.person == id_))
    connection.execute(delete(sign_outs).where(sign_outs.c.person == id_))
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
    connection.execute(update(seats).where(seats.c.person == id_).values(label=None))
    told = (entries.c.person == id_) & entries.c.kind.in_(chain.DELETABLE)
    for row in connection.execute(select(entries).where(told)).all():
        one = (entries.c.table_id == row.table_id) & (entries.c.number == row.number)
        connection.execute(update(entries).where(one).values(data=chain.delete_text(row.data)))


def add_token(connection: Connection, person: int, digest: str, label: str, now: int) -> int:
    """Insert an API token and return its id."""
    values = {"person": person, "digest": digest, "label": label, "created": now}
    made = connection.execute(insert(tokens).values(**values))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def tokens_of(connection: Connection, person: int) -> list[Row[Any]]:
    """Return a person's tokens, without their digests."""
    found = select(tokens.c.id, tokens.c.label, tokens.c.created).where(tokens.c.person == person)
    return list(connection.execute(found.order_by(tokens.c.id)))


def drop_token(connection: Connection, person: int, id_: int) -> bool:
    """Revoke a token; return whether it existed."""
    gone = delete(tokens).where(tokens.c.person == person, tokens.c.id == id_)
    return connection.execute(gone).rowcount > 0


def count_tokens(connection: Connection, person: int) -> int:
    """Return how many tokens a person has."""
    found = select(func.count()).select_from(tokens).where(tokens.c.person == person)
    return int(connection.scalar(found) or 0)


def secret(connection: Connection, name: str, fresh: bytes) -> bytes:
    """Return the server's secret of that name; store and return `fresh` if there is none."""
    known = select(secrets.c.value).where(secrets.c.name == name)
    found: bytes | None = connection.scalar(known)
    if found is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(secrets).values(name=name, value=fresh))
        except IntegrityError:  # another worker was quicker
            return bytes(connection.execute(known).scalar_one())
    return bytes(found or fresh)


# Health


def try_to_read(connection: Connection) -> None:
    """Run a trivial query."""
    connection.execute(select(1))


def try_to_write(connection: Connection) -> None:
    """Write a row and delete it again."""
    connection.execute(insert(secrets).values(name="probe", value=b""))
    connection.execute(delete(secrets).where(secrets.c.name == "probe"))
