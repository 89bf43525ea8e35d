"""A plain static web host, which knows no type for WebAssembly."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Plain(SimpleHTTPRequestHandler):
    """Serves files without rewriting or headers of ours, and with a wrong type for engines."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "text/plain"}  # noqa: RUF012

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
