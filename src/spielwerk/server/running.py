"""Run a server: one process, or several on one database."""

from __future__ import annotations

import dataclasses
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser

from spielwerk.rules.errors import BadSetting
from spielwerk.server import descriptors
from spielwerk.server.process import serve, uvicorn_settings
from spielwerk.server.settings import Settings
from spielwerk.server.store.database import open_database
from spielwerk.server.store.sole_server import sole_server
from spielwerk.server.supervisor import Supervisor, can_supervise

_TRIES, _TRY_SECONDS = 100, 0.1


def run(settings: Settings, port: int, workers: int, proxy: str, *, browser: bool) -> None:
    """Serve until stopped."""
    if workers > 1 and not settings.database.startswith("postgresql"):
        raise BadSetting("bad_workers", "several workers need PostgreSQL: --database postgresql+…")
    if workers > 1 and not can_supervise():
        raise BadSetting("bad_workers", "several workers need Linux or macOS: use --workers 1")
    settings = dataclasses.replace(settings, port=port)
    with sole_server(settings.database, settings.address):  # report problems before starting
        open_database(settings.database).dispose()
    settings.to_environment()
    descriptors.allow()
    if browser:
        threading.Thread(target=_open_browser, args=(settings.host, port), daemon=True).start()
    told = uvicorn_settings(settings, port, proxy)
    if workers == 1:
        serve(told)
        return
    with tempfile.TemporaryDirectory(prefix="spielwerk-metrics-") as folder:
        if settings.metrics:  # workers store their metrics here, so each scrape covers all
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        sys.exit(Supervisor(told, workers).run())


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port if it is free, or any free port."""
    for port in (wanted, 0):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind((host, port))
            except OSError:
                continue
            return int(one.getsockname()[1])
    return wanted


def _open_browser(host: str, port: int) -> None:
    """Open the page in a browser as soon as the server answers."""
    here = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104
    for _ in range(_TRIES):
        try:
            with urllib.request.urlopen(f"{here}/healthz", timeout=1):  # noqa: S310
                webbrowser.open(here)
                return
        except OSError:
            time.sleep(_TRY_SECONDS)
