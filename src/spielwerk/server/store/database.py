"""Open and migrate the database; refuse one of a newer version."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from spielwerk.rules.errors import BadSetting, SpielwerkError
from spielwerk.server.store.log import dumps, loads
from spielwerk.server.store.workers import RUNNING

PRAGMAS = (  # for every SQLite connection
    "busy_timeout=30000",  # milliseconds to wait for another writer
    "journal_mode=WAL",
    "synchronous=FULL",  # no committed data is lost
    "foreign_keys=ON",
    "temp_store=MEMORY",  # the statement journal needs no file
)
VERSION = "6"  # of the newest migration
_PRIVATE = 0o600
# Of libpq: a server that says nothing counts as gone. Not all systems know the last one.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
_MIGRATING = 0x5350494C  # an advisory lock: one worker migrates, the others wait


class DatabaseError(SpielwerkError):
    """The database can't be used."""


def open_database(url: str) -> Engine:
    """Open the database at that URL and migrate it to this version."""
    engine = connect(url)
    with opening(engine) as connection:
        migrate(connection)
    return engine


def open_existing(url: str) -> Engine:
    """Open a database without migrating it, since a server may be using it.

    A missing file is refused as a typo; no new database is created.
    """
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise DatabaseError("no_database", f"there is no database {file}")
    engine = connect(url)
    with opening(engine) as connection:
        found = _version(connection)
        if found != VERSION:
            raise DatabaseError(
                "older_database",
                f"the database is of an older version ({found}) than this Spielwerk ({VERSION}): "
                "start the server, which brings it up to date",
            )
    return engine


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    address = _read(url)
    driver = address.get_backend_name()
    if driver == "postgresql":
        return None
    if driver != "sqlite":
        raise BadSetting("bad_database", f"the database must be sqlite or postgresql, not {driver}")
    if not address.database or address.database == ":memory:":
        raise BadSetting("bad_database", "an SQLite database needs a file, so that nothing is lost")
    return Path(address.database)


@contextlib.contextmanager
def opening(engine: Engine) -> Iterator[Connection]:
    """Open a first transaction; report a database error in one line."""
    try:
        with engine.begin() as connection:
            yield connection
    except BaseException as error:
        engine.dispose()
        if not isinstance(error, DBAPIError):
            raise
        told = " ".join(str(error.orig).split())
        raise DatabaseError("no_database", f"the database can't be opened: {told}") from error


def connect(url: str) -> Engine:
    """Return an engine for that URL."""
    file = sqlite_file(url)
    coding = {"json_serializer": dumps, "json_deserializer": loads}
    if file is None:
        return create_engine(_read(url), connect_args=PATIENCE, **coding)
    file.parent.mkdir(parents=True, exist_ok=True)
    _make_private(file)
    engine = create_engine(_read(url), **coding)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def migrate(connection: Connection) -> None:
    """Migrate the tables to this version."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    found = _version(connection)
    if found == VERSION:
        return
    if found is not None and connection.dialect.name == "postgresql":
        running = len(connection.exec_driver_sql(RUNNING).all())
        if running:
            raise DatabaseError(
                "database_in_use",
                f"{running} workers of an older version use the database: stop them first",
            )
    from spielwerk.server.store.migrating import upgrade

    upgrade(connection)


def _version(connection: Connection) -> str | None:
    """Return the database's version, None for a new one; refuse a newer database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT version_num FROM alembic_version"
    ).scalar()
    if found is not None and found != VERSION:
        from spielwerk.server.store.migrating import is_known  # most starts don't need Alembic

        if not is_known(found):
            raise DatabaseError(
                "newer_database",
                f"the database is of a newer version ({found}) than this Spielwerk knows "
                f"({VERSION}): update Spielwerk",
            )
    return found


def _read(url: str) -> URL:
    try:
        address = make_url(url)
        if address.drivername == "postgresql":  # whichever driver SQLAlchemy would choose
            address = address.set(drivername="postgresql+psycopg")
        address.get_dialect().import_dbapi()
    except ModuleNotFoundError as error:
        reason = f"this database needs {error.name}: pip install 'spielwerk[postgres]'"
        raise BadSetting("bad_database", reason) from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        reason = "write a database like sqlite:///file.db or postgresql+psycopg://user@host/name"
        raise BadSetting("bad_database", reason) from error
    return address


def _make_private(file: Path) -> None:
    """Make the file readable only by its owner, whatever the umask: it contains secrets.

    SQLite creates the files beside it with the same permissions.
    """
    with contextlib.suppress(OSError):  # SQLite reports what is wrong
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, _PRIVATE))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(OSError):  # missing, or owned by another user
            one.chmod(_PRIVATE)


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A read transaction can't always be upgraded, so writers lock from the start.
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
