"""Temporary database faults injected into a running server."""

from __future__ import annotations

import asyncio
import itertools
import resource
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from hosting.crashing import Crowd, Hurt, Outcome, opened
from server.postgres import Postgres
from server.process import ServerProcess

Fault = Callable[[ServerProcess], AbstractAsyncContextManager[None]]
FAKED = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
_HOUR_BACK, _RIGHT = "-3600s", "+0s"
_FULL = 16_384  # bytes of a file that can be written


def file_of(server: ServerProcess) -> Path:
    """Return the SQLite file of a server."""
    return Path(server.database.removeprefix("sqlite:///"))


@asynccontextmanager
async def disk_full(server: ServerProcess) -> AsyncIterator[None]:
    """Limit the size of the server's files, as on a full disk."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (_FULL, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@asynccontextmanager
async def file_gone(server: ServerProcess) -> AsyncIterator[None]:
    """Move the file away for a while."""
    file = file_of(server)
    elsewhere = file.rename(file.with_name("elsewhere.db"))
    try:
        yield
    finally:
        elsewhere.rename(file)


@asynccontextmanager
async def file_locked(server: ServerProcess) -> AsyncIterator[None]:
    """Hold a write lock in another process."""
    with opened(server.database) as engine:
        connection = await asyncio.to_thread(engine.connect)
        await asyncio.to_thread(connection.execute, text("SELECT 1"))  # it starts with a write
        try:
            yield
        finally:
            connection.close()


@asynccontextmanager
async def clock_set_back(server: ServerProcess) -> AsyncIterator[None]:
    """Set the clock back by an hour for a while; the server was started with `faked_clock`."""
    clock = file_of(server).with_name("clock")
    clock.write_text(_HOUR_BACK, encoding="ascii")
    try:
        yield
    finally:
        clock.write_text(_RIGHT, encoding="ascii")


def faked_clock(folder: Path) -> dict[str, str]:
    """Return the environment of a server whose clock a file sets."""
    clock = folder / "clock"
    clock.write_text(_RIGHT, encoding="ascii")
    return {
        "LD_PRELOAD": str(FAKED),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",  # seconds between readings of the file
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def away(postgres: Postgres) -> Fault:
    """Stop PostgreSQL, and start it again."""
    return _during(postgres.away, "postgresql_away")


def silent(postgres: Postgres) -> Fault:
    """Freeze PostgreSQL for a while."""
    return _during(postgres.frozen, "postgresql_silent")


def _during(begin: Callable[[], AbstractContextManager[None]], name: str) -> Fault:
    @asynccontextmanager
    async def fault(server: ServerProcess) -> AsyncIterator[None]:
        begun = begin()
        await asyncio.to_thread(begun.__enter__)
        try:
            yield
        finally:
            await asyncio.to_thread(begun.__exit__, None, None, None)

    fault.__name__ = name
    return fault


_CUT_LOCKS = text("""
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())
""")
_CUT_ALL = text("""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
""")


def cutting(statement: Any, name: str) -> Fault:
    """Cut all connections twice a second."""

    async def cut(server: ServerProcess) -> None:
        with opened(server.database) as engine:
            while True:
                with engine.begin() as connection:
                    connection.execute(statement)
                await asyncio.sleep(0.5)

    @asynccontextmanager
    async def fault(server: ServerProcess) -> AsyncIterator[None]:
        task = asyncio.create_task(cut(server))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    fault.__name__ = name
    return fault


listening_cut = cutting(_CUT_LOCKS, "listening_cut")
all_cut = cutting(_CUT_ALL, "all_cut")


def suffer(faults: Sequence[Fault], seconds: float) -> Hurt:
    """Inject one fault after the other, each for this long, while people play."""
    turns = itertools.cycle(faults)

    async def hurt(server: ServerProcess, crowd: Crowd, outcome: Outcome) -> None:
        fault = next(turns)
        outcome.killed[getattr(fault, "__name__", "fault").replace("_", " ")] += 1
        async with fault(server):
            await crowd.play(seconds)

    return hurt
