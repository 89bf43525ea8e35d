"""Logs reveal the entry that was changed; permitted deletions leave the chain intact."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, inspect, select, update
from sqlalchemy.engine import make_url

from server.guests import Guest
from server.open_tables import opened
from server.playing import play, playing
from server.process import ServerProcess
from server.store.test_database import to_revision
from spielwerk.server import acts, wire
from spielwerk.server.acts import Asker
from spielwerk.server.checking import check_all
from spielwerk.server.store import queries
from spielwerk.server.store.database import connect, open_database
from spielwerk.server.store.log import FORGOTTEN
from spielwerk.server.store.schema import entries
from spielwerk.server.table import LiveTable


def another_legal_move(table: LiveTable) -> dict[str, Any]:
    """Return the log as if the last move had been another one, with all that follows."""
    again = LiveTable(table.id, table.host, table.terms, table.seed)
    for entry in table.log[:-1]:
        again.apply(entry)
    last = table.log[-1]
    assert last.seat is not None
    legal = [move for move in playing(again).legal(last.seat) if move != last.data["move"]]
    acts.move(again, last.seat, again.number, legal[0], last.at, last.person)
    return again.log[-1].data


def test_a_legal_move_changed_into_another_is_found_with_its_entry(database: str) -> None:
    engine = open_database(database)
    table = play(engine, "T1", plies=5)
    play(engine, "T2", plies=5, seed=2)
    assert [wrong for _, wrong in check_all(database)] == [None, None]
    number = table.number - 1
    changed = update(entries).where(entries.c.table_id == "T1", entries.c.number == number)
    with engine.begin() as connection:
        connection.execute(changed.values(data=another_legal_move(table)))
    engine.dispose()
    told = dict(check_all(database))
    assert told["T2"] is None
    assert f"entry {number} " in (told["T1"] or "")


def test_deleted_chat_leaves_the_chain_whole(database: str) -> None:
    async def run() -> None:
        async with opened(database, lambda engine: void(play(engine, plies=2))) as room:
            table = await room.registry.table("T1")
            ada = Asker(table.host, "Ada")
            said = await room.actions.act("T1", ada, wire.Say(do="say", text="a secret of mine"))
            await room.actions.act("T1", ada, wire.Say(do="say", text="and another"))
            head = table.head
            await room.store.write(queries.forget_person, table.host, FORGOTTEN)
            log = await room.store.read(queries.log, "T1")
            assert [set(one.data) for one in log if one.kind == "say"] == [{"digest"}] * 2
            assert log[said["number"] - 1].hash == bytes.fromhex(said["head"])
            assert log[-1].hash == head
            texts = [one["text"] for one in table.news(None)["events"] if one["kind"] == "say"]
            assert texts == ["a secret of mine", "and another"]  # in memory until all got it

    asyncio.run(run())
    assert [wrong for _, wrong in check_all(database)] == [None]


def talked(engine: Engine, id_: str = "T1") -> LiveTable:
    """Store a table with a chat message, a named seat and one whose name was deleted."""
    table = play(engine, id_, plies=2)
    ada, before = Asker(table.host, "Ada"), table.number
    acts.do(table, ada, wire.Say(do="say", text="hello"), 1)
    acts.do(table, ada, wire.NameSeat(do="name", seat=0, name="None"), 2)
    acts.do(table, ada, wire.NameSeat(do="name", seat=0), 3)
    with engine.begin() as connection:
        connection.execute(insert(entries), [one.row(id_) for one in table.log[before:]])
    return table


Data = dict[str, Any]


def text_in_the_salt(data: Data) -> Data:
    """Move the message's beginning into the salt."""
    return {"text": data["text"][3:], "salt": data["salt"] + data["text"][:3]}


def salt_in_the_text(data: Data) -> Data:
    """Move the salt's end into the message."""
    return {"text": data["salt"][16:] + data["text"], "salt": data["salt"][:16]}


def no_salt(data: Data) -> Data:
    return {"text": data["salt"] + data["text"]}


def null_salt(data: Data) -> Data:
    return {"text": data["salt"] + data["text"], "salt": None}


def null_text(data: Data) -> Data:
    return data | {"text": None}


def nothing(_: Data) -> Data:
    return {}


FORGED: list[tuple[int, Callable[[Data], Data]]] = [
    *[(-3, how) for how in (text_in_the_salt, salt_in_the_text, no_salt, null_salt, nothing)],
    (-2, null_text),  # the name "None" is deleted
    (-1, lambda _: {"text": "None", "salt": ""}),  # a deleted name reappears
    (-1, lambda _: {"text": ""}),
]


@pytest.mark.parametrize(("which", "how"), FORGED)
def test_texts_written_in_another_way_are_found(
    database: str, which: int, how: Callable[[Data], Data]
) -> None:
    """All but the last of these leave the hashed characters as they were."""
    engine = open_database(database)
    table = talked(engine)
    assert [wrong for _, wrong in check_all(database)] == [None]
    number = table.number + which
    changed = update(entries).where(entries.c.number == number)
    with engine.begin() as connection:
        connection.execute(changed.values(data=how(table.log[which].data)))
    assert f"entry {number} was changed" in (dict(check_all(database))["T1"] or "")
    with engine.begin() as connection:  # a person can still be deleted
        queries.forget_person(connection, table.host, FORGOTTEN)
    assert f"entry {number} was changed" in (dict(check_all(database))["T1"] or "")
    engine.dispose()


def test_older_logs_are_chained_from_what_is_there(database: str, tmp_path: Path) -> None:
    """Logs as the previous version wrote them: no hash, and no salt."""
    source = open_database(f"sqlite:///{tmp_path / 'source.db'}")
    played = play(source, "T1", seed=3)
    unsalted(source, said(source, "T2"))
    old = connect(database)
    with old.begin() as connection:
        to_revision(connection, "2")
    copy(source, old)
    source.dispose()
    old.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        of_one = select(entries.c.hash).where(entries.c.table_id == "T1")
        hashes = list(connection.scalars(of_one.order_by(entries.c.number)))
        assert bytes(hashes[-1] or b"") == played.head
    engine.dispose()
    assert [wrong for _, wrong in check_all(database)] == [None, None]


def said(engine: Engine, id_: str) -> LiveTable:
    """Return a stored table with a chat message, the only text in logs of that time."""
    table = play(engine, id_, plies=2)
    acts.do(table, Asker(table.host, "Ada"), wire.Say(do="say", text="hello"), 1)
    with engine.begin() as connection:
        connection.execute(insert(entries), [table.log[-1].row(id_)])
    return table


def unsalted(engine: Engine, table: LiveTable) -> None:
    """Store the message as versions without hashes did."""
    with engine.begin() as connection:
        one = (entries.c.table_id == table.id) & (entries.c.number == table.number - 1)
        connection.execute(update(entries).where(one).values(data={"text": "hello"}))


def test_unreadable_entries_do_not_stop_an_update(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'spoilt.db'}"
    source = open_database(f"sqlite:///{tmp_path / 'source.db'}")
    talks = {id_: said(source, id_) for id_ in ("T1", "T2", "T3")}
    for table in talks.values():
        unsalted(source, table)
    broken = {"T1": talks["T1"].number - 1, "T2": 0}
    old = connect(database)
    with old.begin() as connection:
        to_revision(connection, "1")
    copy(source, old)
    source.dispose()
    old.dispose()
    with sqlite3.connect(str(make_url(database).database)) as spoils:
        for spoilt in broken.items():
            where = "WHERE table_id = ? AND number = ?"
            spoils.execute(f"UPDATE entries SET data = '{{\"text' {where}", spoilt)  # noqa: S608
    spoils.close()
    open_database(database).dispose()
    told = dict(check_all(database))
    assert told.pop("T3") is None
    assert told == {
        id_: f"entry {number} was changed, or an earlier one is missing"
        for id_, number in broken.items()
    }


def copy(source: Engine, old: Engine) -> None:
    """Copy all rows, as far as the older tables have columns for them."""
    with source.connect() as here, old.begin() as there:
        looked = inspect(there)
        for table in entries.metadata.sorted_tables:
            if not looked.has_table(table.name):
                continue
            known = {column["name"] for column in looked.get_columns(table.name)}
            kept = [column for column in table.c if column.name in known]
            if rows := [dict(row._mapping) for row in here.execute(select(*kept))]:
                there.execute(insert(table), rows)


def test_players_are_given_the_head(server: ServerProcess) -> None:
    with Guest(server.url, "Ada") as ada, ada.line() as line:
        made = ada.post("/api/tables", game="axio", seats=2, sit=[0, 1], first=0)
        table = made["info"]["id"]
        log = {"entries": made["info"]["number"], "head": made["head"]}
        assert log == ada.get(f"/api/tables/{table}/record")["log"]
        done = ada.move(table, 0)
        assert done["head"] == ada.get(f"/api/tables/{table}/record")["log"]["head"]
        said = line.act(table, "say", text="hi", key="k")["ok"]
        assert said["number"] == done["number"] + 1
        assert said["head"] not in ("", done["head"])
        assert line.act(table, "say", text="hi", key="k")["ok"] == said  # done only once
        told = ada.get(f"/api/tables/{table}/record")["log"]
        assert told == {"entries": said["number"], "head": said["head"]}


def test_equal_logs_have_equal_heads(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'a.db'}")
    one = play(engine, "T1", plies=3, begun=1)
    again = LiveTable(one.id, one.host, one.terms, one.seed)
    for entry in one.log:
        again.apply(entry)
    assert again.head == one.head
    other = LiveTable(one.id, one.host, one.terms, bytes(32))
    with pytest.raises(Exception, match="entry 0 "):
        other.apply(one.log[0])
    engine.dispose()


def void(_: object) -> None:
    """Do nothing."""
