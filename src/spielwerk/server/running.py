"""Running a server: one process, or several on one database."""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI

from spielwerk.rules.errors import BadSetting
from spielwerk.server import logs
from spielwerk.server.app import application
from spielwerk.server.live import MOST_BYTES
from spielwerk.server.settings import Settings
from spielwerk.server.store.database import open_database

_STOPPING_SECONDS = 5


def run(settings: Settings, host: str, port: int, workers: int, proxy: str) -> None:
    """Serve until it is stopped."""
    if workers > 1 and not settings.database.startswith("postgresql"):
        raise BadSetting("bad_workers", "several workers need PostgreSQL: --database postgresql+…")
    open_database(settings.database).dispose()  # what is wrong with it is said at once
    settings.to_environment()
    uvicorn.run(
        "spielwerk.server.running:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers if workers > 1 else None,
        ws="websockets-sansio",
        ws_max_size=2 * MOST_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=_STOPPING_SECONDS,
        server_header=False,
        access_log=settings.log_level == "debug",
        log_config=logs.config(settings.log_json, settings.log_level.upper()),
    )


def from_environment() -> FastAPI:
    """A worker's application."""
    settings = Settings.from_environment()
    logs.configure(settings.log_json, settings.log_level.upper())
    return application(settings)
