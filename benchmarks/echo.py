"""A server without rules or storage that answers like ours: it shows how fast the client can be.

    python echo.py PORT

It acknowledges each move and sends it to all who watch the table, with a view of the usual size.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sys
from collections import defaultdict
from typing import Any, ClassVar

import orjson
import uvloop
from wire import TEXT, Frames, frame

VIEW_BYTES = 1500
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455


class Echo(asyncio.Protocol):
    """One connection."""

    watching: ClassVar[defaultdict[str, list[Echo]]] = defaultdict(list)

    def __init__(self) -> None:
        self._head: bytes | None = b""
        self._frames = Frames(self._told, lambda kind, data: None)
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if self._head is None:
            self._frames.feed(data)
            return
        self._head += data
        head, found, _ = self._head.partition(b"\r\n\r\n")
        if found:
            lines = (line.partition(b": ") for line in head.split(b"\r\n"))
            key = next(value for name, _, value in lines if name == b"Sec-WebSocket-Key")
            accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
            self._head = None
            self._transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )

    def _told(self, text: bytes) -> None:
        message = orjson.loads(text)
        if "watch" in message:
            self.watching[message["watch"]["table"]].append(self)
            self._send({"id": message["id"], "ok": {"number": 3}})
        elif "unwatch" in message:
            self.watching.pop(message["unwatch"]["table"], None)
            self._send({"id": message["id"], "ok": {}})
        else:
            number = message["act"].get("at", 2) + 1
            self._send({"id": message["id"], "ok": {"number": number}})
            for seat, one in enumerate(self.watching.get(message["table"], [])):
                view = "x" * VIEW_BYTES
                news = {"table": message["table"], "seat": seat, "number": number, "view": view}
                one._send(news)

    def _send(self, message: dict[str, Any]) -> None:
        self._transport.write(frame(orjson.dumps(message), TEXT, masked=False))


async def main(port: int) -> None:
    """Serve until interrupted."""
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
