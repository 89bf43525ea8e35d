"""What an administrator does: check, prune, backup, restore, as on the command line."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, insert, select, update

from server.conftest import Run
from server.playing import play
from server.store.rows import everything, table_row
from spielwerk.server.store import chain, pruning, queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.schema import entries, people, seats, tables
from spielwerk.server.table import LiveTable

DAY = 86_400_000


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
    assert admin("check") == (0, "Valid: 4 of 4 tables", "")


def test_an_empty_database_holds(engine: Engine, admin: Run) -> None:
    assert admin("check") == (0, "Valid: 0 of 0 tables", "")


def data_of(connection: Connection, number: int) -> dict[str, Any]:
    found = select(entries.c.data).where(entries.c.table_id == "T1", entries.c.number == number)
    return dict(connection.execute(found).scalar_one())


def change(connection: Connection, number: int, **values: Any) -> None:
    changed = update(entries).where(entries.c.table_id == "T1", entries.c.number == number)
    connection.execute(changed.values(**values))


def moves(table: LiveTable) -> list[int]:
    return [entry.number for entry in table.log if entry.kind == "move"]


def changed_move(connection: Connection, table: LiveTable) -> None:
    """Change a move in the log to another seat's."""
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


def wrong_rank(connection: Connection, table: LiveTable) -> None:
    of_loser = (seats.c.table_id == "T1") & (seats.c.rank == 2)
    connection.execute(update(seats).where(of_loser).values(rank=1))


def wrong_person(connection: Connection, table: LiveTable) -> None:
    other = queries.add_person(connection, "Eve", 1)
    of_first = (seats.c.table_id == "T1") & (seats.c.seat == 0)
    connection.execute(update(seats).where(of_first).values(person=other))


def of_second_seat(**values: Any) -> Callable[[Connection, LiveTable], None]:
    of_second = (seats.c.table_id == "T1") & (seats.c.seat == 1)

    def damage(connection: Connection, table: LiveTable) -> None:
        connection.execute(update(seats).where(of_second).values(**values))

    damage.__name__ = f"wrong_{'_'.join(values)}"
    return damage


def of_table(**values: Any) -> Callable[[Connection, LiveTable], None]:
    def damage(connection: Connection, table: LiveTable) -> None:
        connection.execute(update(tables).where(tables.c.id == "T1").values(**values))

    damage.__name__ = f"wrong_{'_'.join(values)}"
    return damage


def wrong_seat(connection: Connection, table: LiveTable) -> None:
    change(connection, moves(table)[0], seat=1)


def no_seat(connection: Connection, table: LiveTable) -> None:
    change(connection, 0, seat=None)


def seat_beyond_the_last(connection: Connection, table: LiveTable) -> None:
    change(connection, 0, seat=9)


def no_move(connection: Connection, table: LiveTable) -> None:
    change(connection, moves(table)[0], data={})


def no_hash(connection: Connection, table: LiveTable) -> None:
    change(connection, moves(table)[0], hash=None)


def no_game(connection: Connection, table: LiveTable) -> None:
    connection.execute(update(tables).where(tables.c.id == "T1").values(terms={"seats": 2}))


def unknown_game(connection: Connection, table: LiveTable) -> None:
    terms = {"game": "chess", "seats": 2}
    connection.execute(update(tables).where(tables.c.id == "T1").values(terms=terms))


_CHANGED = "was changed, or an earlier one is missing"
DAMAGE: dict[Callable[[Connection, LiveTable], None], str] = {
    changed_move: _CHANGED,
    changed_reveal: _CHANGED,
    changed_setup: _CHANGED,
    changed_seed: _CHANGED,
    missing_entry: "follows entry",
    missing_end: "it is stored as over, but is running",
    missing_log: "it is stored as over, but is open",
    wrong_status: "it is stored as running, but is over",
    wrong_rank: "lists show the ranks [1, 1] instead of [",
    wrong_person: "seats.person of seat 0 is stored as 3, but is 1 by the log",
    of_second_seat(bot="zufall"): "seats.bot of seat 1 is stored as zufall, but is None by the log",
    of_second_seat(resigned=True): "seats.resigned of seat 1 is stored as True, but is False",
    of_second_seat(away=True): "seats.away of seat 1 is stored as True, but is False",
    of_second_seat(label="Eve"): "seats.label of seat 1 is stored as Eve, but is None",
    of_table(to_act=2): "tables.to_act is stored as 2, but is 0 by the log",
    of_table(since=2): "tables.since is stored as 2, but is None by the log",
    of_table(due=5): "tables.due is stored as 5, but is None by the log",
    wrong_seat: _CHANGED,
    no_seat: _CHANGED,
    seat_beyond_the_last: _CHANGED,
    no_hash: _CHANGED,
    no_move: _CHANGED,
    no_game: "it can't be read (ValidationError)",
    unknown_game: _CHANGED,
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
    assert told.endswith("Valid: 1 of 2 tables")


def test_a_clock_that_ends_too_early_is_found_and_time_that_was_given_back_is_not(
    engine: Engine, admin: Run
) -> None:
    table = play(engine, plies=3, clock={"days": 1})
    assert table.due is not None
    for by, code in ((table.due + 60_000, 0), (table.due - 1, 1), (None, 1)):
        with engine.begin() as connection:
            connection.execute(update(tables).values(due=by))
        found, told, _ = admin("check")
        assert found == code, told
        assert code == 0 or f"tables.due is stored as {by}, but is {table.due} by the log" in told


def test_checking_changes_nothing(engine: Engine, admin: Run) -> None:
    play(engine, "T1", plies=6)
    before = everything(engine)
    admin("check")
    assert everything(engine) == before


# prune


def rewrite(engine: Engine, table: LiveTable) -> None:
    """Change a log as a person would who knows its hashes, and what follows from it."""
    with engine.begin() as connection:
        row = connection.execute(select(tables).where(tables.c.id == table.id)).one()
        head = chain.first(row.id, row.host, row.terms, bytes(row.seed))
        for entry in queries.log(connection, table.id):
            entry.at += 1
            head = entry.chained(head)
            one = (entries.c.table_id == table.id) & (entries.c.number == entry.number)
            connection.execute(update(entries).where(one).values(at=entry.at, hash=head))
        later = update(tables).where(tables.c.id == table.id)
        connection.execute(later.values(since=tables.c.since + 1))


def test_players_records_tell_a_log_that_was_written_anew(
    engine: Engine, admin: Run, tmp_path: Path
) -> None:
    one, other = (play(engine, id_, plies=3, seed=n) for n, id_ in enumerate(("T1", "T2"), 1))
    file = tmp_path / "records.jsonl"
    records = [one.record(0), other.record(None), {"log": {"entries": 10**30, "head": "00"}}, {}]
    lines = [json.dumps(record) for record in records]
    lines.append('{"log": {"entries": 1e400, "head": "00"}}')  # read as infinity
    file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    code, told, _ = admin("check", "--record", str(file))
    assert code == 1
    assert "Found in logs: 2 of 5 records" in told
    assert "record 5: it does not name its log" in told
    assert "record 3: it does not name its log" in told
    assert "record 4: it does not name its log" in told
    rewrite(engine, one)
    assert admin("check")[0] == 0  # consistent in itself
    code, told, _ = admin("check", "--record", str(file))
    assert code == 1
    assert "record 1: no log has these" in told
    assert "record 2" not in told


def aged(engine: Engine, id_: str, status: str, days: float) -> int:
    """Add a table unchanged for this many days, and its host, of the same age."""
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
    assert admin("prune", "--days", "30") == (0, "Deleted: 2 tables and 2 guests", "")
    left = everything(engine)
    assert [row[0] for row in left["tables"]] == ["oldrun", "youngover"]
    assert {row[0] for row in left["entries"]} == {"oldrun", "youngover"}
    assert {row[0] for row in left["seats"]} == {"oldrun", "youngover"}
    assert [row[0] for row in left["people"]] == [running, young, newest]
    assert admin("prune", "--days", "30") == (0, "Deleted: 0 tables and 0 guests", "")
    assert everything(engine) == left


def test_games_that_everybody_has_abandoned_go_if_the_host_says_so(
    engine: Engine, admin: Run
) -> None:
    aged(engine, "left", "running", 91)
    aged(engine, "young", "running", 89)
    aged(engine, "played", "running", 91)
    at = int(time.time() * 1000) - DAY
    with engine.begin() as connection:
        row = {"table_id": "played", "number": 1, "kind": "say", "at": at, "data": {"text": "?"}}
        connection.execute(insert(entries), row)
    assert admin("prune") == (0, "Deleted: 0 tables and 0 guests", "")
    assert admin("prune", "--abandoned", "90") == (0, "Deleted: 1 table and 0 guests", "")
    assert [row[0] for row in everything(engine)["tables"]] == ["played", "young"]


def test_tables_are_pruned_in_groups(
    engine: Engine, admin: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "_GROUP", 2)
    for number in range(5):
        aged(engine, f"old{number}", "over", 366)
    assert admin("prune")[1].startswith("Deleted: 5 tables ")
    assert everything(engine)["tables"] == everything(engine)["entries"] == []


def test_who_keeps_a_name_or_a_token_stays(engine: Engine, admin: Run) -> None:
    kept = guest(engine, 400, login="ada", password="hash")  # noqa: S106
    program = guest(engine, 400)
    with engine.begin() as connection:
        queries.add_token(connection, program, "digest", "robo", 1)
    gone, young = guest(engine, 366), guest(engine, 364)
    assert admin("prune") == (0, "Deleted: 0 tables and 1 guest", "")
    left = [row[0] for row in everything(engine)["people"]]
    assert left == [kept, program, young]
    assert gone not in left


def test_nobody_gets_the_number_of_who_went(engine: Engine, admin: Run) -> None:
    """A cookie contains the number: its old owner would become another person."""
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
    assert admin("check", on=other) == (0, "Valid: 1 of 1 table", "")
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
