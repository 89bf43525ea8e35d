"""Coordinate workers that share a PostgreSQL: each table has one owner, and news reaches all."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import Connection, TextClause, text

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import refusals
from spielwerk.server.acts import Asker
from spielwerk.server.refusals import NotReady
from spielwerk.server.store.database import PATIENCE
from spielwerk.server.store.health import cut
from spielwerk.server.store.store import Store
from spielwerk.server.store.workers import LOCKS, RUNNING

_log = logging.getLogger(__name__)

NEWS = "spielwerk_news"
_LEFT = "~"  # prefix of a departed worker's number; no table id starts with it
_ANSWER_SECONDS = 3.0
_CANCELLING_SECONDS = 1.0
_LEAVING_SECONDS = 1.0  # to finish what other workers have asked for
_BEAT_SECONDS = 1.0  # how often a worker checks that it still holds its lock
_AGAIN_SECONDS = 0.5

_CLAIM = text(f"""
    UPDATE tables SET owner = :me
    WHERE id = :table AND (owner IS NULL OR owner = :me OR owner NOT IN ({RUNNING}))
    AND :me IN ({RUNNING})
""")  # noqa: S608
_OWNER = text(f"SELECT owner FROM tables WHERE id = :table AND owner IN ({RUNNING})")  # noqa: S608
_IS_FREE = text(f"(owner IS NULL OR owner = :me OR owner NOT IN ({RUNNING}))")

Do = Callable[[str, Asker, dict[str, Any]], Awaitable[dict[str, Any]]]


def spread(connection: Connection, tables: set[str]) -> None:
    """Notify all workers, as part of a commit, which tables have news."""
    notify = text("SELECT pg_notify(:channel, :table)")
    connection.execute(notify, [{"channel": NEWS, "table": table} for table in sorted(tables)])


class Cluster:
    """A worker's connection to the other workers."""

    def __init__(self, url: str, store: Store, do: Do, news: Callable[[str], None]) -> None:
        self._url = url
        self._store = store
        self._do = do
        self._news = news
        self._numbers = itertools.count()
        self._asked: dict[int, tuple[int, asyncio.Future[dict[str, Any]]]] = {}  # worker, answer
        self._doing: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()
        self._ears: psycopg.AsyncConnection[Any] | None = None
        self._mouth: psycopg.AsyncConnection[Any] | None = None
        self.me = 0
        self.lost: Callable[[], None] = lambda: None  # called when others may own our tables

    async def start(self) -> None:
        """Join the cluster under a new worker number."""
        try:
            await self._join()
        except BaseException:
            await self.stop()
            raise
        self._listening = asyncio.create_task(self._listen())

    async def _join(self) -> None:
        if self._ears is not None:
            await self._ears.close()
        name = f"spielwerk worker, process {os.getpid()}"
        ears = self._ears = await self._connect(name)
        now = int(time.time() * 1000)
        insert = "INSERT INTO workers (started) VALUES (%s) RETURNING id"
        made = await execute(ears, insert, [now])
        row = await made.fetchone()
        assert row is not None
        self.me = row[0]
        await execute(ears, "SELECT pg_advisory_lock(%s, %s)", [LOCKS, self.me])
        for channel in (NEWS, _channel(self.me)):
            await execute(ears, sql.SQL("LISTEN {}").format(sql.Identifier(channel)))

    async def _connect(self, name: str) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, application_name=name, **PATIENCE
        )

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_until_lost()
            except psycopg.Error:
                _log.warning("worker %s has lost its lock: others may own its tables now", self.me)
            self.lost()
            while not await self._has_joined_again():
                await asyncio.sleep(_AGAIN_SECONDS)
            _log.warning("it has joined again as worker %s", self.me)
            self.lost()  # this worker has missed all news meanwhile

    async def _listen_until_lost(self) -> None:
        assert self._ears is not None
        while True:
            async for notice in self._ears.notifies(timeout=_BEAT_SECONDS):
                self._hear(notice.channel, notice.payload)
            await execute(self._ears, "SELECT 1")  # a dead connection may raise no error

    async def _has_joined_again(self) -> bool:
        try:
            await self._join()
        except psycopg.Error:
            return False
        return True

    def _hear(self, channel: str, payload: str) -> None:
        if channel == NEWS:
            if payload.startswith(_LEFT):
                self._give_up_on(int(payload.removeprefix(_LEFT)))
            else:
                self._news(payload)
            return
        told = json.loads(payload)
        if "answer" in told or "refused" in told:
            _, asked = self._asked.pop(told["id"], (None, None))
            if asked is not None and not asked.done():
                asked.set_result(told)
            return
        task = asyncio.create_task(self._answer(told))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    def _give_up_on(self, left: int) -> None:
        """Stop waiting for a worker that has left: its tables can be claimed."""
        for worker, asked in self._asked.values():
            if worker == left and not asked.done():
                asked.set_exception(TimeoutError())

    async def _answer(self, told: dict[str, Any]) -> None:
        try:
            asker = Asker(told["person"], told["name"], told["guest"])
            answer = {"answer": await self._do(told["table"], asker, told["act"])}
        except SpielwerkError as error:
            answer = {"refused": refusals.body(error) | {"status": refusals.status(error)}}
        except Exception:  # noqa: BLE001 (the worker that asked needs an answer)
            _log.exception("another worker could not be answered")
            answer = {"refused": {"code": "failed", "reason": "", "details": {}, "status": 503}}
        with contextlib.suppress(psycopg.Error):  # the other worker asks again
            await self._tell(told["from"], {"id": told["id"], **answer})

    async def _tell(self, worker: int, message: dict[str, Any]) -> None:
        payload = json.dumps(message, ensure_ascii=False)
        async with self._sending:
            await self._speak(_channel(worker), payload)

    async def tell_all(self, payload: str) -> None:
        """Send a message to all workers, including this one."""
        async with self._sending:
            try:
                await self._speak(NEWS, payload)
            except psycopg.Error:
                try:
                    await self._speak(NEWS, payload)  # over a new connection
                except psycopg.Error:
                    raise refusals.unavailable() from None

    async def _speak(self, channel: str, payload: str) -> None:
        if self._mouth is None or self._mouth.closed:
            if self._mouth is not None:
                await self._mouth.close()
            self._mouth = await self._connect("spielwerk worker's questions")
        await execute(self._mouth, "SELECT pg_notify(%s, %s)", [channel, payload])

    # Tables

    async def claim(self, table: str) -> int | None:
        """Claim a table; return its owner's number, or None if this worker has lost its lock."""
        me = self.me

        def claim(connection: Connection) -> int | None:
            if connection.execute(_CLAIM, {"me": me, "table": table}).rowcount:
                return me
            owner: int | None = connection.scalar(_OWNER, {"table": table})
            return owner

        return await self._store.write(claim)

    def is_free(self) -> TextClause:
        """Return the SQL condition for tables that no other worker owns."""
        return _IS_FREE.bindparams(me=self.me)

    async def ask(
        self, owner: int, table: str, asker: Asker, act: dict[str, Any]
    ) -> dict[str, Any]:
        """Forward an act to the worker that owns the table, and return its answer."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        self._asked[number] = owner, answer
        question = {**asdict(asker), "table": table, "act": act}
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self._tell(owner, {"id": number, "from": self.me, **question})
                told = await answer
        except (TimeoutError, psycopg.Error):
            raise NotReady("no_answer", "the table's worker is not responding: try again") from None
        finally:
            self._asked.pop(number, None)
        if "refused" in told:
            raise refusals.retold(told["refused"])
        done: dict[str, Any] = told["answer"]
        return done

    async def stop(self) -> None:
        """Leave the cluster; the other workers can claim our tables."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._doing:  # the workers that asked wait no longer than this
            _, late = await asyncio.wait(self._doing, timeout=_LEAVING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._ears is not None:
            await self._ears.close()  # which also releases the lock
            with contextlib.suppress(TimeoutError, refusals.Unavailable):
                async with asyncio.timeout(_LEAVING_SECONDS):
                    await self.tell_all(f"{_LEFT}{self.me}")
        if self._mouth is not None:
            await self._mouth.close()


async def execute(
    connection: psycopg.AsyncConnection[Any], statement: Any, parameters: Any = None
) -> psycopg.AsyncCursor[Any]:
    """Execute a statement; cut the connection if there is no answer in time.

    To cancel a statement, psycopg itself waits ten seconds for a server that does not answer. It is
    cancelled first, because a statement that waits for a lock does not notice that it was cut.
    """
    asked = asyncio.create_task(connection.execute(statement, parameters))
    asked.add_done_callback(_retrieve)  # its caller may be cancelled first
    try:
        await asyncio.wait([asked], timeout=_ANSWER_SECONDS)
    finally:
        if not asked.done():
            with contextlib.suppress(psycopg.Error):
                await connection.cancel_safe(timeout=_CANCELLING_SECONDS)
            cut(connection)  # so `asked` fails immediately
            await asyncio.wait([asked])
    return asked.result()


def _retrieve(asked: asyncio.Task[Any]) -> None:
    _ = asked.cancelled() or asked.exception()


def _channel(worker: int) -> str:
    return f"spielwerk_worker_{worker}"
