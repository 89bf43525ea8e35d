"""Running a server: one process, or several on one database."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser

import uvicorn
from starlette.types import ASGIApp

from spielwerk.rules.errors import BadSetting
from spielwerk.server import logs
from spielwerk.server.app import application
from spielwerk.server.connection import Connection
from spielwerk.server.live import MOST_BYTES
from spielwerk.server.settings import Settings
from spielwerk.server.store.database import open_database
from spielwerk.server.thinkers import leave_with_parent

_STOPPING_SECONDS = 5
# After how many new objects the collector looks at the young ones, and how often it does so until
# it looks at older ones: at so few at a time that nobody waits for it (10,000 take ten
# milliseconds), and at all that lives hardly ever. Tables form no rings.
_COLLECTING = (500, 4, 5000)
_SILENT_SECONDS = 30  # a worker that loads games on a busy machine is no dead worker
_TRIES, _TRY_SECONDS = 100, 0.1


def run(
    settings: Settings, host: str, port: int, workers: int, proxy: str, *, browser: bool
) -> None:
    """Serve until it is stopped."""
    if workers > 1 and not settings.database.startswith("postgresql"):
        raise BadSetting("bad_workers", "several workers need PostgreSQL: --database postgresql+…")
    open_database(settings.database).dispose()  # what is wrong with it is said at once
    settings.to_environment()
    if workers > 1 and settings.metrics:  # each scrape shows all workers, who leave figures here
        folder = tempfile.mkdtemp(prefix="spielwerk-metrics-")
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
    signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it once more when it is done
    if browser:
        threading.Thread(target=_open_browser, args=(host, port), daemon=True).start()
    uvicorn.run(
        "spielwerk.server.running:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers if workers > 1 else None,
        ws=Connection,
        ws_max_size=2 * MOST_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=_STOPPING_SECONDS,
        timeout_worker_healthcheck=_SILENT_SECONDS,
        server_header=False,
        log_config=logs.config(settings.log_json, settings.log_level.upper()),
    )


def free_port(host: str, wanted: int) -> int:
    """Return the port that is wanted, or any that is free."""
    for port in (wanted, 0):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind((host, port))
            except OSError:
                continue
            return int(one.getsockname()[1])
    return wanted


def _leave(*_: object) -> None:
    """Being stopped as one should is no failure."""
    sys.exit(0)


def _open_browser(host: str, port: int) -> None:
    """Show the page as soon as the server answers."""
    here = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104
    for _ in range(_TRIES):
        try:
            with urllib.request.urlopen(f"{here}/healthz", timeout=1):  # noqa: S310
                webbrowser.open(here)
                return
        except OSError:
            time.sleep(_TRY_SECONDS)


def from_environment() -> ASGIApp:
    """Return a worker's application."""
    leave_with_parent(signal.SIGTERM)  # it would go on at a port that nobody looks after
    settings = Settings.from_environment()
    logs.configure(settings.log_json, settings.log_level.upper())
    logging.getLogger("uvicorn.access").disabled = settings.log_level != "debug"
    # What is loaded now stays: the collector need not look at it again and again, nor so often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTING)
    return application(settings)
