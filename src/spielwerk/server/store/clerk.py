"""The clerk: a process that writes to an SQLite file what it is told to.

It is a program of its own, with nothing but the standard library, and holds no rule: orders come
over the socket that is its standard input, and for each it answers whether that is on disk. It
leaves when the socket is closed, so with its server, however that ends.
"""

from __future__ import annotations

import io
import pickle
import signal
import socket
import sqlite3
import sys
from collections.abc import Sequence
from typing import Any

Order = Sequence[tuple[str, Sequence[Sequence[Any]]]]  # statements, and the rows for each

DONE, FAILED = b"+", b"-"
SIZE_BYTES = 4  # that say how long an order is


def main(file: str, *pragmas: str) -> None:
    """Carry out orders until no more come."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # meant for the server, which has more to write
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    with socket.socket(fileno=sys.stdin.fileno()).makefile("rwb") as line:
        while told := _read(line):
            order = pickle.loads(told)  # noqa: S301 (the server's, and nobody else's)
            line.write(DONE if _carry_out(connection, order) else FAILED)
            line.flush()


def _read(line: io.BufferedRWPair) -> bytes:
    """Return the next order; nothing once there is none, or the server died in the middle of it."""
    size = int.from_bytes(line.read(SIZE_BYTES), "big")
    told = line.read(size)
    return told if len(told) == size else b""


def _carry_out(connection: sqlite3.Connection, order: Order) -> bool:
    """Return all of it, or nothing."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement, rows in order:
            connection.executemany(statement, rows)
        connection.execute("COMMIT")
    except (sqlite3.Error, UnicodeError):  # the server finds out whose fault it was
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])
