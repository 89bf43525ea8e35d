"""Only tables with something due are loaded; clocks lose nothing."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, Update, delete, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from server.open_tables import OpenTables, joined, opened
from server.playing import play
from server.postgres import Postgres
from spielwerk.server import due as due_tables
from spielwerk.server import table_reader, turns, wire
from spielwerk.server import uptime as uptime_module
from spielwerk.server.api import lists
from spielwerk.server.app import running_services
from spielwerk.server.checking import check_all
from spielwerk.server.due import DueTables
from spielwerk.server.metrics import Metrics
from spielwerk.server.people import Person
from spielwerk.server.refusals import NotFound, Unavailable, Unreadable
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.log import now
from spielwerk.server.store.schema import entries, seats, tables, uptime
from spielwerk.server.store.workers import LOCKS
from spielwerk.server.store.write_queue import Line
from spielwerk.server.table import LiveTable
from wait import wait_until_async

BOT = {0: "zufall"}
HOUR = 3_600_000


class Hearing:
    """A person who follows a table."""

    def __init__(self) -> None:
        self.news: list[Any] = []

    def hear(self, news: bytes) -> None:
        self.news.append(json.loads(news))

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        return True

    async def is_told(self) -> bool:
        return bool(self.news)


def loaded(room: OpenTables) -> set[str]:
    return {one.table.id for one in room.registry}


def due(room: OpenTables) -> DueTables:
    return DueTables(room.store, room.registry)


def owners(connection: Connection) -> dict[str, int | None]:
    return {row.id: row.owner for row in connection.execute(select(tables.c.id, tables.c.owner))}


def prepare_all_kinds(engine: Engine) -> None:
    play(engine, "people", plies=2)
    play(engine, "bot", plies=0, bots=BOT)
    play(engine, "other", plies=0, bots={1: "zufall"})  # it is a person's turn
    play(engine, "days", plies=0, clock=wire.Clock(days=1))
    play(engine, "late", plies=0, clock=wire.Clock(seconds=5), begun=now() - 6000)
    play(engine, "over")


def test_only_tables_at_which_something_is_due_are_loaded(database: str) -> None:
    async def run() -> None:
        async with opened(database, prepare_all_kinds) as room:
            await due(room).load()
            assert loaded(room) == {"bot", "late"}

            async def moved() -> bool:
                logs = [await room.store.read(queries.log, id_) for id_ in ("bot", "late")]
                return all(log[-1].kind == "move" for log in logs)

            await wait_until_async(moved, "bots move, also for who is late")

    asyncio.run(run())


def test_of_several_workers_each_loads_what_no_other_sees_to(postgres: Postgres) -> None:
    """At the start, nobody owns a table."""

    def prepare(engine: Engine) -> None:
        prepare_all_kinds(engine)
        for id_ in ("ended", "elsewhere"):
            play(engine, id_, plies=0, bots=BOT)
        with engine.begin() as connection:
            for id_, owner in (("ended", 1_000_000), ("elsewhere", 1_000_001)):
                owned = update(tables).where(tables.c.id == id_)
                connection.execute(owned.values(owner=owner))

    async def run() -> None:
        database = postgres.fresh()
        async with opened(database, prepare) as room, joined(room, database) as worker:
            with room.store.engine.connect() as other:
                other.execute(text(f"SELECT pg_advisory_lock({LOCKS}, 1000001)"))
                await due(room).load()
                mine = {"bot", "late", "ended"}
                assert loaded(room) == mine
                told = await room.store.read(owners)
                assert {id_ for id_, owner in told.items() if owner == worker.me} == mine
                assert told["people"] is told["days"] is None
                other.execute(text("SELECT pg_advisory_unlock_all()"))
            # A table shown here is taken over when its worker ends.
            await room.registry.get("elsewhere")
            await due(room).load()
            assert (await room.registry.get("elsewhere")).owned

    asyncio.run(run())


def test_so_many_are_loaded_at_a_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due_tables, "_MOST", 2)

    def prepare(engine: Engine) -> None:
        for number in range(5):
            play(engine, f"T{number}", plies=0, bots=BOT, begun=now() - 1000 + number)

    async def run() -> None:
        async with opened(database, prepare) as room:
            room.registry.attended = lambda loaded: None
            await due(room).load()
            assert loaded(room) == {"T0", "T1"}
            await due(room).load()
            assert loaded(room) == {"T0", "T1", "T2", "T3"}
            for one in room.registry:
                one.thinking[0] = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]
            await due(room).load()
            assert len(room.registry) == 4

    asyncio.run(run())


# Memory


def test_what_nobody_looks_at_is_unloaded_and_comes_when_it_is_due(database: str) -> None:
    def prepare(engine: Engine) -> None:
        play(engine, "bot", plies=0, bots=BOT)
        play(engine, "days", plies=0, clock=wire.Clock(days=1))
        play(engine, "soon", plies=0, clock=wire.Clock(seconds=60))

    async def run() -> None:
        async with opened(database, prepare) as room:
            await due(room).load()
            days, soon = [await room.registry.get(id_) for id_ in ("days", "soon")]
            days.touched = soon.touched = float("-inf")

            async def gone() -> bool:
                room.registry.tidy()
                return loaded(room) == {"soon"}  # which has an alarm soon

            await wait_until_async(gone, "the bot moves, and all is quiet")
            assert days.alarm is None
            await due(room).load()
            assert loaded(room) == {"soon"}
            await room.store.write(lambda one: one.execute(update(tables).values(due=1)))
            await due(room).load()
            assert loaded(room) == {"soon", "days", "bot"}
            assert {one.touched for one in room.registry if one.table.id != "soon"} == {
                float("-inf")
            }

    asyncio.run(run())


def test_a_table_that_was_pruned_is_not_there(postgres: Postgres) -> None:
    def prune(connection: Connection) -> None:
        for of in (entries.c.table_id, seats.c.table_id, tables.c.id):
            connection.execute(delete(of.table).where(of == "T1"))

    async def run() -> None:
        database = postgres.fresh()
        async with (
            opened(database, lambda engine: void(play(engine, plies=2))) as room,
            joined(room, database),
        ):
            await room.registry.table("T1")
            await room.store.write(prune)
            with pytest.raises(NotFound):
                await room.registry.table("T1")
            assert not loaded(room)

    asyncio.run(run())


def void(_: object) -> None:
    """Do nothing."""


# Tables that can't be read


def change_entry(connection: Connection, **values: Any) -> None:
    last = (entries.c.table_id == "bad") & (entries.c.number == 3)
    connection.execute(update(entries).where(last).values(**values))


def spoil_data(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":  # the other one stores nothing of the kind
        connection.exec_driver_sql("UPDATE entries SET data = '{' WHERE table_id = 'bad'")
    else:
        change_entry(connection, data=None)


def spoil_hash(connection: Connection) -> None:
    change_entry(connection, hash=bytes(32))


def spoil_kind(connection: Connection) -> None:
    """Change an entry's kind and recompute the chain."""
    bad = queries.log(connection, "bad")
    bad[3].kind, bad[3].seat = "ask_back", None
    bad[3].hash = bad[3].chained(bad[2].hash or b"")
    change_entry(connection, kind="ask_back", seat=None, hash=bad[3].hash)


def spoil_terms(connection: Connection) -> None:
    bad = update(tables).where(tables.c.id == "bad")
    connection.execute(bad.values(terms={"game": "axio", "seats": "two"}))


def lose_terms(connection: Connection) -> None:
    connection.execute(update(tables).where(tables.c.id == "bad").values(terms=[]))


def lose_game(connection: Connection) -> None:
    terms = wire.Terms(game="axio", seats=2).model_dump(round_trip=True) | {"game": "gone"}
    connection.execute(update(tables).where(tables.c.id == "bad").values(terms=terms))


SPOIL: list[Callable[[Connection], None]] = [
    spoil_data, spoil_hash, spoil_kind, spoil_terms, lose_terms, lose_game,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOIL, ids=lambda spoil: spoil.__name__)
def test_a_table_that_cant_be_read_hurts_no_other(
    database: str, spoil: Callable[[Connection], None], caplog: pytest.LogCaptureFixture
) -> None:
    """Bots go on elsewhere, lists are shown, its people can be deleted, and `check` names it."""
    host = sat = 0

    def sitting(person: int) -> Update:
        at = update(seats).where(seats.c.table_id == "good", seats.c.seat == 1)
        return at.values(person=person)

    def prepare(engine: Engine) -> None:
        nonlocal host, sat
        host = play(engine, "bad", plies=1, bots={1: "zufall"}, begun=now() - 9000).host
        good = play(engine, "good", plies=0, bots=BOT)
        sat = good.sitters[1].person or 0
        with engine.begin() as connection:
            spoil(connection)
            connection.execute(sitting(host))

    async def run() -> None:
        async with opened(database, prepare) as room:
            for _ in range(2):
                await due(room).load()
            assert loaded(room) == {"good"}

            async def moved() -> bool:
                return (await room.store.read(queries.log, "good"))[-1].kind == "move"

            await wait_until_async(moved, "the bot moves")
            for _ in range(2):
                with pytest.raises(Unreadable):
                    await room.registry.get("bad")
            ada = Person(host, "Ada", True, 0)
            page = await lists.own_tables(ada, room, over=False, page=0)  # type: ignore[arg-type]
            assert "good" in [table.id for table in page.tables]
            await room.actions.leave_all(host)
            await room.store.write(queries.forget_person, host, "–")
            await room.store.write(lambda connection: connection.execute(sitting(sat)))

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    (said,) = [record.getMessage() for record in caplog.records]
    assert said.startswith("table bad is set aside: ")
    wrong = {id_: reason for id_, reason in check_all(database) if reason is not None}
    assert list(wrong) == ["bad"]


def test_what_another_worker_has_written_may_be_senseless(postgres: Postgres) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            one = await room.registry.get("T1")
            one.owned = False
            row = one.table.log[-1].row("T1") | {"number": one.table.number, "data": {}}
            await room.store.append(Line("T1"), [row])
            for _ in range(2):
                with pytest.raises(Unreadable):
                    await room.registry.table("T1")
            assert not loaded(room)

    asyncio.run(run())


# Clocks


def test_nobody_loses_time_while_the_server_is_down(database: str) -> None:
    async def run() -> None:
        began = now() - 17_000
        async with opened(database, lambda engine: None) as room:
            await asyncio.to_thread(
                play, room.store.engine, plies=0, clock=wire.Clock(seconds=5), begun=began
            )
            span = {"began": began - HOUR, "seen": began + 2000}
            await room.store.write(lambda one: one.execute(uptime.insert().values(**span)))
        settings = Settings(database, limits=False, compile=False)
        started = now()
        async with running_services(settings, Metrics()) as services:
            table = await services.registry.table("T1")
            assert table.number == 3  # nobody was late
            by = table.news(None)["deadlines"]["0"]
            assert started + 3000 <= by <= now() + 3000
            row = await services.store.read(queries.table, "T1")
            assert row is not None
            assert row.due == by

    asyncio.run(run())


def test_nobody_loses_time_when_the_wall_clock_is_set_forward(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is loaded between the jump and the next beat."""

    async def run() -> None:
        day, half_an_hour = 24 * HOUR, HOUR // 2

        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(days=1), begun=now() - day + half_an_hour)

        async with opened(database, prepare, began=now() - 2 * day) as room:
            await room.uptime.beat()
            for module in (turns, uptime_module, table_reader, due_tables):
                monkeypatch.setattr(module, "now", lambda: now() + HOUR)
            await due(room).load()
            one = await room.registry.get("T1")
            left = (one.table.deadline(0) or 0) - (now() + HOUR)
            assert half_an_hour - 60_000 < left <= half_an_hour + 60_000
            assert one.table.number == 3
            assert one.alarm is not None

    asyncio.run(run())


def test_an_alarm_that_rings_after_a_pause_gives_the_time_back(database: str) -> None:
    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(seconds=60), begun=now() - 50_000)

        async with opened(database, prepare) as room:
            await due(room).load()
            one = await room.registry.get("T1")
            before = one.table.deadline(0) or 0
            room.uptime._ticked -= 17  # it stood still, and its clock did not
            room.uptime._seen -= 17_000
            one.deadlines = {0: (before, 0.0)}  # so its time is up
            assert one.alarm is not None
            one.alarm._run()

            async def given_back() -> bool:
                return (one.table.deadline(0) or 0) >= before + 17_000

            await wait_until_async(given_back, "the time is given back")
            await room.registry.close()
            assert one.table.number == 3  # nobody was late

    asyncio.run(run())


def test_a_clock_stands_still_while_nothing_can_be_written(database: str) -> None:
    """The table stays loaded, as it does while a disk is full."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(seconds=60), begun=now() - 50_000)

        async with opened(database, prepare) as room:
            await due(room).load()
            one, heard = await room.registry.get("T1"), Hearing()
            await room.registry.follow(heard, "T1", 0, 0)
            before = one.table.deadline(0) or 0
            assert before <= now() + 10_000
            room.uptime._seen = now() - 40_000
            await room.store.write(lambda c: c.execute(text("ALTER TABLE uptime RENAME TO gone")))
            with pytest.raises((SQLAlchemyError, Unavailable)):
                await room.uptime.beat()
            assert one.alarm is not None
            one.alarm._run()
            await asyncio.sleep(0)
            await room.store.write(lambda c: c.execute(text("ALTER TABLE gone RENAME TO uptime")))
            await room.uptime.beat()
            assert one.table.number == 3  # nobody was late
            after = one.table.deadline(0) or 0
            assert after >= before + 40_000
            (rings,) = one.deadlines.values()
            assert rings[0] == after
            assert one.alarm.when() == rings[1]
            await wait_until_async(heard.is_told, "players are told")
            assert heard.news[-1]["deadlines"] == {"0": after}

    asyncio.run(run())


@pytest.mark.parametrize("ahead", [HOUR, 0])
def test_a_bot_waits_no_longer_than_asked_whatever_the_wall_clock_says(
    database: str, ahead: int
) -> None:
    """The server was started with a clock that is an hour behind."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots=BOT, begun=now() + ahead, pace=True)

        async with opened(database, prepare) as room:
            await due(room).load()

            async def moved() -> bool:
                return (await room.store.read(queries.log, "T1"))[-1].kind == "move"

            await wait_until_async(moved, "the bot moves")

    asyncio.run(run())


def test_a_clock_runs_no_longer_than_asked_whatever_the_wall_clock_says(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(seconds=60), begun=now() + HOUR)

        async with opened(database, prepare) as room:
            await due(room).load()
            one = await room.registry.get("T1")
            assert (one.table.deadline(0) or 0) <= now() + 60_000
            alarm, ((_, rings),) = one.alarm, one.deadlines.values()
            assert alarm is not None
            assert alarm.when() == rings <= asyncio.get_running_loop().time() + 60
            # The clock is set right: nobody's time is up.
            monkeypatch.setattr(turns, "now", lambda: now() + HOUR)
            room.registry.attended(one)
            ((_, still),) = one.deadlines.values()
            assert still == rings
            assert one.alarm is not None
            assert one.alarm.when() == rings

    asyncio.run(run())
