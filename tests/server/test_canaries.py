"""Secrets at a running server, searched for in everything sent, and in the log."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from server.guests import Guest, Line
from server.process import ServerProcess
from spielwerk.match.replay import check_fair

PASSWORD = "a canary of a password"  # noqa: S105
ENOUGH = 12  # views that a person receives in a match


@dataclass
class Played:
    """A match of two, watched by a third: everything each received before its end, and after."""

    table: str
    login: str
    record: dict[str, Any]
    invites: list[str]
    tokens: list[str]
    cookies: dict[str, str]
    before: dict[str, str]
    after: dict[str, str]
    kept: dict[str, Any] = field(default_factory=dict)  # in the database only
    log: str = ""


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server that logs as much as possible."""
    folder = tmp_path_factory.mktemp("canaries")
    server = ServerProcess(folder, "--no-limits", "--no-compile", "--log-level", "debug")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module", params=["axio", "axio_rota"])
def played(request: pytest.FixtureRequest, talkative: ServerProcess) -> Played:
    done = play(talkative, request.param)
    done.kept = kept(talkative, done.table, done.login)
    done.log = talkative.said
    return done


def play(server: ServerProcess, game: str) -> Played:
    """Play a match to the end; all three request everything, all the time."""
    with (
        Guest(server.url, "Ada") as ada,
        Guest(server.url, "Bob") as bob,
        Guest(server.url, "Eve") as eve,
        ExitStack() as opened,
    ):
        login = f"ada {game}"
        ada.ask("PUT", "/api/me/password", {"name": login, "password": PASSWORD})
        token = ada.post("/api/me/tokens")["token"]
        table, invite = ada.create(game, seats=2, sit=[0])
        other, hidden = ada.create(game, seats=3, sit=[0], watch="link")
        link = ada.post(f"/api/tables/{other}/seats/2/token")["token"]
        bob.act(table, "sit", invite=invite)
        guests = {"ada": ada, "bob": bob, "eve": eve}
        lines = {name: opened.enter_context(guest.line()) for name, guest in guests.items()}
        for name, seat in (("ada", 0), ("bob", 1), ("eve", None)):
            lines[name].watch(table, seat)
        luck = random.Random(1)
        path = f"/api/tables/{table}"
        while to_act := eve.get(f"{path}/view")["to_act"]:
            mover = (ada, bob)[to_act[0]]
            if luck.random() < 0.15:
                pry(guests, lines, table, other)
            moves = mover.get(f"{path}/legal", seat=to_act[0])
            mover.move(table, to_act[0], luck.choice(moves)["move"])
        number = ada.info(table)["number"]
        for line in lines.values():
            line.ask(ping=True)
        before = {name: told(guest, lines[name]) for name, guest in guests.items()}
        record = eve.get(f"{path}/record")
        for name, guest in guests.items():
            guest.get(f"{path}/record")
            assert json.loads(lines[name].told[-2])["number"] == number
        return Played(
            table,
            login,
            record,
            [invite, hidden],
            [link, token],
            {name: guest.cookie for name, guest in guests.items()},
            before,
            {name: told(guest, lines[name]) for name, guest in guests.items()},
        )


def told(guest: Guest, line: Line) -> str:
    """Return all bodies and frames, except for those of the very end."""
    frames = [frame for frame in line.told if '"status":"over"' not in frame]
    return "\n".join(guest.told + frames)


def pry(guests: dict[str, Guest], lines: dict[str, Line], table: str, other: str) -> None:
    """Request everything for everybody, allowed or not."""
    for name, guest in guests.items():
        for one in (table, other, "nowhere"):
            for seat in (None, 0, 1, 2):
                for what in ("", "/view", "/record", "/legal", "/hint", "/invite"):
                    if what == "/invite" and name == "ada":
                        continue
                    if what != "/hint" or (seat is None):
                        guest.ask("GET", f"/api/tables/{one}{what}", seat=seat, invite="wrong")
                for act in ("move", "undo"):
                    act_ = {"do": act, "seat": seat, "at": 10_000, "move": "?", "key": "?"}
                    guest.ask("POST", f"/api/tables/{one}/acts", act_)
                    lines[name].ask(table=one, act=act_)
            lines[name].watch(one, (1, 0, 0)[list(guests).index(name)])
            guest.ask("POST", f"/api/tables/{one}/acts", {"do": "sit", "token": "wrong"})
        for path in ("/api/tables", "/api/me", "/api/me/tables", "/api/me/tokens", "/healthz"):
            guest.ask("GET", path)


def kept(server: ServerProcess, table: str, login: str) -> dict[str, Any]:
    """Return what only the database knows."""
    with closing(sqlite3.connect(str(make_url(server.database).database))) as database:
        (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", [table]).fetchone()
        seeds = [bytes(one) for (one,) in database.execute("SELECT seed FROM tables")]
        secret = bytes(database.execute("SELECT value FROM secrets").fetchone()[0])
        person, hashed = database.execute(
            "SELECT id, password FROM people WHERE login = ?", [login]
        ).fetchone()
        (digest,) = database.execute(
            "SELECT digest FROM tokens WHERE person = ?", [person]
        ).fetchone()
        start = database.execute(
            "SELECT data FROM entries WHERE table_id = ? AND kind = 'start'", [table]
        ).fetchone()[0]
    return {
        "seed": bytes(seed),
        "seeds": seeds,
        "secret": secret,
        "hash": hashed,
        "digest": digest,
        "setup": json.loads(start)["setup"],
    }


def test_no_seed_is_told_before_the_end_and_it_is_told_then(played: Played) -> None:
    for seed in played.kept["seeds"]:
        for who, text in played.before.items():
            assert seed.hex() not in text, who
    seed = played.kept["seed"].hex()
    assert all(seed in text for text in played.after.values())
    others = [one.hex() for one in played.kept["seeds"] if one.hex() != seed]
    assert not any(one in text for one in others for text in played.after.values())
    commitment = played.record["fair"]["commitment"]
    assert all(commitment in text for text in played.before.values())
    check_fair(played.record, commitment=commitment)


def test_no_hand_is_told_to_others(played: Played) -> None:
    hands = [json.dumps(hand, separators=(",", ":")) for hand in played.kept["setup"]["hands"]]
    assert hands[0] in played.before["ada"]
    assert hands[1] in played.before["bob"]
    for who, unseen in (("ada", [1]), ("bob", [0]), ("eve", [0, 1])):
        for seen in views(played.before[who]):
            assert all(seen["hands"][seat] is None for seat in unseen)
            for ply in seen["moves"]:
                assert ply["seat"] not in unseen or set(ply.get("reveals", {})) <= {"returned"}
        for record in records(played.before[who]):
            assert all(record["setup"]["hands"][seat] is None for seat in unseen)
            for ply in record["plies"]:
                assert ply["seat"] not in unseen or set(ply.get("reveals", {})) <= {"returned"}


def test_the_views_were_looked_at(played: Played) -> None:
    """Control: shows that the test above can fail."""
    for who in ("ada", "bob", "eve"):
        assert len(list(views(played.before[who]))) > ENOUGH
        assert list(records(played.before[who]))


def views(text: str) -> Iterator[dict[str, Any]]:
    """Return every view that a person received."""
    for one in every_object(text):
        if "hands" in one and "viewer" in one:
            yield one


def records(text: str) -> Iterator[dict[str, Any]]:
    """Return every record."""
    for one in every_object(text):
        if "plies" in one:
            yield one


def every_object(text: str) -> Iterator[dict[str, Any]]:
    waiting = [json.loads(line) for line in text.splitlines() if line.startswith(("{", "["))]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def test_what_lets_others_in_is_told_to_the_host_alone(played: Played) -> None:
    for secret in (*played.invites, *played.tokens):
        assert secret in played.after["ada"]
        for who in ("bob", "eve"):
            assert secret not in played.after[who]


def test_nobody_is_told_what_keeps_accounts(played: Played) -> None:
    secrets = [
        PASSWORD,
        "argon2",
        played.kept["hash"],
        played.kept["secret"].hex(),
        played.kept["digest"],
        *(cookie.rpartition(".")[2] for cookie in played.cookies.values()),
    ]
    for who, text in played.after.items():
        for secret in secrets:
            assert secret not in text, who


def test_the_log_tells_no_secret(played: Played) -> None:
    assert played.log
    secrets = [
        PASSWORD,
        played.kept["hash"],
        played.kept["secret"].hex(),
        played.kept["digest"],
        *played.invites,
        *played.tokens,
        *(cookie.rpartition(".")[2] for cookie in played.cookies.values()),
        *(seed.hex() for seed in played.kept["seeds"]),
    ]
    for secret in secrets:
        assert secret not in played.log
    assert "Traceback" not in played.log


def test_an_invitation_in_an_address_is_not_logged(talkative: ServerProcess) -> None:
    with Guest(talkative.url, "Ada") as ada:
        table, invite = ada.create(seats=2)
        ada.get(f"/api/tables/{table}", invite=invite)
        ada.http.get(f"/table/{table}", params={"invite": invite})
    assert table in talkative.said
    assert invite not in talkative.said
