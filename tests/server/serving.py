"""An app behind a real server on loopback, for tests of what is sent over the wire."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp


@asynccontextmanager
async def serving(app: ASGIApp, **config: Any) -> AsyncIterator[int]:
    """Serve an app, and yield the port.

    Uvicorn's protocols without its main loop, which looks only ten times a second whether to stop.
    """
    settings: dict[str, Any] = {"log_config": None, "lifespan": "off"} | config
    server = uvicorn.Server(uvicorn.Config(app, **settings))
    server.config.load()

    def protocol() -> asyncio.Protocol:
        made: asyncio.Protocol = server.config.http_protocol_class(  # type: ignore[call-arg]
            config=server.config, server_state=server.server_state, app_state={}
        )
        return made

    listening = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        for connection in list(server.server_state.connections):
            connection.shutdown()
        await listening.wait_closed()
        await asyncio.gather(*server.server_state.tasks)


async def exchange(port: int, *parts: str | bytes) -> tuple[int, dict[str, str], bytes]:
    """Send raw bytes, and read one answer: status, headers, body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part.encode() if isinstance(part, str) else part)
            await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        length = 0 if parts[0][:4] in ("HEAD", b"HEAD") else int(headers.get("content-length", 0))
        body = await reader.readexactly(length)
        return int(head[0].split()[1]), headers, body
    finally:
        writer.close()
        await writer.wait_closed()


def request(method: str, path: str, body: str = "", **headers: str) -> str:
    """Build an HTTP request; underscores in header names become dashes."""
    told = {"Host": "spiel.example", **headers}
    if body:
        told["Content-Length"] = str(len(body))
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in told.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body])


def handshake(path: str = "/api/live", **headers: str) -> str:
    """Build the request that opens a socket."""
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Version": "13"}
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
    return request("GET", path, **upgrade, **key, **headers)


def told(body: bytes) -> dict[str, Any]:
    """Check a refusal's shape, and return it."""
    refusal = json.loads(body)
    assert set(refusal) == {"code", "reason", "details"}
    assert refusal["reason"]
    return dict(refusal)
