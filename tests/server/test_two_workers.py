"""Two workers on PostgreSQL: the owner of a table handles requests to either."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, select
from sqlalchemy.engine import Engine

from server.open_tables import OpenTables, joined, opened
from server.postgres import Postgres
from server.seated import read
from server.test_due import Hearing
from spielwerk.match.shares import Share
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import refusals, wire
from spielwerk.server.acts import Asker
from spielwerk.server.cluster import execute
from spielwerk.server.presence import Presence
from spielwerk.server.store import queries
from spielwerk.server.store.schema import people
from spielwerk.server.table import LiveTable
from wait import wait_until_async

ADAS, BOBS = Share.fresh(), Share.fresh()


class Pair:
    """A table with two people, each connected to another worker than its owner."""

    def __init__(self, owner: OpenTables, other: OpenTables, ada: Asker, bob: Asker) -> None:
        self.owner = owner
        self.other = other
        self.ada = ada
        self.bob = bob
        self.id = ""
        self.invite = ""

    async def set_up(self) -> None:
        """Set up the table at the owner; Ada takes the first seat."""
        new = wire.NewTable(game="axio", seats=2, first=0, pace=False, share=ADAS.hash)
        made = await self.owner.actions.create(self.ada, new)
        self.id, self.invite = made["info"]["id"], made["invite"]

    async def act(self, who: Asker, do: str, **what: Any) -> dict[str, Any]:
        """Send an act to the other worker."""
        return await self.other.actions.act(self.id, who, read({"do": do} | what))

    async def refused(self, who: Asker, do: str, **what: Any) -> tuple[int, str]:
        """Send a request to both workers that they refuse; return the status and the code."""
        found = set()
        for room in (self.other, self.owner):
            with pytest.raises(SpielwerkError) as error:
                await room.actions.act(self.id, who, read({"do": do} | what))
            found.add((refusals.status(error.value), error.value.code))
        assert len(found) == 1
        return found.pop()

    async def table(self) -> LiveTable:
        """Return the table as both workers show it."""
        shown = [(await room.registry.current(self.id)).table for room in (self.owner, self.other)]
        loaded = [await room.registry.get(self.id) for room in (self.owner, self.other)]
        assert [one.owned for one in loaded] == [True, False]
        assert shown[0].head == shown[1].head
        return shown[1]

    async def start(self) -> None:
        """Take the second seat, and open both shares."""
        await self.set_up()
        await self.act(self.bob, "sit", invite=self.invite, share=BOBS.hash, key="sit")
        for who, share in ((self.bob, BOBS), (self.ada, ADAS)):
            await self.act(who, "open", share=value(share))


def value(share: Share) -> str:
    assert share.value is not None
    return share.value.hex()


def add_people(engine: Engine) -> None:
    with engine.begin() as connection:
        for name in ("Ada", "Bob"):
            queries.add_person(connection, name, 1)


def ids(connection: Connection) -> list[int]:
    return list(connection.scalars(select(people.c.id)))


def at_two_workers(postgres: Postgres, happen: Callable[[Pair], Awaitable[None]]) -> None:
    async def run() -> None:
        database = postgres.fresh()
        async with (
            opened(database, add_people) as owner,
            opened(database, lambda engine: None) as other,
            joined(owner, database),
            joined(other, database),
        ):
            ada, bob = sorted(await owner.store.read(ids))
            await happen(Pair(owner, other, Asker(ada, "Ada"), Asker(bob, "Bob")))

    asyncio.run(run())


def test_shares_are_opened_at_another_worker(postgres: Postgres) -> None:
    async def happen(pair: Pair) -> None:
        await pair.set_up()
        await pair.act(pair.bob, "sit", invite=pair.invite, share=BOBS.hash)
        assert (await pair.table()).is_opening
        wrong = await pair.refused(pair.ada, "open", share=value(BOBS))
        assert wrong == (refusals.CONFLICT, "wrong_share")
        await pair.act(pair.bob, "open", share=value(BOBS))
        assert (await pair.table()).status == "open"
        await pair.act(pair.ada, "open", share=value(ADAS))
        table = await pair.table()
        assert table.status == "running"
        assert [one.share and one.share.value for one in table.sitters] == [ADAS.value, BOBS.value]

    at_two_workers(postgres, happen)


def test_who_leaves_at_another_worker_while_shares_are_opened_has_a_bot(postgres: Postgres) -> None:
    async def happen(pair: Pair) -> None:
        await pair.set_up()
        await pair.act(pair.bob, "sit", invite=pair.invite, share=BOBS.hash)
        assert pair.bob.person is not None
        await pair.other.actions.leave_all(pair.bob.person)
        await pair.act(pair.ada, "open", share=value(ADAS))
        assert (await pair.table()).sitters[1].away

    at_two_workers(postgres, happen)


def test_moves_are_taken_back_with_consent_at_another_worker(postgres: Postgres) -> None:
    async def happen(pair: Pair) -> None:
        await pair.start()
        table = await pair.table()
        assert table.match is not None
        seat = table.to_act[0]
        mover, other = (pair.ada, pair.bob) if seat == 0 else (pair.bob, pair.ada)
        played = {"seat": seat, "move": table.match.legal(seat)[0]}
        await pair.act(mover, "move", at=table.number, **played)
        await pair.act(mover, "ask_back", seat=seat)
        await pair.act(other, "decline", seat=1 - seat)
        nothing = await pair.refused(other, "agree", seat=1 - seat)
        assert nothing == (refusals.CONFLICT, "nothing_asked")
        assert plies(await pair.table()) == 1
        await pair.act(mover, "ask_back", seat=seat)
        assert plies(await pair.table()) == 1
        await pair.act(other, "agree", seat=1 - seat)
        assert plies(await pair.table()) == 0

    at_two_workers(postgres, happen)


def test_bots_among_themselves_play_while_somebody_watches_at_another_worker(
    postgres: Postgres,
) -> None:
    async def happen(pair: Pair) -> None:
        bots = {"0": "zufall", "1": "zufall"}
        new = wire.NewTable(game="axio", seats=2, sit=[], bots=bots, first=0, pace=False)
        id_ = (await pair.owner.actions.create(pair.ada, new))["info"]["id"]
        loaded = await pair.owner.registry.get(id_)
        assert loaded.table.status == "running"
        assert not loaded.thinking
        follower = Hearing()
        await pair.other.registry.follow(follower, id_, None, 0)
        pair.owner.registry.attended(loaded)
        assert not loaded.thinking  # it has not heard of that
        await Presence(pair.other.registry).announce()

        async def plays() -> bool:
            return bool(loaded.thinking)

        await wait_until_async(plays, "a bot begins to think")
        loaded.watched_until = 0.0  # nothing more was heard
        assert loaded.is_deserted
        pair.other.registry.unfollow(follower, id_, None)
        await Presence(pair.other.registry).announce()
        assert loaded.is_deserted

    at_two_workers(postgres, happen)


class Invited:
    """A spectator with an invitation."""

    def __init__(self, invite: str) -> None:
        self.invite = invite
        self.is_gone = False

    def hear(self, news: bytes) -> None:
        self.is_gone |= not news

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        return table.invite == self.invite

    async def has_gone(self) -> bool:
        return self.is_gone


@pytest.mark.parametrize("renewing", ["owner", "other"])
def test_spectators_at_both_workers_lose_an_invitation_that_is_replaced(
    postgres: Postgres, renewing: str
) -> None:
    async def happen(pair: Pair) -> None:
        await pair.set_up()
        followers = [Invited(pair.invite), Invited(pair.invite)]
        for room, follower in zip((pair.owner, pair.other), followers, strict=True):
            await room.registry.follow(follower, pair.id, None, 0)
        there: OpenTables = getattr(pair, renewing)
        await there.actions.new_invite(await there.registry.get(pair.id))
        await Presence(there.registry).renew(pair.id)
        for follower in followers:
            await wait_until_async(follower.has_gone, "they are disconnected")

    at_two_workers(postgres, happen)


def plies(table: LiveTable) -> int:
    assert table.match is not None
    return table.match.length


def test_a_cancellation_is_not_hidden_by_a_connection_that_is_gone(postgres: Postgres) -> None:
    """Otherwise the socket of a client who is disconnected stays open and answers nothing."""

    async def run() -> None:
        url = postgres.fresh().replace("+psycopg", "")
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
        asked = asyncio.create_task(execute(connection, "SELECT pg_sleep(60)"))
        await wait_until_async(running(url), "it runs")
        await connection.close()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    asyncio.run(run())


def running(url: str) -> Callable[[], Awaitable[bool]]:
    """Return a condition: a statement sleeps in that database."""

    async def is_so() -> bool:
        async with await psycopg.AsyncConnection.connect(url) as connection:
            asleep = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
            found = await (await connection.execute(asleep)).fetchone()
            return found is not None and found[0] > 0

    return is_so


def test_keys_hold_whichever_worker_is_asked(postgres: Postgres) -> None:
    async def happen(pair: Pair) -> None:
        await pair.set_up()
        sits = {"invite": pair.invite, "share": BOBS.hash, "key": "k"}
        first = await pair.act(pair.bob, "sit", **sits)
        again = await pair.owner.actions.act(pair.id, pair.bob, read({"do": "sit"} | sits))
        assert await pair.act(pair.bob, "sit", **sits) == first == again
        used = await pair.refused(pair.bob, "open", share=value(BOBS), key="k")
        assert used == (refusals.CONFLICT, "key_used")
        assert (await pair.table()).is_opening

    at_two_workers(postgres, happen)


def test_a_worker_that_lost_its_lock_writes_nothing_and_says_so_in_a_line(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async def happen(pair: Pair) -> None:
        await pair.set_up()
        theirs = await pair.other.registry.get(pair.id)
        theirs.owned = True  # it has not noticed yet that its lock is gone
        say = read({"do": "say", "text": "first", "key": "a"})
        await pair.owner.actions.act(pair.id, pair.ada, say)
        with pytest.raises(SpielwerkError) as refused:
            await pair.act(pair.ada, "say", text="second", key="b")
        assert refused.value.code == "not_written"

    at_two_workers(postgres, happen)
    assert "another worker has written that entry" in caplog.text
    assert not any(line.exc_info for line in caplog.records)
