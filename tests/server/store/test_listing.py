"""Lists of tables: their contents come from columns, and pages of them from indexes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, Select, insert, text

from server.store.rows import add_host, table_row
from spielwerk.server.store import listing, queries
from spielwerk.server.store.schema import seats, tables

MANY = 10_000


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as opened:
        yield opened


@pytest.fixture
def host(connection: Connection) -> int:
    return add_host(connection)


def add(
    connection: Connection, id_: str, host: int, sitting: dict[int, dict[str, Any]], **row: Any
) -> None:
    """Add a table with two seats."""
    connection.execute(insert(tables), table_row(id_, host, **row))
    for seat in (0, 1):
        values = {"table_id": id_, "seat": seat, **sitting.get(seat, {})}
        connection.execute(insert(seats), values)


def ids(connection: Connection, query: Select[Any]) -> list[str]:
    return [one.row.id for one in listing.read_page(connection, query)[0]]


def running(connection: Connection, person: int, page: int = 0) -> list[str]:
    return ids(connection, listing.own_query(person, over=False, page=page))


# Whose turn it is


def test_ones_turn_comes_first_then_what_changed_last(connection: Connection, host: int) -> None:
    mine = {0: {"person": host}}
    add(connection, "T1", host, mine, status="running", to_act=0b01, since=5)
    add(connection, "T2", host, mine, status="running", to_act=0b10, since=9)
    add(connection, "T3", host, mine, status="running", to_act=0b01, since=7)
    add(connection, "T4", host, mine, status="open", changed=8)
    add(connection, "T5", host, mine, status="over", ended=99, changed=99)
    assert running(connection, host) == ["T3", "T1", "T2", "T4"]


@pytest.mark.parametrize("why", ["away", "resigned"])
def test_it_is_nobodys_turn_for_whom_a_bot_plays(
    connection: Connection, host: int, why: str
) -> None:
    mine = {0: {"person": host, why: True}}
    add(connection, "T1", host, mine, status="running", to_act=0b01, since=9)
    add(connection, "T2", host, {1: {"person": host}}, status="running", to_act=0b11, since=1)
    assert running(connection, host) == ["T2", "T1"]


def test_a_table_is_there_once_however_many_seats_one_has(
    connection: Connection, host: int
) -> None:
    both = {0: {"person": host}, 1: {"person": host}}
    add(connection, "T1", host, both, status="running", to_act=0b10, since=1)
    add(connection, "T2", host, both, status="running", to_act=0, since=9)
    assert running(connection, host) == ["T1", "T2"]


def test_finished_tables_come_newest_first(connection: Connection, host: int) -> None:
    for id_, ended in (("T1", 5), ("T2", 9), ("T3", 7)):
        add(connection, id_, host, {0: {"person": host}}, status="over", ended=ended)
    add(connection, "T4", host, {}, status="over", ended=8)
    assert ids(connection, listing.own_query(host, over=True, page=0)) == ["T2", "T3", "T1"]


def test_only_public_tables_with_a_seat_for_anybody_are_public(
    connection: Connection, host: int
) -> None:
    taken = {"person": host}
    add(connection, "T1", host, {0: taken}, listed=True, changed=1)
    add(connection, "T2", host, {0: taken}, listed=False, changed=2)
    add(connection, "T3", host, {0: taken, 1: taken | {"kept": True}}, listed=True, changed=3)
    add(connection, "T4", host, {0: taken, 1: {"bot": "zufall"}}, listed=True, changed=4)
    add(connection, "T5", host, {}, listed=True, changed=5)
    add(connection, "T6", host, {}, listed=True, changed=6, status="running")
    assert ids(connection, listing.public_query(0)) == ["T5", "T1"]


# Pages


@pytest.mark.parametrize("count", [20, 21, 45])
def test_pages_have_twenty_tables_and_say_whether_there_are_more(
    connection: Connection, host: int, count: int
) -> None:
    for number in range(count):
        add(connection, f"T{number}", host, {0: {"person": host}}, listed=True, changed=number)
    newest = [f"T{number}" for number in reversed(range(count))]
    for page in range(count // 20 + 1):
        for query in (
            listing.public_query(page),
            listing.own_query(host, over=False, page=page),
        ):
            shown, more = listing.read_page(connection, query)
            assert [one.row.id for one in shown] == newest[20 * page : 20 * page + 20]
            assert more == (count > 20 * page + 20)


def test_seats_come_with_their_names(connection: Connection, host: int) -> None:
    bot = {"bot": "meister", "rank": 2, "result": 7}
    add(connection, "T1", host, {0: {"person": host}, 1: bot}, listed=True)
    add(connection, "T2", host, {0: {"person": host}}, listed=True, changed=9)
    query = listing.own_query(host, over=False, page=0)
    (_, second), _ = listing.read_page(connection, query)
    told = [(seat.name, seat.bot, seat.rank, seat.result) for seat in second.seats]
    assert told == [("Ada", None, None, None), (None, "meister", 2, 7)]


# However many there are


def fill(engine: Engine) -> int:
    """Add this many tables of 500 people, finished ones and others; return one of the people."""
    with engine.begin() as connection:
        owners = [queries.add_person(connection, f"P{number}", 1) for number in range(500)]
        rows, sitting = [], []
        for number in range(MANY):
            id_, host = f"T{number}", owners[number % 500]
            status = ("over", "over", "running", "open")[number // 500 % 4]
            times = {"changed": number, "ended": number if status == "over" else None}
            times["due"] = number if status == "running" and number % 50 == 0 else None
            listed = status == "open" and number % 10 == 3
            rows.append(table_row(id_, host, status=status, listed=listed, **times))
            sitting.append({"table_id": id_, "seat": 0, "person": host})
            other = None if status == "open" else owners[7 * number % 500]
            sitting.append({"table_id": id_, "seat": 1, "person": other})
        connection.execute(insert(tables), rows)
        connection.execute(insert(seats), sitting)
    with engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    return owners[7]


def test_lists_of_many_tables_are_found_by_indexes(engine: Engine) -> None:
    person = fill(engine)
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "
    scans = re.compile(r"SCAN (tables|seats)|Seq Scan on (tables|seats)|ix_tables_status")
    with engine.connect() as connection:
        for query in (
            listing.own_query(person, over=True, page=0),
            listing.own_query(person, over=False, page=0),
            listing.public_query(0),
            listing.due_query(MANY),
            listing.seats_query([f"T{number}" for number in range(20)]),
        ):
            told = query.compile(engine, compile_kwargs={"literal_binds": True})
            plan = connection.exec_driver_sql(f"{explain}{told}".replace("%", "%%"))
            lines = "\n".join(" ".join(map(str, row)) for row in plan)
            assert not scans.search(lines), lines
            assert connection.execute(query).all()


# Updates


def test_a_row_is_updated_once_and_to_what_came_last() -> None:
    turn = {"table": "T1", "acting": 1, "from": 5, "by": None}
    whole = {**turn, "what": "running", "began": 5, "until": None}
    later = {"table": "T1", "acting": 2, "from": 6, "by": 6}
    assert queries.gather([(listing.TURN, turn), (listing.TURN, later)]) == {listing.TURN: [later]}
    assert queries.gather([(listing.STATUS, whole), (listing.TURN, later)]) == {
        listing.STATUS: [whole | later]
    }
    assert queries.gather([(listing.TURN, later), (listing.STATUS, whole)]) == {
        listing.STATUS: [whole]
    }
    other = {**turn, "table": "T2"}
    assert queries.gather([(listing.TURN, turn), (listing.TURN, other)]) == {
        listing.TURN: [turn, other]
    }
