"""Allow one server per SQLite file, by a lock that the system frees when the server ends."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterator

from spielwerk.server.store.database import DatabaseError, sqlite_file

_PLACE = 4096  # the locked byte, on systems where locked bytes can't be read


@contextlib.contextmanager
def sole_server(url: str, address: str) -> Iterator[None]:
    """Lock an SQLite file for this server; refuse if another has it. No-op for PostgreSQL."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{file.resolve()}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        is_ours = _lock(lock)
        os.lseek(lock, 0, os.SEEK_SET)
        if not is_ours:
            first = os.read(lock, _PLACE).decode(errors="replace")
            raise DatabaseError(
                "database_in_use", f"another server uses {file} ({first}): stop that one first"
            )
        os.ftruncate(lock, 0)
        os.write(lock, f"process {os.getpid()}, {address}".encode())
        yield
    finally:
        os.close(lock)


def _lock(lock: int) -> bool:
    """Try to lock an open file; return whether it succeeded."""
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:  # Windows
        return _lock_byte(lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_byte(lock: int) -> bool:
    msvcrt = importlib.import_module("msvcrt")
    os.lseek(lock, _PLACE, os.SEEK_SET)
    try:
        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
    except PermissionError:
        return False
    return True
