"""A worker's application, for any ASGI server."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import signal

from starlette.types import ASGIApp

from spielwerk.server import logs
from spielwerk.server.app import application
from spielwerk.server.bot_pool import leave_with_parent
from spielwerk.server.settings import Settings

# Garbage collection thresholds: collect so few young objects at a time that no request waits
# (10,000 take ten milliseconds), and the oldest generation hardly ever, because tables form no
# reference cycles.
_COLLECTING = (500, 4, 5000)


def from_environment() -> ASGIApp:
    """Return a worker's application."""
    leave_with_parent(signal.SIGTERM)  # an orphaned worker must not keep the port
    # Some servers start workers as daemons, which can't start processes; bots end with us anyway.
    multiprocessing.current_process().daemon = False
    settings = Settings.from_environment()
    logs.configure(settings.log_json, settings.log_level.upper())
    logging.getLogger("uvicorn.access").disabled = settings.log_level != "debug"
    # Everything loaded so far stays in memory, so exclude it from garbage collection.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTING)
    return application(settings)
