"""A connection over real sockets: what comes is told at once, and nobody is waited for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvloop
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect

from server.serving import serving
from spielwerk.server.connection import _MOST_BEHIND, EXTENSION, Connection


class Door:
    """Lets one client in, and notes what it says."""

    def __init__(self) -> None:
        self.connection: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self.said: list[str | None] = []
        self.has_said = asyncio.Event()
        self.left = asyncio.Event()

    def _hear(self, text: str | None) -> None:
        self.said.append(text)
        self.has_said.set()

    async def hears(self) -> list[str | None]:
        await asyncio.wait_for(self.has_said.wait(), 10)
        self.has_said.clear()
        return self.said

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["extensions"][EXTENSION]
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        connection.listen(self._hear)
        self.connection.set_result(connection)
        assert (await receive())["type"] == "websocket.disconnect"
        self.left.set()


@asynccontextmanager
async def opened(**settings: Any) -> AsyncIterator[tuple[Door, Connection, ClientConnection]]:
    door = Door()
    config: dict[str, Any] = {"ws": Connection, "ws_per_message_deflate": False}
    async with (
        serving(door, **config) as port,
        connect(f"ws://127.0.0.1:{port}/", **settings) as client,
    ):
        yield door, await door.connection, client


def run(work: Awaitable[None], with_uvloop: bool) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(work, 30)

    if with_uvloop:
        uvloop.run(bounded())
    else:
        asyncio.run(bounded())


either = pytest.mark.parametrize("with_uvloop", [True, False], ids=["uvloop", "asyncio"])


@either
def test_texts_come_and_go(with_uvloop: bool) -> None:
    async def work() -> None:
        async with opened() as (door, connection, client):
            await client.send("grüß' dich ♞")
            assert await door.hears() == ["grüß' dich ♞"]
            await client.send(["in ", "three ", "parts"])
            assert (await door.hears())[1:] == ["in three parts"]
            await client.send(b"no text")
            assert (await door.hears())[2:] == [None]
            assert connection.tell(b"a" * 100_000)
            assert connection.tell(b"b")
            assert await client.recv() == "a" * 100_000
            assert await client.recv() == "b"
        await asyncio.wait_for(door.left.wait(), 10)
        assert not connection.tell(b"c")

    run(work(), with_uvloop)


@either
def test_who_is_not_read_waits(with_uvloop: bool) -> None:
    async def work() -> None:
        async with opened() as (door, connection, client):
            connection.read(on=False)
            await client.send("a")
            answered = await client.ping()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(answered), 0.1)
            assert door.said == []
            connection.read(on=True)
            await asyncio.wait_for(answered, 10)
            assert door.said == ["a"]

    run(work(), with_uvloop)


@either
def test_who_takes_nothing_is_told_nothing_for_ever(with_uvloop: bool) -> None:
    async def work() -> None:
        async with opened(max_queue=1) as (_, connection, client):
            client.transport.pause_reading()
            text, sent = b"x" * 65_536, 0
            while connection.tell(text):
                sent += 1
                await asyncio.sleep(0)
                assert sent * len(text) < 64 * _MOST_BEHIND  # the system's buffers are smaller
            assert connection.transport.get_write_buffer_size() > _MOST_BEHIND
            connection.transport.abort()
            client.transport.abort()

    run(work(), with_uvloop)
