"""The server's uptime, as stored, and for how long nobody could act."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.exc import SQLAlchemyError

from server.playing import play
from spielwerk.server import uptime as module
from spielwerk.server.refusals import Unavailable
from spielwerk.server.store.database import open_database
from spielwerk.server.store.schema import uptime
from spielwerk.server.store.store import Store
from spielwerk.server.uptime import Span, Uptime


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(open_database(database))
    yield opened
    opened.close()


class Clocks:
    """A wall clock that can be set, beside one that can't."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_000_000, 0.0
        monkeypatch.setattr(module, "now", lambda: self.wall)
        monkeypatch.setattr(time, "monotonic", lambda: self.steady)

    def go_on(self, ms: int) -> None:
        self.wall += ms
        self.steady += ms / 1000


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


def spans(engine: Engine) -> list[Span]:
    with engine.connect() as connection:
        found = select(uptime.c.began, uptime.c.seen).order_by(uptime.c.id)
        return [(row.began, row.seen) for row in connection.execute(found)]


def something_is_due(store: Store) -> None:
    play(store.engine, plies=0, bots={0: "zufall"})


def test_it_is_noted_while_something_is_due(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        up = Uptime(store)
        await up.beat()
        assert spans(store.engine) == []
        something_is_due(store)
        for _ in range(2):
            clocks.go_on(5000)
            await up.beat()
        assert spans(store.engine) == [(1_000_000, 1_010_000)]
        clocks.go_on(10_000)
        assert up.missed(1_001_000, clocks.wall) == 0

    asyncio.run(run())


def test_time_between_two_runs_is_missed(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        something_is_due(store)
        for _ in range(3):  # each is up for five seconds, and down for twelve
            up = Uptime(store)
            await up.start()
            clocks.go_on(5000)
            await up.beat()
            clocks.go_on(12_000)
        clocks.go_on(-12_000)
        assert up.missed(1_000_000, clocks.wall) == 24_000
        assert up.missed(1_010_000, clocks.wall) == 7000 + 12_000
        assert up.missed(clocks.wall - 1, clocks.wall) == 0
        assert up.missed(clocks.wall + 100, clocks.wall) == -100
        assert up.missed(900_000, clocks.wall) == 24_000 + 100_000  # before anything is known

    asyncio.run(run())


def test_other_workers_count(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        something_is_due(store)
        first = Uptime(store)
        for _ in range(4):
            clocks.go_on(5000)
            await first.beat()
        second = Uptime(store)
        await second.start()
        clocks.go_on(5000)
        assert second.missed(1_000_000, clocks.wall) == 0

    asyncio.run(run())


@pytest.mark.parametrize("by", [3_600_000, -3_600_000])
def test_a_clock_that_is_set_counts_as_time_in_which_nobody_could_act(
    store: Store, clocks: Clocks, by: int
) -> None:
    async def run() -> None:
        something_is_due(store)
        up = Uptime(store)
        clocks.go_on(5000)
        await up.beat()
        clocks.wall += by
        clocks.go_on(5000)
        await up.beat()
        began = clocks.wall
        assert spans(store.engine) == [(1_000_000, 1_005_000), (began, began)]
        if by > 0:
            assert up.missed(1_004_000, clocks.wall) == by + 5000
        else:
            assert up.missed(1_004_000, clocks.wall) == clocks.wall - 1_004_000 < 0

    asyncio.run(run())


def test_a_clock_set_forward_takes_no_time_before_the_next_beat(
    store: Store, clocks: Clocks
) -> None:
    async def run() -> None:
        up = Uptime(store)
        clocks.go_on(5000)
        await up.beat()
        clocks.wall += 3_600_000
        clocks.go_on(2000)
        assert up.missed(1_004_000, clocks.wall) == 3_600_000 + 2000
        await up.beat()
        clocks.go_on(1000)
        assert up.missed(1_004_000, clocks.wall) == 3_600_000 + 2000

    asyncio.run(run())


def test_time_in_which_the_process_was_paused_is_missed(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        something_is_due(store)
        up, resumed = Uptime(store), []
        up.back = lambda: resumed.append(clocks.wall)
        clocks.go_on(5000)
        await up.beat()
        assert up.missed(1_004_000, clocks.wall) == 0
        assert not resumed
        clocks.go_on(17_000)
        assert up.is_late
        assert up.missed(1_004_000, clocks.wall) == 17_000
        await asyncio.gather(up.beat(), up.beat())  # whose alarm rings does not wait for the next
        assert resumed == [1_022_000]
        clocks.go_on(1000)
        assert up.missed(1_004_000, clocks.wall) == 17_000
        assert spans(store.engine) == [(1_000_000, 1_005_000), (1_022_000, 1_022_000)]

    asyncio.run(run())


def test_clocks_stand_still_while_the_database_is_away(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        something_is_due(store)
        up = Uptime(store)
        clocks.go_on(5000)
        await up.beat()
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE uptime RENAME TO elsewhere"))
        for _ in range(2):
            clocks.go_on(5000)
            with pytest.raises((SQLAlchemyError, Unavailable)):
                await up.beat()
        assert up.missed(1_000_000, clocks.wall) == 10_000
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO uptime"))
        clocks.go_on(1000)
        await up.beat()
        assert up.missed(1_000_000, clocks.wall + 500) == 11_000
        assert spans(store.engine) == [(1_000_000, 1_005_000), (1_016_000, 1_016_000)]

    asyncio.run(run())


def test_what_is_older_than_any_clock_is_deleted(store: Store, clocks: Clocks) -> None:
    async def run() -> None:
        something_is_due(store)
        up = Uptime(store)
        await up.beat()
        clocks.go_on(32 * 86_400_000)
        await Uptime(store).start()
        assert spans(store.engine) == []

    asyncio.run(run())
