"""Lists of tables, at a running server and without one: no table is loaded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from server.guests import Guest
from server.process import ServerProcess
from server.store.rows import table_row
from server.test_services import with_services
from spielwerk.server.api import lists
from spielwerk.server.api.dependencies import Services
from spielwerk.server.store.schema import seats, tables
from wait import wait_until

LISTS = ("/api/tables", "/api/me/tables")


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


@pytest.fixture
def bob(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Bob") as guest:
        yield guest


def own(guest: Guest, **asked: Any) -> list[dict[str, Any]]:
    told: dict[str, Any] = guest.get("/api/me/tables", **asked)
    assert told["more"] is False
    return list(told["tables"])


def test_own_tables_come_with_those_first_where_it_is_ones_turn(ada: Guest, bob: Guest) -> None:
    over, invite = ada.create(seats=2)
    bob.act(over, "sit", invite=invite)
    ada.act(over, "resign", seat=0)
    mine, _ = ada.create(seats=2, sit=[0, 1])
    waiting, invite = ada.create(seats=2, sit=[1])
    bob.act(waiting, "sit", invite=invite)
    told = own(ada)
    assert [one["id"] for one in told] == [mine, waiting]
    assert [one["your_turn"] for one in told] == [True, False]
    assert [one["yours"] for one in told] == [[0, 1], [1]]
    assert [one["to_act"] for one in told] == [[0], [0]]
    assert all(one["host"] for one in told)
    assert [one["id"] for one in own(ada, over=True)] == [over]
    assert [one["id"] for one in own(bob)] == [waiting]
    ada.act(mine, "leave", seat=0)  # a bot moves for her, and then it is her other seat's turn
    own_turn = wait_until(
        lambda: [one for one in own(ada) if one["id"] == mine and one["to_act"] == [1]],
        "the bot moves",
    )
    assert own_turn[0]["your_turn"] is ada.get(f"/api/tables/{mine}")["your_turn"] is True


def test_a_list_tells_what_the_table_would(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=3, bots={"2": "zufall"}, listed=True)
    bob.act(table, "sit", invite=invite)
    ada.act(table, "resign", seat=0)
    bob.act(table, "resign", seat=1)
    info = bob.info(table)
    (told,) = own(bob, over=True)
    for name in ("id", "game", "seats", "listed", "status", "sitting", "ranks", "results"):
        assert told[name] == info[name]
    assert told["own_parts"] is False
    assert (told["host"], told["yours"], told["your_turn"]) == (False, [1], False)
    assert told["created"] <= told["started"] <= told["ended"]
    assert (told["since"], told["to_act"]) == (None, [])


def test_a_seat_that_is_kept_is_in_ones_list_and_is_nobodys_yet(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=2)
    bob.act(table, "sit", invite=invite)
    ada.act(table, "resign", seat=0)
    following = ada.act(table, "rematch")["next"]
    (told,) = own(bob)
    assert (told["id"], told["yours"], told["status"]) == (following, [], "open")
    assert [one["name"] for one in told["sitting"]] == [None, "Ada"]
    assert told["reserved"] == bob.get(f"/api/tables/{following}")["reserved"] == [0]
    assert told["sitting"] == bob.info(following)["sitting"] == ada.info(following)["sitting"]
    kept = told["sitting"][0]
    assert (kept["reserved_for"], kept["guest"]) == ("Bob", True)
    assert (own(ada)[0]["reserved"], own(ada)[0]["yours"]) == ([], [1])


def test_a_table_that_waits_for_one_comes_before_newer_ones(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=2, watch="seats")
    bob.act(table, "sit", invite=invite)
    ada.act(table, "resign", seat=0)
    following = ada.act(table, "rematch")["next"]
    newer, _ = bob.create(seats=2)
    assert [one["id"] for one in own(bob)] == [following, newer]
    assert bob.info(following)["status"] == "open"  # he may look at it before taking a seat
    bob.act(following, "sit", seat=0)
    assert bob.get(f"/api/tables/{following}")["reserved"] == []


def test_one_has_a_list_once_one_is_somebody(server: ServerProcess) -> None:
    with Guest(server.url) as nobody:
        assert nobody.refused("GET", "/api/me/tables") == (401, "not_signed_in")
        assert set(nobody.get("/api/tables")) == {"tables", "more"}


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("page", [-1, "x", 10**9])
def test_a_page_is_a_number(ada: Guest, path: str, page: object) -> None:
    assert ada.refused("GET", path, page=page) == (422, "malformed")


def fill(connection: Connection, person: int) -> None:
    """Add tables with empty logs: loading one would fail."""
    statuses = ("over", "running", "open")
    rows = [
        table_row(f"{status}{number}", person, status=status, listed=True, ended=number)
        for status in statuses
        for number in range(100)
    ]
    connection.execute(insert(tables), rows)
    places = [{"table_id": row["id"], "seat": 0, "person": person} for row in rows]
    places += [{"table_id": row["id"], "seat": 1, "person": None} for row in rows]
    connection.execute(insert(seats), places)


def hide(connection: Connection, host: int) -> None:
    """Add a public table, many newer private ones, and a public one with unreadable terms."""
    others = [table_row(f"hidden{number}", host, changed=9) for number in range(1100)]
    shown = [table_row("shown", host, listed=True), table_row("lost", host, listed=True, terms=7)]
    connection.execute(insert(tables), [{"listed": False, **row} for row in others + shown])
    places = [{"table_id": row["id"], "seat": 0} for row in others + shown]
    connection.execute(insert(seats), places)


def test_neither_hidden_nor_spoilt_tables_keep_others_off_a_list(tmp_path: Path) -> None:
    async def happen(services: Services) -> None:
        ada = await services.people.welcome("Ada")
        await services.store.write(hide, ada.id)
        page = await lists.public_tables(services, None, page=0)
        assert [table.id for table in page.tables] == ["shown"]

    with_services(tmp_path, happen)


def test_no_table_is_loaded_for_a_list(database: str) -> None:
    async def happen(services: Services) -> None:
        ada = await services.people.welcome("Ada")
        await services.store.write(fill, ada.id)
        pages = [
            await lists.public_tables(services, ada, page=4),
            await lists.own_tables(ada, services, over=True, page=4),
            await lists.own_tables(ada, services, over=False, page=4),
        ]
        assert [(len(page.tables), page.more) for page in pages] == [
            (20, False),
            (20, False),
            (20, True),
        ]
        assert len(services.registry) == 0

    with_services(database, happen)
