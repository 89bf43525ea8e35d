"""Run one server process with uvicorn, with a bounded shutdown time."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from spielwerk.server import logs
from spielwerk.server.live import MOST_BYTES
from spielwerk.server.protocols import Http, WebSocket
from spielwerk.server.settings import Settings

_log = logging.getLogger(__name__)

STOPPING_SECONDS = 9  # Docker waits ten
_REQUEST_SECONDS = 3  # of these, for running requests; the rest is for writing what they did
_FAILED = 1


def uvicorn_settings(settings: Settings, port: int, proxy: str) -> dict[str, Any]:
    """Return uvicorn's settings, as plain data for other processes."""
    return {
        "app": "spielwerk.server.worker:from_environment",
        "factory": True,
        "host": settings.host,
        "port": port,
        "http": Http,
        "ws": WebSocket,
        "ws_max_size": 2 * MOST_BYTES,
        "ws_per_message_deflate": False,
        "proxy_headers": True,
        "forwarded_allow_ips": proxy,
        "timeout_graceful_shutdown": _REQUEST_SECONDS,
        "server_header": False,
        "log_config": logs.config(settings.log_json, settings.log_level.upper()),
    }


def serve(
    told: dict[str, Any],
    sockets: list[socket.socket] | None = None,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until stopped; call `ready` once the server accepts requests."""
    signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it again when it is done
    hangup = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is not None and signal.getsignal(hangup) == signal.SIG_DFL:  # else ignored: nohup
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))

    async def once() -> None:  # uvicorn calls it periodically
        server.config.callback_notify = None
        ready()

    server = _Server(uvicorn.Config(**told, callback_notify=once))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets)
    if not server.started:
        sys.exit(_FAILED)


class _Server(uvicorn.Server):
    """A server that stops in time, even if a database or a thread hangs."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            late = threading.Timer(STOPPING_SECONDS, _give_up)
            late.daemon = True
            late.start()
        super().handle_exit(sig, frame)


def _give_up() -> None:
    _log.error(
        "not stopped within %d s, so exiting now: "
        "acts that were not acknowledged by now may be missing",
        STOPPING_SECONDS,
    )
    os._exit(_FAILED)


def _leave(*_: object) -> None:
    """Exit with code 0: an ordinary stop is not a failure."""
    sys.exit(0)
