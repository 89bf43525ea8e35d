"""What is seen of a match of Second Chance: views, and the drawing for the terminal."""

import json

import numpy as np

from games.second_chance.positions import ALL, dealt, played, position
from spielwerk.match.match import Match
from spielwerk.rules.hidden import view as view_of

TWO = "a1 c1"  # two cells that do not touch


def _middle() -> Match:
    """Seat 0 has to write a 1, seat 1 to draw its second chance; seats 2 and 3 have drawn."""
    match = position(TWO, "e5 g5", ALL, ALL, cards="2A 3A", deck="5A 1A 4A 4B")
    match.play("2A:a1,a2", 2)
    match.play("3A:a1,a2,a3", 3)
    return match


def test_a_view_holds_what_lies_on_the_table() -> None:
    """SC-5, SC-8, SC-9, SC-10"""
    view = _middle().view(1)
    assert view["game"] == "second_chance"
    assert view["seats"] == 4
    assert view["viewer"] == 1
    assert view["phase"] == "second_chances"
    assert view["to_act"] == [0, 1]
    assert view["cards"] == ["2A", "3A"]
    assert view["own"] == [None, "1A", None, None]
    assert view["waiting"] == []
    assert view["out"] == view["owe_ones"] == [0]
    assert view["ones"] == []
    assert view["deck"] == 2
    assert view["scores"] == [[2, 0], [2, 0], [79, 0], [78, 0]]
    assert view["ranks"] is None
    assert view["grids"][2] == ["a1", "a2"]
    assert len(view["grids"][0]) == 79
    assert view["moves"][-1] == {
        "seat": 3,
        "move": "3A:a1,a2,a3",
        "reveals": {"second_chances": [[0, "5A"], [1, "1A"]]},
    }
    assert json.loads(json.dumps(view)) == view


def test_every_seat_and_a_spectator_see_the_same() -> None:
    """SC-5: everything but the order of the deck lies open."""
    match = _middle()
    views = [match.view(viewer) for viewer in (0, 1, 2, 3, None)]
    assert [view.pop("viewer") for view in views] == [0, 1, 2, 3, None]
    assert all(view == views[0] for view in views)


def test_the_deck_is_seen_by_nobody() -> None:
    """SC-5: two decks that differ in what comes next look the same."""
    one = position(ALL, ALL, cards="2A 3A", deck="4A 4B")
    other = position(ALL, ALL, cards="2A 3A", deck="4B 4A")
    for viewer in (0, 1, None):
        assert one.view(viewer) | {"commitment": None} == other.view(viewer) | {"commitment": None}
        seen = view_of(one.game.layout, one.states, 0, viewer)
        assert not seen["deck"].any()
        assert seen["used"].tolist() == one.states["used"].tolist()
        lies_open = set(one.game.layout.fields) - {"deck", "filler"}
        assert all(np.array_equal(seen[field], one.states[field]) for field in lies_open)


def test_the_views_keys_are_known() -> None:
    """Nothing more than this is told of the table."""
    known = {"game", "seats", "options", "viewer", "to_act", "first", "moves", "scores", "ranks"}
    known |= {"commitment", "phase", "grids", "cards", "own", "waiting", "out", "ones", "owe_ones"}
    known |= {"since", "deck", "used", "before"}
    more = set(_middle().view(None)) - known
    assert len(more) <= 1  # which game of a series it is


def test_used_cards_are_told() -> None:
    """SC-8: those of rounds and second chances, in the order of the box."""
    match = position(ALL, ALL, cards="4B 4B")
    assert match.view(None)["used"] == ["4B", "4B"]
    assert match.view(None)["deck"] == 38


def test_the_phases_have_names() -> None:
    assert dealt("8C", "8A").view(None)["phase"] == "start"
    assert position(ALL, ALL, cards="1A 2A").view(None)["phase"] == "draw"
    assert _middle().view(None)["phase"] == "second_chances"


# The drawing


def test_pieces_are_drawn_with_a_letter_each() -> None:
    """SC-1, SC-4: the start piece is a, the next one b; the centre is marked while it is free."""
    match = dealt("8C", "8G")
    assert str(match).splitlines()[5].count("o") == 2
    match.play("8C:d4,d5,e3,e4,e5,e6,f4,f5", 0)
    lines = str(match).splitlines()
    assert lines[0].startswith("  seat 0: 73 free")
    assert "> seat 1: 81 free" in lines[0]
    assert [line.split()[:10] for line in lines[1:10]] == [
        ["9", *"........."],
        ["8", *"........."],
        ["7", *"........."],
        ["6", *"....a...."],
        ["5", *"...aaa..."],
        ["4", *"...aaa..."],
        ["3", *"....a...."],
        ["2", *"........."],
        ["1", *"........."],
    ]
    assert lines[5].count("o") == 1
    match.play(match.legal(1)[0], 1)
    move = match.legal(0)[-1]
    match.play(move, 0)
    assert str(match).splitlines()[1:10] != lines[1:10]
    assert sum(line[:30].count(" b ") for line in str(match).splitlines()[1:10]) == int(move[0])


def test_the_cards_to_draw_from_are_shown_with_their_shapes() -> None:
    """SC-3, SC-5"""
    lines = str(position(ALL, ALL, cards="4C 5G")).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("4C"))
    assert [line.rstrip() for line in lines[at : at + 4]] == [
        "4C    5G",
        "X     X X",
        "X     XXX",
        "XX",
    ]
    assert lines[-1] == "38 cards in the deck"


def test_start_cards_are_shown_with_their_seats() -> None:
    """SC-4"""
    lines = str(dealt("8C", "8G")).splitlines()
    assert any(line.split() == ["seat", "0:", "8C", "seat", "1:", "8G"] for line in lines)


def test_waiting_and_dropped_out_seats_are_told() -> None:
    """SC-8, SC-9"""
    text = str(position(TWO, ALL, TWO, cards="2A 3A", out=[2], ones=[2]))
    assert "  seat 0: 2 free, waits" in text
    assert "> seat 1: 81 free " in text
    assert "  seat 2: 2 free, out" in text


def test_second_chances_and_ones_that_are_due_are_told() -> None:
    """SC-9, SC-10: and no longer the cards of the round."""
    lines = str(_middle()).splitlines()
    assert any(line.startswith("seat 1: 1A") for line in lines)
    assert not any(line.startswith(("2A", "3A")) for line in lines)
    assert lines[-1] == "seat 0 writes a 1, 2 cards in the deck"
    assert "> seat 0: 2 free, out" in lines[0]


def test_a_written_1_is_shown_as_such() -> None:
    """SC-10"""
    match = _middle()
    match.play("1:c1", 0)
    assert str(match).splitlines()[9].split()[:4] == ["1", ".", ".", "1"]


def test_ranks_are_told_at_the_end() -> None:
    """SC-14"""
    match = position(ALL, ALL, cards="2A 3A", deck="")
    match.play("2A:a1,a2", 0)
    match.play("3A:a1,a2,a3", 1)
    assert "  seat 0: 79 free, rank 2" in str(match)
    assert "  seat 1: 78 free, rank 1" in str(match)


def test_a_series_is_told_alone_and_its_games_are_not_mixed() -> None:
    """SC-16"""
    match = played(1, 3, lambda match: bool(match.plies) and "start" in match.plies[-1].reveals)
    text = str(match)
    assert f"game 2 of 3, {match.scores(0)[1]} free cells so far, 40 cards in the deck" in text
    assert " a " not in "\n".join(text.splitlines()[1:10])
    match.play(match.legal(0)[0], 0)
    grid = "\n".join(str(match).splitlines()[1:10])
    assert grid.count(" a ") == 8
    assert " b " not in grid
    assert "of 3" not in str(dealt("8C", "8A"))


def test_six_grids_are_drawn_in_two_rows() -> None:
    lines = str(played(6, 1)).splitlines()
    assert lines[0].count("seat") == 3
    assert lines[12].count("seat") == 3
