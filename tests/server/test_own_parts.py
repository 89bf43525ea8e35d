"""Tables with a player's own parts, at a running server."""

import base64
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from engine.tables import own_parts
from server.guests import Guest
from server.process import ServerProcess
from spielwerk.client import Client, Refused
from spielwerk.engine.declarations import declarations
from spielwerk.engine.manifest import rules_digest
from spielwerk.games import find, names
from spielwerk.rules.parts import MOST_LETTERS, PartsText
from spielwerk.server.checking import check_all
from spielwerk.server.store.dump import read_dump, write_dump

BOX = (Path(sw.__file__).parent / "games" / "axio" / "parts.toml").read_text(encoding="utf-8")
MOVED = BOX.replace('g11 = "r"', 'f11 = "r"')  # another printed field


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


@pytest.fixture
def eve(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Eve") as guest:
        yield guest


def to_act(guest: Guest, table: str) -> list[int]:
    acting: list[int] = guest.get(f"/api/tables/{table}/view")["to_act"]
    return acting


def play_to_the_end(guest: Guest, table: str) -> None:
    while acting := to_act(guest, table):
        guest.move(table, acting[0])


@pytest.mark.parametrize("game", names())
def test_a_table_is_played_with_parts_that_were_sent(ada: Guest, game: str) -> None:
    text = own_parts(game)
    table, _ = ada.create(game, seats=2, sit=[0, 1], parts=text)
    info = ada.info(table)
    assert info["own_parts"] is True
    assert "parts" not in info
    ada.move(table, to_act(ada, table)[0])
    told = ada.get(f"/api/tables/{table}/declarations")
    assert base64.b64decode(told["tables"]["bytes"]) == find(game, PartsText(text)).tables.tobytes()
    view = f"/api/tables/{table}/view"
    before, now = (ada.get(view, form="record", **at) for at in ({"ply": 0}, {}))
    assert (len(before["plies"]), len(now["plies"])) == (0, 1)


def test_the_board_is_the_one_that_was_sent(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1], parts=MOVED)
    assert "f11" in ada.get(f"/api/tables/{table}/view")["printed"]


def test_parts_as_in_the_box_are_none_of_ones_own(ada: Guest) -> None:
    table, _ = ada.create(parts=BOX + "# just the same\n")
    assert ada.info(table)["own_parts"] is False


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (BOX.replace("rr = 4", "rr = -4"), "parts_impossible", 22),
        (BOX.replace("[tiles]", "[tiles"), "parts_malformed", 21),
        ("", "parts_impossible", None),
        ("a=1\n" + "#" * MOST_LETTERS, "parts_too_long", None),
        ("a = '\0'", "malformed", None),
        (7, "malformed", None),
    ],
)
def test_what_cannot_be_played_with_is_refused(
    ada: Guest, text: object, code: str, line: int | None
) -> None:
    answer = ada.ask("POST", "/api/tables", {"game": "axio", "parts": text})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, code)
    assert told["details"].get("line") == line
    if line is not None:
        assert f"line {line}:" in told["reason"]


def test_actions_are_numbered_by_the_tables_own_rules(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1], parts=MOVED)
    other, _ = ada.create(seats=2, sit=[0, 1], parts=own_parts("axio"))
    usual = rules_digest(find("axio"))
    ours, others = (ada.get(f"/api/tables/{id_}/declarations")["rules"] for id_ in (table, other))
    assert len({usual, ours, others}) == 3
    game = find("axio", PartsText(MOVED))
    seen = ada.get(f"/api/tables/{table}/view", seat=0, form="record")["state"]
    states = np.frombuffer(base64.b64decode(seen), game.layout.dtype).copy()
    action = int(game.legal(states, 0, 0)[0])
    what = {"do": "move", "seat": 0, "at": ada.info(table)["number"], "action": action, "key": "k"}
    for wrong in (usual, others):
        answer = ada.ask("POST", f"/api/tables/{table}/acts", {**what, "rules": wrong}).json()
        assert (answer["code"], answer["details"]) == ("other_rules", {"rules": ours})
    ada.act(table, **what, rules=ours)
    assert to_act(ada, table) == [1]


def test_declarations_are_told_to_whoever_may_know_the_table(ada: Guest, eve: Guest) -> None:
    table, invite = ada.create(parts=MOVED, watch="seats")
    path = f"/api/tables/{table}/declarations"
    assert eve.refused("GET", path) == (403, "not_public")
    assert eve.get(path, invite=invite) == ada.get(path)
    answer = ada.ask("GET", path)
    tag = answer.headers["ETag"]
    again = ada.http.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_a_table_without_own_parts_has_its_games_declarations(ada: Guest) -> None:
    table, _ = ada.create("axio_hex", options={"hands": "hidden"})
    told = ada.get(f"/api/tables/{table}/declarations")
    expected = declarations(find("axio_hex", None, {"hands": "hidden"}))
    assert told == json.loads(json.dumps(expected))


def test_bots_and_hints_know_the_parts(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0], bots={"1": "geselle"}, parts=MOVED)
    hint = ada.get(f"/api/tables/{table}/hint", seat=0, bot="geselle")[0]["move"]
    with ada.line() as line:
        before = line.watch(table, 0)["ok"]["number"]
        ada.move(table, 0, hint)
        line.news(before + 2)  # the bot has answered
    assert 0 in to_act(ada, table)


def test_a_record_brings_its_parts_along(ada: Guest) -> None:
    table, _ = ada.create(seats=1, parts=MOVED)
    running = ada.get(f"/api/tables/{table}/record")
    assert running["parts_text"] == MOVED
    play_to_the_end(ada, table)
    record = ada.get(f"/api/tables/{table}/record")
    assert record["parts_text"] == MOVED
    assert record["parts"] == find("axio", PartsText(MOVED)).parts
    assert sw.replay(record).over
    sw.check_fair(record)
    assert ada.get(f"/api/tables/{table}/fair")["holds"] is True
    for form in ("view", "record"):
        assert ada.ask("POST", "/api/replays", record, form=form).is_success
    for wrong, code in ((7, "malformed"), ("[", "parts_malformed"), (BOX, "other_parts")):
        broken = record | {"parts_text": wrong}
        assert ada.refused("POST", "/api/replays", broken) == (422, code)
    without = {key: value for key, value in record.items() if key != "parts_text"}
    assert ada.refused("POST", "/api/replays", without) == (422, "other_parts")


def test_those_who_play_again_keep_the_parts(ada: Guest) -> None:
    table, _ = ada.create(seats=1, parts=MOVED)
    ada.act(table, "resign", seat=0)
    following = ada.act(table, "rematch")["next"]
    assert ada.info(following)["own_parts"] is True
    assert "f11" in ada.get(f"/api/tables/{following}/view")["printed"]


def test_programs_send_parts_too(server: ServerProcess) -> None:
    with Client(server.url, name="Robo") as client:
        table = client.create("axio", seats=2, sit=[0, 1], parts=MOVED)
        assert table.info["own_parts"] is True
        with pytest.raises(Refused) as refused:
            client.create("axio", parts="[printed]\nz9 = 1")
    assert refused.value.code == "parts_impossible"
    assert refused.value.details["line"] == 2


# What is kept


def test_parts_are_kept_over_restarts_and_in_backups(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    with Guest(own_server.url, "Ada") as ada:
        table, _ = ada.create(seats=2, sit=[0, 1], parts=MOVED)
        ada.move(table, 0)
        number = ada.info(table)["number"]
        waiting, _ = ada.create(seats=2, parts=MOVED)
        own_server.kill()
        own_server.start()
        assert ada.info(table)["number"] == number
        assert ada.info(table)["own_parts"] is True
        ada.move(table, to_act(ada, table)[0])
        ada.act(waiting, "sit", seat=1)  # which starts it
        assert "f11" in ada.get(f"/api/tables/{waiting}/view")["printed"]
        over, _ = ada.create(seats=1, parts=MOVED)
        play_to_the_end(ada, over)
    own_server.stop()
    backup, restored = tmp_path / "backup", f"sqlite:///{tmp_path / 'restored.db'}"
    write_dump(own_server.database, backup)
    read_dump(restored, backup)
    assert dict(check_all(restored)) == {table: None, waiting: None, over: None}


def test_tables_of_earlier_versions_have_no_parts(own_server: ServerProcess) -> None:
    with Guest(own_server.url, "Ada") as ada:
        table, _ = ada.create(seats=2, sit=[0, 1])
        own_server.stop()
        file = own_server.database.removeprefix("sqlite:///")
        with sqlite3.connect(file) as database:
            [[terms]] = database.execute("SELECT terms FROM tables").fetchall()
            earlier: dict[str, Any] = json.loads(terms)
            assert earlier.pop("parts") is None
            database.execute("UPDATE tables SET terms = ?", [json.dumps(earlier)])
            database.execute("ALTER TABLE entries DROP COLUMN hash")  # nor were logs chained
            database.execute("DROP INDEX ix_tables_due")
            database.execute("ALTER TABLE tables DROP COLUMN due")
            for later in ("uptime", "sign_outs"):
                database.execute(f"DROP TABLE {later}")
            database.execute("UPDATE alembic_version SET version_num = '3'")
        database.close()
        own_server.start()
        assert ada.info(table)["own_parts"] is False
        ada.move(table, 0)
