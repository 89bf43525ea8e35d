"""Notice where the database is used whether it is available; log each change once."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine, event, text
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from spielwerk.server.refusals import Unavailable, unavailable

_log = logging.getLogger(__name__)
_OF_A_STATEMENT = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
_Identity = tuple[int, int] | None  # a file's device and inode; None if there is no such file


class Health:
    """A database, and whether it is available."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_troubled = False
        self._files: dict[Path, _Identity] = {}
        self._held = None
        self._remote: WeakSet[Any] = WeakSet()  # connections over a network
        if engine.dialect.name == "sqlite":
            # SQLite deletes the -wal file with the last connection, so keep one open.
            self._held = engine.execution_options(writes=False).connect()
            with self._held.begin():
                self._held.execute(text("SELECT count(*) FROM sqlite_master"))
            name = str(engine.url.database)
            self._files = {file: _identity(file) for file in (Path(name), Path(f"{name}-wal"))}
        else:
            event.listen(engine, "connect", lambda connection, _: self._remote.add(connection))

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Turn errors of the database itself into a refusal; errors of a statement pass."""
        self.check_files()
        try:
            yield
        except (DBAPIError, PoolTimeout) as error:
            if isinstance(error, _OF_A_STATEMENT):
                raise
            raise self.refuse(getattr(error, "orig", None) or error) from error

    def check_files(self) -> None:
        """Refuse if a file was removed or replaced since it was opened: writes would be lost."""
        for file, opened in self._files.items():
            if _identity(file) != opened:
                raise self.refuse(f"{file} was removed or replaced: put it back, or restart")

    def note_success(self) -> None:
        """Record a successful write."""
        if self.is_troubled:
            self.is_troubled = False
            _log.warning("the database can be used again")

    def refuse(self, why: object) -> Unavailable:
        """Return the refusal for a request that needs the database; log the first one's reason."""
        if not self.is_troubled:
            self.is_troubled = True
            _log.error("the database can't be used: %s", " ".join(str(why).split()))
        return unavailable()

    def cut(self) -> None:
        """End all connections over a network, so that no thread waits for an answer any more."""
        for connection in list(self._remote):
            cut(connection)

    def close(self) -> None:
        """Close the database."""
        if self._held is not None:
            self._held.close()
        self.engine.dispose()


def cut(connection: Any) -> None:
    """End a connection to PostgreSQL; whatever waits for its answer fails immediately."""
    if connection.closed:
        return  # it has no socket any more: an error here could hide a cancellation
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _identity(file: Path) -> _Identity:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
