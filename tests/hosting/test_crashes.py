"""Servers killed, stopped, restarted: acknowledged acts are there, once, and games continue."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select, text, update

from hosting import faults
from hosting.crashing import OPTIONS, Crowd, compare, crash, opened, running_workers
from server.playing import play
from server.postgres import Postgres
from server.process import ServerProcess, descendants, kill
from spielwerk.client import Client
from spielwerk.server import keys
from spielwerk.server.store import chain, queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.log import Entry, now
from spielwerk.server.store.schema import entries, tables, uptime
from wait import wait_for_exit, wait_until


@pytest.fixture
def crashing(tmp_path: Path) -> Iterator[ServerProcess]:
    """Return a server on SQLite, not started yet."""
    server = ServerProcess(tmp_path, *OPTIONS)
    yield server
    server.kill()


@pytest.fixture
def workers(tmp_path: Path, postgres: Postgres) -> Iterator[ServerProcess]:
    """Return a server of two workers on PostgreSQL, not started yet."""
    options = (*OPTIONS, "--workers", "2")
    server = ServerProcess(tmp_path, *options, database=postgres.fresh())
    yield server
    server.kill()


# Under load


def test_killed_under_load_nothing_is_lost_or_done_twice(crashing: ServerProcess) -> None:
    outcome = asyncio.run(crash(crashing, rounds=5, seed=5, tables=10, longest=0.8))
    assert outcome.rounds == 5
    assert outcome.holds, outcome.told()
    assert outcome.moves > 50
    assert outcome.views > 0


def test_killed_workers_lose_nothing_and_do_nothing_twice(workers: ServerProcess) -> None:
    outcome = asyncio.run(crash(workers, rounds=3, seed=3, tables=10, workers=2, longest=0.8))
    assert outcome.rounds == 3
    assert outcome.holds, outcome.told()
    assert outcome.moves > 30
    assert outcome.killed["a worker"] > 0


def test_bad_luck_with_a_file_loses_nothing(crashing: ServerProcess) -> None:
    kinds = [faults.disk_full, faults.file_gone, faults.file_locked]
    hurt = faults.suffer(kinds, 1.0)
    outcome = asyncio.run(crash(crashing, rounds=3, seed=7, tables=10, hurt=hurt))
    assert (outcome.rounds, outcome.holds) == (3, True), outcome.told()
    assert outcome.moves > 30
    assert outcome.by_node > 0
    assert outcome.answers[503] > 0


def test_bad_luck_with_postgresql_loses_nothing(tmp_path: Path) -> None:
    postgres = Postgres()  # one that may be stopped
    options = (*OPTIONS, "--workers", "2")
    server = ServerProcess(tmp_path, *options, database=postgres.fresh())
    hurt = faults.suffer([faults.away(postgres), faults.listening_cut, faults.all_cut], 1.5)
    try:
        outcome = asyncio.run(crash(server, rounds=3, seed=9, tables=10, workers=2, hurt=hurt))
    finally:
        server.kill()
        postgres.stop()
    assert (outcome.rounds, outcome.holds) == (3, True), outcome.told()
    assert outcome.moves > 30
    assert outcome.answers[503] > 0


def test_a_postgresql_that_says_nothing_loses_nothing(
    workers: ServerProcess, postgres: Postgres
) -> None:
    """It is silent for longer than the server waits: what is refused may be done all the same."""
    hurt = faults.suffer([faults.silent(postgres)], 7.0)
    outcome = asyncio.run(crash(workers, rounds=1, seed=11, tables=10, workers=2, hurt=hurt))
    assert (outcome.rounds, outcome.holds) == (1, True), outcome.told()
    assert outcome.moves > 10
    assert outcome.answers[503] > 0


def test_stopped_under_load_everybody_is_told_and_nothing_is_lost(crashing: ServerProcess) -> None:
    async def run() -> None:
        crowd = Crowd(crashing.url, seed=1, tables=10)
        await asyncio.to_thread(crashing.start)
        await crowd.come()
        await crowd.fill()
        await crowd.play(1.0)
        await crowd.until_a_bot_moves()
        crowd.closed.clear()
        assert await asyncio.to_thread(crashing.stop) == 0  # after nine seconds it would be 1
        await crowd.until(lambda: sum(crowd.closed.values()) >= 5, "all sockets are closed")
        assert set(crowd.closed) <= {1001, 1012}, "a socket was torn"  # going away, or restart
        assert len(crowd.acknowledged) > 20
        tally = compare(crashing.database, crowd)
        assert tally.holds, tally
        await asyncio.to_thread(crashing.start)
        await crowd.settle()
        await crowd.same_views()
        await crowd.leave()

    asyncio.run(run())
    assert "Traceback" not in crashing.said


def test_workers_stop_together(workers: ServerProcess) -> None:
    workers.start()
    wait_until(lambda: running_workers(workers.database) == 2, "both have joined")
    begun = workers.workers
    assert workers.stop() == 0
    wait_for_exit(begun, seconds=0)  # they were ended with it
    assert "Traceback" not in workers.said


# What a killed process leaves behind


def bots_turn(client: Client, **terms: Any) -> str:
    """Return a table at which it is a bot's turn."""
    terms = {"seats": 2, "sit": [1], "bots": {"0": "zufall"}, "first": 0} | terms
    return client.create("axio", **terms).id


def test_thinking_processes_end_with_a_server_that_was_killed(crashing: ServerProcess) -> None:
    crashing.start()
    with Client(crashing.url, name="Ada") as ada:
        table = ada.table(bots_turn(ada, pace=False))
        next(table.turns(1))  # so a bot has moved
    below = descendants(crashing.pid)
    assert below
    os.kill(crashing.pid, signal.SIGKILL)
    wait_for_exit(below)


def test_workers_end_with_a_parent_that_was_killed(workers: ServerProcess) -> None:
    workers.start()
    wait_until(lambda: running_workers(workers.database) == 2, "both have joined")
    below = descendants(workers.pid)
    os.kill(workers.pid, signal.SIGKILL)
    wait_for_exit(below)


# Tables of a worker that was killed


_PROCESS_OF = text("""
    SELECT a.application_name FROM tables t
    JOIN pg_locks l ON l.objid = t.owner AND l.locktype = 'advisory' AND l.objsubid = 2
    JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
    WHERE t.id = :table
""")


def owner_process(engine: Engine, table: str) -> int:
    """Return the process of the worker that owns a table."""
    with engine.connect() as connection:
        name = connection.execute(_PROCESS_OF, {"table": table}).scalar_one()
    return int(name.rpartition(" ")[2])


def log(engine: Engine, table: str) -> list[Entry]:
    with engine.connect() as connection:
        return queries.log(connection, table)


def set_back(engine: Engine, table: str, seconds: float) -> None:
    """Move everything at a table into the past, with matching hashes."""
    with engine.begin() as connection:
        row = connection.execute(select(tables).where(tables.c.id == table)).one()
        head = chain.first(row.id, row.host, row.terms, bytes(row.seed))
        for entry in queries.log(connection, table):
            entry.at -= int(1000 * seconds)
            head = entry.chained(head)
            one = update(entries).where(
                entries.c.table_id == table, entries.c.number == entry.number
            )
            connection.execute(one.values(at=entry.at, hash=head))
        earlier = tables.c.due - int(1000 * seconds)
        connection.execute(update(tables).where(tables.c.id == table).values(due=earlier))


def was_up(engine: Engine, days: int) -> None:
    """Record that the server was up all that time: clocks stop while it is down."""
    with engine.begin() as connection:
        span = {"began": now() - 86_400_000 * days, "seen": now()}
        connection.execute(insert(uptime).values(span))


def test_tables_of_a_killed_worker_go_on_at_another(workers: ServerProcess) -> None:
    open_database(workers.database).dispose()
    with opened(workers.database) as engine:
        was_up(engine, days=3)
    workers.start()
    wait_until(lambda: running_workers(workers.database) == 2, "both have joined")
    with opened(workers.database) as engine, Client(workers.url, name="Ada") as ada:
        resigns = ada.create(
            "axio", seats=2, sit=[0, 1], first=0, clock={"days": 1}, late="resign"
        ).id
        owner = owner_process(engine, resigns)
        bots = bots_turn(ada)  # killed in the second that the bot waits before it moves
        while owner_process(engine, bots) != owner:
            bots = bots_turn(ada)
        set_back(engine, resigns, 2 * 86_400)
        assert [one.kind for one in log(engine, bots)][-1] == "start"
        kill(owner)
        wait_until(lambda: log(engine, bots)[-1].kind == "move", "the bot moves")
        wait_until(lambda: log(engine, resigns)[-1].kind == "resign", "the clock runs")
        for table in (bots, resigns):
            assert owner_process(engine, table) != owner
        turn = next(ada.table(bots).turns(1))
        turn.play(turn.legal()[0]["move"])


# The clock


def test_clocks_and_bots_go_on_after_a_crash_though_nobody_looks(crashing: ServerProcess) -> None:
    crashing.start()
    with opened(crashing.database) as engine, Client(crashing.url, name="Ada") as ada:
        both = {"seats": 2, "sit": [0, 1], "first": 0, "pace": False}
        bot = ada.create("axio", **both, clock={"seconds": 60}, late="bot")
        resign = ada.create("axio", **both, clock={"days": 1}, late="resign")
        patient = ada.create("axio", **both, clock={"days": 30}, late="resign")
        crashing.kill()
        for table in (bot, resign, patient):
            set_back(engine, table.id, 2 * 86_400)
        was_up(engine, days=3)
        play(engine, "T1", plies=1, bots={1: "zufall"})
        crashing.start()  # nobody looks at the tables, and yet:
        wait_until(lambda: log(engine, "T1")[-1].seat == 1, "the bot moves whose turn it was")
        wait_until(lambda: log(engine, bot.id)[-1].kind == "move", "a bot moves for who is late")
        wait_until(lambda: log(engine, resign.id)[-1].kind == "resign", "who is late gives up")
        assert [(one.kind, one.seat) for one in log(engine, bot.id)[-2:]] == [
            ("late", 0),
            ("move", 0),
        ]
        assert log(engine, resign.id)[-1].seat == 0
        assert resign.refresh() == [0, 1]
        assert resign.info["status"] == "over"
        assert resign.info["ranks"] == [2, 1]
        assert log(engine, patient.id)[-1].kind == "start"
        with engine.connect() as connection:
            status = select(tables.c.status).where(tables.c.id == resign.id)
            assert connection.scalar(status) == "over"


def test_nobody_loses_time_while_the_server_is_paused(crashing: ServerProcess) -> None:
    """As a computer that sleeps, and wakes after the time was up."""
    crashing.start()
    with opened(crashing.database) as engine, Client(crashing.url, name="Ada") as ada:
        both = {"seats": 2, "sit": [0, 1], "first": 0, "pace": False}
        table = ada.create("axio", **both, clock={"seconds": 15}, late="resign")
        late = now() + 15_000
        os.kill(crashing.pid, signal.SIGSTOP)
        try:
            wait_until(lambda: now() > late, "the time is up")
        finally:
            os.kill(crashing.pid, signal.SIGCONT)
        turn = next(table.turns(0))
        turn.play(turn.legal()[0]["move"])
        assert [one.kind for one in log(engine, table.id)][-2:] == ["start", "move"]


# Clients


def test_clients_go_on_after_a_crash_where_they_were(crashing: ServerProcess) -> None:
    """The commit preceded the kill, the answer did not: the same act is sent again."""
    crashing.start()
    with Client(crashing.url, name="Ada") as ada:
        table = ada.create("axio", seats=2, sit=[0, 1], first=0, pace=False)
        turn = next(table.turns(0))
        move = turn.legal()[0]["move"]
        act = {"do": "move", "seat": 0, "at": turn.number, "move": move, "key": "once"}
        path = f"/api/tables/{table.id}/acts"
        first = ada.call("POST", path, act)
        crashing.kill()
        crashing.start()
        assert ada.call("GET", "/api/me") == ada.me  # cookies stay valid
        assert ada.call("POST", path, act) == first
        with opened(crashing.database) as engine:
            used = [one.key or "" for one in log(engine, table.id) if one.kind == "move"]
    assert [keys.read(one)[1] for one in used] == [f"{ada.me['id']}:once"]
