"""The database: opened, brought up to this version, and refused if it is of a newer one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from spielwerk.rules.errors import BadSetting, SpielwerkError
from spielwerk.server.store.log import dumps

PRAGMAS = (  # of every connection to an SQLite file
    "busy_timeout=30000",  # milliseconds to wait for another writer
    "journal_mode=WAL",
    "synchronous=FULL",  # nothing is lost that was committed
    "foreign_keys=ON",
    "temp_store=MEMORY",  # what a statement that fails is undone from needs no file
)
_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 0x5350494C  # an advisory lock: one worker migrates, the others wait


class DatabaseError(SpielwerkError):
    """A database that can't be used."""


def open_database(url: str) -> Engine:
    """Return the database at that address, its tables being those of this version."""
    engine = connect(url)
    with opening(engine) as connection:
        migrate(connection)
    return engine


def open_existing(url: str) -> Engine:
    """Return the same, where a file that is not there is a slip of the pen and no new database."""
    address = _read(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise DatabaseError("no_database", f"there is no database {address.database}")
    return open_database(url)


@contextlib.contextmanager
def opening(engine: Engine) -> Iterator[Connection]:
    """A first transaction; whatever the database has against it is told in one line."""
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
    """Return an engine for that address."""
    address = _read(url)
    driver = address.get_backend_name()
    if driver == "postgresql":
        return create_engine(address, json_serializer=dumps, json_deserializer=orjson.loads)
    if driver != "sqlite":
        raise BadSetting("bad_database", f"the database must be sqlite or postgresql, not {driver}")
    if not address.database or address.database == ":memory:":
        raise BadSetting("bad_database", "an SQLite database needs a file: nothing may be lost")
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, json_serializer=dumps, json_deserializer=orjson.loads)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def migrate(connection: Connection) -> None:
    """Bring the tables up to this version."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise DatabaseError(
            "newer_database",
            f"the database is of a newer version ({found}) than this Spielwerk knows "
            f"({scripts.get_current_head()}): update Spielwerk",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _read(url: str) -> URL:
    try:
        address = make_url(url)
        if address.drivername == "postgresql":  # whatever SQLAlchemy would take for it
            address = address.set(drivername="postgresql+psycopg")
        address.get_dialect().import_dbapi()
    except ModuleNotFoundError as error:
        reason = f"this database needs {error.name}: pip install 'spielwerk[postgres]'"
        raise BadSetting("bad_database", reason) from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        reason = "write a database like sqlite:///file.db or postgresql+psycopg://user@host/name"
        raise BadSetting("bad_database", reason) from error
    return address


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, the driver must not
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins as a reader can't always become a writer: writers say so at once.
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
