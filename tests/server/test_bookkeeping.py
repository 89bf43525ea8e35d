"""Rows shown in lists always match their table, and cost little per move."""

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, select, update

import spielwerk as sw
from server.open_tables import OpenTables, opened
from server.playing import play, playing
from server.seated import ADA, BOB, move, play_on, read, table_of
from spielwerk.server import bookkeeping, wire
from spielwerk.server.acts import Asker
from spielwerk.server.store import chain, listing, queries
from spielwerk.server.store.schema import seats, tables
from spielwerk.server.table import LiveTable


def written(connection: Connection, id_: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a table's row, and those of its seats."""
    row = connection.execute(select(tables).where(tables.c.id == id_)).mappings().one()
    found = select(seats).where(seats.c.table_id == id_).order_by(seats.c.seat)
    return dict(row), [dict(seat) for seat in connection.execute(found).mappings()]


async def check(room: OpenTables, id_: str) -> LiveTable:
    """Check that the rows match the table."""
    table = (await room.registry.get(id_)).table
    row, sitting = await room.store.read(written, id_)
    assert row["status"] == table.status
    assert row["to_act"] == sum(1 << seat for seat in table.to_act)
    assert (row["since"], row["started"], row["ended"]) == (table.since, table.started, table.ended)
    assert row["due"] == table.due
    for seat, (sitter, found) in enumerate(zip(table.sitters, sitting, strict=True)):
        assert (found["bot"], found["away"]) == (sitter.bot, sitter.away)
        assert found["resigned"] == (seat in table.resigned)
        assert found["person"] == (sitter.person or table.reserved.get(seat))
        assert found["kept"] == (sitter.is_free and seat in table.reserved)
    is_over = table.status == "over"
    assert [seat["rank"] for seat in sitting] == (table.ranks if is_over else [None] * len(sitting))
    assert table.results is None or [seat["result"] for seat in sitting] == table.results
    return table


@pytest.mark.parametrize("game", sw.games())
def test_lists_know_a_table_after_every_act(database: str, game: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: None) as room:
            ids = [await room.store.write(queries.add_person, name, 1) for name in "AB"]
            ada, bob = (Asker(person) for person in ids)
            made = await room.actions.create(ada, wire.NewTable(game=game, seats=2, first=0))
            id_ = made["info"]["id"]
            table = await check(room, id_)
            luck = random.Random(game)

            async def act(asker: Asker, **what: Any) -> None:
                await room.actions.act(id_, asker, read(what))
                await check(room, id_)

            await act(ada, do="stand", seat=0)
            await act(ada, do="sit", seat=1)
            await act(bob, do="sit", seat=0, invite=made["invite"])
            assert table.status == "running"
            for _ in range(8):
                seat = luck.choice(table.to_act)
                chosen = luck.choice(playing(table).legal(seat))
                await act((bob, ada)[seat], do="move", seat=seat, at=table.number, move=chosen)
            await act(ada, do="say", text="hi")
            await act(bob, do="resign", seat=0)
            assert (await check(room, id_)).status == "over"
            ended = (await room.store.read(written, id_))[0]
            await act(ada, do="say", text="gg")
            assert (await room.store.read(written, id_))[0] == ended
            assert ended["changed"] == ended["ended"]
            following = (await room.actions.act(id_, ada, read({"do": "rematch"})))["next"]
            await check(room, following)  # where a seat is reserved for Bob

    asyncio.run(run())


def test_lists_know_who_is_away_and_who_is_a_bot(database: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: None) as room:
            ada = Asker(await room.store.write(queries.add_person, "Ada", 1))
            bots = {"2": "zufall"}
            new = wire.NewTable(game="axio", seats=3, sit=[0, 1], bots=bots, first=1)
            id_ = (await room.actions.create(ada, new))["info"]["id"]
            for do in ("leave", "return"):
                await room.actions.act(id_, ada, read({"do": do, "seat": 0}))
                await check(room, id_)
            assert (await room.store.read(written, id_))[0]["due"] is None


def test_lists_know_when_a_bot_or_a_clock_is_due(database: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: None) as room:
            ada = Asker(await room.store.write(queries.add_person, "Ada", 1))
            clock = wire.Clock(days=1)
            new = wire.NewTable(game="axio", seats=2, sit=[0, 1], clock=clock, first=0)
            id_ = (await room.actions.create(ada, new))["info"]["id"]
            loaded = await room.registry.get(id_)
            for seat in (0, 1):
                table = await check(room, id_)
                assert table.due == (table.since or 0) + 86_400_000
                move = playing(table).legal(seat)[0]
                act = {"do": "move", "seat": seat, "at": table.number, "move": move}
                await room.actions.act(id_, ada, read(act))
            table = await check(room, id_)
            room.registry.attended = lambda loaded: None  # no bot moves
            await room.actions.act(id_, ada, read({"do": "leave", "seat": 0}))
            await check(room, id_)
            assert loaded.table.due == loaded.table.since

    asyncio.run(run())

    asyncio.run(run())


# What a move costs


def test_a_move_updates_one_row_if_it_makes_others_act() -> None:
    table = table_of("axio", ADA, BOB)
    before = bookkeeping.standing(table)
    move(table, 0)
    assert bookkeeping.changes(table, table.log[-1:], before) == [
        (listing.TURN, {"table": "t", "acting": 0b10, "from": table.log[-1].at, "by": None})
    ]


def test_a_move_after_which_the_same_seats_act_updates_nothing() -> None:
    table = table_of("anubixx", ADA, BOB)
    before, number = bookkeeping.standing(table), table.number
    move(table, 0)  # of several that make up a turn
    assert bookkeeping.standing(table) == before
    assert bookkeeping.changes(table, table.log[number:], before) == []


def test_the_end_is_told_with_its_results_once() -> None:
    table = table_of("axio", ADA, BOB)
    before = bookkeeping.standing(table)
    play_on(table, 1)
    (status, *sitting) = bookkeeping.changes(table, table.log, before)
    assert status[1]["what"] == "over"
    assert [values["placed"] for _, values in sitting] == table.ranks
    assert [values["reached"] for _, values in sitting] == table.results
    after = bookkeeping.standing(table)
    table.add("say", 1, person=ADA.person, **chain.text("gg"))
    assert bookkeeping.changes(table, table.log[-1:], after) == []


# Tables written by an older version


@pytest.mark.parametrize("plies", [0, 3, None], ids=["begun", "running", "over"])
def test_what_is_missing_is_added_when_a_table_is_loaded(database: str, plies: int | None) -> None:
    def prepare(engine: Engine) -> None:
        play(engine, plies=plies)
        with engine.begin() as connection:
            connection.execute(update(tables).values(to_act=0, since=None, started=None))
            connection.execute(update(seats).values(rank=None, result=None))

    async def run() -> None:
        async with opened(database, prepare) as room:
            before, _ = await room.store.read(written, "T1")
            await check(room, "T1")
            after, _ = await room.store.read(written, "T1")
            assert after["started"] is not None
            assert after["changed"] == before["changed"]

    asyncio.run(run())
