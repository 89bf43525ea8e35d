"""The hall when the store fails, and when the clock rings: nothing is told that is not written."""

import asyncio
import json
import threading
import time
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, TextClause, insert, text, update

from server.halls import joined, opened
from server.playing import play, playing
from server.postgres import Postgres
from spielwerk.server import acts, wire
from spielwerk.server import hall as halls
from spielwerk.server.acts import Asker
from spielwerk.server.hall import Hall
from spielwerk.server.neighbours import _LOCKS
from spielwerk.server.refusals import NotReady, status
from spielwerk.server.store import queries
from spielwerk.server.store.log import Entry
from spielwerk.server.store.schema import entries, tables
from spielwerk.server.table import LiveTable
from wait import wait_until_async


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried again at once."""
    monkeypatch.setattr(halls, "_COMING_AGAIN", 0.01)


_END = text("""
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = :worker AND objsubid = 2
""")


_HOLD = text(f"SELECT pg_advisory_lock({_LOCKS}, :worker)")
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
    """Hears news, and whether it was hung up on."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def hear(self, news: bytes) -> None:
        self.heard.append(news)

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        return True


class Faulty(Listener):
    """Somebody who can't be told anything."""

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        raise ZeroDivisionError


async def kinds(hall: Hall, table: str = "T1") -> list[tuple[str, int | None]]:
    found = await hall._store.read(queries.log, table)
    return [(entry.kind, entry.seat) for entry in found]


def first_move(table: LiveTable, key: str) -> tuple[Asker, wire.Move]:
    move = playing(table).legal(0)[0]
    act = wire.Move(do="move", seat=0, at=table.number, move=move, key=key)
    return Asker(table.host, "Ada"), act


def write_beside(connection: Connection, table: LiveTable) -> None:
    """As another worker would: the number that comes next is taken then."""
    row = Entry(table.number, "say", 1, person=table.host, data={"text": "hi"}).row(table.id)
    connection.execute(insert(entries), row)


def test_an_act_that_was_not_written_is_not_acknowledged(database: str) -> None:
    """Nor is the same act, sent again while the first one waited: it only seems to be done."""

    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as hall:
            place = await hall.place("T1")
            listener = Listener()
            await hall.follow(listener, "T1", 0, 0)
            await hall._store.write(write_beside, place.table)
            number = place.table.number
            gate = threading.Event()
            busy = asyncio.create_task(hall._store.write(lambda _: gate.wait(30)))
            await asyncio.sleep(0)
            who, act = first_move(place.table, "k")
            asked = [asyncio.create_task(hall.act("T1", who, act)) for _ in range(2)]
            looking = asyncio.create_task(hall.table("T1"))
            await asyncio.sleep(0)
            gate.set()
            await busy
            answers = await asyncio.gather(*asked, looking, return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotReady] * 3
            assert all(status(answer) == 503 for answer in answers if isinstance(answer, NotReady))
            assert listener.heard == [b""]  # come again
            # What the log tells holds from now on, and the act is done once.
            assert (await hall.table("T1")).number == number + 1
            for _ in range(2):
                assert await hall.act("T1", who, act) == {"number": number + 2}
            assert (await kinds(hall))[number:] == [("say", None), ("move", 0)]

    asyncio.run(run())


def catch_up(hall: Hall) -> None:
    """Hold up the event loop until the writer's thread has settled all that it was given."""

    def write_something() -> None:
        written = threading.Event()
        hall._store._writer.write(lambda _: written.set())
        assert written.wait(30)

    write_something()  # it may share its commit with what was there before,
    write_something()  # and this comes after that commit


def void(_: object) -> None:
    """Whatever it was."""


def test_news_that_cant_be_told_leave_no_hole_in_the_log(database: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as hall:
            place = await hall.place("T1")
            number = place.table.number
            faulty = Faulty()
            await hall.follow(faulty, "T1", 0, 0)
            who, act = first_move(place.table, "k")
            with pytest.raises(ZeroDivisionError):
                await hall.act("T1", who, act)
            assert faulty.heard == [b""]  # come again
            await place.settled()
            assert await hall.act("T1", who, act) == {"number": number + 1}
            say = wire.Say(do="say", text="hi")
            assert await hall.act("T1", who, say) == {"number": number + 2}
            assert (await kinds(hall))[number:] == [("move", 0), ("say", None)]

    asyncio.run(run())


def test_an_act_half_done_is_not_done(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as hall:
            place = await hall.place("T1")
            number = place.table.number
            who, act = first_move(place.table, "k")
            with monkeypatch.context() as patch:
                patch.setattr(acts, "do", half_done)
                with pytest.raises(ZeroDivisionError):
                    await hall.act("T1", who, act)
            assert await hall.act("T1", who, act) == {"number": number + 1}
            assert (await kinds(hall))[number:] == [("move", 0)]

    asyncio.run(run())


def half_done(table: LiveTable, asker: Asker, act: wire.Act, now: int) -> None:
    table.add("say", now, person=asker.person, text="hi")
    raise ZeroDivisionError


def test_news_are_told_in_the_order_of_writing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the second act is on disk, with the first, before its news are even made."""
    gate, tell = threading.Event(), LiveTable.news_for

    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as hall:
            number = (await hall.table("T1")).number
            listener = Listener()
            await hall.follow(listener, "T1", 0, number)
            busy = asyncio.create_task(hall._store.write(lambda _: gate.wait(30)))
            await asyncio.sleep(0)

            def slow_news(table: LiveTable, *args: Any) -> list[dict[str, Any]]:
                if table.number == number + 2:
                    gate.set()
                    catch_up(hall)
                return tell(table, *args)

            monkeypatch.setattr(LiveTable, "news_for", slow_news)
            host = Asker((await hall.place("T1")).table.host, "Ada")
            said = [wire.Say(do="say", text=text) for text in ("one", "two")]
            await asyncio.gather(*(hall.act("T1", host, act) for act in said), busy)
            heard = [json.loads(news)["number"] for news in listener.heard]
            assert heard == [number + 1, number + 2]

    asyncio.run(run())


def test_a_bot_whose_move_was_not_written_moves_again(database: str) -> None:
    """Nobody looks at the table, so nobody would bring it back."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots={0: "zufall"})

        async with opened(database, prepare) as hall:
            place = await hall.place("T1")
            await hall._store.write(write_beside, place.table)

            async def moved() -> bool:
                return (await kinds(hall))[-2:] == [("say", None), ("move", 0)]

            await wait_until_async(moved, "the bot moves")

    asyncio.run(run())


@pytest.mark.parametrize("late", ["bot", "resign"])
def test_a_clock_rings_in_time(database: str, late: str) -> None:
    async def run() -> None:
        soon = int(time.time() * 1000) - 4_700  # of five seconds

        def prepare(engine: Engine) -> None:
            play(engine, plies=0, clock=wire.Clock(seconds=5), late=late, begun=soon)

        async with opened(database, prepare) as hall:
            await hall.place("T1")

            async def rung() -> bool:
                return len(await kinds(hall)) > 3

            await wait_until_async(rung, "the clock rings")
            assert int(time.time() * 1000) >= soon + 5_000
            if late == "resign":
                table = await hall.table("T1")
                assert (await kinds(hall))[3:] == [("resign", 0)]
                assert (table.status, table.ranks) == ("over", [2, 1])
                return

            async def moved() -> bool:
                return len(await kinds(hall)) > 4

            await wait_until_async(moved, "the bot moves")
            assert (await kinds(hall))[3:] == [("late", 0), ("move", 0)]

    asyncio.run(run())


def test_seats_that_are_late_together_do_not_all_give_up(database: str) -> None:
    """With the first who gives up, the other has won."""

    async def run() -> None:
        def prepare(engine: Engine) -> None:
            clock = wire.Clock(seconds=5)
            table = play(
                engine, plies=0, begun=1000, game="second_chance", clock=clock, late="resign"
            )
            assert len(table.to_act) == 2

        async with opened(database, prepare) as hall:
            await hall.place("T1")

            async def over() -> bool:
                return (await hall.table("T1")).status == "over"

            await wait_until_async(over, "the game is over")
            await hall.close()
            assert (await kinds(hall))[3:] == [("resign", 0)]

    asyncio.run(run())


def test_bots_begin_nothing_while_the_hall_closes(database: str) -> None:
    async def run() -> None:
        def prepare(engine: Engine) -> None:
            play(engine, plies=0, bots={0: "zufall", 1: "zufall"})

        async with opened(database, prepare) as hall:
            place = await hall.place("T1")

            async def playing_on() -> bool:
                return len(await kinds(hall)) > 4

            await wait_until_async(playing_on, "bots play")
            await hall.close()
            await asyncio.gather(*place.thinking.values(), return_exceptions=True)
            assert place.thinking == {}
            assert await kinds(hall) == [(one.kind, one.seat) for one in place.table.log]

    asyncio.run(run())


def test_a_table_that_cant_be_read_does_not_keep_others_from_going_on(postgres: Postgres) -> None:
    async def run() -> None:
        database = postgres.fresh()

        def prepare(engine: Engine) -> None:
            for number in range(1, 4):
                play(engine, f"T{number}", plies=1, seed=number)
            with engine.begin() as connection:
                broken = update(tables).where(tables.c.id.in_(["T1", "T2"]))
                connection.execute(broken.values(seed=bytes(32)))

        async with opened(database, prepare) as hall, joined(hall, database):
            await hall.attend_orphans()
            assert (await hall.place("T3")).owned

    asyncio.run(run())


def test_a_worker_that_lost_the_database_comes_back_with_another_number(
    postgres: Postgres,
) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with (
            opened(database, lambda engine: void(play(engine, plies=2))) as hall,
            joined(hall, database) as worker,
        ):
            before = await hall.place("T1")
            number = worker.me
            assert before.owned
            await hall._store.write(cut, number)

            async def back() -> bool:
                return worker.me != number

            await wait_until_async(back, "the worker is back")
            await hall.attend_orphans()
            after = await hall.place("T1")
            assert after is not before
            assert after.owned
            who, act = first_move(after.table, "k")
            assert await hall.act("T1", who, act) == {"number": after.table.number}

    asyncio.run(run())


def test_a_worker_that_stops_while_it_comes_back_leaves_no_connection(postgres: Postgres) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with opened(database, lambda engine: None) as hall:
            async with joined(hall, database) as worker:
                number, coming = worker.me, worker.me + 1
                with hall._store.engine.connect() as other:
                    other.execute(_HOLD, {"worker": coming})  # so that it waits for its number
                    await hall._store.write(cut, number)

                    async def waiting() -> bool:
                        return await hall._store.read(count, _WAITING) == 1

                    await wait_until_async(waiting, "it has a connection, and waits")
                    await worker.stop()

            async def gone() -> bool:
                return await hall._store.read(count, _WORKERS) == 0

            await wait_until_async(gone, "its connections are closed")

    asyncio.run(run())
