"""An outbox over real sockets: frames are sent in order, and no client delays another."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvloop
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect

from server.serving import serving
from spielwerk.server.api.live import ABORT
from spielwerk.server.outbox import MOST_BEHIND, MOST_TOGETHER, Backlog, Outbox
from spielwerk.server.protocols import Http, WebSocket
from spielwerk.server.settings import Settings


class Door:
    """Accepts one client, and sends it what is put into its outbox."""

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.scope: asyncio.Future[Scope] = asyncio.get_running_loop().create_future()
        self.left = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        self.scope.set_result(scope)
        sending = asyncio.create_task(self.outbox.run(send))
        while (await receive())["type"] == "websocket.receive":
            pass
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        self.left.set()


@asynccontextmanager
async def opened(**settings: Any) -> AsyncIterator[tuple[Door, Scope, ClientConnection]]:
    door = Door()
    async with (
        serving(door, http=Http, ws=WebSocket, ws_per_message_deflate=False) as port,
        connect(f"ws://127.0.0.1:{port}/", **settings) as client,
    ):
        yield door, await door.scope, client


def run(work: Awaitable[None], with_uvloop: bool) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(work, 30)

    if with_uvloop:
        uvloop.run(bounded())
    else:
        asyncio.run(bounded())


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `spielwerk serve` passes them to its workers."""
    told: dict[str, str] = {}
    Settings("sqlite://").to_environment(told)
    for name, value in told.items():
        monkeypatch.setenv(name, value)


either = pytest.mark.parametrize("with_uvloop", [True, False], ids=["uvloop", "asyncio"])


@either
def test_frames_go_out_in_order(with_uvloop: bool) -> None:
    async def work() -> None:
        async with opened() as (door, _, client):
            frames = ["grüß' dich ♞", "a" * 100_000, *map(str, range(100))]
            assert all(door.outbox.put(frame.encode()) for frame in frames)
            assert [await client.recv() for _ in frames] == frames
        await asyncio.wait_for(door.left.wait(), 10)

    run(work(), with_uvloop)


def test_clients_of_one_network_share_what_may_be_queued() -> None:
    async def work() -> None:
        backlog, frame = Backlog(), b"x" * (MOST_BEHIND // 2)
        slow = [Outbox(backlog) for _ in range(MOST_TOGETHER // len(frame) + 1)]
        assert all(one.put(frame) for one in slow)  # each has half of what one may have
        assert backlog.size > MOST_TOGETHER
        assert not any(one.put(b"y") for one in slow)
        other = Outbox(Backlog())
        assert other.put(frame)
        assert other.put(b"y")
        late = Outbox(backlog)  # who reads is served whatever the neighbours do
        assert late.put(b"y" * 1000)
        assert late.put(b"y" * 1000)
        slow[0].clear()
        slow[1].clear()
        assert slow[2].put(b"y")

    asyncio.run(work())


@either
def test_a_client_that_reads_nothing_is_aborted(with_uvloop: bool) -> None:
    async def work() -> None:
        async with opened(max_queue=1) as (door, scope, client):
            client.transport.pause_reading()
            frame, queued = b"x" * 65_536, 0
            while door.outbox.put(frame):
                queued += 1
                await asyncio.sleep(0)
                assert queued * len(frame) < 64 * MOST_BEHIND  # the system's buffers are smaller
            assert not door.outbox.put(b"y")  # it does not recover without help
            assert not door.left.is_set()
            scope["state"][ABORT]()
            await asyncio.wait_for(door.left.wait(), 10)
            client.transport.abort()

    run(work(), with_uvloop)
