"""What a host does to a running server: start, stop, replace."""

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import make_url

from hosting.crashing import OPTIONS, Crowd, compare, running_workers
from server.postgres import Postgres
from server.process import ServerProcess, kill
from spielwerk.client import Client, Refused
from spielwerk.server.page_files import PACKAGE
from wait import wait_for_exit, wait_until, wait_until_async

# A dead worker is noticed at once, and replaced by one that serves within five seconds; twice that
# where other tests run beside this one.
SERVING_SECONDS = 10


@pytest.fixture
def workers(tmp_path: Path, postgres: Postgres) -> Iterator[ServerProcess]:
    """Return two workers on PostgreSQL, not started yet; all processes get the stop signal."""
    options = (*OPTIONS, "--workers", "2")
    server = ServerProcess(tmp_path, *options, database=postgres.fresh(), own_group=True)
    yield server
    server.kill()


def health(server: ServerProcess, kind: str = "ready") -> httpx.Response:
    return httpx.get(f"{server.url}/healthz/{kind}", timeout=30)


# Workers


def test_nobody_notices_that_workers_are_replaced(workers: ServerProcess) -> None:
    """A reconnecting client receives everything, and every HTTP request is answered."""

    async def run() -> None:
        await asyncio.to_thread(workers.start)
        await asyncio.to_thread(both_have_joined, workers)
        crowd = Crowd(workers.url, seed=1, tables=10)
        await crowd.come()
        await crowd.fill()
        await crowd.play(1.0)
        crowd.closed.clear()
        begun = workers.workers
        os.kill(workers.pid, signal.SIGHUP)
        crowd.playing = True

        async def are_replaced() -> bool:
            crowd.check()
            answer = await asyncio.to_thread(health, workers)
            assert answer.status_code == 200
            await crowd.play(0.1)
            now = workers.workers
            return len(now) == 2 and not set(now) & set(begun)

        await wait_until_async(are_replaced, "both workers are others")
        await crowd.settle()
        assert await crowd.same_views() > 0
        assert crowd.closed, "nobody was hung up on"
        assert set(crowd.closed) <= {1001, 1012}, "a socket was torn"  # going away, or restart
        assert not crowd.refusals.keys() & {"failed", "no_answer", "not_written"}, crowd.refusals
        await crowd.leave()
        tally = compare(workers.database, crowd)
        assert tally.holds, tally
        assert tally.acknowledged > 20

    asyncio.run(run())
    begun = workers.workers
    assert workers.stop() == 0
    wait_for_exit(begun, seconds=0)  # they were ended with it
    assert "Traceback" not in workers.said


def both_have_joined(server: ServerProcess) -> None:
    wait_until(lambda: running_workers(server.database) == 2, "both have joined")


def test_a_killed_worker_is_replaced_and_stopping_need_not_wait_for_that(
    workers: ServerProcess,
) -> None:
    workers.start()
    both_have_joined(workers)
    first, second = workers.workers
    kill(first)
    wait_until(lambda: "it serves" in workers.said, "another one serves")
    # By the supervisor's clock: on a busy machine this process may have to wait.
    took = re.search(r"started it ([0-9.]+) s later[^$]*it serves ([0-9.]+) s later", workers.said)
    assert took is not None
    assert float(took[1]) < 1
    assert float(took[2]) < SERVING_SECONDS
    assert set(workers.workers) - {first, second}
    both_have_joined(workers)
    assert second in workers.workers
    os.kill(second, signal.SIGSTOP)  # its health checks time out
    kill(second)
    assert workers.stop() == 0
    wait_for_exit([first, second], seconds=0)


def test_a_server_whose_workers_can_not_start_says_so(tmp_path: Path, postgres: Postgres) -> None:
    """A worker can't read that setting, which the supervisor does not look at."""
    broken = {"PROMETHEUS_MULTIPROC_DIR": "/nowhere/at/all"}
    options = (*OPTIONS, "--workers", "2")
    server = ServerProcess(tmp_path, *options, database=postgres.fresh(), environment=broken)
    with pytest.raises(RuntimeError):
        server.start()
    assert "could not start" in server.said


# Another version


NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", "{head}"


def upgrade() -> None:
    op.add_column("people", sa.Column("motto", sa.String(40)))
"""


def next_version(folder: Path) -> dict[str, str]:
    """Return the environment of a version that changes the database.

    Its rules run as plain Python: to compile them at another place would take minutes.
    """
    package = folder / "next" / "spielwerk"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    versions = package / "server" / "store" / "migrations" / "versions"
    newest = max(int(file.stem[1:]) for file in versions.glob("v*.py"))
    (versions / "next.py").write_text(NEXT.format(head=newest))
    opening = package / "server" / "store" / "database.py"
    told = opening.read_text()
    assert told.count(f'VERSION = "{newest}"') == 1
    opening.write_text(told.replace(f'VERSION = "{newest}"', 'VERSION = "next"'))
    return {"PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"}


def test_an_update_loses_nothing_and_two_versions_never_serve_one_database(
    workers: ServerProcess, tmp_path: Path
) -> None:
    later = ServerProcess(
        tmp_path,
        *(*OPTIONS, "--workers", "2"),
        database=workers.database,
        environment=next_version(tmp_path),
    )

    async def run() -> None:
        await asyncio.to_thread(workers.start)
        crowd = Crowd(workers.url, seed=2, tables=3)
        await crowd.come()
        await crowd.fill()
        await crowd.play(1.0)
        with pytest.raises(RuntimeError, match="workers of an older version use the database"):
            await asyncio.to_thread(later.start)
        await crowd.play(0.5)
        assert await asyncio.to_thread(workers.stop) == 0
        later.port, later.url = workers.port, workers.url
        await asyncio.to_thread(later.start)  # returns once /healthz/ready answers
        await crowd.come_back(seconds=10)  # without help, as docs/hosting.md says
        await crowd.settle()
        assert await crowd.same_views() > 0
        await crowd.leave()
        tally = compare(workers.database, crowd)
        assert tally.holds, tally
        assert tally.acknowledged > 10

    try:
        asyncio.run(run())
        assert later.stop() == 0
        with pytest.raises(RuntimeError, match="the database is of a newer version"):
            workers.start()
    finally:
        later.kill()


# Stopping


HANGS_UP = """
import os, signal
from spielwerk.server.process import serve

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as in a terminal, also where tests run under nohup

async def app(scope, receive, send):
    while (await receive())["type"] == "lifespan.startup":
        await send({"type": "lifespan.startup.complete"})
    print("shut down")
    await send({"type": "lifespan.shutdown.complete"})

told = {"app": app, "port": 0, "lifespan": "on", "log_config": None}
serve(told, ready=lambda: os.kill(os.getpid(), signal.SIGHUP))
"""


def test_a_single_worker_stops_in_order_when_its_terminal_is_closed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGS_UP], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "shut down\n"), done.stderr


def test_what_is_not_written_when_the_server_stops_is_not_acknowledged(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, *OPTIONS)
    server.start()
    with Client(server.url, name="Ada") as ada, ThreadPoolExecutor(1) as beside:
        table = ada.create("axio", seats=2, sit=[0, 1], first=0, pace=False)
        turn = next(table.turns(0))
        path = f"/api/tables/{table.id}/acts"
        move = turn.legal()[0]["move"]
        act = {"do": "move", "seat": 0, "at": turn.number, "move": move, "key": "once"}
        holds = sqlite3.connect(str(make_url(server.database).database), isolation_level=None)
        holds.execute("BEGIN IMMEDIATE")  # the server's writer waits for that
        asked = beside.submit(act_by_hand, ada, path, act)
        wait_until(lambda: waiting_writes(server) == 1, "the move waits to be written")
        assert server.stop() == 0
        answer = asked.result()
        assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
        holds.execute("ROLLBACK")
        holds.close()
        assert "stopped before 1 writes were done" in server.said
        assert "Traceback" not in server.said
        server.start()
        assert ada.call("POST", path, act)["number"] == turn.number + 1
        with pytest.raises(Refused):
            ada.call("POST", path, act | {"key": "twice"})
    server.stop()


def act_by_hand(client: Client, path: str, act: dict[str, Any]) -> httpx.Response:
    """Act once: the client itself would retry."""
    return client._http.post(path, json=act, timeout=60)


def waiting_writes(server: ServerProcess) -> int:
    told = httpx.get(f"{server.url}/metrics", timeout=30).text
    found = [line for line in told.splitlines() if line.startswith("spielwerk_waiting_writes ")]
    return int(float(found[0].split()[1]))


def test_stopping_all_processes_while_games_compile_is_quiet(tmp_path: Path) -> None:
    """As systemd and a terminal do it: compiling processes get the signal, too."""
    empty = {"SPIELWERK_CACHE": str(tmp_path / "cache")}
    server = ServerProcess(tmp_path, environment=empty, own_group=True)
    server.start()
    wait_until(lambda: "compiling" in health(server).json()["games"].values(), "games compile")
    assert server.stop() == 0
    last = [line.split(maxsplit=2)[1:] for line in server.said.splitlines()]
    assert all(level == "info" for level, _ in last), server.said


# Health


def test_a_server_that_can_not_reach_its_database_lives_and_is_not_ready(
    tmp_path: Path, postgres: Postgres
) -> None:
    server = ServerProcess(tmp_path, *OPTIONS, database=postgres.fresh())
    server.start()
    try:
        assert health(server).json()["database"] is True
        postgres.lock_out(server.database)
        wait_until(lambda: health(server).status_code == 503, "it is not ready")
        assert health(server).json()["ok"] is False
        assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 503
        assert health(server, "live").status_code == 200
        postgres.let_in(server.database)
        wait_until(lambda: health(server).status_code == 200, "it is ready again")
    finally:
        server.kill()
