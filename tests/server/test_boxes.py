"""Parts of a game at a running server, and errors in a player's own."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest

from engine.tables import own_parts
from server.guests import Guest
from server.process import ServerProcess
from spielwerk.games import find, names
from spielwerk.rules.parts import MOST_LETTERS, PartsText

every_game = pytest.mark.parametrize("game", names())


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


def checked(guest: Guest, game: str, text: object) -> dict[str, Any]:
    answer = guest.ask("POST", f"/api/games/{game}/box", {"parts": text})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@every_game
def test_our_own_box_is_read_as_any_other(ada: Guest, game: str) -> None:
    box = ada.get(f"/api/games/{game}/box")
    told = checked(ada, game, box["parts"])
    assert (told["wrong"], told["own"]) == (None, False)
    tables = {control["table"] for control in box["controls"]}
    assert tables == told["tables"].keys()


@every_game
def test_a_box_is_told_with_all_that_a_page_must_know(ada: Guest, game: str) -> None:
    text = own_parts(game)
    told = checked(ada, game, text)
    found = find(game, PartsText(text))
    assert told["own"] is True
    assert base64.b64decode(told["declarations"]["tables"]["bytes"]) == found.tables.tobytes()
    table, _ = ada.create(game, seats=2, sit=[0, 1], parts=text)
    assert ada.get(f"/api/tables/{table}/declarations") == told["declarations"]


@pytest.mark.parametrize(
    ("game", "old", "new", "details"),
    [
        (
            "axio", "rr = 4", "rr = 400",
            {"why": "number", "table": "tiles", "key": "rr", "line": 22, "least": 0, "most": 100},
        ),
        (
            "second_chance", 'shape = "X", copies = 2', 'shape = "X", copies = 1',
            {"why": "cards", "table": "cards", "line": 13, "needed": 40, "found": 39},
        ),
        (
            "anubixx", '"rbygop"', '"......"',
            {"why": "blank", "table": "A", "key": "pyramid", "line": 32, "blank": 6},
        ),
        (
            "axio_rota", '"gbop", ', "",
            {"why": "tiles", "table": "tiles", "line": 12, "needed": 60, "found": 59},
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(
    ada: Guest, game: str, old: str, new: str, details: dict[str, Any]
) -> None:
    ours = ada.get(f"/api/games/{game}/box")["parts"]
    assert old in ours
    told = checked(ada, game, ours.replace(old, new, 1))
    assert (told["wrong"]["code"], told["wrong"]["details"]) == ("parts_impossible", details)
    assert told["declarations"] is None
    assert told["tables"]  # so that it can be corrected


def test_what_is_no_file_at_all_says_so(ada: Guest) -> None:
    told = checked(ada, "axio", "[tiles\n")
    assert (told["tables"], told["wrong"]["details"]["line"]) == (None, 1)
    strange = f"a = nan\nb = 1979-05-27\nc = 0x{'f' * 9000}\nd = {'[' * 9}{']' * 9}\n"
    assert checked(ada, "axio", strange)["wrong"]["details"]["name"] == "'a'"


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("nowhere", "", "unknown_game"),
        ("axio", "#" * (MOST_LETTERS + 1), "parts_too_long"),
        ("axio", 7, "malformed"),
        ("axio", "a = '\0'", "malformed"),
    ],
)
def test_what_cannot_be_read_is_refused(ada: Guest, game: str, text: object, code: str) -> None:
    assert ada.refused("POST", f"/api/games/{game}/box", {"parts": text}) == (422, code)
