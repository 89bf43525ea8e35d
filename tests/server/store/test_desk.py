"""The clerk's process writes logs; whatever becomes of it, nothing is lost, told twice, or left."""

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, StatementError

from server.store.rows import add_table, entry
from spielwerk.server.store import listing, queries
from spielwerk.server.store import store as stores
from spielwerk.server.store.database import open_database
from spielwerk.server.store.log import Line, LogBroken
from spielwerk.server.store.store import Store
from wait import wait_for_exit, wait_until_async


class Desk:
    """A store with a clerk, and what is heard of it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.engine = open_database(f"sqlite:///{file}")
        for table in ("T1", "T2"):
            add_table(self.engine, table)
        self.sizes: list[int] = []
        self.store = Store(self.engine, lambda size, _: self.sizes.append(size))

    @property
    def clerk(self) -> subprocess.Popen[bytes]:
        """The process; there must be one."""
        desk = self.store._desk
        assert desk is not None
        assert desk._clerk is not None
        return desk._clerk._process

    def append(self, line: Line, *numbers: int, key: str | None = None) -> asyncio.Future[None]:
        rows = [entry(number, key=key).row(line.table) for number in numbers]
        return self.store.append(line, rows)

    def numbers(self, table: str) -> list[int]:
        with self.engine.connect() as connection:
            return [one.number for one in queries.log(connection, table)]

    def no_thread(self) -> None:
        """From now on the clerk alone can write."""
        self.store._writer.put = _refuse  # type: ignore[method-assign]

    async def handed_over(self) -> None:
        """Wait until the clerk has an order: what comes now is for the next one."""
        await asyncio.sleep(0)
        assert self.store._desk is not None
        assert self.store._desk._with_clerk

    async def left_alone(self) -> None:
        """Wait until it is known that the clerk has died."""

        async def alone() -> bool:
            return self.store._desk is not None and self.store._desk._clerk is None

        await wait_until_async(alone, "it is known that the clerk has died")

    @contextlib.contextmanager
    def locked(self) -> Any:
        """Nobody else can write meanwhile."""
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("COMMIT")


def _refuse(writes: object) -> None:
    pytest.fail(f"the thread writes {writes}")


@contextlib.asynccontextmanager
async def hired(file: Path) -> AsyncIterator[Desk]:
    desk = Desk(file)
    await desk.store.hire()
    try:
        yield desk
    finally:
        await desk.store.dismiss()
        desk.store.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


async def heard(*futures: asyncio.Future[None]) -> list[object]:
    return list(await asyncio.gather(*futures, return_exceptions=True))


async def again(desk: Desk) -> None:
    """Wait until another clerk is there."""
    assert desk.store._desk is not None
    assert desk.store._desk._hiring is not None
    await desk.store._desk._hiring


def test_what_comes_meanwhile_shares_the_next_order(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            desk.no_thread()
            one, other = Line("T1"), Line("T2")
            with desk.locked():
                first = desk.append(one, 0)
                await desk.handed_over()
                later = [desk.append(one, 1, 2), desk.append(one, 3), desk.append(other, 0)]
                assert not first.done()
            assert await heard(first, *later) == [None] * 4
            assert desk.sizes == [1, 3]
            assert desk.numbers("T1") == [0, 1, 2, 3]  # seen from another connection
            assert desk.numbers("T2") == [0]

    run(work())


def test_what_is_noted_is_written_with_its_entries(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            desk.no_thread()
            start = entry(77, "start")
            told = {"acting": 1, "from": 1077, "what": "running", "began": 1077, "until": None}
            notes = [(listing.STATUS, {"table": "T1", **told})]
            await desk.store.append(Line("T1"), [start.row("T1")], notes)
            with desk.engine.connect() as connection:
                row = queries.table(connection, "T1")
                assert row is not None
                assert (row.status, row.changed, row.to_act) == ("running", 1077, 1)

    run(work())


def test_a_bad_write_does_not_harm_those_beside_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            line = Line("T1")
            first, bad, last = await heard(
                desk.append(line, 0), desk.append(Line("T9"), 0), desk.append(Line("T2"), 0)
            )
            assert (first, last) == (None, None)
            assert isinstance(bad, IntegrityError)
            await desk.append(line, 1)
            assert (desk.numbers("T1"), desk.numbers("T2")) == ([0, 1], [0])

    run(work())


def test_nothing_follows_an_entry_that_failed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            line = Line("T1")
            await desk.append(line, 0, key="k")
            failed, beside = await heard(desk.append(line, 1, key="k"), desk.append(line, 2))
            (later,) = await heard(desk.append(line, 3))
            assert isinstance(failed, IntegrityError)
            assert isinstance(beside, LogBroken)
            assert isinstance(later, LogBroken)
            assert desk.numbers("T1") == [0]

    run(work())


def test_a_clerk_that_was_killed_takes_nothing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "_HIRING_SECONDS", 0.01)

    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            line, dead = Line("T1"), desk.clerk
            with desk.locked():
                under_way = desk.append(line, 0)
                await desk.handed_over()
                waiting = desk.append(line, 1)
                dead.kill()
            assert await heard(under_way, waiting) == [None, None]
            await again(desk)
            assert desk.clerk is not dead
            desk.no_thread()
            await desk.append(line, 2)
            assert desk.numbers("T1") == [0, 1, 2]

    run(work())


def test_what_a_dead_clerk_wrote_is_not_written_again(tmp_path: Path) -> None:
    """It could not say so any more: who asked is refused, and finds it when asking again."""

    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            desk.clerk.send_signal(signal.SIGSTOP)
            line = Line("T1")
            under_way = desk.append(line, 0)
            with desk.engine.begin() as connection:
                connection.execute(queries.APPEND.clause, [entry(0).row("T1")])
            desk.clerk.kill()
            (refused,) = await heard(under_way)
            assert isinstance(refused, IntegrityError)
            assert desk.numbers("T1") == [0]

    run(work())


def test_the_thread_writes_while_no_clerk_can_be_hired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "_HIRING_SECONDS", 0.01)

    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            tries = asyncio.Event()

            def refuse(*_: object, **__: object) -> None:
                tries.set()
                raise BlockingIOError  # too many processes

            with monkeypatch.context() as patch:
                patch.setattr(subprocess, "Popen", refuse)
                desk.clerk.kill()
                await tries.wait()
                line = Line("T1")
                await asyncio.gather(desk.append(line, 0), desk.append(line, 1))
            await again(desk)
            desk.no_thread()
            await desk.append(line, 2)
            assert desk.numbers("T1") == [0, 1, 2]

    run(work())


def test_what_no_clerk_understands_the_thread_looks_at(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            line = Line("T1")
            strange = desk.store.append(line, [entry(0, data={"text": object()}).row("T1")])
            beside = desk.append(Line("T2"), 0)
            refused, done = await heard(strange, beside)
            assert isinstance(refused, StatementError)
            assert done is None
            await desk.append(Line("T1"), 0)
            assert (desk.numbers("T1"), desk.numbers("T2")) == ([0], [0])

    run(work())


def test_who_gives_up_waiting_does_not_let_others_overtake(tmp_path: Path) -> None:
    async def work() -> None:
        async with hired(tmp_path / "a.db") as desk:
            line = Line("T1")
            with desk.locked():
                under_way = desk.append(line, 0)
                await desk.handed_over()
                desk.clerk.kill()
                await desk.left_alone()
                under_way.cancel()  # the thread has it now
                later = desk.append(line, 1)
                for _ in range(3):  # whoever hears of the one and of the other
                    await asyncio.sleep(0)
                assert desk.store._desk is not None
                assert [write.rows[0]["number"] for write in desk.store._desk._under_way] == [0]
            await later
            assert desk.numbers("T1") == [0, 1]

    run(work())


def test_a_clerk_stays_until_all_is_written(tmp_path: Path) -> None:
    """Whoever stops the server from its terminal stops all of its processes."""

    async def work() -> None:
        desk = Desk(tmp_path / "a.db")
        await desk.store.hire()
        clerk, line = desk.clerk, Line("T1")
        await desk.append(line, 0)
        desk.no_thread()
        for stop in (signal.SIGINT, signal.SIGTERM):
            clerk.send_signal(stop)
        pending = [desk.append(line, 1), desk.append(line, 2)]
        await desk.store.dismiss()
        assert all(one.done() for one in pending)
        assert clerk.returncode == 0
        desk.store.close()
        assert desk.numbers("T1") == [0, 1, 2]

    run(work())


def test_a_clerk_leaves_with_its_server(tmp_path: Path) -> None:
    program = f"""
        import asyncio, signal, os
        from spielwerk.server.store.database import open_database
        from spielwerk.server.store.store import Store

        async def main():
            store = Store(open_database("sqlite:///{tmp_path / "a.db"}"))
            await store.hire()
            print(store._desk._clerk._process.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    wait_for_exit([int(ended.stdout)])
