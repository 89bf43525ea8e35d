"""A minimal WebSocket client: text frames over asyncio, so that measurements exclude the client.

It supports only what loads on loopback need: no extensions, no fragments, a mask of zeros.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_MASKED = 0x80
_NO_MASK = bytes(4)  # a valid mask that changes nothing


class Frames:
    """Split received bytes into frames; `told` is called with each text."""

    def __init__(self, told: Callable[[bytes], None], asked: Callable[[int, bytes], None]) -> None:
        self._told = told
        self._asked = asked
        self._rest = b""

    def feed(self, data: bytes) -> None:
        """Accept received bytes."""
        data = self._rest + data if self._rest else data
        at, end = 0, len(data)
        while end - at >= 2:
            head, length, start = data[at], data[at + 1] & 0x7F, at + 2
            masked = data[at + 1] & _MASKED
            if length >= 126:
                size = 2 if length == 126 else 8
                if end - start < size:
                    break
                length = int.from_bytes(data[start : start + size], "big")
                start += size
            start += 4 if masked else 0
            if end - start < length:
                break
            at = start + length
            if head & 0x0F == TEXT:
                self._told(data[start:at])
            else:
                self._asked(head & 0x0F, data[start:at])
        self._rest = data[at:]


def frame(text: bytes, kind: int = TEXT, masked: bool = True) -> bytes:
    """Return a text as a frame."""
    mask, bit = (_NO_MASK, _MASKED) if masked else (b"", 0)
    length = len(text)
    if length < 126:
        return bytes((0x80 | kind, bit | length)) + mask + text
    if length < 1 << 16:
        return bytes((0x80 | kind, bit | 126)) + length.to_bytes(2, "big") + mask + text
    return bytes((0x80 | kind, bit | 127)) + length.to_bytes(8, "big") + mask + text


class Socket(asyncio.Protocol):
    """One connection to a server. `told` is called with each text received."""

    _transport: asyncio.Transport

    def __init__(self, request: bytes, opened: asyncio.Future[None]) -> None:
        self.told: Callable[[bytes], None] = _ignore
        self.lost: Callable[[], None] | None = None
        self._request = request
        self._opened = opened
        self._head: bytes | None = b""  # None once the handshake is done
        self._frames = Frames(self._hear, self._obey)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's do not derive from it
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if self._head is None:
            self._frames.feed(data)
            return
        self._head += data
        head, found, rest = self._head.partition(b"\r\n\r\n")
        if not found:
            return
        self._head = None
        if not head.startswith(b"HTTP/1.1 101"):
            line = head.split(b"\r\n")[0].decode()
            self._opened.set_exception(ConnectionRefusedError(f"no WebSocket: {line}"))
            return
        self._opened.set_result(None)
        if rest:
            self._frames.feed(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionResetError("closed while opening"))
        elif self.lost is not None:
            self.lost()

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._transport.write(frame(text))

    def close(self) -> None:
        """Send a close frame and close the connection."""
        self.lost = None
        self._transport.write(frame(b"\x03\xe8", CLOSE))
        self._transport.close()

    def _hear(self, text: bytes) -> None:
        self.told(text)

    def _obey(self, kind: int, data: bytes) -> None:
        if kind == PING:
            self._transport.write(frame(data, PONG))
        elif kind == CLOSE:
            self._transport.close()


async def connect(port: int, path: str, headers: dict[str, str] | None = None) -> Socket:
    """Open a socket to a server on loopback."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    opened: asyncio.Future[None] = loop.create_future()
    _, socket = await loop.create_connection(lambda: Socket(request, opened), "127.0.0.1", port)
    await asyncio.wait_for(opened, 30)
    return socket


def _ignore(text: bytes) -> None:
    pass
