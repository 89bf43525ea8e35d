"""Database failures: full, gone, unreachable, or used by another server."""

import asyncio
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, text
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from server.conftest import OPTIONS
from server.open_tables import OpenTables, joined, opened
from server.playing import play
from server.postgres import Postgres
from server.process import ServerProcess
from server.seated import playing
from spielwerk.server import registry, wire
from spielwerk.server.acts import Asker
from spielwerk.server.refusals import NotReady, Unavailable
from spielwerk.server.store.database import open_database
from spielwerk.server.store.store import Store
from wait import wait_until, wait_until_async


class Guest:
    """A person with a table, who tries every kind of write."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.http.post("/api/people", json={"name": "Ada"}).raise_for_status()
        terms = {"game": "axio", "seats": 2, "sit": [0]}
        made = self.http.post("/api/tables", json=terms)
        self.table = f"/api/tables/{made.json()['info']['id']}"
        self.terms = terms

    def write_everything(self) -> dict[str, httpx.Response]:
        """Return the answers to all kinds of writes."""
        say = {"do": "say", "text": "hi", "key": "k"}
        asked: list[tuple[str, str, Any]] = [
            ("POST", "/api/people", {"name": "Bob"}),
            ("POST", "/api/tables", self.terms),
            ("PUT", "/api/me/name", {"name": "Eve"}),
            ("PUT", "/api/me/password", {"name": "Eve", "password": "long enough"}),
            ("POST", "/api/me/tokens", {"label": "a bot"}),
            ("POST", f"{self.table}/invite", {}),
            ("POST", f"{self.table}/seats/0/token", {}),
            ("POST", f"{self.table}/acts", say),
            ("POST", "/api/sign-out", {"everywhere": True}),
            ("DELETE", "/api/me", None),
        ]
        return {
            f"{method} {path}": self.http.request(method, path, json=body)
            for method, path, body in asked
        }

    def is_ready(self) -> bool:
        """Return whether the server reports that it is ready."""
        return self.http.get("/healthz").status_code == 200


@contextmanager
def guest_of(server: ServerProcess) -> Iterator[Guest]:
    """Yield a guest with a connection of its own."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        yield Guest(http)


def check_refused(answers: dict[str, httpx.Response]) -> None:
    """Check that all were refused, with a time to retry."""
    told = {asked: (one.status_code, one.json()["code"]) for asked, one in answers.items()}
    assert set(told.values()) <= {(503, "no_database"), (503, "not_written")}, told
    assert all(int(one.headers["Retry-After"]) > 0 for one in answers.values())


@contextmanager
def full_disk(server: ServerProcess) -> Iterator[None]:
    """Limit the size of a server's files, until the end."""
    file = Path(server.database.removeprefix("sqlite:///"))
    pids = [server.pid]
    size = max(0, file.with_name(file.name + "-wal").stat().st_size - 1)
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid in pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, before[pid][1]))
    try:
        yield
    finally:
        for pid in pids:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before[pid])


def test_what_cant_be_written_is_refused_and_the_log_tells_it_once(
    own_server: ServerProcess,
) -> None:
    """First the disk is full, then the file is gone, then another one is in its place."""
    with guest_of(own_server) as guest:
        file = Path(own_server.database.removeprefix("sqlite:///"))
        with full_disk(own_server):
            check_refused(guest.write_everything())
            assert not guest.is_ready()
            assert guest.http.get(guest.table).status_code == 200  # it is readable
        wait_until(guest.is_ready, "there is room again")
        assert guest.http.put("/api/me/name", json={"name": "Ada"}).status_code == 200
        beside = file.with_name("beside.db")
        file.rename(beside)
        check_refused(guest.write_everything())
        assert guest.http.get(guest.table).status_code == 503
        assert not guest.is_ready()
        beside.rename(file)
        wait_until(guest.is_ready, "the file is back")
        assert guest.http.get("/api/me").json()["name"] == "Ada"
        file.rename(beside)
        open_database(own_server.database).dispose()
        check_refused(guest.write_everything())
        assert not guest.is_ready()
        said = own_server.said
        assert "Traceback" not in said
        assert said.count("the database can't be used") == 3, said
        assert said.count("the database can be used again") == 2, said


def test_a_log_without_its_tail_is_no_log(tmp_path: Path) -> None:
    """Commits are in the -wal at first: without it nothing can be promised."""

    async def run() -> None:
        store = Store(open_database(f"sqlite:///{tmp_path / 'spielwerk.db'}"))
        assert await store.is_well()
        (tmp_path / "spielwerk.db-wal").unlink()
        assert not await store.is_well()
        store.close()

    asyncio.run(run())


def test_a_writer_that_waits_for_long_is_not_well(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(open_database(f"sqlite:///{tmp_path / 'spielwerk.db'}"))
        store._queue._began = -10.0
        assert not await store.is_well()
        store._queue._began = None
        assert await store.is_well()
        store.close()

    asyncio.run(run())


# Two servers


def test_a_second_server_on_one_file_is_refused(own_server: ServerProcess, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(own_server.database.removeprefix("sqlite:///"))
    second = ServerProcess(tmp_path, *OPTIONS, database=f"sqlite:///{link}")
    done = subprocess.run(second._command(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") <= 3, done.stderr  # the line may be wrapped
    told = " ".join(done.stderr.split())
    assert f"process {own_server.pid}, http://127.0.0.1:{own_server.port}" in told
    own_server.kill()
    second.start()  # a server that was killed leaves no lock behind
    assert second.stop() == 0


# PostgreSQL


def test_postgresql_that_is_away_is_told_once_and_comes_back(tmp_path: Path) -> None:
    postgres = Postgres()
    server = ServerProcess(tmp_path, *OPTIONS, database=postgres.fresh())
    try:
        server.start()
        with guest_of(server) as guest:
            with postgres.away():
                for _ in range(3):
                    check_refused(guest.write_everything())
                assert guest.http.get(guest.table).status_code == 503
                assert guest.http.get("/api/me").headers["Retry-After"]
                assert not guest.is_ready()
                address = server.url.replace("http", "ws") + "/api/live"
                cookie = {"Cookie": f"spielwerk={guest.http.cookies['spielwerk']}"}
                for _ in range(12):
                    with pytest.raises(InvalidStatus) as refused:
                        connect(address, additional_headers=cookie)
                    assert refused.value.response.status_code == 503
            wait_until(guest.is_ready, "the database is back")

            def says() -> bool:
                say = {"do": "say", "text": "hi", "key": "k"}
                answer = guest.http.post(f"{guest.table}/acts", json=say)
                assert answer.status_code in {200, 503}, answer.text
                return answer.status_code == 200

            wait_until(says, "the worker has joined again")
            assert "Traceback" not in server.said
            assert server.said.count("the database can't be used") == 1, server.said
            assert server.said.count("\n") < 12, server.said
    finally:
        server.kill()
        postgres.stop()


def test_postgresql_that_says_nothing_is_told_once_and_comes_back(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Its connections are open, but nothing comes over them."""
    server = ServerProcess(tmp_path, *OPTIONS, database=postgres.fresh())
    try:
        server.start()
        with guest_of(server) as guest, ThreadPoolExecutor(4) as beside:
            acts = f"{guest.table}/acts"
            say = {"do": "say", "text": "hi", "key": "k"}
            seen = guest.http.post(acts, json={"do": "say", "text": "first", "key": "f"})
            with postgres.frozen():
                began = time.monotonic()
                asked = {
                    "say": beside.submit(guest.http.post, acts, json=say),
                    "look": beside.submit(guest.http.get, guest.table),
                    "list": beside.submit(guest.http.get, "/api/tables"),
                    "come": beside.submit(guest.http.post, "/api/people", json={"name": "Bob"}),
                }
                check_refused({what: answer.result() for what, answer in asked.items()})
                assert time.monotonic() - began < 20  # about five, on an idle machine
                assert not guest.is_ready()
            wait_until(guest.is_ready, "the database answers again")
            done = wait_until(lambda: said(guest.http.post(acts, json=say)), "all goes on")
            assert done["number"] == seen.json()["number"] + 1
            assert guest.http.post(acts, json=say).json() == done
            assert "Traceback" not in server.said
            assert server.said.count("the database can't be used") == 1, server.said
            assert server.said.count("\n") < 12, server.said
            with postgres.frozen():
                check_refused({"look": guest.http.get(guest.table)})
                assert server.stop() == 0  # within nine seconds: after them it would be 1
    finally:
        server.kill()


def said(answer: httpx.Response) -> Any:
    """What was acknowledged; nothing while the worker has not joined again."""
    assert answer.status_code in {200, 503}, answer.text
    return answer.json() if answer.is_success else None


def test_an_act_whose_commit_takes_too_long_is_refused_and_done_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is committed later, all the same: the table is loaded again once that is known."""
    monkeypatch.setattr(registry, "_LEAVING", 0.1)

    async def run() -> None:
        gate = threading.Event()
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            loaded = await room.registry.get("T1")
            table, queue = loaded.table, room.store._queue
            queue._spread = lambda connection, tables: void(gate.wait(60))
            queue._patience = 0.3
            seat, before = table.to_act[0], table.number
            what = playing(table).legal(seat)[0]
            act = wire.Move(do="move", seat=seat, at=before, move=what, key="k")
            asker = Asker(table.sitters[seat].person, "")
            with pytest.raises(NotReady) as refused:
                await room.actions.act("T1", asker, act)
            assert refused.value.code == "not_written"
            assert not room.registry.has(loaded)
            with pytest.raises(Unavailable):  # nobody knows yet what is in its log
                await room.registry.get("T1")
            queue._patience = None
            gate.set()
            done = await room.actions.act("T1", asker, act)
            assert done["number"] == before + 1
            assert (await room.registry.table("T1")).number == before + 1

    asyncio.run(run())


def void(_: object) -> None:
    """Whatever it was."""


def cut(connection: Connection, worker: int) -> None:
    """Kill the connection that holds a worker's lock."""
    held = "pg_locks WHERE locktype = 'advisory' AND objid = :worker"
    ending = text(f"SELECT pg_terminate_backend(pid) FROM {held}")  # noqa: S608
    connection.execute(ending, {"worker": worker})


def test_nobody_serves_a_table_on_a_lock_that_is_gone(postgres: Postgres) -> None:
    """One worker loses its connection for notices without knowing; another takes the table over."""

    async def run() -> None:
        database = postgres.fresh()

        def prepare(engine: Any) -> None:
            play(engine, "T1", plies=2)
            play(engine, "T2", plies=2)

        async with (
            opened(database, prepare) as deaf,
            opened(database, lambda engine: None) as other,
            joined(deaf, database) as first,
            joined(other, database),
        ):
            assert (await deaf.registry.get("T1")).owned
            assert first._listening is not None
            first._listening.cancel()
            await other.store.write(cut, first.me)

            async def taken_over() -> bool:
                await move(other, "T1", f"k{await number(other)}")
                return (await other.registry.get("T1")).owned

            async def number(room: OpenTables) -> int:
                return (await room.registry.table("T1")).number

            await wait_until_async(taken_over, "the other worker owns the table")
            # An act at the deaf worker is not refused as late because of what it does not know,
            assert (await deaf.registry.get("T1")).owned
            with pytest.raises(NotReady):
                await act_on(deaf, other, "here")
            # a viewer there sees everything,
            done = await move(other, "T1", "there")
            assert await number(deaf) == done
            # and it loads no table.
            assert not (await deaf.registry.get("T1")).owned
            assert not (await deaf.registry.get("T2")).owned

    asyncio.run(run())


async def move(room: OpenTables, id_: str, key: str) -> int:
    """Make a move for the seat to act; return the number afterwards."""
    return await act_on(room, room, key, id_)


async def act_on(room: OpenTables, seen: OpenTables, key: str, id_: str = "T1") -> int:
    """Do the same at one worker, by what another one shows."""
    table = await seen.registry.table(id_)
    seat = table.to_act[0]
    what = playing(table).legal(seat)[0]
    act = wire.Move(do="move", seat=seat, at=table.number, move=what, key=key)
    done = await room.actions.act(id_, Asker(table.sitters[seat].person, ""), act)
    number: int = done["number"]
    return number


# Secrets


def test_nobody_else_reads_the_database_whatever_the_umask(tmp_path: Path) -> None:
    file = tmp_path / "spielwerk.db"
    command = (
        "import os, sys; os.umask(0);"
        "from spielwerk.server.store.database import open_database;"
        "from spielwerk.server.store.dump import write_dump;"
        "engine = open_database(sys.argv[1]); open_connection = engine.connect();"
        "open_connection.exec_driver_sql('SELECT 1'); open_connection.rollback();"
        "write_dump(sys.argv[1], __import__('pathlib').Path(sys.argv[2]));"
        "os.kill(os.getpid(), 9)"
    )
    for _ in range(2):  # created, and left by an earlier version
        subprocess.run(
            [sys.executable, "-c", command, f"sqlite:///{file}", str(tmp_path / "backup.gz")],
            check=False,
        )
        modes = {one.name: oct(os.stat(one).st_mode & 0o777) for one in tmp_path.iterdir()}  # noqa: PTH116
        names = ("spielwerk.db", "spielwerk.db-wal", "spielwerk.db-shm", "backup.gz")
        assert modes == dict.fromkeys(names, "0o600")
        for one in tmp_path.iterdir():
            one.chmod(0o644)
