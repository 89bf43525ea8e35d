"""Writes share commits, and are acknowledged after them; none harms another."""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from server.store.rows import add_table, entry
from spielwerk.server.refusals import Unavailable
from spielwerk.server.store import listing, queries
from spielwerk.server.store.health import Health
from spielwerk.server.store.schema import entries
from spielwerk.server.store.store import Store
from spielwerk.server.store.write_queue import Line, LogBroken, WriteQueue


class Groups:
    """Records what was committed together, and can block the writer."""

    def __init__(self, engine: Engine, *, spreads: bool) -> None:
        self.sizes: list[int] = []
        self.spread: list[set[str]] = []
        self.gate, self.begun = threading.Event(), threading.Event()
        self.spreads = spreads
        spread = self._spread if spreads else None
        self.writer = WriteQueue(Health(engine), lambda size, _: self.sizes.append(size), spread)

    def _spread(self, connection: Connection, tables: set[str]) -> None:
        self.spread.append(tables)

    def wait(self, connection: Connection) -> None:
        """Return work that lasts until the gate opens."""
        self.begun.set()
        assert self.gate.wait(30)

    async def together(self, *begin: Callable[[], asyncio.Future[None]]) -> list[object]:
        """Start all while the writer is busy, so that they share a commit; return their results."""
        busy = self.writer.write(self.wait)
        await asyncio.to_thread(self.begun.wait)
        futures = [one() for one in begin]
        self.gate.set()
        await busy
        return list(await asyncio.gather(*futures, return_exceptions=True))


@pytest.fixture(params=[True, False], ids=["others hear", "alone"])
def groups(engine: Engine, request: pytest.FixtureRequest) -> Iterator[Groups]:
    add_table(engine, "T1")
    add_table(engine, "T2")
    made = Groups(engine, spreads=request.param)
    yield made
    made.gate.set()
    made.writer.close()


def numbers(engine: Engine, table: str) -> list[int]:
    with engine.connect() as connection:
        return [one.number for one in queries.log(connection, table)]


def test_what_comes_meanwhile_shares_the_next_commit(engine: Engine, groups: Groups) -> None:
    one, other = Line("T1"), Line("T2")

    async def run() -> list[object]:
        return await groups.together(
            lambda: groups.writer.append(one, [entry(0).row("T1")]),
            lambda: groups.writer.append(one, [entry(1).row("T1"), entry(2).row("T1")]),
            lambda: groups.writer.append(other, [entry(0).row("T2")]),
        )

    assert asyncio.run(run()) == [None, None, None]
    assert groups.sizes == [1, 3]
    assert groups.spread == ([{"T1", "T2"}] if groups.spreads else [])
    assert numbers(engine, "T1") == [0, 1, 2]
    assert numbers(engine, "T2") == [0]


def test_a_write_is_committed_before_it_is_told(engine: Engine, groups: Groups) -> None:
    async def run() -> list[int]:
        await groups.writer.append(Line("T1"), [entry(0).row("T1")])
        return numbers(engine, "T1")  # over another connection

    assert asyncio.run(run()) == [0]


def test_a_bad_write_does_not_harm_those_beside_it(engine: Engine, groups: Groups) -> None:
    async def run() -> list[object]:
        return await groups.together(
            lambda: groups.writer.append(Line("T1"), [entry(0).row("T1")]),
            lambda: groups.writer.append(Line("T9"), [entry(0).row("T9")]),  # there is no T9
            lambda: groups.writer.append(Line("T2"), [entry(0).row("T2")]),
        )

    first, bad, last = asyncio.run(run())
    assert (first, last) == (None, None)
    assert isinstance(bad, IntegrityError)
    assert numbers(engine, "T1") == [0]
    assert numbers(engine, "T2") == [0]


def test_a_note_that_fails_takes_its_entries_with_it(engine: Engine, groups: Groups) -> None:
    values = {"acting": 0, "from": None, "by": None, "what": None, "began": None, "until": None}
    no_status = [(listing.STATUS, {"table": "T1", **values})]

    async def run() -> list[object]:
        return await groups.together(
            lambda: groups.writer.append(Line("T1"), [entry(0).row("T1")], no_status),
            lambda: groups.writer.append(Line("T2"), [entry(0).row("T2")]),
        )

    failed, done = asyncio.run(run())
    assert isinstance(failed, IntegrityError)
    assert done is None
    assert numbers(engine, "T1") == []
    assert numbers(engine, "T2") == [0]


@pytest.mark.parametrize("shared", [True, False], ids=["in one commit", "later"])
def test_nothing_follows_an_entry_that_failed(engine: Engine, groups: Groups, shared: bool) -> None:
    line = Line("T1")

    def append(number: int, key: str | None = None) -> asyncio.Future[None]:
        return groups.writer.append(line, [entry(number, key=key).row("T1")])

    async def run() -> list[object]:
        await append(0, "k")
        if shared:  # the key is taken
            return await groups.together(lambda: append(1, "k"), lambda: append(2))
        failed = await asyncio.gather(append(1, "k"), return_exceptions=True)
        return [*failed, *await asyncio.gather(append(2), return_exceptions=True)]

    failed, refused = asyncio.run(run())
    assert isinstance(failed, IntegrityError)
    assert isinstance(refused, LogBroken)
    assert line.broken
    assert numbers(engine, "T1") == [0]


def test_a_write_that_takes_too_long_is_refused_and_so_is_what_follows(engine: Engine) -> None:
    """It is done all the same; what had not begun is not."""
    add_table(engine, "T1")
    begun, gate, line = threading.Event(), threading.Event(), Line("T1")

    def wait(connection: Connection, tables: set[str]) -> None:
        begun.set()
        assert gate.wait(30)

    async def run() -> None:
        writer = WriteQueue(Health(engine), spread=wait, patience=0.1)
        try:
            writes = [writer.append(line, [entry(0).row("T1")])]
            await asyncio.to_thread(begun.wait)
            writes.append(writer.append(line, [entry(1).row("T1")]))
            add = writer.write(lambda connection: queries.add_person(connection, "Bob", 1))
            for refused in writes:
                with pytest.raises(Unavailable):
                    await refused
            with pytest.raises(Unavailable):
                await add
            assert line.broken
            assert line.writing is not None
            assert not line.writing.done()
            writer._patience = None
            gate.set()
            await line.writing
            with pytest.raises(LogBroken):
                await writer.append(line, [entry(1).row("T1")])
        finally:
            gate.set()
            await asyncio.to_thread(writer.close)
        assert numbers(engine, "T1") == [0]
        with engine.connect() as connection:
            assert queries.names(connection, {1, 2}) == {1: "Ada"}

    asyncio.run(run())


def test_who_reads_the_log_anew_goes_on(engine: Engine, groups: Groups) -> None:
    broken = Line("T1", broken=True)

    async def run() -> None:
        with pytest.raises(LogBroken):
            await groups.writer.append(broken, [entry(0).row("T1")])
        await groups.writer.append(Line("T1"), [entry(0).row("T1")])

    asyncio.run(run())
    assert numbers(engine, "T1") == [0]


def test_two_who_write_one_log_do_not_write_one_number(engine: Engine, groups: Groups) -> None:
    """Two workers both believe that they own the table: one of them is refused."""

    async def run() -> list[object]:
        return await groups.together(
            lambda: groups.writer.append(Line("T1"), [entry(0, key="1:a").row("T1")]),
            lambda: groups.writer.append(Line("T1"), [entry(0, key="1:b").row("T1")]),
        )

    done, refused = asyncio.run(run())
    assert done is None
    assert isinstance(refused, IntegrityError)
    with engine.connect() as connection:
        assert [one.key for one in queries.log(connection, "T1")] == ["1:a"]


def test_closing_writes_what_is_waiting(engine: Engine, groups: Groups) -> None:
    async def run() -> None:
        line = Line("T1")
        busy = groups.writer.write(groups.wait)
        waiting = [groups.writer.append(line, [entry(n).row("T1")]) for n in range(3)]
        groups.gate.set()
        await asyncio.to_thread(groups.writer.close)
        await asyncio.gather(busy, *waiting)

    asyncio.run(run())
    assert numbers(engine, "T1") == [0, 1, 2]
    groups.writer = WriteQueue(Health(engine))  # for the fixture to close


def test_a_caller_that_left_does_not_stop_the_writer(engine: Engine, groups: Groups) -> None:
    async def leave() -> None:
        groups.writer.write(groups.wait)
        groups.writer.append(Line("T1"), [entry(0).row("T1")])

    asyncio.run(leave())
    groups.gate.set()

    async def write() -> None:
        await groups.writer.append(Line("T2"), [entry(0).row("T2")])

    asyncio.run(write())
    assert numbers(engine, "T1") == [0]
    assert numbers(engine, "T2") == [0]


def test_the_store_reads_what_it_has_written(engine: Engine) -> None:
    store = Store(engine)

    async def run() -> None:
        ada = await store.write(queries.add_person, "Ada", 1)
        await store.write(queries.change_person, ada, name="Eva")
        row = await store.read(queries.person, ada)
        assert row is not None
        assert row.name == "Eva"
        assert await store.read(queries.names, {ada}) == {ada: "Eva"}
        with pytest.raises(IntegrityError):
            await store.append(Line("T9"), [entry(0).row("T9")])

    asyncio.run(run())
    store.close()


def test_the_store_reads_while_it_writes(engine: Engine) -> None:
    """A reader sees the rows as they were, and waits for no writer."""
    store, gate = Store(engine), threading.Event()

    def slow(connection: Connection) -> None:
        queries.add_person(connection, "Ada", 1)
        assert gate.wait(30)

    async def run() -> None:
        writing = asyncio.create_task(store.write(slow))
        for _ in range(8):
            assert await store.read(queries.names, {1}) == {}
        gate.set()
        await writing
        assert await store.read(queries.names, {1}) == {1: "Ada"}

    asyncio.run(run())
    store.close()


def test_readers_do_not_write(engine: Engine) -> None:
    """Changes made by a read are not committed."""
    store = Store(engine)
    asyncio.run(store.read(queries.add_person, "Ada", 1))
    assert asyncio.run(store.read(queries.names, {1})) == {}
    store.close()


def test_entries_of_one_commit_are_there_or_none_is(engine: Engine, groups: Groups) -> None:
    async def run() -> None:
        rows = [entry(0).row("T1"), entry(0).row("T1")]
        with pytest.raises(IntegrityError):
            await groups.writer.append(Line("T1"), rows)

    asyncio.run(run())
    assert numbers(engine, "T1") == []
    with engine.connect() as connection:
        assert connection.execute(entries.select()).all() == []
