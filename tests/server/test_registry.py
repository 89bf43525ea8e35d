"""Tables when the store fails, and when alarms ring: nothing is sent that is not stored."""

import asyncio
import json
import threading
import time
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, TextClause, insert, text

from server.open_tables import OpenTables, joined, opened
from server.playing import play, playing
from server.postgres import Postgres
from spielwerk.server import acts, wire
from spielwerk.server import registry as registries
from spielwerk.server.acts import Asker
from spielwerk.server.refusals import NotReady, status
from spielwerk.server.store import chain, queries
from spielwerk.server.store.log import Entry
from spielwerk.server.store.schema import entries
from spielwerk.server.store.workers import LOCKS
from spielwerk.server.table import LiveTable
from wait import wait_until_async


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry without delay."""
    monkeypatch.setattr(registries, "_COMING_AGAIN", 0.01)


_END = text("""
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = :worker AND objsubid = 2
""")


_HOLD = text(f"SELECT pg_advisory_lock({LOCKS}, :worker)")
_WORKERS = text("""
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name LIKE 'spielwerk worker%' AND datname = current_database()
""")
_WAITING = text(f"{_WORKERS.text} AND wait_event_type = 'Lock'")


def cut(connection: Connection, worker: int) -> None:
    connection.execute(_END, {"worker": worker})


def count(connection: Connection, found: TextClause) -> int:
    return int(connection.execute(found).scalar_one())


class Listener:
    """Records the news that it receives."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def hear(self, news: bytes) -> None:
        self.heard.append(news)

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        return True


class Faulty(Listener):
    """A client to whom nothing can be sent."""

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        raise ZeroDivisionError


async def kinds(room: OpenTables, table: str = "T1") -> list[tuple[str, int | None]]:
    found = await room.store.read(queries.log, table)
    return [(entry.kind, entry.seat) for entry in found]


def first_move(table: LiveTable, key: str) -> tuple[Asker, wire.Move]:
    move = playing(table).legal(0)[0]
    act = wire.Move(do="move", seat=0, at=table.number, move=move, key=key)
    return Asker(table.host, "Ada"), act


def write_beside(connection: Connection, table: LiveTable) -> None:
    """Take the next number, as another worker would."""
    entry = Entry(table.number, "say", 1, person=table.host, data=chain.text("hi"))
    entry.hash = entry.chained(table.head)
    connection.execute(insert(entries), entry.row(table.id))


def test_an_act_that_was_not_written_is_not_acknowledged(database: str) -> None:
    """Nor is the same act, sent again while the first one waited: it only seems to be done."""

    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            loaded = await room.registry.get("T1")
            listener = Listener()
            await room.registry.follow(listener, "T1", 0, 0)
            await room.store.write(write_beside, loaded.table)
            number = loaded.table.number
            gate = threading.Event()
            busy = asyncio.create_task(room.store.write(lambda _: gate.wait(30)))
            await asyncio.sleep(0)
            who, act = first_move(loaded.table, "k")
            asked = [asyncio.create_task(room.actions.act("T1", who, act)) for _ in range(2)]
            looking = asyncio.create_task(room.registry.table("T1"))
            await asyncio.sleep(0)
            gate.set()
            await busy
            answers = await asyncio.gather(*asked, looking, return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotReady] * 3
            assert all(status(answer) == 503 for answer in answers if isinstance(answer, NotReady))
            assert listener.heard == [b""]  # reconnect
            # What the log tells holds from now on, and the act is done once.
            assert (await room.registry.table("T1")).number == number + 1
            for _ in range(2):
                assert (await room.actions.act("T1", who, act))["number"] == number + 2
            assert (await kinds(room))[number:] == [("say", None), ("move", 0)]

    asyncio.run(run())


def catch_up(room: OpenTables) -> None:
    """Wait until the writer's thread has finished everything it was given."""

    def write_something() -> None:
        written = threading.Event()
        room.store._queue.write(lambda _: written.set())
        assert written.wait(30)

    write_something()  # it may share its commit with what was there before,
    write_something()  # and this comes after that commit


def void(_: object) -> None:
    """Do nothing."""


def test_news_that_cant_be_told_leave_no_hole_in_the_log(database: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            loaded = await room.registry.get("T1")
            number = loaded.table.number
            faulty = Faulty()
            await room.registry.follow(faulty, "T1", 0, 0)
            who, act = first_move(loaded.table, "k")
            with pytest.raises(ZeroDivisionError):
                await room.actions.act("T1", who, act)
            assert faulty.heard == [b""]  # reconnect
            await loaded.settled()
            assert (await room.actions.act("T1", who, act))["number"] == number + 1
            say = wire.Say(do="say", text="hi")
            assert (await room.actions.act("T1", who, say))["number"] == number + 2
            assert (await kinds(room))[number:] == [("move", 0), ("say", None)]

    asyncio.run(run())


def test_an_act_half_done_is_not_done(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            loaded = await room.registry.get("T1")
            number = loaded.table.number
            who, act = first_move(loaded.table, "k")
            with monkeypatch.context() as patch:
                patch.setattr(acts, "do", half_done)
                with pytest.raises(ZeroDivisionError):
                    await room.actions.act("T1", who, act)
            assert (await room.actions.act("T1", who, act))["number"] == number + 1
            assert (await kinds(room))[number:] == [("move", 0)]

    asyncio.run(run())


def half_done(table: LiveTable, asker: Asker, act: wire.Act, now: int) -> None:
    table.add("say", now, person=asker.person, **chain.text("hi"))
    raise ZeroDivisionError


def test_news_are_told_in_the_order_of_writing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even though the second act is on disk, with the first, before its news is created."""
    gate, tell = threading.Event(), LiveTable.news_for

    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            number = (await room.registry.table("T1")).number
            listener = Listener()
            await room.registry.follow(listener, "T1", 0, number)
            busy = asyncio.create_task(room.store.write(lambda _: gate.wait(30)))
            await asyncio.sleep(0)

            def slow_news(table: LiveTable, *args: Any, **named: Any) -> list[dict[str, Any]]:
                if table.number == number + 2:
                    gate.set()
                    catch_up(room)
                return tell(table, *args, **named)

            monkeypatch.setattr(LiveTable, "news_for", slow_news)
            host = Asker((await room.registry.get("T1")).table.host, "Ada")
            said = [wire.Say(do="say", text=text) for text in ("one", "two")]
            await asyncio.gather(*(room.actions.act("T1", host, act) for act in said), busy)
            heard = [json.loads(news)["number"] for news in listener.heard]
            assert heard == [number + 1, number + 2]

    asyncio.run(run())


def test_a_bot_whose_move_was_not_written_moves_again(database: str) -> None:
    """Nobody looks at the table, so nobody would wake the bot."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots={0: "zufall"})

        async with opened(database, prepare) as room:
            loaded = await room.registry.get("T1")
            await room.store.write(write_beside, loaded.table)

            async def moved() -> bool:
                return (await kinds(room))[-2:] == [("say", None), ("move", 0)]

            await wait_until_async(moved, "the bot moves")

    asyncio.run(run())


@pytest.mark.parametrize("late", ["bot", "resign"])
def test_a_clock_rings_in_time(database: str, late: str) -> None:
    async def run() -> None:
        soon = int(time.time() * 1000) - 4_700  # of five seconds

        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(seconds=5), late=late, begun=soon)

        async with opened(database, prepare) as room:
            await room.registry.get("T1")

            async def rung() -> bool:
                return len(await kinds(room)) > 3

            await wait_until_async(rung, "the clock rings")
            assert int(time.time() * 1000) >= soon + 5_000
            if late == "resign":
                table = await room.registry.table("T1")
                assert (await kinds(room))[3:] == [("resign", 0)]
                assert (table.status, table.ranks) == ("over", [2, 1])
                return

            async def moved() -> bool:
                return len(await kinds(room)) > 4

            await wait_until_async(moved, "the bot moves")
            assert (await kinds(room))[3:] == [("late", 0), ("move", 0)]

    asyncio.run(run())


def test_seats_that_are_late_together_do_not_all_give_up(database: str) -> None:
    """Once the first gives up, the other has won."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            clock = wire.Clock(seconds=5)
            table = play(
                engine, plies=0, begun=1000, game="second_chance", clock=clock, late="resign"
            )
            assert len(table.to_act) == 2

        async with opened(database, prepare) as room:
            await room.registry.get("T1")

            async def over() -> bool:
                return (await room.registry.table("T1")).status == "over"

            await wait_until_async(over, "the game is over")
            await room.registry.close()
            assert (await kinds(room))[3:] == [("resign", 0)]

    asyncio.run(run())


class Onlooker:
    """A person who follows a table, and ignores its news."""

    def hear(self, news: bytes) -> None:
        pass

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        return True


def test_a_bot_thinks_again_if_its_thought_was_cancelled_before_it_began(database: str) -> None:
    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots={0: "zufall", 1: "zufall"})

        async with opened(database, prepare) as room:
            loaded = await room.registry.get("T1")
            await room.registry.follow(Onlooker(), "T1", None, 0)  # starts the thought
            loaded.rest()

            async def playing_on() -> bool:
                return len(await kinds(room)) > 4

            await wait_until_async(playing_on, "bots play")

    asyncio.run(run())


def test_bots_begin_nothing_while_the_registry_closes(database: str) -> None:
    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots={0: "zufall", 1: "zufall"})

        async with opened(database, prepare) as room:
            loaded = await room.registry.get("T1")
            await room.registry.follow(Onlooker(), "T1", None, 0)  # bots wait for a spectator

            async def playing_on() -> bool:
                return len(await kinds(room)) > 4

            await wait_until_async(playing_on, "bots play")
            await room.registry.close()
            await asyncio.gather(*loaded.thinking.values(), return_exceptions=True)
            assert loaded.thinking == {}
            assert await kinds(room) == [(one.kind, one.seat) for one in loaded.table.log]

    asyncio.run(run())


def test_a_worker_that_lost_the_database_comes_back_with_another_number(
    postgres: Postgres,
) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with (
            opened(database, lambda engine: void(play(engine, plies=2))) as room,
            joined(room, database) as worker,
        ):
            before = await room.registry.get("T1")
            number = worker.me
            assert before.owned
            await room.store.write(cut, number)

            async def back() -> bool:
                return worker.me != number

            await wait_until_async(back, "the worker is back")
            after = await room.registry.get("T1")
            assert after is not before
            assert after.owned
            who, act = first_move(after.table, "k")
            written = before.table.number + 1
            assert (await room.actions.act("T1", who, act))["number"] == written

    asyncio.run(run())


def test_a_worker_that_stops_while_it_comes_back_leaves_no_connection(postgres: Postgres) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with opened(database, lambda engine: None) as room:
            async with joined(room, database) as worker:
                number, coming = worker.me, worker.me + 1
                with room.store.engine.connect() as other:
                    other.execute(_HOLD, {"worker": coming})  # so that it waits for its number
                    await room.store.write(cut, number)

                    async def waiting() -> bool:
                        return await room.store.read(count, _WAITING) == 1

                    await wait_until_async(waiting, "it has a connection, and waits")
                    await worker.stop()

            async def gone() -> bool:
                return await room.store.read(count, _WORKERS) == 0

            await wait_until_async(gone, "its connections are closed")

    asyncio.run(run())
