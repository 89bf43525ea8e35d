"""An application with limits and a clock that the test advances, and clients at any address."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from spielwerk.server.app import application
from spielwerk.server.people import COOKIE
from spielwerk.server.settings import Settings

HOST = "http://spiel.example"


async def _run(app: Any, scope: Any, receive: Any, send: Any) -> None:
    await app(scope, receive, send)


class Clocked:
    """Advance `now` to let time pass for all limits."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        database = f"sqlite:///{folder / 'limits.db'}"
        # Patience uses the real clock: a busy machine needs more of it.
        settings = Settings(database, compile=False, pace_ms=0, patience=600)
        self.app = application(settings, lambda: self.now)

    def client(self, address: str) -> httpx.AsyncClient:
        """Return a client at an address."""
        transport = httpx.ASGITransport(self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=HOST, timeout=120)

    async def guest(self, address: str, name: str = "Ada") -> httpx.AsyncClient:
        """Return a client with a name."""
        client = self.client(address)
        assert (await client.post("/api/people", json={"name": name})).is_success
        return client

    @asynccontextmanager
    async def socket(self, address: str, cookie: str | None = None) -> AsyncIterator["Socket"]:
        """Open a socket from an address."""
        headers = [(b"host", b"spiel.example")]
        headers += [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else []
        scope: Any = {
            "type": "websocket", "path": "/api/live", "raw_path": b"/api/live", "scheme": "ws",
            "query_string": b"", "headers": headers, "client": (address, 50_000), "root_path": "",
            "server": ("spiel.example", 80), "subprotocols": [], "state": {},
        }  # fmt: skip
        one = Socket()
        one.said.put_nowait({"type": "websocket.connect"})
        running = asyncio.create_task(_run(self.app, scope, one.said.get, one.hear))
        assert (await one.told.get())["type"] == "websocket.accept"
        try:
            yield one
        finally:
            one.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await running


class Socket:
    """A client's end of a socket."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.told: asyncio.Queue[Any] = asyncio.Queue()

    async def hear(self, message: Any) -> None:
        """Receive what the server sends."""
        await self.told.put(message)

    async def ask(self, **what: Any) -> dict[str, Any]:
        """Send a message; return its answer, and skip what comes before it."""
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": 7, **what})})
        while (answer := json.loads((await self.told.get())["text"])).get("id") != 7:
            pass
        return dict(answer)


@asynccontextmanager
async def clocked(folder: Path) -> AsyncIterator[Clocked]:
    """Run such an application."""
    one = Clocked(folder)
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    told: asyncio.Queue[Any] = asyncio.Queue()
    scope: Any = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    said.put_nowait({"type": "lifespan.startup"})
    running = asyncio.create_task(_run(one.app, scope, said.get, told.put))
    assert (await told.get())["type"] == "lifespan.startup.complete"
    try:
        yield one
    finally:
        said.put_nowait({"type": "lifespan.shutdown"})
        await running
