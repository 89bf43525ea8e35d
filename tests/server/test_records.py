"""Tables for pages that compute the rules: news as records, moves as numbers."""

import pytest

from server.seated import ADA, BOB, EVE, do, move, open_table, play_on, playing, refusal, table_of
from spielwerk.server import engines
from spielwerk.server.table import LiveTable

RECORD = {"state", "plies", "since", "to_act", "first", "commitment"}


def first_action(table: LiveTable, seat: int = 0) -> int:
    match = playing(table)
    return int(match.game.legal(match.states, 0, seat)[0])


def by_number(table: LiveTable, action: int, **what: object) -> dict[str, object]:
    """Return an act as a page sends it."""
    rules = engines.rules(table.terms.game)
    return {"seat": 0, "at": table.number, "action": action, "rules": rules} | what


# News


def test_before_the_start_there_is_no_record() -> None:
    table = open_table("axio", 2)
    do(table, ADA, "sit")
    news = table.news(None, form="record")
    assert {key: news[key] for key in RECORD} == {
        "state": None, "plies": [], "since": 0, "to_act": [], "first": None, "commitment": None,
    }  # fmt: skip
    assert "view" not in news


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("game", ["axio", "second_chance"])
def test_beside_the_match_both_forms_tell_the_same(game: str, viewer: int | None) -> None:
    table = table_of(game, ADA, BOB, clock={"seconds": 60})
    play_on(table, 3, 12)
    do(table, ADA, "say", text="hm")
    for have in (0, 5, table.number - 1, table.number):
        view, record = table.news(viewer, have), table.news(viewer, have, "record")
        assert {key: record[key] for key in record.keys() - RECORD} == {
            key: view[key] for key in view.keys() - {"view"}
        }
        told = view["view"]
        assert len(record["plies"]) == len(told["moves"])
        for key in ("since", "to_act", "first", "commitment"):
            assert record[key] == told[key]


def test_what_was_taken_back_is_told_by_since() -> None:
    table = table_of("second_chance", ADA, BOB)
    move(table, 0)
    seen = table.number
    do(table, ADA, "undo", seat=0, at=table.number)
    news = table.news(1, seen, "record")
    assert (news["since"], news["plies"]) == (0, [])


# Moves


def test_a_number_is_logged_as_the_move_that_it_is() -> None:
    by_text, numbered = table_of("axio", ADA, BOB), table_of("axio", ADA, BOB)
    action = first_action(numbered)
    do(numbered, ADA, "move", **by_number(numbered, action))
    text = playing(numbered).latest.move
    move(by_text, 0, text)
    assert numbered.log[-1].data == by_text.log[-1].data
    assert numbered.log[-1].data["move"] == text
    assert playing(numbered).states.tobytes() == playing(by_text).states.tobytes()


def test_a_page_of_other_rules_is_told_which_these_are() -> None:
    table = table_of("axio", ADA, BOB)
    action = first_action(table)
    ours = engines.rules("axio")
    for other in ("", "x", engines.rules("axio_hex")):
        told = refusal(table, ADA, "move", **by_number(table, action, rules=other))
        assert told["code"] == "other_rules"
        assert told["details"] == {"rules": ours}
        late = refusal(table, ADA, "move", **by_number(table, action, rules=other, at=0))
        assert late["code"] == "other_rules"  # whatever else is wrong: the page must reload


def test_a_number_that_is_not_legal_is_refused_with_the_reason() -> None:
    table = table_of("axio", ADA, BOB)
    swap = playing(table).game.actions - 2
    by_text = refusal(table, ADA, "move", seat=0, at=table.number, move="swap")
    assert refusal(table, ADA, "move", **by_number(table, swap)) == by_text
    assert by_text["code"] == "no_swap"
    assert by_text["details"]["may"]["legal"] > 0
    told = refusal(table, ADA, "move", **by_number(table, playing(table).game.actions))
    assert told["code"] == "no_action"


def test_a_number_keeps_to_turns_and_seats() -> None:
    table = table_of("axio", ADA, BOB)
    action = first_action(table)
    assert refusal(table, EVE, "move", **by_number(table, action))["code"] == "not_your_seat"
    assert refusal(table, BOB, "move", **by_number(table, action))["code"] == "not_your_seat"
    told = refusal(table, BOB, "move", **by_number(table, action, seat=1))
    assert told["code"] == "not_your_turn"
    assert refusal(table, ADA, "move", **by_number(table, action, at=0))["code"] == "late"
    do(table, ADA, "resign", seat=0)
    assert refusal(table, BOB, "move", **by_number(table, 0, seat=1))["code"] == "game_over"
