"""Every malformed message is refused with a reason, and nobody else is affected."""

import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spielwerk as sw
from server.guests import Guest, Line
from server.process import ServerProcess
from spielwerk.match.replay import check_fair
from spielwerk.server import engines
from spielwerk.server.live import _MOST_WATCHED, MOST_BYTES

NO_UTF_8 = "Invalid UTF-8 sequence received from client.\nTraceback"  # which Uvicorn tells so
FAILURES = ("could not be answered", "could not be written", "Traceback", "exception")
MESSAGES = 150  # found by Hypothesis


class Room:
    """Ada and Bob play; Eve has a socket, and a table of her own."""

    def __init__(self, url: str, opened: ExitStack) -> None:
        self.ada, self.bob, self.eve = (
            opened.enter_context(Guest(url, name)) for name in ("Ada", "Bob", "Eve")
        )
        self.table, invite = self.ada.create(seats=2, watch="seats")
        self.bob.act(self.table, "sit", invite=invite)
        self.own, _ = self.eve.create(seats=2, sit=[0, 1])
        self.waiting, _ = self.eve.create(seats=3, sit=[])
        self.line = opened.enter_context(self.eve.line())


@pytest.fixture(scope="module")
def room(server: ServerProcess) -> Iterator[Room]:
    with ExitStack() as opened:
        yield Room(server.url, opened)


def failures(server: ServerProcess) -> list[str]:
    """Return what failed in the server, by its log."""
    said = server.said.replace(NO_UTF_8, "")
    return [line for line in said.splitlines() if any(word in line for word in FAILURES)]


@pytest.fixture(autouse=True)
def calm(server: ServerProcess) -> Iterator[None]:
    """Check after each test that nothing has failed, and the server still answers."""
    yield
    with Guest(server.url) as anybody, anybody.line() as line:
        assert "ok" in line.ask(ping=True)
    assert failures(server) == []


def heard(line: Line, *messages: str | bytes) -> list[dict[str, Any]]:
    """Return every answer to these messages, in their order; check news and leave it out."""
    for message in messages:
        line.send(message)
    last = 1 << 52
    line.send(json.dumps({"id": last, "ping": True}))
    answers = []
    while (told := line.hear()).get("id") != last:
        look_at(told)
        if "id" in told:
            answers.append(told)
    assert len(answers) == len(messages)
    return answers


def look_at(told: dict[str, Any]) -> None:
    """Check that every frame is news or an answer, and never another person's view."""
    if "id" not in told:
        assert {"table", "seat", "number", "events"} <= set(told)
        assert ("view" in told) != ("state" in told)
        news = told
    elif "refused" in told:
        assert set(told) == {"id", "refused"}
        assert set(told["refused"]) - {"may"} == {"code", "reason", "details"}
        assert told["refused"]["code"] != "failed"
        assert told["refused"]["reason"]
        return
    else:
        assert set(told) == {"id", "ok"}
        news = told["ok"]
    if news.get("view"):
        assert news["view"]["viewer"] == news["seat"]


def codes(line: Line, *messages: Any) -> list[str]:
    """Return the codes with which these are refused, all of them."""
    sent = [one if isinstance(one, str | bytes) else json.dumps(one) for one in messages]
    return [told["refused"]["code"] for told in heard(line, *sent)]


MALFORMED = [
    "",
    " ",
    "null",
    "true",
    "1",
    '"x"',
    "[]",
    "{}",
    '{"id": 1}',
    '{"ping": true}',
    '{"id": 1, "ping": true',
    '{"id": 1, "ping": false}',
    '{"id": 1, "ping": null}',
    '{"id": -1, "ping": true}',
    '{"id": true, "ping": true}',
    '{"id": 1.0, "ping": true}',
    '{"id": "1", "ping": true}',
    '{"id": null, "ping": true}',
    '{"id": 9007199254740992, "ping": true}',
    '{"id": 1' + "0" * 5000 + ', "ping": true}',
    '{"id": 1e999, "ping": true}',
    '{"id": NaN, "ping": true}',
    '{"id": 1, "ping": true, "pong": true}',
    '{"id": 1, "ping": true, "watch": {"table": "t"}}',
    '{"id": 1, "ping": true, "\\u0000": 1}',
    '{"id": 1, "ping": true, "\\ud800": 1}',
    '{"id": 1, "table": "t"}',
    '{"id": 1, "table": "t", "ping": true}',
    '{"id": 1, "act": {"do": "rematch"}}',
    '{"id": 1, "table": "t", "act": null}',
    '{"id": 1, "table": "t", "act": []}',
    '{"id": 1, "table": "t", "act": {}}',
    '{"id": 1, "table": "t", "act": {"do": "cheat"}}',
    '{"id": 1, "table": "t", "act": {"do": ["move"]}}',
    '{"id": 1, "table": "t", "act": {"do": "rematch", "seat": 0}}',
    '{"id": 1, "table": "../t", "act": {"do": "rematch"}}',
    '{"id": 1, "table": "t\\n", "act": {"do": "rematch"}}',
    '{"id": 1, "table": "' + "t" * 17 + '", "act": {"do": "rematch"}}',
    '{"id": 1, "table": "t", "act": {"do": "move", "seat": 0, "at": 1, "move": "x"}}',
    '{"id": 1, "table": "t", "act": {"do": "move", "seat": 7, "at": 1, "move": "x", "key": "k"}}',
    '{"id": 1, "table": "t", "act": {"do": "move", "seat": 0, "at": -1, "move": "x", "key": "k"}}',
    '{"id": 1, "table": "t", "act": {"do": "move", "seat": 0, "at": 1, "move": 7, "key": "k"}}',
    '{"id": 1, "table": "t", "act": {"do": "move", "seat": 0, "at": 1, "move": "x", "key": ""}}',
    '{"id": 1, "table": "t", "act": {"do": "say", "text": "\\u0000"}}',
    '{"id": 1, "table": "t", "act": {"do": "say", "text": "\\ud800"}}',
    '{"id": 1, "table": "t", "act": {"do": "say", "text": "   "}}',
    '{"id": 1, "table": "t", "act": {"do": "say", "text": "' + "x" * 501 + '"}}',
    '{"id": 1, "watch": "t"}',
    '{"id": 1, "watch": {"seat": 0}}',
    '{"id": 1, "watch": {"table": "t", "seat": "0"}}',
    '{"id": 1, "watch": {"table": "t", "seat": -1}}',
    '{"id": 1, "watch": {"table": "t", "have": 1000001}}',
    '{"id": 1, "watch": {"table": "t", "form": "bytes"}}',
    '{"id": 1, "watch": {"table": "t", "form": null}}',
    '{"id": 1, "watch": {"table": "t", "form": ["record"]}}',
    '{"id": 1, "unwatch": {"table": "t", "form": "record"}}',
    '{"id": 1, "unwatch": {"table": 5}}',
    "[" * 8000,
    '{"id":' * 2000,
    '{"id": 1, "ping": ' + "[" * 4000 + "]" * 4000 + "}",
    "\x00",
    "💥" * 1000,
    "{'id': 1}",
]


ODD_MOVES: list[dict[str, Any]] = [
    {},
    {"action": 1},
    {"rules": "r"},
    {"move": "x", "action": 1, "rules": "r"},
    {"move": "x", "rules": "r"},
    *(
        {"action": action, "rules": "r"}
        for action in (-1, 1 << 31, 1 << 64, 10**4000, 1.0, True, "1", [1], None)
    ),
    {"action": 1, "rules": 1},
    {"action": 1, "rules": "r" * 65},
]
MALFORMED += [
    json.dumps({"id": 1, "table": "t", "act": {"do": "move", "seat": 0, "at": 1, "key": "k"} | odd})
    for odd in ODD_MOVES
]


@pytest.mark.parametrize("message", MALFORMED, ids=range(len(MALFORMED)))
def test_what_cannot_be_read_is_refused(room: Room, message: str) -> None:
    (told,) = heard(room.line, message)
    assert told["refused"]["code"] == "malformed"
    assert len(json.dumps(told)) < 2000


@pytest.mark.parametrize("message", [b"", b"\x00\xff", b'{"id": 1, "ping": true}', b"x" * 20_000])
def test_messages_are_texts(room: Room, message: bytes) -> None:
    assert codes(room.line, message) == ["malformed"]


def test_a_message_that_is_too_long_is_refused_with_its_number(room: Room) -> None:
    long = {"id": 5, "ping": True, "more": "x" * MOST_BYTES}
    (told,) = heard(room.line, json.dumps(long))
    assert told["id"] == 5
    assert told["refused"]["code"] == "too_large"


def test_nobody_is_reached_who_is_not_there(room: Room) -> None:
    asked = [
        {"id": 1, "watch": {"table": "nowhere"}},
        {"id": 2, "watch": {"table": "nowhere", "seat": 0}},
        {"id": 3, "table": "nowhere", "act": {"do": "rematch"}},
        {"id": 4, "watch": {"table": room.table, "seat": 5}},
        {"id": 5, "watch": {"table": room.table}},
    ]
    expected = ["no_table", "no_table", "no_table", "not_your_seat", "not_public"]
    assert codes(room.line, *asked) == expected
    assert "ok" in room.line.ask(unwatch={"table": "nowhere"})


def test_other_peoples_seats_are_theirs(room: Room) -> None:
    acts: list[dict[str, Any]] = [
        {"do": "move", "seat": 0, "at": 3, "move": "x", "key": "k"},
        {"do": "undo", "seat": 0, "at": 3},
        *(
            {"do": what, "seat": 1}
            for what in ("ask_back", "agree", "decline", "leave", "return", "resign")
        ),
    ]
    messages = [{"id": 1, "table": room.table, "act": act} for act in acts]
    assert set(codes(room.line, *messages)) == {"not_your_seat"}
    others: list[dict[str, Any]] = [
        {"do": "stand", "seat": 0},
        {"do": "bot", "seat": 0, "bot": "zufall"},
        {"do": "start", "bot": "zufall"},
        {"do": "sit", "seat": 0},
        {"do": "say", "text": "x"},
        {"do": "rematch"},
    ]
    messages = [{"id": 1, "table": room.table, "act": act} for act in others]
    assert codes(room.line, *messages) == [
        "already_started", "not_host", "not_host", "already_started", "not_seated", "not_seated",
    ]  # fmt: skip


def test_nobody_acts_without_a_name(server: ServerProcess, room: Room) -> None:
    with Guest(server.url) as nobody, nobody.line() as line:
        message = {"id": 1, "table": room.table, "act": {"do": "resign", "seat": 0}}
        assert codes(line, message) == ["not_signed_in"]


def test_old_acts_are_done_once_whatever_their_key(room: Room) -> None:
    table, _ = room.eve.create(seats=2, sit=[0, 1])
    line = room.line
    news = line.watch(table, 0)["ok"]
    move = room.eve.get(f"/api/tables/{table}/legal", seat=0)[0]["move"]
    act = {"do": "move", "seat": 0, "at": news["number"], "move": move}
    first = json.dumps({"id": 1, "table": table, "act": act | {"key": "one"}})
    other = json.dumps({"id": 2, "table": table, "act": act | {"key": "two"}})
    answers = heard(line, first, other, first, first, other)
    done = answers[0]["ok"]
    assert done["number"] == news["number"] + 1
    assert [told.get("ok") for told in answers] == [done, None, done, done, None]
    for told in (answers[1], answers[4]):
        assert told["refused"]["code"] == "late"
        assert told["refused"]["may"]["number"] == done["number"]
    assert room.eve.info(table)["number"] == done["number"]
    line.ask(unwatch={"table": table, "seat": 0})


ODD_ACTIONS = ((1 << 31) - 1, 196_607, 65_535, 7802, 7801, 7800, 7799, 7798, 6000, 5, 1, 0)


@pytest.mark.parametrize("game", sw.games())
def test_odd_numbers_are_refused_with_a_reason(room: Room, game: str) -> None:
    """Any number, with the right rules or with others."""
    table, _ = room.eve.create(game, seats=2, sit=[0, 1])
    at = room.eve.info(table)["number"]
    act = {"do": "move", "seat": 0, "at": at}
    for digest in DIGESTS:
        messages = [
            {
                "id": number,
                "table": table,
                "act": act | {"action": action, "rules": digest, "key": f"{digest}{number}"},
            }
            for number, action in enumerate(ODD_ACTIONS)
        ]
        answers = heard(room.line, *map(json.dumps, messages))
        told = {one["refused"]["code"] for one in answers if "refused" in one}
        if digest == engines.rules(game):
            assert {"no_action", "other_rules"} & told == {"no_action"}
        else:
            assert told == {"other_rules"}
            assert len(answers) == len(ODD_ACTIONS)


def test_after_the_end_nothing_moves(room: Room) -> None:
    table, _ = room.eve.create(seats=2, sit=[0, 1])
    room.eve.act(table, "resign", seat=0)
    acts: list[dict[str, Any]] = [
        {"do": "move", "seat": 1, "at": 4, "move": "x", "key": "k"},
        {"do": "undo", "seat": 1, "at": 4},
        {"do": "resign", "seat": 1},
        {"do": "sit"},
        {"do": "start"},
    ]
    messages = [{"id": 1, "table": table, "act": act} for act in acts]
    assert set(codes(room.line, *messages)) == {"game_over"}
    assert room.eve.info(table)["ranks"] == [2, 1]


def test_one_socket_follows_so_many_and_no_more(room: Room) -> None:
    tables = [room.eve.create(seats=2, sit=[0, 1])[0] for _ in range(_MOST_WATCHED // 3 + 1)]
    places = list(itertools.product(tables, (None, 0, 1)))
    with room.eve.line() as line:
        for table, seat in places[:_MOST_WATCHED]:
            assert "ok" in line.watch(table, seat)
        table, seat = places[_MOST_WATCHED]
        assert line.watch(table, seat)["refused"]["code"] == "too_many_watched"
        assert "ok" in line.watch(*places[0])  # already followed
        line.ask(unwatch={"table": places[0][0], "seat": places[0][1]})
        assert "ok" in line.watch(table, seat)


# What Hypothesis thinks of

DIGESTS = [str(engines.rules(name)) for name in sw.games()]
words = st.sampled_from(
    ["move", "sit", "stand", "bot", "start", "undo", "ask_back", "agree", "decline", "leave",
     "return", "say", "rematch", "zufall", "k", "x", "", "\x00", "0", "1"]
)  # fmt: skip
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-2, 8)
    | st.integers()
    | st.floats()
    | words
    | st.text(max_size=20)
)
things = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=5), inner),
    max_leaves=6,
)
names = st.sampled_from(["table", "own", "waiting", "nowhere"])
seats = st.sampled_from([None, 0, 1, 2, 5]) | scalars
acts = st.fixed_dictionaries(
    {"do": words},
    optional={
        "seat": seats,
        "at": st.integers(0, 12) | scalars,
        "move": things,
        "action": st.integers(0, 1 << 31) | things,
        "rules": st.sampled_from(DIGESTS) | things,
        "key": words,
        "bot": words,
        "invite": words,
        "token": words,
        "text": words,
        "more": things,
    },
)
watches = st.fixed_dictionaries(
    {"table": names},
    optional={
        "seat": seats,
        "have": st.integers(0, 9) | scalars,
        "invite": words,
        "form": st.sampled_from(["view", "record"]) | words,
        "more": things,
    },
)
messages = st.fixed_dictionaries(
    {"id": st.integers(0, 1000) | scalars},
    optional={
        "watch": watches | things,
        "unwatch": watches | things,
        "table": names | things,
        "act": acts | things,
        "ping": st.just(True) | things,
    },
)


def placed(message: Any, room: Room) -> Any:
    """Return a message with the tables' real names."""
    if isinstance(message, dict):
        return {
            name: getattr(room, value)
            if name == "table" and isinstance(value, str) and hasattr(room, value)
            else placed(value, room)
            for name, value in message.items()
        }
    return message


@settings(max_examples=MESSAGES, derandomize=True)
@given(st.lists(messages, min_size=1, max_size=8))
def test_any_message_is_answered_once(room: Room, some: list[dict[str, Any]]) -> None:
    before = room.ada.info(room.table)["number"]
    heard(room.line, *(json.dumps(placed(one, room)) for one in some))
    assert room.ada.info(room.table)["number"] == before


@settings(max_examples=MESSAGES, derandomize=True)
@given(st.fixed_dictionaries({"id": st.integers(0, 99), "table": names, "act": acts}))
def test_any_act_is_done_or_refused(room: Room, message: dict[str, Any]) -> None:
    heard(room.line, json.dumps(placed(message, room)))


@settings(max_examples=MESSAGES, derandomize=True)
@given(st.text(max_size=200) | things.map(json.dumps) | st.binary(max_size=200))
def test_any_text_is_answered_once(room: Room, message: str | bytes) -> None:
    (told,) = heard(room.line, message)
    assert told["refused"]["code"] == "malformed"


def storm(guest: Guest, table: str, seat: int) -> int:
    """Play a seat to the end as fast as possible, every act three times and many of them stale."""
    with guest.line() as line:
        news = line.watch(table, seat)["ok"]
        played = 0
        while news["info"]["status"] == "running" if "info" in news else True:
            may = line.act(table, "move", seat=seat, at=news["number"], move="?", key="never")
            assert may["refused"]["code"]
            told = may["refused"]["may"]
            if not told["acts"] and not told["to_act"]:
                break
            if not told["acts"]:
                news = line.hear()
                look_at(news)
                continue
            for at in (0, told["number"], told["number"]):
                act = {"do": "move", "seat": seat, "at": at, "move": told["moves"][0]}
                answer = line.ask(table=table, act=act | {"key": f"{told['number']}"})
                look_at(answer)
                played += "ok" in answer
                news = {"number": answer["ok"]["number"]} if "ok" in answer else news
        return played


def test_two_who_act_at_once_do_not_block_one_another(room: Room) -> None:
    table, invite = room.ada.create("second_chance", seats=2)
    room.bob.act(table, "sit", invite=invite)
    with ThreadPoolExecutor(2) as both:
        playing = [
            both.submit(storm, guest, table, seat)
            for seat, guest in enumerate((room.ada, room.bob))
        ]
        assert all(one.result() > 10 for one in playing)
    assert room.ada.info(table)["status"] == "over"
    check_fair(room.ada.get(f"/api/tables/{table}/record"))
