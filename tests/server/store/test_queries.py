"""Queries, on each kind of database."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError

from server.store.rows import add_host, entry, table_row
from spielwerk.server.store import chain, queries
from spielwerk.server.store.schema import entries, seats


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as opened:
        yield opened


@pytest.fixture
def host(connection: Connection) -> int:
    return add_host(connection)


def test_a_table_is_read_as_it_was_written(connection: Connection, host: int) -> None:
    bob = queries.add_person(connection, "Bob", 2)
    log = [entry(0, "sit", seat=0, person=host, data={}), entry(1, data={"text": "grüß' dich ♞"})]
    row = table_row("T1", host, seed=bytes(32), status="open")
    queries.add_table(connection, row, {0: host, 1: bob}, log)
    found = queries.table(connection, "T1")
    assert found is not None
    assert found._asdict() == row | {
        "listed": False, "to_act": 0, "since": None, "started": None, "ended": None,
        "due": None,
    }  # fmt: skip
    assert queries.log(connection, "T1") == log
    assert queries.log(connection, "T1", since=1) == log[1:]
    kept = [(seat.seat, seat.person, seat.token) for seat in queries.seat_rows(connection, "T1")]
    assert kept == [(0, host, None), (1, bob, None)]


def test_there_is_nothing_where_nothing_is(connection: Connection) -> None:
    assert queries.table(connection, "T1") is None
    assert queries.log(connection, "T1") == []
    assert queries.seat_rows(connection, "T1") == []
    assert queries.person(connection, 1) is None
    assert queries.person_by_login(connection, "ada") is None
    assert queries.person_by_token(connection, "d") is None
    assert queries.names(connection, set()) == {}


def test_an_invitation_is_replaced(connection: Connection, host: int) -> None:
    queries.add_table(connection, table_row("T1", host), {}, [])
    queries.set_invite(connection, "T1", "other")
    found = queries.table(connection, "T1")
    assert found is not None
    assert found.invite == "other"


def test_ones_tables_are_those_that_are_not_over(connection: Connection, host: int) -> None:
    bob = queries.add_person(connection, "Bob", 2)
    for id_, changed, status in (("T1", 5, "open"), ("T2", 9, "over"), ("T3", 7, "running")):
        row = table_row(id_, host, changed=changed, status=status)
        queries.add_table(connection, row, {0: bob, 1: bob}, [])
    assert queries.tables_of(connection, bob) == ["T1", "T3"]
    assert queries.tables_of(connection, host) == []


def test_a_number_of_a_log_is_there_once(connection: Connection, host: int) -> None:
    queries.add_table(connection, table_row("T1", host), {}, [entry(0)])
    with pytest.raises(IntegrityError), connection.begin_nested():
        connection.execute(entries.insert(), entry(0).row("T1"))
    assert queries.log(connection, "T1") == [entry(0)]


def test_a_key_is_done_once_at_each_table(connection: Connection, host: int) -> None:
    for id_ in ("T1", "T2"):
        queries.add_table(connection, table_row(id_, host), {}, [entry(0, key="1:k"), entry(1)])
    with pytest.raises(IntegrityError), connection.begin_nested():
        connection.execute(entries.insert(), entry(2, key="1:k").row("T1"))
    connection.execute(entries.insert(), entry(2).row("T1"))  # without one, any number of times


def test_nothing_refers_to_what_is_not_there(connection: Connection, host: int) -> None:
    with pytest.raises(IntegrityError), connection.begin_nested():
        connection.execute(entries.insert(), entry(0).row("T9"))
    with pytest.raises(IntegrityError), connection.begin_nested():
        connection.execute(seats.insert(), {"table_id": "T9", "seat": 0})


def test_people_keep_names_and_change(connection: Connection) -> None:
    ada, bob = (queries.add_person(connection, name, 5) for name in ("Ada", "Bob"))
    queries.change_person(connection, ada, login="ada")
    found = queries.person_by_login(connection, "ada")
    assert found is not None
    assert (found.id, found.name, found.epoch, found.created) == (ada, "Ada", 0, 5)
    assert queries.names(connection, {ada, bob, 99}) == {ada: "Ada", bob: "Bob"}
    with pytest.raises(IntegrityError), connection.begin_nested():
        queries.change_person(connection, bob, login="ada")


def test_signing_out_is_one_persons(connection: Connection) -> None:
    ada, bob = (queries.add_person(connection, name, 5) for name in ("Ada", "Bob"))
    queries.sign_out(connection, ada)
    epochs = [row.epoch for id_ in (ada, bob) if (row := queries.person(connection, id_))]
    assert epochs == [1, 0]


def test_tokens_stand_for_people_until_revoked(connection: Connection) -> None:
    ada, bob = (queries.add_person(connection, name, 5) for name in ("Ada", "Bob"))
    token = queries.add_token(connection, ada, "digest", "robo", 6)
    found = queries.person_by_token(connection, "digest")
    assert found is not None
    assert found.id == ada
    assert [tuple(row) for row in queries.tokens_of(connection, ada)] == [(token, "robo", 6)]
    assert queries.count_tokens(connection, ada) == 1
    assert not queries.drop_token(connection, bob, token)  # it is not Bob's
    assert queries.drop_token(connection, ada, token)
    assert queries.person_by_token(connection, "digest") is None


def test_who_is_forgotten_leaves_moves_alone(connection: Connection, host: int) -> None:
    bob = queries.add_person(connection, "Bob", 5)
    queries.change_person(connection, bob, login="bob", webhook="https://b.ex")
    queries.add_token(connection, bob, "digest", "robo", 6)
    log = [
        entry(0, "move", person=bob, data={"move": "m"}),
        entry(1, person=bob, data={"text": "hi", "salt": "s"}),
        entry(2, person=host, data={"text": "ho"}),
    ]
    queries.add_table(connection, table_row("T1", host), {}, log)
    queries.forget_person(connection, bob, "–")
    found = queries.person(connection, bob)
    assert found is not None
    assert (found.name, found.login, found.password, found.webhook) == ("–", None, None, None)
    assert found.epoch == 1
    assert queries.count_tokens(connection, bob) == 0
    assert [one.data for one in queries.log(connection, "T1")] == [
        {"move": "m"},
        {"digest": chain.digest({"text": "hi", "salt": "s"})},
        {"text": "ho"},
    ]


def test_a_secret_stays_what_it_was_first(connection: Connection) -> None:
    assert queries.secret(connection, "cookies", b"one") == b"one"
    assert queries.secret(connection, "cookies", b"two") == b"one"
    assert queries.secret(connection, "other", b"two") == b"two"


def test_workers_that_start_together_share_a_secret(engine: Engine) -> None:
    """Both find none; one of them is quicker, and the other reads that one's."""

    def second() -> bytes:
        with engine.begin() as connection:
            return queries.secret(connection, "cookies", b"second")

    with ThreadPoolExecutor(1) as other:
        with engine.begin() as connection:
            assert queries.secret(connection, "cookies", b"first") == b"first"
            waiting = other.submit(second)
            if engine.dialect.name == "postgresql":
                _until_somebody_waits(connection)
        assert waiting.result() == b"first"


def _until_somebody_waits(connection: Connection) -> None:
    blocked = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while not connection.scalar(blocked):
        pass
