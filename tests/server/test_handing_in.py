"""Games played offline: replayed and stored as finished tables, or refused."""

from __future__ import annotations

from typing import Any

import pytest

import spielwerk as sw
from engine.tables import own_parts
from server.guests import Guest
from server.process import ServerProcess
from spielwerk.rules.parts import PartsText
from spielwerk.server.checking import check_all

SITTING = [{"name": "Ada"}, {"name": "Grandma"}, {"bot": "meister"}, {"bot": "nobody_knows"}]


def finished(game: str = "axio", seats: int = 4, parts: PartsText | None = None) -> dict[str, Any]:
    """Return a whole game's record, as a page would write it."""
    match = sw.Match(game, seats, seed=3, parts=parts)
    while not match.over:
        seat = match.to_act[0]
        match.play(match.legal(seat)[0], seat)
    record = match.record()
    del record["fair"]
    return record


def handed(record: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"record": record, "sitting": SITTING, "yours": [0], **more}


def test_a_game_is_the_persons_who_handed_it_in(server: ServerProcess) -> None:
    record = finished()
    with Guest(server.url, "Ada") as ada:
        table = ada.post("/api/records", **handed(record))["id"]
        info = ada.info(table)
        assert (info["status"], info["played_offline"]) == ("over", True)
        assert [(one["name"], one["bot"]) for one in info["sitting"]] == [
            ("Ada", None), ("Grandma", None), (None, "meister"), ("nobody_knows", None),
        ]  # fmt: skip
        (listed,) = ada.get("/api/me/tables", over=True)["tables"]
        assert (listed["id"], listed["yours"], listed["played_offline"]) == (table, [0], True)
        assert listed["sitting"] == info["sitting"]
        kept = sw.replay(ada.get(f"/api/tables/{table}/record"))
        assert kept.record() == record
        assert dict(check_all(server.database))[table] is None


def test_who_gave_up_comes_last(server: ServerProcess) -> None:
    record = finished("anubixx", 2)
    record |= {"plies": record["plies"][:4], "result": None, "resigned": [0]}
    with Guest(server.url, "Ada") as ada:
        told = {"sitting": [{"name": "Ada"}, {"bot": "meister"}]}
        table = ada.post("/api/records", **handed(record, **told))["id"]
        info = ada.info(table)
        assert (info["ranks"], info["sitting"][0]["resigned"]) == ([2, 1], True)


@pytest.mark.parametrize(
    ("bot", "code"),
    [("ismcts@600000ms", "bad_budget"), ("a\u200bb", "name_invisible"), ("x\0y", None), ("", None)],
)
def test_a_bot_of_a_record_is_held_to_what_tables_allow(
    server: ServerProcess, bot: str, code: str | None
) -> None:
    """It may play in a rematch, and one that is not installed is shown as a name."""
    told = {"sitting": [{"name": "Ada"}, {"bot": bot}], "yours": [0]}
    with Guest(server.url, "Ada") as ada:
        answer = ada.http.post("/api/records", json=handed(finished("anubixx", 2), **told))
        assert 400 <= answer.status_code < 500
        assert code in (None, answer.json()["code"])


def test_a_game_with_own_parts_brings_them_along(server: ServerProcess) -> None:
    text = own_parts("axio")
    record = finished(parts=PartsText(text))
    with Guest(server.url, "Ada") as ada:
        answer = ada.refused("POST", "/api/records", handed(record))
        assert answer == (422, "other_parts")
        table = ada.post("/api/records", **handed(record | {"parts_text": text}))["id"]
        assert ada.info(table)["own_parts"] is True
        stored = ada.get(f"/api/tables/{table}/record")
        assert (stored["parts_text"], stored["parts"]) == (text, record["parts"])
        assert sw.replay(stored).over
    assert dict(check_all(server.database))[table] is None


def wrong_move(record: dict[str, Any]) -> None:
    record["plies"][0]["move"] = "rr a1-a2"


def wrong_result(record: dict[str, Any]) -> None:
    record["result"]["ranks"] = [1, 1, 1, 1]


def too_short(record: dict[str, Any]) -> None:
    record["plies"].pop()
    record["result"] = None


def nobody(record: dict[str, Any]) -> None:
    record["resigned"] = [9]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        (wrong_move, 422, "not_in_hand"),
        (wrong_result, 422, "wrong_ranks"),
        (too_short, 409, "not_over"),
        (nobody, 422, "malformed"),
    ],
)
def test_what_does_not_hold_is_refused(
    server: ServerProcess, change: Any, status: int, code: str
) -> None:
    record = finished()
    change(record)
    with Guest(server.url, "Eve") as eve:
        assert eve.refused("POST", "/api/records", handed(record)) == (status, code)
        assert eve.get("/api/me/tables", over=True)["tables"] == []


def test_seats_must_be_those_of_the_record(server: ServerProcess) -> None:
    with Guest(server.url, "Eve") as eve:
        for more in ({"yours": [4]}, {"sitting": SITTING[:2]}):
            refusal = eve.refused("POST", "/api/records", handed(finished(), **more))
            assert refusal == (422, "bad_seat")


def test_nobody_hands_in_who_has_no_name(server: ServerProcess) -> None:
    with Guest(server.url) as stranger:
        refusal = stranger.refused("POST", "/api/records", handed(finished()))
        assert refusal == (401, "not_signed_in")
