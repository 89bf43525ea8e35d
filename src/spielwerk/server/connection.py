"""A client's WebSocket: texts come and go without a queue, and without a task for each.

This derives from a class of uvicorn's that is no part of its interface: whoever raises the version
in pyproject.toml looks there first. Tests talk to it over real sockets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "spielwerk.connection"  # of an ASGI scope
_MOST_BEHIND = 1 << 20  # bytes that a client has not taken yet

Listener = Callable[[str | None], None]  # is called with a message; None: it was no text


class Client(Protocol):
    """Somebody at the other end."""

    def listen(self, listener: Listener) -> None:
        """Have each message told to somebody from now on, at once."""

    def tell(self, text: bytes) -> bool:
        """Send a text; False if the client has gone, or is too far behind."""

    def read(self, on: bool) -> None:
        """Go on reading, or let the client wait."""


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which an ASGI application can listen to directly.

    As ASGI has it, each message goes through a queue to a task that is woken for it, and reading
    stops until then.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._listener: Listener | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # or it was refused right away
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def send_receive_event_to_app(self) -> None:
        text, is_text = None, self.curr_msg_data_type == "text"
        if is_text:
            with contextlib.suppress(UnicodeDecodeError):
                text = b"".join(self.frames).decode()
        if self._listener is None or (is_text and text is None):
            super().send_receive_event_to_app()  # which hangs up on what is no text after all
            return
        self.frames = []
        if not self.close_sent:
            self._listener(text)

    def listen(self, listener: Listener) -> None:
        self._listener = listener

    def tell(self, text: bytes) -> bool:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.writelines(self.conn.data_to_send())
        return self.transport.get_write_buffer_size() <= _MOST_BEHIND

    def read(self, on: bool) -> None:
        if on is self.read_paused:
            self.read_paused = not on
            if on:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()
