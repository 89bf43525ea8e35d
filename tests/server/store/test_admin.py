"""What an administrator does: check, prune, backup, restore, as the command line does them."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, insert, select, update

from server.playing import play
from server.store.rows import everything, table_row
from spielwerk import cli
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.schema import entries, people, tables
from spielwerk.server.table import LiveTable

DAY = 86_400_000
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def admin(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command on the test's database: its exit code, and what it prints."""

    def run(*words: str, on: str = database) -> tuple[int, str, str]:
        words = ("spielwerk", "admin", *words, "--database", on)
        monkeypatch.setattr(sys, "argv", list(words))
        with pytest.raises(SystemExit) as left:
            cli.main()
        told = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return left.value.code, told.out.replace("\n", " ").strip(), told.err

    return run


# check


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as opened:
        yield opened


def test_tables_as_the_server_leaves_them_hold(engine: Engine, admin: Run) -> None:
    play(engine, "T1", plies=6)
    play(engine, "T2", game="second_chance")
    play(engine, "T3", plies=0, seats=3, bots={1: "zufall"})
    with engine.begin() as connection:
        host = queries.add_person(connection, "Ada", 1)
        queries.add_table(connection, table_row("T4", host), {}, [])
    assert admin("check") == (0, "4 of 4 tables hold", "")


def test_an_empty_database_holds(engine: Engine, admin: Run) -> None:
    assert admin("check") == (0, "0 of 0 tables hold", "")


def data_of(connection: Connection, number: int) -> dict[str, Any]:
    found = select(entries.c.data).where(entries.c.table_id == "T1", entries.c.number == number)
    return dict(connection.execute(found).scalar_one())


def change(connection: Connection, number: int, **values: Any) -> None:
    changed = update(entries).where(entries.c.table_id == "T1", entries.c.number == number)
    connection.execute(changed.values(**values))


def moves(table: LiveTable) -> list[int]:
    return [entry.number for entry in table.log if entry.kind == "move"]


def changed_move(connection: Connection, table: LiveTable) -> None:
    """Somebody makes another's move."""
    first, second = moves(table)[:2]
    data = data_of(connection, first)
    change(connection, first, data=data | {"move": data_of(connection, second)["move"]})


def changed_reveal(connection: Connection, table: LiveTable) -> None:
    number = next(n for n in moves(table) if data_of(connection, n)["reveals"])
    data = data_of(connection, number)
    change(connection, number, data=data | {"reveals": {}})


def changed_setup(connection: Connection, table: LiveTable) -> None:
    start = next(entry.number for entry in table.log if entry.kind == "start")
    change(connection, start, data={"setup": {}})


def changed_seed(connection: Connection, table: LiveTable) -> None:
    connection.execute(update(tables).values(seed=bytes(32)))


def missing_entry(connection: Connection, table: LiveTable) -> None:
    number = moves(table)[2]
    gone = delete(entries).where(entries.c.table_id == "T1", entries.c.number == number)
    connection.execute(gone)


def missing_end(connection: Connection, table: LiveTable) -> None:
    gone = delete(entries).where(entries.c.number == table.number - 1, entries.c.table_id == "T1")
    connection.execute(gone)


def missing_log(connection: Connection, table: LiveTable) -> None:
    connection.execute(delete(entries).where(entries.c.table_id == "T1"))


def wrong_status(connection: Connection, table: LiveTable) -> None:
    connection.execute(update(tables).where(tables.c.id == "T1").values(status="running"))


def wrong_seat(connection: Connection, table: LiveTable) -> None:
    change(connection, moves(table)[0], seat=1)


def no_seat(connection: Connection, table: LiveTable) -> None:
    change(connection, 0, seat=None)


def seat_beyond_the_last(connection: Connection, table: LiveTable) -> None:
    change(connection, 0, seat=9)


def no_move(connection: Connection, table: LiveTable) -> None:
    change(connection, moves(table)[0], data={})


def no_game(connection: Connection, table: LiveTable) -> None:
    connection.execute(update(tables).where(tables.c.id == "T1").values(terms={"seats": 2}))


def unknown_game(connection: Connection, table: LiveTable) -> None:
    terms = {"game": "chess", "seats": 2}
    connection.execute(update(tables).where(tables.c.id == "T1").values(terms=terms))


DAMAGE: dict[Callable[[Connection, LiveTable], None], str] = {
    changed_move: "",
    changed_reveal: "chance was told otherwise",
    changed_setup: "chance was told otherwise",
    changed_seed: "chance was told otherwise",
    missing_entry: "comes after",
    missing_end: "it is noted as over, and is running",
    missing_log: "it is noted as over, and is open",
    wrong_status: "it is noted as running, and is over",
    wrong_seat: "",
    no_seat: "is of no seat",
    seat_beyond_the_last: "it can't be read (IndexError)",
    no_move: "it can't be read (KeyError)",
    no_game: "it can't be read (ValidationError)",
    unknown_game: "chess",
}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__.replace("_", " "))
def test_a_table_that_does_not_hold_is_found(
    engine: Engine, admin: Run, damage: Callable[[Connection, LiveTable], None]
) -> None:
    table = play(engine, "T1", seed=7)
    play(engine, "T2", plies=3, seed=7 if damage is not changed_seed else 0)
    with engine.begin() as connection:
        damage(connection, table)
    code, told, said = admin("check")
    assert (code, said) == (1, "")
    assert told.startswith("table T1: ")
    assert DAMAGE[damage] in told
    assert told.endswith("1 of 2 tables hold")


def test_checking_changes_nothing(engine: Engine, admin: Run) -> None:
    play(engine, "T1", plies=6)
    before = everything(engine)
    admin("check")
    assert everything(engine) == before


# prune


def aged(engine: Engine, id_: str, status: str, days: float) -> int:
    """A table that has not changed for so many days, and its host, of the same age."""
    at = int(time.time() * 1000 - days * DAY)
    with engine.begin() as connection:
        host = queries.add_person(connection, f"Host of {id_}", at)
        row = table_row(id_, host, status=status, created=at, changed=at)
        queries.add_table(connection, row, {0: host}, [])
        connection.execute(
            insert(entries),
            {"table_id": id_, "number": 0, "kind": "say", "at": at, "data": {"text": "hi"}},
        )
    return host


def guest(engine: Engine, days: float, **values: Any) -> int:
    with engine.begin() as connection:
        at = int(time.time() * 1000 - days * DAY)
        made = queries.add_person(connection, "guest", at)
        if values:
            queries.change_person(connection, made, **values)
    return made


def test_what_is_old_and_plays_no_more_goes(engine: Engine, admin: Run) -> None:
    aged(engine, "oldover", "over", 31)
    aged(engine, "oldopen", "open", 31)
    running = aged(engine, "oldrun", "running", 31)
    young = aged(engine, "youngover", "over", 29)
    newest = guest(engine, 31)
    assert admin("prune", "--days", "30") == (0, "2 tables and 2 guests are gone.", "")
    left = everything(engine)
    assert [row[0] for row in left["tables"]] == ["oldrun", "youngover"]
    assert {row[0] for row in left["entries"]} == {"oldrun", "youngover"}
    assert {row[0] for row in left["seats"]} == {"oldrun", "youngover"}
    assert [row[0] for row in left["people"]] == [running, young, newest]
    assert admin("prune", "--days", "30") == (0, "0 tables and 0 guests are gone.", "")
    assert everything(engine) == left


def test_who_keeps_a_name_or_a_token_stays(engine: Engine, admin: Run) -> None:
    kept = guest(engine, 400, login="ada", password="hash")  # noqa: S106
    program = guest(engine, 400)
    with engine.begin() as connection:
        queries.add_token(connection, program, "digest", "robo", 1)
    gone, young = guest(engine, 366), guest(engine, 364)
    assert admin("prune") == (0, "0 tables and 1 guests are gone.", "")
    left = [row[0] for row in everything(engine)["people"]]
    assert left == [kept, program, young]
    assert gone not in left


def test_nobody_gets_the_number_of_who_went(engine: Engine, admin: Run) -> None:
    """A cookie tells the number: whoever still has one would be somebody else."""
    guests = [guest(engine, 400) for _ in range(3)]
    admin("prune")
    with engine.connect() as connection:
        left = set(connection.scalars(select(people.c.id)))
    assert guest(engine, 0) not in guests
    assert left < set(guests)


# backup and restore


def test_a_backup_is_restored_by_two_commands(
    database: str, engine: Engine, admin: Run, tmp_path: Path
) -> None:
    play(engine, "T1", plies=4)
    file, other = tmp_path / "all.jsonl.gz", f"sqlite:///{tmp_path / 'other.db'}"
    rows = sum(map(len, everything(engine).values()))
    code, told, said = admin("backup", str(file))
    assert (code, said) == (0, "")
    assert told.split(" ", 1)[0] == str(rows)
    assert admin("restore", str(file), on=other) == (0, f"{rows} rows were restored.", "")
    restored = open_database(other)
    assert everything(restored) == everything(engine)
    restored.dispose()
    assert admin("check", on=other) == (0, "1 of 1 tables hold", "")
    code, told, said = admin("restore", str(file), on=other)
    assert (code, told) == (2, "")
    assert said == "spielwerk: the database is not empty: restore into a new one\n"


def test_a_broken_backup_is_one_line(engine: Engine, admin: Run, tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl.gz"
    admin("backup", str(file))
    file.write_bytes(file.read_bytes()[:-10])
    code, told, said = admin("restore", str(file))
    assert (code, told) == (2, "")
    assert len(said.splitlines()) == 1
    assert str(file) in said


def test_a_file_that_is_not_there_is_one_line(admin: Run, tmp_path: Path) -> None:
    code, _, said = admin("restore", str(tmp_path / "nowhere.gz"))
    assert code == 2
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("words", [("check",), ("prune",), ("backup", "b.gz")], ids=" ".join)
def test_a_misspelt_file_is_no_empty_database(
    admin: Run, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, said = admin(*words, on=f"sqlite:///{tmp_path / 'typo.db'}")
    assert (code, said) == (2, f"spielwerk: there is no database {tmp_path / 'typo.db'}\n")
    assert not (tmp_path / "typo.db").exists()
