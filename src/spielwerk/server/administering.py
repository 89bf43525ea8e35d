"""Account administration for the host, with or without a running server."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from pydantic import ValidationError
from sqlalchemy import Connection, Row, func, select
from sqlalchemy.exc import IntegrityError

from spielwerk.server import names
from spielwerk.server.people import LOCKED, LONGEST_LOGIN, Person, unlocked
from spielwerk.server.refusals import Conflict, Malformed, NotFound
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_existing
from spielwerk.server.store.schema import people, seats
from spielwerk.server.store.sole_server import sole_server


@dataclass(frozen=True)
class Listed:
    """One row of the list of people."""

    person: Person
    created: int  # milliseconds since 1970
    tables: int  # where the person has a seat


def listed(url: str, part: str) -> list[Listed]:
    """Return all people whose name contains `part`, ignoring case."""
    count = select(func.count(seats.c.table_id.distinct())).where(seats.c.person == people.c.id)
    asked = select(people, count.scalar_subquery().label("tables")).order_by(people.c.id)
    with _changing(url) as connection:
        found = [
            Listed(Person.of(row), row.created, row.tables) for row in connection.execute(asked)
        ]
    return [one for one in found if part.casefold() in one.person.name.casefold()]


def rename(url: str, who: str, name: str) -> Person:
    """Rename a person, by the rules that hold for a name of their own choice.

    A registered person signs in with the new name from then on.
    """
    from spielwerk.server import wire  # these take seconds, and a list does not need them
    from spielwerk.server.api.people import Named

    try:
        name = Named(name=name).name
    except ValidationError as error:
        raise Malformed("malformed", wire.told(error)) from None
    names.check(name)
    login = name.casefold()
    if len(login) > LONGEST_LOGIN:
        raise Malformed("malformed", f"name: longer than {LONGEST_LOGIN} letters in lower case")

    def values(connection: Connection, row: Row[Any]) -> dict[str, Any]:
        names.check_free(name, queries.logins(connection, besides=row.id))
        if row.login is None:
            return {"name": name}
        names.check_own(name)
        return {"name": name, "login": login}

    return _change(url, who, values)


def block(url: str, who: str) -> Person:
    """Block a person: passwords, cookies and tokens stop working."""
    return _change(
        url,
        who,
        lambda _, row: {"password": LOCKED + (unlocked(row.password) or "")},
        sign_out=True,
    )


def unblock(url: str, who: str) -> Person:
    """Unblock a person: the old password and tokens work again."""
    return _change(url, who, lambda _, row: {"password": unlocked(row.password)})


def reset_password(url: str, who: str) -> tuple[Person, str]:
    """Set and return a new password for a person, and sign out all of their devices."""
    password = secrets.token_urlsafe(12)

    def values(_: Connection, row: Row[Any]) -> dict[str, Any]:
        if Person.of(row).guest:
            raise Conflict("no_password", f"{row.name!r} is a guest and has no password")
        locked = LOCKED if Person.of(row).blocked else ""
        return {"password": locked + PasswordHasher().hash(password)}

    return _change(url, who, values, sign_out=True), password


async def delete(url: str, who: str) -> Person:
    """Delete a person and all their data, as they could themselves; bots take over their seats.

    This briefly runs a server's services, without listening on a port.
    """
    from spielwerk.server.app import running_services
    from spielwerk.server.metrics import Metrics

    with _changing(url) as connection:
        person = Person.of(_find(connection, who))
    settings = Settings(url, compile=False)
    with sole_server(url, "spielwerk admin people delete"):
        async with running_services(settings, Metrics()) as services:
            await services.actions.leave_all(person.id)
            await services.people.forget(person)
            await services.presence.forget(person.id)
    return person


def _change(
    url: str,
    who: str,
    values: Callable[[Connection, Row[Any]], dict[str, Any]],
    *,
    sign_out: bool = False,
) -> Person:
    with _changing(url) as connection:
        row = _find(connection, who)
        try:
            queries.change_person(connection, row.id, **values(connection, row))
        except IntegrityError:
            raise Conflict("name_taken", "that name is already registered") from None
        if sign_out:
            queries.sign_out(connection, row.id)
        return Person.of(_find(connection, str(row.id)))


@contextmanager
def _changing(url: str) -> Iterator[Connection]:
    engine = open_existing(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _find(connection: Connection, who: str) -> Row[Any]:
    """Return the person with that id or registered name."""
    if who.isascii() and who.isdigit() and len(who) < 10:
        row = queries.person(connection, int(who))
    else:
        row = queries.person_by_login(connection, who.casefold())
    if row is None:
        reason = f"no person has the number or registered name {who!r}: see `admin people list`"
        raise NotFound("no_person", reason)
    return row
