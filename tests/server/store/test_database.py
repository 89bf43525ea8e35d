"""Opening databases: durable, of the current version, and refused in one line otherwise."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, Table, insert, inspect, select
from sqlalchemy.exc import IntegrityError

from server.playing import play
from server.postgres import Postgres
from server.process import own_port
from server.store.rows import add_table, everything
from spielwerk import cli
from spielwerk.rules.errors import BadSetting, SpielwerkError
from spielwerk.server.checking import check_all
from spielwerk.server.store import database as databases
from spielwerk.server.store import listing, queries
from spielwerk.server.store.database import DatabaseError, connect, open_database, open_existing
from spielwerk.server.store.schema import entries, metadata, seats, tables

SCRIPTS = ScriptDirectory(str(Path(databases.__file__).parent / "migrations"))
REVISIONS = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]

# A row for every table of the first version; later ones add their own.
ROWS: dict[str, dict[str, Any]] = {
    "people": {"id": 1, "name": "Ada", "login": "ada", "epoch": 3, "created": 5},
    "tokens": {"id": 1, "person": 1, "digest": "d", "label": "robo", "created": 6},
    "sign_outs": {"digest": "c", "person": 1},
    "tables": {
        "id": "T1",
        "host": 1,
        "terms": {"game": "axio", "seats": 2},
        "seed": bytes(range(32)),
        "invite": "i",
        "status": "open",
        "created": 7,
        "changed": 8,
        "owner": None,
    },
    "seats": {"table_id": "T1", "seat": 0, "person": 1, "token": None},
    "entries": {
        "table_id": "T1",
        "number": 0,
        "kind": "sit",
        "seat": 0,
        "person": 1,
        "key": "1:k",
        "at": 9,
        "data": {"text": "grüß' dich ♞"},
    },
    "secrets": {"name": "cookies", "value": b"\x00\xff"},
    "uptime": {"id": 1, "began": 4, "seen": 5},
    "workers": {"id": 1, "started": 4},
}


def to_revision(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", SCRIPTS.dir)
    config.attributes["connection"] = connection
    upgrade(config, revision)


def fill(connection: Connection) -> set[str]:
    """Insert a row into every table of this revision; return the tables' names."""
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name in ROWS:
            known = metadata.tables[table.name]
            row = {name: value for name, value in ROWS[table.name].items() if name in table.c}
            typed = Table(
                table.name, MetaData(), *(known.c[name]._copy() for name in row if name in known.c)
            )
            connection.execute(insert(typed), row)
    return ROWS.keys() & found.tables.keys()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_every_version_becomes_one_of_this(database: str, revision: str) -> None:
    old = connect(database)
    with old.begin() as connection:
        to_revision(connection, revision)
        filled = fill(connection)
    old.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == SCRIPTS.get_current_head()
        for name, row in ROWS.items():
            if name in filled & metadata.tables.keys():
                (found,) = connection.execute(select(metadata.tables[name])).mappings()
                kept = {column: value for column, value in row.items() if column in found}
                assert {column: found[column] for column in kept} == kept
    engine.dispose()


@pytest.mark.parametrize("plies", [3, None], ids=["running", "over"])
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_table_that_every_version_has_played_holds(
    tmp_path: Path, revision: str, plies: int | None
) -> None:
    """Its rows go to a database of that version, as far as that one had their columns."""
    newest = open_database(f"sqlite:///{tmp_path / 'newest.db'}")
    play(newest, plies=plies, bots={1: "zufall"})
    file = f"sqlite:///{tmp_path / 'old.db'}"
    old = connect(file)
    with newest.connect() as source, old.begin() as connection:
        to_revision(connection, revision)
        had = MetaData()
        had.reflect(connection)
        for name in ("people", "tables", "seats", "entries"):
            known = metadata.tables[name]
            columns = [column for column in known.c if column.name in had.tables[name].c]
            typed = Table(name, MetaData(), *(column._copy() for column in columns))
            rows = connection.execute(
                insert(typed), [dict(row) for row in source.execute(select(*columns)).mappings()]
            )
            assert rows.rowcount
    newest.dispose()
    old.dispose()
    open_database(file).dispose()
    assert list(check_all(file)) == [("T1", None)]


def test_what_lists_show_is_told_by_older_logs(database: str) -> None:
    old = connect(database)
    with old.begin() as connection:
        to_revision(connection, "1")
        fill(connection)
        found = MetaData()
        found.reflect(connection)
        typed = Table("tables", MetaData(), *(tables.c[name]._copy() for name in ROWS["tables"]))
        for id_, status in (("T2", "open"), ("T3", "over")):
            told = {"id": id_, "status": status, "terms": {"listed": status == "open"}}
            connection.execute(insert(typed), ROWS["tables"] | told)
            for seat, person in enumerate((1, None, 1)):
                place = {"table_id": id_, "seat": seat, "person": person}
                connection.execute(insert(found.tables["seats"]), place)
        happened: list[tuple[str, int | None, dict[str, Any]]] = [
            ("sit", 0, {}), ("bot", 1, {"bot": "zufall"}), ("sit", 2, {}), ("start", None, {}),
            ("leave", 0, {}), ("move", 0, {}), ("resign", 2, {}), ("say", None, {"text": "gg"}),
        ]  # fmt: skip
        log = [("T3", *one) for one in happened] + [("T2", "sit", 0, {})]
        for number, (id_, kind, of, data) in enumerate(log):
            row = {"table_id": id_, "number": number, "kind": kind, "seat": of, "at": 10 + number}
            connection.execute(insert(entries), row | {"data": data})
    old.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        columns = tables.c.id, tables.c.listed, tables.c.started, tables.c.ended, tables.c.to_act
        found_tables = connection.execute(select(*columns).order_by(tables.c.id)).all()
        assert [tuple(row) for row in found_tables] == [
            ("T1", False, None, None, 0),
            ("T2", True, None, None, 0),
            ("T3", False, 13, 16, 0),
        ]
        shown = seats.c.kept, seats.c.bot, seats.c.away, seats.c.resigned
        query = select(*shown).where(seats.c.table_id != "T1")
        ordered = connection.execute(query.order_by(seats.c.table_id, seats.c.seat)).all()
        assert [tuple(row) for row in ordered] == [
            (False, None, False, False),
            (False, None, False, False),
            (True, None, False, False),  # expected, and still missing
            (False, None, True, False),
            (False, "zufall", False, False),
            (False, None, False, True),
        ]
        (over,), _ = listing.read_page(connection, listing.own_query(1, over=True, page=0))
        assert over.row.id == "T3"
    engine.dispose()


def test_the_version_is_that_of_the_newest_migration() -> None:
    assert SCRIPTS.get_current_head() == databases.VERSION


def test_a_database_of_this_version_is_opened_without_alembic(database: str) -> None:
    open_database(database).dispose()
    code = f"""
import sys
from spielwerk.server.store.database import open_database, open_existing
open_database({database!r}).dispose()
open_existing({database!r}).dispose()
assert "alembic" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_table_has_a_row_that_goes_through_all_versions() -> None:
    assert set(ROWS) == set(metadata.tables)


def test_uniqueness_is_kept_by_the_database_itself(engine: Engine) -> None:
    found = inspect(engine)
    assert found.get_pk_constraint("entries")["constrained_columns"] == ["table_id", "number"]
    unique = [one["column_names"] for one in found.get_unique_constraints("entries")]
    assert unique == [["table_id", "key"]]


def test_opening_again_changes_nothing(database: str) -> None:
    engine = open_database(database)
    add_table(engine)
    before = everything(engine)
    engine.dispose()
    again = open_database(database)
    assert everything(again) == before
    again.dispose()


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    engine = open_database(database)
    add_table(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '999'")
    before = everything(engine)
    head = SCRIPTS.get_current_head()
    with pytest.raises(DatabaseError) as refused:
        open_database(database)
    assert refused.value.code == "newer_database"
    assert refused.value.reason == (
        "the database is of a newer version (999) than this Spielwerk knows "
        f"({head}): update Spielwerk"
    )
    assert everything(engine) == before
    engine.dispose()


def test_commands_leave_an_older_database_to_the_server(database: str) -> None:
    old = connect(database)
    with old.begin() as connection:
        to_revision(connection, "1")
    with pytest.raises(DatabaseError, match="start the server") as refused:
        open_existing(database)
    assert refused.value.code == "older_database"
    with old.connect() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == "1"
    old.dispose()


def test_sqlite_keeps_what_it_has_committed(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'a.db'}")
    with engine.connect() as one, engine.connect() as other:  # every connection, not only the first
        for connection in (one, other):
            told = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
            assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
            connection.rollback()
    engine.dispose()


def test_postgresql_keeps_what_it_has_committed(postgres: Postgres) -> None:
    engine = open_database(postgres.fresh())
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    engine.dispose()


def test_a_transaction_is_there_or_it_is_not(engine: Engine) -> None:
    def two(connection: Connection) -> None:
        queries.add_person(connection, "Ada", 1)
        queries.add_token(connection, 99, "digest", "of nobody", 1)

    with pytest.raises(IntegrityError), engine.begin() as connection:
        two(connection)
    assert everything(engine)["people"] == []


def foreign_file(folder: Path) -> str:
    file = folder / "letter.db"
    file.write_text("Dear Ada,\n" * 1000, encoding="utf-8")
    return f"sqlite:///{file}"


def other_database(folder: Path) -> str:
    """Put a folder where the file should be."""
    (folder / "is_a_folder").mkdir()
    return f"sqlite:///{folder / 'is_a_folder'}"


def nobody_listens(_: Path) -> str:
    return f"postgresql+psycopg://ada@127.0.0.1:{own_port()}/spielwerk"


UNUSABLE = {
    "a foreign file": (foreign_file, "file is not a database"),
    "a folder": (other_database, "unable to open database file"),
    "a server that is not there": (nobody_listens, "onnection refused"),
}
WRONG = {
    "nonsense": ("nonsense", "write a database like sqlite:///file.db"),
    "no such port": ("postgresql://ada@host:port/name", "write a database like"),
    "another kind": ("mssql+pyodbc://host/name", "database"),
    "unknown kind": ("gold://host/name", "write a database like"),
    "memory": ("sqlite://", "needs a file"),
    "memory by name": ("sqlite:///:memory:", "needs a file"),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_database_that_cant_be_used_is_refused(what: str, tmp_path: Path) -> None:
    make, said = UNUSABLE[what]
    with pytest.raises(DatabaseError) as refused:
        open_database(make(tmp_path))
    assert refused.value.code == "no_database"
    assert said in refused.value.reason
    assert "\n" not in refused.value.reason


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_address_is_refused(what: str) -> None:
    url, said = WRONG[what]
    with pytest.raises(BadSetting) as refused:
        open_database(url)
    assert refused.value.code == "bad_database"
    assert said in refused.value.reason


def test_a_postgresql_without_that_database_is_refused(postgres: Postgres) -> None:
    with pytest.raises(DatabaseError) as refused:
        open_database(postgres.fresh().replace("/spielwerk", "/another"))
    assert "does not exist" in refused.value.reason


def test_a_file_that_is_not_there_is_no_database_to_look_after(tmp_path: Path) -> None:
    file = tmp_path / "typo.db"
    with pytest.raises(SpielwerkError) as refused:
        open_existing(f"sqlite:///{file}")
    assert refused.value.reason == f"there is no database {file}"
    assert not file.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--port", "0"],
        ["admin", "backup", "there.jsonl.gz"],
        ["admin", "restore", "there.jsonl.gz"],
        ["admin", "check"],
        ["admin", "prune"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("what", ["a foreign file", "a server that is not there"])
def test_commands_refuse_it_in_one_line(
    words: list[str],
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make, said = UNUSABLE[what]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["spielwerk", *words, "--database", make(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert len(told.splitlines()) == 1
    assert told.startswith("spielwerk: the database can't be opened: ")
    assert said in told
    assert not (tmp_path / "there.jsonl.gz").exists()
