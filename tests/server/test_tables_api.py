"""Tables over HTTP and the socket, at a running server, under each ASGI server."""

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from server.guests import Guest
from server.process import ServerProcess
from server.test_people_api import ended
from spielwerk.engine.manifest import rules_digest
from spielwerk.games import find
from spielwerk.match.replay import check_fair


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


@pytest.fixture
def bob(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Bob") as guest:
        yield guest


@pytest.fixture
def eve(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Eve") as guest:
        yield guest


@pytest.fixture
def nobody(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url) as guest:
        yield guest


def names(info: dict[str, Any]) -> list[str | None]:
    return [one["bot"] or one["name"] for one in info["sitting"]]


# Setting up


@pytest.mark.parametrize("game", sw.games())
def test_every_game_has_tables_and_one_plays_alone(ada: Guest, game: str) -> None:
    table, _ = ada.create(game, seats=2, sit=[0, 1])
    assert ada.info(table)["status"] == "running"
    seat = ada.get(f"/api/tables/{table}/view", seat=0)["to_act"][0]
    before = ada.info(table)["number"]
    assert ada.move(table, seat)["number"] == before + 1


def test_there_is_solo(ada: Guest) -> None:
    table, _ = ada.create("axio", seats=1)
    ada.move(table, 0)
    assert ada.get(f"/api/tables/{table}/view", seat=0)["moves"]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"seats": 6}, "bad_seats"),
        ({"first": 5}, "bad_first"),
        ({"options": {"hands": "hidden"}}, "unknown_option"),
        ({"sit": [2]}, "bad_seat"),
        ({"bots": {"0": "zufall"}}, "bad_seat"),
        ({"bots": {"x": "zufall"}}, "bad_seat"),
        ({"bots": {"٣": "zufall"}}, "bad_seat"),
        ({"bots": {"9" * 5000: "zufall"}}, "bad_seat"),
        ({"bots": {"1": "nobody"}}, "unknown_bot"),
        ({"bots": {"1": "spielwerk.bots.ladder:Geselle"}}, "unknown_bot"),
        ({"bots": {"1": "ismcts@9999999ms"}}, "bad_budget"),
        ({"clock": {}}, "malformed"),
        ({"clock": {"seconds": 60, "days": 1}}, "malformed"),
        ({"watch": "all"}, "malformed"),
        ({"seats": "2"}, "malformed"),
        ({"surprise": 1}, "malformed"),
    ],
)
def test_terms_that_do_not_hold_are_refused(ada: Guest, terms: dict[str, Any], code: str) -> None:
    told = ada.refused("POST", "/api/tables", {"game": "axio", **terms})
    assert told == (422, code)


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "axio", "\\ud800": 1}',  # half a letter
        b'{"game": "axio", "\\ud800\\n": {"x": 1}}',
        b'{"game": "\\udc00"}',
        b'{"game": "axio", "options": {"\\ud800": "x"}}',
        b'{"game": "axio", "options": {"hands": "\\ud800"}}',
        b'{"game": "axio", "bots": {"\\ud800": "zufall"}}',
        b'{"game": "axio", "seats": ' + b"9" * 5000 + b"}",
        b'{"game": "axio", "seats": NaN}',
        b'{"game": "axio", "seats": 1e400}',
        b"[" * 30_000,
        b'{"game": "' + b"\xff" + b'"}',
        b'{"game"',
        b"",
        b"null",
    ],
)
def test_a_body_that_cannot_be_read_is_refused(ada: Guest, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ada.http.post("/api/tables", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"code", "reason", "details"}
    assert len(answer.text) < 2000


def test_a_complaint_does_not_repeat_all_that_was_sent(ada: Guest) -> None:
    answer = ada.ask("POST", "/api/tables", {"game": "axio", "x" * 50_000: 1})
    assert answer.status_code == 422
    assert len(answer.text) < 1000


# Sitting down


def test_one_sits_down_by_invitation_and_a_full_tables_link_lets_one_watch(
    ada: Guest, bob: Guest, eve: Guest
) -> None:
    table, invite = ada.create(seats=2, watch="link")
    assert bob.act_refused(table, "sit") == (403, "not_invited")
    bob.act(table, "sit", invite=invite)
    assert ada.info(table)["status"] == "running"
    assert names(ada.info(table)) == ["Ada", "Bob"]
    assert eve.act_refused(table, "sit", invite=invite) == (409, "already_started")
    assert eve.info(table, invite=invite)["status"] == "running"
    view = eve.get(f"/api/tables/{table}/view", invite=invite)
    assert view["viewer"] is None
    assert view["hands"] == [None, None]


def test_a_new_invitation_ends_the_old_one(ada: Guest, bob: Guest) -> None:
    table, old = ada.create(seats=2)
    path = f"/api/tables/{table}/invite"
    assert ada.get(path)["invite"] == old
    new = ada.post(path)["invite"]
    assert ada.get(path)["invite"] == new
    assert bob.refused("GET", path) == (403, "not_host")
    assert bob.refused("POST", path) == (403, "not_host")
    assert bob.act_refused(table, "sit", invite=old) == (403, "not_invited")
    bob.act(table, "sit", invite=new)


def test_a_link_to_a_seat_can_be_revoked_and_holds_once(ada: Guest, bob: Guest, eve: Guest) -> None:
    table, _ = ada.create(seats=3)
    path = f"/api/tables/{table}/seats/2/token"
    assert bob.refused("POST", path) == (403, "not_host")
    assert ada.refused("POST", f"/api/tables/{table}/seats/3/token") == (404, "no_such_seat")
    first, second = (ada.post(path)["token"] for _ in range(2))
    assert bob.act_refused(table, "sit", token=first) == (403, "bad_token")
    assert bob.act_refused(table, "sit", token=second, seat=1) == (409, "seat_taken")
    assert ada.ask("DELETE", path).status_code == 204
    assert bob.act_refused(table, "sit", token=second) == (403, "bad_token")
    third = ada.post(path)["token"]
    bob.act(table, "sit", token=third)
    assert names(ada.info(table))[2] == "Bob"
    bob.act(table, "stand", seat=2)
    assert eve.act_refused(table, "sit", token=third) == (403, "bad_token")


def test_a_listed_table_is_found_while_a_seat_is_free(
    ada: Guest, bob: Guest, nobody: Guest
) -> None:
    listed, _ = ada.create(seats=2, listed=True, watch="seats")
    hidden, _ = ada.create(seats=2)
    found = [one["id"] for one in nobody.get("/api/tables")["tables"]]
    assert listed in found
    assert hidden not in found
    assert bob.info(listed)["seats"] == 2
    bob.act(listed, "sit")
    assert listed not in [one["id"] for one in bob.get("/api/tables")["tables"]]


def test_the_code_of_an_invitation_is_a_picture_for_the_host(ada: Guest, bob: Guest) -> None:
    table, _ = ada.create(seats=2)
    picture = ada.ask("GET", f"/api/tables/{table}/invite.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert bob.refused("GET", f"/api/tables/{table}/invite.svg") == (403, "not_host")
    long = ada.http.get(f"/api/tables/{table}/invite.svg", headers={"Host": "x" * 3000})
    assert long.status_code == 422


def test_addresses_are_told_at_the_machine_itself(ada: Guest, server: ServerProcess) -> None:
    """Visitors under another name learn nothing of the machine's network."""
    table, invite = ada.create(seats=2)
    path = f"/api/tables/{table}/invite"
    command = f"spielwerk serve --host 0.0.0.0 --port {server.port}"
    assert ada.get(path) == {"invite": invite, "origins": [], "command": command}
    for host in ("spiel.test", "192.168.7.7:8000"):
        told = ada.http.get(path, headers={"Host": host}).json()
        assert told == {"invite": invite, "origins": [], "command": None}


def test_a_code_is_of_an_address_of_the_server(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=2)
    path = f"/api/tables/{table}/invite.svg"
    assert ada.refused("GET", path, origin="http://elsewhere.test") == (422, "malformed")
    assert bob.ask("GET", path, invite=invite).text.startswith("<svg")  # who knows it may show it


def test_seats_of_one_person_have_names(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=3, sit=[0, 1], names={"0": "Mia", "1": "Tom"})
    bob.act(table, "sit", invite=invite)
    ada.act(table, "name", seat=1, name="Grandpa")
    names = ["Mia", "Grandpa", "Bob"]
    assert [seat["name"] for seat in ada.info(table)["sitting"]] == names
    assert bob.act_refused(table, "name", seat=2, name="Ada") == (403, "one_seat")
    assert bob.act_refused(table, "name", seat=0, name="Ada") == (403, "not_your_seat")
    assert ada.act_refused(table, "name", seat=0, name=" ") == (422, "malformed")
    listed = bob.get("/api/me/tables")["tables"][0]["sitting"]
    assert [seat["name"] for seat in listed] == names
    for guest, seat in ((bob, 2), (ada, 1), (ada, 0)):
        if ada.info(table)["status"] == "running":
            guest.act(table, "resign", seat=seat)
    assert ada.get(f"/api/tables/{table}/record")["names"] == ["Mia", "Grandpa", None]
    assert ada.act_refused(table, "name", seat=0, name="Eve") == (409, "game_over")
    bob.act(table, "rematch")
    following = ada.act(table, "rematch")["next"]  # all move to the next seat, with their names
    sitting = ada.info(following)["sitting"]
    assert [seat["name"] for seat in sitting] == ["Grandpa", "Bob", "Mia"]


def test_a_room_is_its_screens_and_tells_who_is_there(ada: Guest, bob: Guest, eve: Guest) -> None:
    table, invite = ada.create(seats=2, sit=[], room=True)
    bob.act(table, "sit", invite=invite)
    assert [seat["here"] for seat in ada.info(table)["sitting"]] in ([None, None], [False, False])
    eve.act(table, "sit", invite=invite)
    assert eve.act(table, "resign", seat=1)
    following = bob.act(table, "rematch")["next"]
    assert ada.get(f"/api/tables/{following}")["host"]
    assert not bob.get(f"/api/tables/{following}")["host"]


def test_an_act_sent_twice_is_done_once(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=3)
    one = bob.act(table, "sit", invite=invite, key="k")
    assert bob.act(table, "sit", invite=invite, key="k") == one
    assert bob.act_refused(table, "say", text="hi", key="k") == (409, "key_used")
    assert bob.act_refused(table, "sit", key="k") == (409, "key_used")
    assert bob.act_refused(table, "rematch", key="k") == (409, "key_used")
    assert bob.get(f"/api/tables/{table}")["yours"] == [1]
    ada.act(table, "bot", seat=2, bot="zufall", key="k")  # another's key is another key
    legal = ada.get(f"/api/tables/{table}/legal", seat=0)[0]["move"]
    number = ada.info(table)["number"]
    done = ada.move(table, 0, legal, at=number, key="m")
    assert ada.move(table, 0, legal, at=number, key="m") == done
    answer = ada.ask(
        "POST",
        f"/api/tables/{table}/acts",
        {"do": "move", "seat": 0, "at": number, "move": legal, "key": "other"},
    )
    assert answer.status_code == 409
    assert answer.json()["code"] == "late"
    assert answer.json()["details"]["may"]["number"] >= done["number"]


def test_a_key_that_a_database_could_not_keep_is_refused(ada: Guest) -> None:
    table, _ = ada.create(seats=2)
    assert ada.act_refused(table, "say", text="hi", key="a\x00b") == (422, "malformed")
    assert ada.act_refused(table, "say", text="a\x00b") == (422, "malformed")


# Playing


def test_both_seats_name_the_same_number_and_both_are_accepted(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create("second_chance", seats=2)
    bob.act(table, "sit", invite=invite)
    at = ada.info(table)["number"]
    for guest, seat in ((ada, 0), (bob, 1)):
        legal = guest.get(f"/api/tables/{table}/legal", seat=seat)[0]["move"]
        guest.act(table, "move", seat=seat, at=at, move=legal, key="k")
    assert ada.info(table)["number"] == at + 2


def test_moves_come_with_their_points_and_hints_where_they_are_given(
    ada: Guest, bob: Guest
) -> None:
    table, invite = ada.create(seats=2)
    bob.act(table, "sit", invite=invite)
    path = f"/api/tables/{table}"
    legal = ada.get(f"{path}/legal", seat=0)
    scores = len(ada.get(f"{path}/view", seat=0)["scores"][0])
    assert {len(one["points"]) for one in legal} == {scores}
    hint = ada.get(f"{path}/hint", seat=0, bot="geselle")
    assert hint[0]["move"] in [one["move"] for one in legal]
    assert bob.get(f"{path}/legal", seat=1) == []
    assert bob.refused("GET", f"{path}/hint", seat=1) == (409, "not_your_turn")
    assert bob.refused("GET", f"{path}/hint", seat=0) == (403, "not_your_seat")
    assert bob.refused("GET", f"{path}/legal", seat=0) == (403, "not_your_seat")
    assert ada.refused("GET", f"{path}/hint", seat=0, bot="x") == (422, "unknown_bot")
    slow = ada.refused("GET", f"{path}/hint", seat=0, bot="ismcts@9999999")
    assert slow == (422, "bad_budget")
    strict, _ = ada.create(seats=2, sit=[0, 1], hints=False)
    assert ada.refused("GET", f"/api/tables/{strict}/hint", seat=0) == (403, "no_hints")


def test_the_record_is_told_in_full_once_it_is_over(ada: Guest, nobody: Guest) -> None:
    table, _ = ada.create("axio_rota", seats=1)
    path = f"/api/tables/{table}"
    commitment = ada.get(f"{path}/view", seat=0)["commitment"]
    assert ada.get(f"{path}/record")["setup"]["hands"] == [None]
    assert "fair" not in ada.get(f"{path}/record", seat=0)
    with ada.line() as line:
        news = line.watch(table, 0)["ok"]
        while news["view"]["to_act"]:
            legal = ada.get(f"{path}/legal", seat=0)[0]["move"]
            at = news["number"]
            done = line.act(table, "move", seat=0, at=at, move=legal, key=f"k{at}")
            news = line.news(done["ok"]["number"])
        assert news["info"]["status"] == "over"
    record = nobody.get(f"{path}/record")
    check_fair(record, commitment=commitment)
    assert record["result"]["ranks"] == ada.info(table)["ranks"] == [1]


def test_news_of_ones_own_act_come_with_its_answer_and_once(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    move = ada.get(f"/api/tables/{table}/legal", seat=0)[0]["move"]
    with ada.line() as acting, ada.line() as looking:
        at = acting.watch(table, 1)["ok"]["number"]
        looking.watch(table, 1)
        acting.act(table, "move", seat=0, at=at, move=move, key="k")
        assert acting.news(at + 1) == looking.news(at + 1)
        assert acting.ask(ping=True)["ok"] == {}
    _, answer, pong = map(json.loads, acting.told)
    assert set(answer) == {"id", "ok", "news"}
    assert set(pong) == {"id", "ok"}


def test_two_pages_play_by_numbers(ada: Guest, bob: Guest, eve: Guest) -> None:
    """And the person who wants views gets them meanwhile, of the same entries."""
    table, invite = ada.create("axio", seats=2)
    rules = rules_digest(find("axio"))
    with ada.line() as one, bob.line() as two, eve.line() as looking:
        assert one.watch(table, 0, form="record")["ok"]["state"] is None
        bob.act(table, "sit", invite=invite)
        number = ada.info(table)["number"]
        assert one.news(number)["to_act"] == [0]
        two.watch(table, 1, form="record")
        looking.watch(table)
        for seat, line, other in ((0, one, two), (1, two, one)):
            action = any_action(line.watch(table, seat, form="record")["ok"]["state"], seat)
            act = {"seat": seat, "at": number, "action": action, "rules": rules, "key": f"{number}"}
            told = line.act(table, "move", **act)
            assert told["ok"]["number"] == number + 1
            number += 1
            own, heard, seen = (each.news(number) for each in (line, other, looking))
            assert line.act(table, "move", **act)["ok"] == told["ok"]  # it is done once
            assert "view" not in own
            assert "state" not in seen
            assert [ply["action"] for ply in heard["plies"]] == [action]
            assert [ply["move"] for ply in own["plies"]] == [
                ply["move"] for ply in seen["view"]["moves"]
            ]
            assert heard["since"] == seen["view"]["since"]


def any_action(state: str, seat: int) -> int:
    """Return a legal action, found as a page does: from the granted record alone."""
    game = find("axio")
    seen = np.frombuffer(base64.b64decode(state), game.layout.dtype).copy()
    return int(game.legal(seen, 0, seat)[0])


def test_one_socket_hears_a_seats_news_in_the_form_it_asked_for_last(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    with ada.line() as line:
        number = line.watch(table, 0)["ok"]["number"]
        line.watch(table, 0, form="record")
        ada.move(table, 0)
        assert "state" in line.news(number + 1)
        line.watch(table, 0)
        ada.move(table, 1)
        assert "view" in line.news(number + 2)
        line.watch(table, 0, form="record")
        line.ask(unwatch={"table": table, "seat": 0})
        ada.move(table, 0)
        before = len(line.told)
        line.ask(ping=True)
        assert len(line.told) == before + 1


def test_a_page_of_other_rules_is_told_to_load_again(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    act = {"seat": 0, "at": 4, "action": 3, "rules": "0" * 32, "key": "k"}
    assert ada.act_refused(table, "move", **act) == (409, "other_rules")
    with ada.line() as line:
        told = line.act(table, "move", **act)["refused"]
        assert told["code"] == "other_rules"
        assert told["details"]["rules"] == rules_digest(find("axio"))


def test_who_leaves_is_played_for_and_returns(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    with ada.line() as line:
        line.watch(table, 0)
        number = ada.act(table, "leave", seat=0)["number"]
        moved = line.news(number + 1)
        assert moved["events"][-1]["kind"] == "move"
        assert moved["events"][-1]["seat"] == 0
    ada.act(table, "return", seat=0)
    assert not ada.info(table)["sitting"][0]["away"]
    ada.move(table, 1)
    ada.move(table, 0)


# Again


def test_in_the_next_game_everybody_moves_on_one_seat(ada: Guest, bob: Guest, eve: Guest) -> None:
    table, invite = ada.create(seats=3, sit=[0], bots={"2": "zufall"})
    assert ada.act_refused(table, "rematch") == (403, "not_over")
    bob.act(table, "sit", invite=invite)
    for guest, seat in ((ada, 0), (bob, 1)):
        guest.act(table, "resign", seat=seat)
    assert eve.act_refused(table, "rematch") == (403, "not_seated")
    with ThreadPoolExecutor(4) as all_at_once:  # and each of them twice
        asked = [all_at_once.submit(one.act, table, "rematch") for one in (ada, bob, ada, bob)]
        (following,) = {one.result()["next"] for one in asked}
    assert ada.info(table)["next"] == following
    assert names(ada.info(following)) == ["Bob", "zufall", "Ada"]
    assert ada.info(following)["status"] == "running"


def test_the_next_game_starts_when_the_last_has_asked_for_it(
    ada: Guest, bob: Guest, eve: Guest
) -> None:
    table, invite = ada.create(seats=3)
    for guest in (bob, eve):
        guest.act(table, "sit", invite=invite)
    for guest, seat in ((ada, 0), (bob, 1)):
        guest.act(table, "resign", seat=seat)
    following = bob.act(table, "rematch")["next"]
    assert names(bob.info(following)) == ["Bob", None, None]
    # A seat is reserved for the others, whoever else is invited.
    invite = bob.get(f"/api/tables/{following}/invite")["invite"]
    with Guest(bob.url, "Dan") as dan:
        assert dan.act_refused(following, "sit", invite=invite) == (409, "table_full")
    assert eve.act(table, "rematch")["next"] == following
    assert names(bob.info(following)) == ["Bob", "Eve", None]
    assert bob.info(following)["status"] == "open"
    assert ada.act(table, "rematch")["next"] == following
    assert names(bob.info(following)) == ["Bob", "Eve", "Ada"]
    assert bob.info(following)["status"] == "running"


@pytest.mark.parametrize("first", ["ada", "bob"])
def test_all_seats_at_one_screen_are_taken_along(ada: Guest, bob: Guest, first: str) -> None:
    table, invite = ada.create(seats=3, sit=[0, 2])
    bob.act(table, "sit", invite=invite)
    for seat in (0, 2):
        ada.act(table, "resign", seat=seat)
    guests = [ada, bob] if first == "ada" else [bob, ada]
    (following,) = {guest.act(table, "rematch")["next"] for guest in guests}
    assert names(ada.info(following)) == ["Bob", "Ada", "Ada"]
    assert ada.info(following)["status"] == "running"


def test_against_bots_the_next_game_starts_at_once(ada: Guest) -> None:
    table, _ = ada.create(seats=2, bots={"1": "zufall"})
    ada.act(table, "resign", seat=0)
    following = ada.act(table, "rematch")["next"]
    assert ada.info(following)["status"] == "running"
    assert ada.act(table, "rematch")["next"] == following


def test_who_is_replaced_by_a_bot_finds_the_next_table_all_the_same(ada: Guest, bob: Guest) -> None:
    table, invite = ada.create(seats=2)
    bob.act(table, "sit", invite=invite)
    ada.act(table, "resign", seat=0)
    following = ada.act(table, "rematch")["next"]
    ada.act(following, "start", bot="zufall")
    assert bob.act(table, "rematch")["next"] == following
    assert bob.get(f"/api/tables/{following}")["yours"] == []


# Who sees what


def test_nobody_sees_a_seat_that_is_not_theirs(
    ada: Guest, bob: Guest, eve: Guest, nobody: Guest
) -> None:
    table, invite = ada.create(seats=2)
    bob.act(table, "sit", invite=invite)
    for what in ("view", "record"):
        for guest, seats in ((bob, (0,)), (eve, (0, 1)), (nobody, (0, 1))):
            for seat in (*seats, 5):
                told = guest.refused("GET", f"/api/tables/{table}/{what}", seat=seat, invite=invite)
                assert told == (403, "not_your_seat")
        assert bob.get(f"/api/tables/{table}/{what}", seat=1)["viewer"] == 1
    for guest in (bob, eve, nobody):
        with guest.line() as line:
            told_there = line.watch(table, 0, invite=invite)
            assert told_there["refused"]["code"] == "not_your_seat"
            acted = line.act(table, "move", seat=0, at=3, move="x", key="k")["refused"]
            assert acted["code"] == ("not_signed_in" if guest is nobody else "not_your_seat")
            assert "may" not in acted


@pytest.mark.parametrize("watch", ["anyone", "link", "seats"])
def test_who_may_watch(ada: Guest, bob: Guest, eve: Guest, nobody: Guest, watch: str) -> None:
    table, invite = ada.create(seats=2, watch=watch)
    bob.act(table, "sit", invite=invite)
    path = f"/api/tables/{table}"
    for guest in (eve, nobody):
        for known in (None, "wrong", invite):
            may = watch == "anyone" or (watch == "link" and known == invite)
            for what in ("view", "record"):
                answer = guest.ask("GET", f"{path}/{what}", invite=known)
                assert (answer.status_code == 200) is may
                assert may or answer.json()["code"] == "not_public"
            # Whoever is invited is told what they are invited to.
            assert (guest.ask("GET", path, invite=known).status_code == 200) is (
                may or known == invite
            )
            with guest.line() as line:
                assert ("ok" in line.watch(table, invite=known)) is may
    for guest in (ada, bob):
        assert guest.get(f"{path}/view")["viewer"] is None


def test_who_stood_up_does_not_see_the_cards_of_who_sits_there_now(
    ada: Guest, bob: Guest, eve: Guest
) -> None:
    table, invite = ada.create(seats=3, watch="seats")
    eve.act(table, "sit", seat=1, invite=invite)
    with eve.line() as spying, bob.line() as playing:
        spying.watch(table, 1)
        spying.watch(table)
        ada.act(table, "stand", seat=1)
        bob.act(table, "sit", seat=1, invite=invite)
        ada.act(table, "start", bot="zufall")
        news = playing.watch(table, 1)["ok"]
        assert news["view"]["hands"][1]
        number = ada.move(table, 0)["number"]
        playing.news(number)
        spying.ask(ping=True)
        assert "hands" not in "".join(spying.told)


@pytest.mark.parametrize("playing", [False, True])
def test_who_was_invited_no_more_does_not_watch_on(
    ada: Guest, bob: Guest, eve: Guest, playing: bool
) -> None:
    table, invite = ada.create(seats=2, watch="link")
    if playing:
        ada.act(table, "start", bot="zufall")
    with eve.line() as line, bob.line() as again, ada.line() as host:
        assert "ok" in line.watch(table, invite=invite)
        host.watch(table)
        fresh = ada.post(f"/api/tables/{table}/invite")["invite"]
        assert ended(line)
        assert again.watch(table, invite=invite)["refused"]["code"] == "not_public"
        assert "ok" in again.watch(table, invite=fresh)
        host.ask(ping=True)  # the host watches on


def test_a_spectator_hears_what_happens(ada: Guest, eve: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    with eve.line() as line:
        first = line.watch(table)["ok"]
        number = ada.move(table, 0)["number"]
        news = line.news(number)
        assert news["seat"] is None
        assert [event["kind"] for event in news["events"]] == ["move"]
        assert news["view"]["since"] == len(first["view"]["moves"])
        ada.act(table, "say", text="gg")
        said = line.news(number + 1)["events"][0]
        assert (said["name"], said["text"]) == ("Ada", "gg")
        assert eve.act_refused(table, "say", text="?") == (403, "not_seated")
        assert line.ask(unwatch={"table": table})["ok"] == {}
        ada.move(table, 1)
        before = len(line.told)
        line.ask(ping=True)
        assert len(line.told) == before + 1


def test_what_one_missed_comes_with_the_next_watch(ada: Guest) -> None:
    table, _ = ada.create(seats=2, sit=[0, 1])
    with ada.line() as line:
        have = line.watch(table, 0)["ok"]["number"]
    for seat in (0, 1):
        ada.move(table, seat)
    with ada.line() as line:
        missed = line.watch(table, 0, have=have)["ok"]
        assert [event["number"] for event in missed["events"]] == [have, have + 1]
        assert "info" not in missed
        nothing = line.watch(table, 0, have=missed["number"])["ok"]
        assert nothing["events"] == []
        ahead = line.watch(table, 0, have=999_999)["ok"]
        assert ahead["number"] == missed["number"]


def test_what_is_not_there_is_not_found(ada: Guest) -> None:
    nowhere = "/api/tables/nowhere"
    for path in (nowhere, f"{nowhere}/view", f"{nowhere}/record", f"{nowhere}/invite"):
        assert ada.refused("GET", path) == (404, "no_table")
    assert ada.act_refused("nowhere", "rematch") == (404, "no_table")
    assert ada.refused("GET", "/api/tables/a-b") == (422, "malformed")
    assert ada.refused("GET", "/api/nothing") == (404, "no_page")
    assert ada.refused("PUT", "/api/tables") == (405, "wrong_method")
    open_, _ = ada.create(seats=2)
    for what in ("view", "record"):
        assert ada.refused("GET", f"/api/tables/{open_}/{what}") == (409, "not_started")


# As data, for clients that compute the rules


def test_what_a_seat_was_granted_after_some_plies_is_told_to_it_alone(
    ada: Guest, bob: Guest, eve: Guest
) -> None:
    table, invite = ada.create("axio", seats=2)
    bob.act(table, "sit", invite=invite)
    path = f"/api/tables/{table}/view"
    then = ada.get(path, seat=0, form="record")
    assert then["number"] == ada.info(table)["number"]
    ada.move(table, 0)
    now = ada.get(path, seat=0, form="record")
    assert [ply["seat"] for ply in now["plies"]] == [0]
    earlier = ada.get(path, seat=0, form="record", ply=0)
    assert {name: earlier[name] for name in ("state", "plies", "since", "to_act", "first")} == {
        name: then[name] for name in ("state", "plies", "since", "to_act", "first")
    }
    assert earlier["number"] == now["number"]
    others = [bob.get(path, seat=1, form="record", ply=0), eve.get(path, form="record", ply=0)]
    assert len({one["state"] for one in (earlier, *others)}) == 3
    assert eve.refused("GET", path, seat=0, form="record", ply=0) == (403, "not_your_seat")
    assert ada.get(path, seat=0, form="record", since=1)["plies"] == []
    assert ada.refused("GET", path, seat=0, form="bytes") == (422, "malformed")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_record_is_told_ply_by_ply_as_data(ada: Guest, seat: int | None) -> None:
    match = sw.Match("axio", 2, 3)
    while not match.over:
        match.play(match.legal(match.to_act[0])[0])
    record = json.loads(json.dumps(match.record()))
    told = ada.ask("POST", "/api/replays", record, form="record", seat=seat).json()
    assert told["records"][-1]["state"] == match.granted([seat])[0]["state"]
    assert [one["since"] for one in told["records"]] == [*range(match.length + 1)]
    assert [ply["move"] for ply in told["plies"]] == [ply.move for ply in match.plies]
    views = ada.ask("POST", "/api/replays", record, seat=seat).json()
    assert views["steps"] == told["steps"]
    assert [one["to_act"] for one in views["views"]] == [one["to_act"] for one in told["records"]]
    wrong = record | {"result": None}
    assert ada.refused("POST", "/api/replays", wrong, form="record") == (422, "wrong_result")
    assert ada.refused("POST", "/api/replays", record, form="record", seat=2) == (422, "bad_seat")
