"""Managing people from the command line."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from server.conftest import Run
from server.guests import Guest, Line
from server.playing import play
from server.process import ServerProcess
from server.test_people_api import PASSWORD, ended, keep
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.log import FORGOTTEN
from spielwerk.server.store.schema import entries, people

# Beside a running server


@pytest.fixture
def guest(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


def test_whoever_is_blocked_is_signed_out_and_not_let_in(
    guest: Guest, server: ServerProcess, admin: Run
) -> None:
    name = keep(guest, "Troll")
    token = guest.post("/api/me/tokens")["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    sign_in = {"name": name, "password": PASSWORD}
    with guest.line() as by_cookie, Line(guest.url, bearer=token) as by_token:
        by_cookie.ask(ping=True)
        by_token.ask(ping=True)
        code, told, _ = admin("people", "block", name, on=server.database)
        assert (code, told) == (0, f"{name} is blocked.")
        assert ended(by_cookie)
        assert ended(by_token)
    assert guest.refused("GET", "/api/me") == (401, "not_signed_in")
    assert guest.http.get("/api/me", headers=bearer | {"Cookie": ""}).status_code == 401
    assert guest.refused("POST", "/api/sign-in", sign_in) == (403, "blocked")
    wrong = sign_in | {"password": "wrong"}
    assert guest.refused("POST", "/api/sign-in", wrong) == (401, "wrong_password")
    admin("people", "unblock", name, on=server.database)
    assert guest.http.get("/api/me", headers=bearer).json()["name"] == name
    assert guest.ask("POST", "/api/sign-in", sign_in).json()["id"] == guest.me["id"]


def test_a_new_name_is_seen_by_those_who_play(
    guest: Guest, server: ServerProcess, admin: Run
) -> None:
    table, _ = guest.create(seats=2, sit=[0, 1])
    number = str(guest.me["id"])
    with guest.line() as line:
        before = line.watch(table)["ok"]["number"]
        admin("people", "rename", number, "Bea", on=server.database)
        told = line.news(before)
        assert [one["name"] for one in told["info"]["sitting"]] == ["Bea", "Bea"]
    assert guest.get("/api/me")["name"] == "Bea"


def test_a_forgotten_password_is_replaced(guest: Guest, server: ServerProcess, admin: Run) -> None:
    number = str(guest.me["id"])
    code, _, said = admin("people", "password", number, on=server.database)
    assert (code, "is a guest" in said) == (2, True)
    name = keep(guest, "Oblivious")
    _, told, _ = admin("people", "password", name.upper(), on=server.database)
    assert guest.refused("GET", "/api/me") == (401, "not_signed_in")
    assert guest.refused("POST", "/api/sign-in", {"name": name, "password": PASSWORD})[0] == 401
    signed_in = guest.post("/api/sign-in", name=name, password=told.rpartition(" ")[2])
    assert signed_in["id"] == guest.me["id"]


# On a database


def test_people_are_listed(database: str, admin: Run) -> None:
    engine = open_database(database)
    play(engine, "T1", plies=0)
    with engine.begin() as connection:
        ada = queries.add_person(connection, "Ada", 86_400_000)
        queries.change_person(connection, ada, login="ada", password="!x")  # noqa: S106
    engine.dispose()
    assert admin("people", "list", "ADA") == (
        0,
        "2  Ada  registered  1970-01-02  0 tables  blocked",
        "",
    )
    assert "1  Host of T1  guest" in admin("people", "list")[1]
    assert admin("people", "list", "host")[1].endswith("  1 table")


def test_names_that_are_kept_or_are_none_are_refused(database: str, admin: Run) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        for name in ("Ada", "Bob"):
            id_ = queries.add_person(connection, name, 1)
            queries.change_person(connection, id_, login=name.lower(), password="x")  # noqa: S106
    engine.dispose()
    assert "or one that looks like it, is registered" in admin("people", "rename", "ada", "BOB")[2]
    assert "name" in admin("people", "rename", "ada", " ")[2]
    assert "no person has" in admin("people", "rename", "Cyd", "Dan")[2]
    assert admin("people", "rename", "ADA", "Cyd") == (0, "Person 1 is now named Cyd.", "")
    assert admin("people", "block", "cyd")[0] == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("\x1b[2JBob", "invisible"),
        ("Bob\nvalid", "invisible"),
        ("Bob\u202eadA", "invisible"),
        ("Gast", "reserved for guests"),
        (FORGOTTEN, "reserved for deleted"),
        ("AdÄ", "looks like it"),
        ("Аdm", "several alphabets"),  # a Cyrillic А
    ],
)
def test_a_person_is_renamed_by_the_rules_for_names(
    database: str, admin: Run, name: str, reason: str
) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        for known in ("Ada", "Bob"):
            id_ = queries.add_person(connection, known, 1)
            queries.change_person(connection, id_, login=known.lower(), password="x")  # noqa: S106
    engine.dispose()
    code, told, said = admin("people", "rename", "bob", name)
    assert (code, told, len(said.splitlines())) == (2, "", 1)
    assert reason in said
    assert "2  Bob" in admin("people", "list")[1]


def test_a_persons_own_name_is_no_other_persons(database: str, admin: Run) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        id_ = queries.add_person(connection, "Ada", 1)
        queries.change_person(connection, id_, login="ada", password="x")  # noqa: S106
    engine.dispose()
    assert admin("people", "rename", "ada", "ADA")[:2] == (0, "Person 1 is now named ADA.")


def test_control_characters_of_older_names_are_escaped(database: str, admin: Run) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        queries.add_person(connection, "\x1b[2JEve\n9  Ada\u202e", 1)
    engine.dispose()
    _, told, _ = admin("people", "list")
    assert told.startswith(r"1  \x1b[2JEve\n9  Ada\u202e  guest")


def test_of_whoever_is_deleted_nothing_is_left_but_moves(database: str, admin: Run) -> None:
    engine = open_database(database)
    play(engine, "T1", plies=2)
    assert admin("people", "delete", "1", "--yes") == (0, "Host of T1 is deleted.", "")
    with engine.connect() as connection:
        assert connection.scalars(select(people.c.name)).all() == [FORGOTTEN]
        kinds = connection.scalars(select(entries.c.kind).order_by(entries.c.number)).all()
    engine.dispose()
    assert kinds[-2:] == ["leave", "leave"]
    assert admin("check") == (0, "Valid: 1 of 1 table", "")
