"""Backups go from any kind of database into any kind, and incomplete ones are refused."""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine, Table

from server.postgres import Postgres
from server.store.rows import add_table, entry, everything
from spielwerk.server.store import dump, queries
from spielwerk.server.store.database import DatabaseError, open_database
from spielwerk.server.store.dump import read_dump, write_dump
from spielwerk.server.store.schema import metadata

KINDS = ["sqlite", "postgresql"]
New = Callable[[str], str]


@pytest.fixture
def new(tmp_path: Path, postgres: Postgres) -> New:
    """Return a function that creates databases."""

    def make(kind: str) -> str:
        if kind == "postgresql":
            return postgres.fresh()
        return f"sqlite:///{tmp_path / str(len(list(tmp_path.iterdir())))}.db"

    return make


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.jsonl.gz"


def fill(url: str, entries: int = 3) -> Engine:
    engine = open_database(url)
    add_table(engine, "T1", status="over", seed=bytes(range(224, 256)))
    with engine.begin() as connection:
        bob = queries.add_person(connection, "Böb ♞", 2)
        queries.change_person(connection, bob, login="böb ♞", webhook="https://bob.example")
        queries.add_token(connection, bob, "digest", "robo", 3)
        queries.secret(connection, "cookies", bytes(range(64)))
        rows = [entry(number, key=f"{bob}:{number}").row("T1") for number in range(entries)]
        connection.execute(everything_of("entries").insert(), rows)
        connection.execute(everything_of("seats").insert(), {"table_id": "T1", "seat": 1})
        connection.execute(everything_of("workers").insert(), {"started": 1})
    return engine


def everything_of(name: str) -> Table:

    return metadata.tables[name]


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_all_rows_come_back(new: New, backup: Path, source: str, target: str) -> None:
    old = fill(new(source), entries=1500)  # more than are inserted at once
    before = everything(old)
    rows = sum(map(len, before.values()))
    assert write_dump(old.url.render_as_string(hide_password=False), backup) == rows
    assert everything(old) == before
    url = new(target)
    assert read_dump(url, backup) == rows
    restored = open_database(url)
    assert everything(restored) == before
    with restored.begin() as connection:  # new numbers continue after existing ones
        assert queries.add_person(connection, "Eve", 9) == 3
        assert queries.add_token(connection, 3, "other", "robo", 9) == 2
    for engine in (old, restored):
        engine.dispose()


def test_a_backup_of_nothing_is_a_backup(new: New, backup: Path) -> None:
    one = new("sqlite")
    open_database(one).dispose()
    assert write_dump(one, backup) == 0
    assert read_dump(new("sqlite"), backup) == 0


def test_a_misspelt_database_is_not_backed_up(new: New, backup: Path) -> None:
    with pytest.raises(DatabaseError):
        write_dump(new("sqlite"), backup)
    assert not backup.exists()


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_a_backup_replaces_only_files(
    database: str, backup: Path, make: Callable[[Path], None]
) -> None:
    fill(database).dispose()
    make(backup)
    before = backup.stat()
    with pytest.raises(DatabaseError, match="not a file that a backup can replace"):
        write_dump(database, backup)
    assert backup.stat() == before
    assert [file.name for file in backup.parent.glob("backup*")] == [backup.name]


def test_a_backup_that_fails_leaves_the_last_one(
    database: str, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database).dispose()
    write_dump(database, backup)
    before = backup.read_bytes()

    def full_disk(row: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("spielwerk.server.store.dump._plain", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_dump(database, backup)
    assert backup.read_bytes() == before
    assert sorted(file.name for file in backup.parent.glob("backup*")) == [backup.name]


def test_a_database_with_rows_is_not_restored_into(database: str, new: New, backup: Path) -> None:
    fill(new("sqlite")).dispose()
    source = f"sqlite:///{next(backup.parent.glob('*.db'))}"
    write_dump(source, backup)
    target = open_database(database)
    if database != source:
        add_table(target, "T7")
    before = everything(target)
    with pytest.raises(DatabaseError) as refused:
        read_dump(database, backup)
    assert refused.value.code == "not_empty"
    assert everything(target) == before
    target.dispose()


def cut_bytes(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def cut_lines(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[: len(lines) // 2]))


def without_one_line(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:-2] + lines[-1:]))


def changed_byte(whole: bytes) -> bytes:
    at = len(whole) // 2
    return whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]


def other_version(whole: bytes) -> bytes:
    head, rest = gzip.decompress(whole).split(b"\n", 1)
    told = json.loads(head) | {"version": "0"}
    return gzip.compress(json.dumps(told).encode() + b"\n" + rest)


def unknown_table(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).replace(b'"table": "people"', b'"table": "gold"'))


def unknown_column(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).replace(b'"epoch"', b'"gold"'))


def same_row_twice(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join([lines[0], lines[1], *lines[1:]]))


def large_number(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    row = re.sub(rb'"created": \d+', b'"created": 99999999999999999999', lines[1])
    assert row != lines[1]
    return gzip.compress(b"".join([lines[0], row, *lines[2:]]))


def deep_row(whole: bytes, depth: int) -> bytes:
    """Return a row whose JSON has brackets in brackets."""
    brackets = b"[" * depth + b"]" * depth
    text = re.sub(
        rb'"data": \{[^}]*\}', b'"data": {"x": ' + brackets + b"}", gzip.decompress(whole)
    )
    assert brackets in text
    return gzip.compress(text)


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (cut_bytes, "no_backup"),
    "cut between lines": (cut_lines, "cut_backup"),
    "without a line": (without_one_line, "cut_backup"),
    "cut in its checksum": (lambda whole: whole[:-6], "no_backup"),
    "a wrong checksum": (lambda whole: whole[:-8] + bytes(4) + whole[-4:], "no_backup"),
    "a changed byte": (changed_byte, "no_backup"),
    "empty": (lambda whole: b"", "no_backup"),
    "empty gzip": (lambda whole: gzip.compress(b""), "no_backup"),
    "a letter": (lambda whole: b"Dear Ada", "no_backup"),
    "a zipped letter": (lambda whole: gzip.compress(b"Dear Ada"), "no_backup"),
    "other JSON": (lambda whole: gzip.compress(b"[1, 2]\n"), "no_backup"),
    "other objects": (lambda whole: gzip.compress(b'{"a": 1}\n'), "no_backup"),
    "no text": (lambda whole: gzip.compress(b"\xff\xfe\xfd"), "no_backup"),
    "another version": (other_version, "other_version"),
    "with another behind it": (lambda whole: whole + whole, "no_backup"),
    "an unknown table": (unknown_table, "no_backup"),
    "an unknown column": (unknown_column, "no_backup"),
    "a number of more than 64 bits": (large_number, "no_backup"),
    "100,000 brackets": (lambda whole: deep_row(whole, 100_000), "no_backup"),
    "a row twice": (same_row_twice, "no_backup"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_backup_is_refused_and_leaves_nothing(
    database: str, new: New, backup: Path, how: str
) -> None:
    source = new("sqlite")
    fill(source, entries=40).dispose()
    write_dump(source, backup)
    break_it, code = BROKEN[how]
    backup.write_bytes(break_it(backup.read_bytes()))
    target = database.replace("spielwerk.db", "target.db")
    with pytest.raises(DatabaseError) as refused:
        read_dump(target, backup)
    assert refused.value.code == code, refused.value.reason
    assert "\n" not in refused.value.reason
    engine = open_database(target)
    assert not any(everything(engine).values())
    engine.dispose()


def test_after_a_refusal_the_whole_backup_is_restored(
    database: str, new: New, backup: Path
) -> None:
    source = new("sqlite")
    old = fill(source)
    rows = write_dump(source, backup)
    whole = backup.read_bytes()
    backup.write_bytes(cut_bytes(whole))
    target = database.replace("spielwerk.db", "target.db")
    with pytest.raises(DatabaseError):
        read_dump(target, backup)
    backup.write_bytes(whole)
    assert read_dump(target, backup) == rows
    restored = open_database(target)
    assert everything(restored) == everything(old)
    for engine in (old, restored):
        engine.dispose()


def test_a_file_that_is_not_there_leaves_nothing(database: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_dump(database, tmp_path / "nowhere.gz")
    engine = open_database(database)
    assert not any(everything(engine).values())
    engine.dispose()


def test_a_backup_shows_one_moment(database: str, backup: Path, new: New) -> None:
    """What is committed while it is written is in the next one."""
    engine = fill(database)
    before = everything(engine)

    plain = dump._plain
    added: list[bool] = []

    def meanwhile(row: object) -> object:
        if not added:
            added.append(True)
            with engine.begin() as connection:
                queries.add_person(connection, "Eve", 9)
                connection.execute(everything_of("entries").insert(), entry(3).row("T1"))
        return plain(row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dump, "_plain", meanwhile)
        write_dump(database, backup)
    target = new("sqlite")
    read_dump(target, backup)
    restored = open_database(target)
    assert everything(restored) == before
    for one in (engine, restored):
        one.dispose()
