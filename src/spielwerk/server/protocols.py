"""Connection limits beyond ASGI, for `spielwerk serve`: protocol classes for uvicorn.

They limit the number of connections, how long a client may take to send or read, and the size of
a request. They rely only on the constructor of uvicorn's classes, the methods of asyncio.Protocol,
and httptools' callbacks. The application finds what they offer in a connection's `state`; under
another server it is missing.
"""

from __future__ import annotations

import asyncio
import functools
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Hashable
from ipaddress import ip_address, ip_network
from typing import Any, cast

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame

from spielwerk.server import descriptors
from spielwerk.server.api.live import ABORT
from spielwerk.server.limits import Limiter, Rate, network
from spielwerk.server.settings import Settings

MOST_OF_HEAD = 32_768  # bytes of a request's headers
MOST_OF_REQUEST = 1 << 20  # bytes in all; the application bounds bodies much lower
FRAMES = Rate(4000, 1000)  # of an address; of a socket, if a proxy carries it
MOST_OF_PONGS = 1 << 17  # bytes of unread pongs, beyond the unread frames
_PIECE = 4096  # bytes that are parsed before they are counted
_DROP_UNSENT = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)
_LONG_HEAD = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class Proxies:
    """The proxy addresses and networks that the host trusts; `*` means any."""

    def __init__(self, told: list[str] | str) -> None:
        named = told.split(",") if isinstance(told, str) else told
        self._named = {one.strip() for one in named}
        self._networks = [ip_network(one, strict=False) for one in self._named if _is_network(one)]

    def __contains__(self, host: str) -> bool:
        if not host or "*" in self._named or host in self._named:  # no host: a Unix socket
            return True
        return any(ip_address(host) in one for one in self._networks)


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


class Connections:
    """The open connections of one server, limited per network and in total.

    Trusted proxies are not counted, since they carry many clients; the application counts those
    clients' sockets once their addresses are known.
    """

    def __init__(
        self, of_network: int, in_all: int, patience: float, proxies: Proxies, *, limits: bool
    ) -> None:
        self._frames = Limiter(FRAMES.per_second, FRAMES.burst) if limits else None
        self._of_network = of_network
        self._in_all = in_all
        self._patience = patience
        self._proxies = proxies
        self._open: dict[asyncio.BaseTransport, Hashable | None] = {}
        self._counted: Counter[Hashable] = Counter()
        self._awaited: dict[Http, float] = {}  # waiting for their clients; longest first
        self._sweep: asyncio.TimerHandle | None = None

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Register a connection; return False if there are too many already."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        whose = None if host in self._proxies else network(host)
        if whose is not None and self._counted[whose] >= self._of_network:
            return False
        if len(self._open) >= self._in_all:
            if not self._awaited:
                return False
            next(iter(self._awaited)).abort()  # idle longest; make room for a new client
        self._open[transport] = whose
        self._counted[whose] += 1
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Unregister a connection."""
        if transport in self._open:
            whose = self._open.pop(transport)
            self._counted[whose] -= 1
            if not self._counted[whose]:
                del self._counted[whose]

    def has_frames(self, transport: asyncio.BaseTransport) -> bool:
        """Count a frame of a socket; return False if its address has sent too many."""
        whose = self._open.get(transport)
        return self._frames is None or not self._frames.take(transport if whose is None else whose)

    def expect(self, one: Http) -> None:
        """Start the time limit for a client to send or read."""
        self._awaited.setdefault(one, time.monotonic())
        if self._sweep is None:
            self._sweep_later()

    def has_done(self, one: Http) -> None:
        """Clear the time limit: the client has sent or read."""
        self._awaited.pop(one, None)

    def _sweep_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._sweep = loop.call_later(self._patience / 4, self._abort_late)

    def _abort_late(self) -> None:
        self._sweep = None
        began = time.monotonic() - self._patience
        for one in [one for one, since in self._awaited.items() if since < began]:
            one.abort()
        if self._awaited:
            self._sweep_later()


@functools.lru_cache(maxsize=1)  # a process runs one server
def _connections(config: Config) -> Connections:
    settings = Settings.from_environment()
    of_network = descriptors.of_network(settings.connections)
    proxies = Proxies(config.forwarded_allow_ips)
    in_all, patience = descriptors.in_all(), settings.patience
    return Connections(of_network, in_all, patience, proxies, limits=settings.limits)


def _reset(line: asyncio.Transport) -> None:
    """Reset a connection immediately; the system discards unsent data."""
    line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _DROP_UNSENT)
    line.abort()


class _Pipelined(Exception):
    """A client sent a request before the one before it was answered."""


class Http(HttpToolsProtocol):
    """An HTTP connection with time and size limits for the client."""

    def __init__(self, config: Config, **named: Any) -> None:
        super().__init__(config, **named)
        self._connections = _connections(config)
        self._is_in = False
        self._in_head = True
        self._size = 0  # bytes of the request so far
        self._in_request = False  # from its first byte until it is answered

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast(asyncio.Transport, transport)  # uvloop's transport has another type
        self._is_in = self._connections.enter(transport)
        if not self._is_in:
            _reset(self._line)
            return
        super().connection_made(self._line)
        self._connections.expect(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_in:
            super().connection_lost(exc)
            self._is_in = False
            self._connections.leave(self._line)
            self._connections.has_done(self)

    def data_received(self, data: bytes) -> None:
        self._connections.expect(self)
        for start in range(0, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            self._size += len(piece)
            super().data_received(piece)
            if self._in_head and self._size > MOST_OF_HEAD:
                self._line.write(_LONG_HEAD)
                self._line.close()
            elif self._size > MOST_OF_REQUEST:
                self.abort()
            if self._line.is_closing() or self._line.get_protocol() is not self:
                return

    def on_message_begin(self) -> None:
        if self._in_request:
            # Browsers and proxies wait for the answer. Requests sent ahead would all be parsed and
            # queued at once: a few connections could keep the server busy for many seconds.
            self.abort()
            raise _Pipelined  # so that the parser stops, too
        self._in_head, self._size, self._in_request = True, 0, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._size = True, 0
        self._connections.has_done(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._in_request = False
        super().on_response_complete()
        if self._is_in:
            self._connections.expect(self)  # to read the rest, and to send another request or leave

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.expect(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.has_done(self)

    def abort(self) -> None:
        """Reset the connection immediately."""
        self._connections.has_done(self)
        _reset(self._line)


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection can be reset immediately, even with unsent data.

    An ordinary close waits until everything is sent, which never happens if the client never reads.
    All frames are counted, because the application never sees those that contain no message: pings,
    pongs and fragments.
    """

    def __init__(self, config: Config, app_state: dict[str, Any], **named: Any) -> None:
        super().__init__(config, app_state=app_state | {ABORT: self._abort}, **named)
        self._connections = _connections(config)
        self._is_flooded = False
        self._receive_frame = self.conn.recv_frame
        self.conn.recv_frame = self._count_frame  # type: ignore[method-assign]

    def _count_frame(self, frame: Frame) -> None:
        if not self._connections.has_frames(self._line):
            self._is_flooded = True
            raise ProtocolError("too many frames")  # so that the parser stops, too
        self._receive_frame(frame)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast(asyncio.Transport, transport)
        self._is_open = True
        self._unread = 0  # bytes unsent when writing was paused
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        self._connections.leave(self._line)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_flooded or self._line.get_write_buffer_size() > self._unread + MOST_OF_PONGS:
            self._abort()  # pongs are written whether or not the client reads

    def pause_writing(self) -> None:
        self._unread = self._line.get_write_buffer_size()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread = 0
        super().resume_writing()

    def _abort(self) -> None:
        if self._is_open:  # otherwise its descriptor may have been reused
            _reset(self._line)
