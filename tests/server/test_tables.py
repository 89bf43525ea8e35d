"""A table as its log makes it: what people may do there, and the results."""

import sys

import pytest

import spielwerk as sw
from server.seated import (
    ADA,
    BOB,
    CYD,
    EVE,
    do,
    move,
    open_table,
    play_on,
    playing,
    refusal,
    table_of,
)
from spielwerk.match.replay import check_fair
from spielwerk.server import acts
from spielwerk.server.events import MOST_SAID
from spielwerk.server.table import LiveTable
from spielwerk.server.table_state import BrokenLog


def retold(table: LiveTable) -> LiveTable:
    """Return the same log, rebuilt from its rows."""
    again = LiveTable(table.id, table.host, table.terms, table.seed)
    for entry in table.log:
        again.apply(entry)
    again.names, again.guests = table.names, table.guests
    return again


# Sitting down


def test_whoever_is_invited_sits_down_and_a_full_table_starts() -> None:
    table = open_table("axio", 2)
    do(table, ADA, "sit")
    assert refusal(table, BOB, "sit")["code"] == "not_invited"
    assert refusal(table, BOB, "sit", invite="guessed")["code"] == "not_invited"
    assert table.info()["status"] == "open"
    do(table, BOB, "sit", invite="come-in")
    assert table.info()["status"] == "running"
    assert [one["name"] for one in table.info()["sitting"]] == ["Ada", "Bob"]
    assert refusal(table, CYD, "sit", invite="come-in")["code"] == "already_started"


def test_anybody_sits_down_at_a_listed_table() -> None:
    table = open_table("axio", 2, listed=True)
    do(table, EVE, "sit", seat=1)
    assert table.seats_of(EVE.person) == [1]
    assert refusal(table, BOB, "sit", seat=1)["code"] == "seat_taken"
    assert refusal(table, BOB, "sit", seat=2)["code"] == "no_such_seat"


def test_a_link_to_a_seat_leads_to_that_seat_once() -> None:
    table = open_table("axio", 3)
    table.seat_tokens[2] = link = "for-bob"
    assert refusal(table, BOB, "sit", seat=1, token=link)["code"] == "seat_taken"
    assert refusal(table, BOB, "sit", token=link[1:])["code"] == "bad_token"
    do(table, BOB, "sit", token=link)
    assert table.seats_of(BOB.person) == [2]
    do(table, BOB, "stand", seat=2)
    assert refusal(table, EVE, "sit", token=link)["code"] == "bad_token"


def test_a_seat_that_is_kept_is_its_persons_until_they_stand_up() -> None:
    table = open_table("axio", 2)
    table.reserved = {1: 2}
    do(table, ADA, "sit")
    assert refusal(table, EVE, "sit", invite="come-in")["code"] == "table_full"
    do(table, BOB, "sit")
    assert table.status == "running"
    other = open_table("axio", 3)
    other.reserved = {1: 2}
    do(other, BOB, "sit")
    do(other, BOB, "stand", seat=1)
    do(other, EVE, "sit", seat=1, invite="come-in")


def test_one_stands_up_and_the_host_removes_others() -> None:
    table = open_table("axio", 3)
    for one in (ADA, BOB):
        do(table, one, "sit", invite="come-in")
    assert refusal(table, BOB, "stand", seat=0)["code"] == "not_your_seat"
    assert refusal(table, ADA, "stand", seat=2)["code"] == "seat_free"
    assert refusal(table, ADA, "stand", seat=5)["code"] == "seat_free"
    do(table, BOB, "stand", seat=1)
    do(table, BOB, "sit", seat=1, invite="come-in")
    do(table, ADA, "stand", seat=1)
    assert table.seats_of(BOB.person) == []


def test_only_the_host_seats_bots_and_starts() -> None:
    table = open_table("axio", 3)
    do(table, ADA, "sit")
    do(table, BOB, "sit", invite="come-in")
    assert refusal(table, BOB, "bot", seat=2, bot="zufall")["code"] == "not_host"
    assert refusal(table, BOB, "start", bot="zufall")["code"] == "not_host"
    assert refusal(table, ADA, "bot", seat=1, bot="zufall")["code"] == "seat_taken"
    assert refusal(table, ADA, "bot", seat=2, bot="nobody")["code"] == "unknown_bot"
    assert refusal(table, ADA, "start", bot="nobody")["code"] == "unknown_bot"
    for elsewhere in ("spielwerk.bots.ladder:Geselle", "antigravity:fly", "meister:worlds=9"):
        assert refusal(table, ADA, "bot", seat=2, bot=elsewhere)["code"] == "unknown_bot"
    assert "antigravity" not in sys.modules
    assert refusal(table, ADA, "start")["code"] == "seats_free"
    do(table, ADA, "start", bot="zufall")
    assert table.status == "running"
    assert table.bot_for(2) == "zufall"
    assert refusal(table, ADA, "start")["code"] == "already_started"


@pytest.mark.parametrize("bot", ["ismcts@9999999ms", "grossmeister@9999999", "ismcts@5001ms"])
def test_no_bot_thinks_for_so_long_that_all_others_wait(bot: str) -> None:
    table = open_table("axio", 2)
    assert refusal(table, ADA, "bot", seat=1, bot=bot)["code"] == "bad_budget"
    do(table, ADA, "bot", seat=1, bot="ismcts@100ms")


# Moves


def test_an_illegal_move_says_why_and_what_may_be_done() -> None:
    table = table_of("axio", ADA, BOB)
    told = refusal(table, ADA, "move", seat=0, at=table.number, move="nonsense")
    may = told["details"]["may"]
    assert told["reason"]
    assert may["acts"] is True
    assert may["to_act"] == [0]
    assert may["legal"] == len(playing(table).legal(0))
    assert may["moves"] == playing(table).legal(0)[:50]
    move(table, 0, may["moves"][0])


def test_a_seat_moves_for_itself_alone_and_when_it_is_its_turn() -> None:
    table = table_of("axio", ADA, BOB)
    legal = playing(table).legal(0)[0]
    for seat, code in ((0, "not_your_seat"), (5, "not_your_seat"), (1, "not_your_turn")):
        told = refusal(table, BOB, "move", seat=seat, at=table.number, move=legal)
        assert told["code"] == code
    assert told["details"]["may"] == {
        "number": table.number,
        "to_act": [0],
        "acts": False,
        "legal": 0,
        "moves": [],
    }
    told = refusal(table, EVE, "move", seat=0, at=table.number, move=legal)
    assert told["code"] == "not_your_seat"
    assert "may" not in told["details"]


def test_a_move_answers_what_its_seat_has_seen() -> None:
    table = table_of("axio", ADA, BOB)
    seen = table.number
    move(table, 0)
    first = playing(table).legal(1)[0]
    late = refusal(table, BOB, "move", seat=1, at=seen, move=first)
    assert late["code"] == "late"
    assert late["details"]["may"]["number"] == table.number
    early = refusal(table, BOB, "move", seat=1, at=table.number + 1, move=first)
    assert early["code"] == "late"
    move(table, 1, first)


def test_talk_does_not_make_a_move_late() -> None:
    table = table_of("axio", ADA, BOB)
    seen = table.number
    do(table, BOB, "say", text="hurry")
    do(table, BOB, "leave", seat=1)
    move(table, 0, at=seen)


def test_seats_that_act_at_the_same_time_do_not_block_one_another() -> None:
    table = table_of("second_chance", ADA, BOB, CYD)
    seen = table.number
    assert table.to_act == (0, 1, 2)
    for seat in (2, 0, 1):
        move(table, seat, at=seen)
    again = refusal(table, ADA, "move", seat=0, at=seen, move=playing(table).legal(0)[0])
    assert again["code"] == "late"  # new cards were turned since


def test_nothing_is_played_before_the_start_or_after_the_end() -> None:
    table = open_table("axio", 2)
    do(table, ADA, "sit")
    assert refusal(table, ADA, "move", seat=0, at=1, move="x")["code"] == "not_started"
    assert refusal(table, ADA, "resign", seat=0)["code"] == "not_started"
    do(table, BOB, "sit", invite="come-in")
    play_on(table, 1)
    for act in ("resign", "leave", "ask_back"):
        assert refusal(table, ADA, act, seat=0)["code"] == "game_over"
    over = refusal(table, ADA, "move", seat=0, at=table.number, move="x")
    assert over["code"] == "game_over"
    assert over["details"]["may"]["moves"] == []
    assert refusal(table, ADA, "undo", seat=0, at=table.number)["code"] == "game_over"


# Leaving and giving up


def test_a_bot_plays_for_who_has_left_until_they_return() -> None:
    table = table_of("axio", ADA, BOB)
    do(table, ADA, "leave", seat=0)
    assert table.bot_for(0) is not None
    assert table.info()["sitting"][0]["away"]
    assert refusal(table, ADA, "leave", seat=0)["code"] == "as_it_is"
    assert refusal(table, BOB, "return", seat=0)["code"] == "not_your_seat"
    do(table, ADA, "return", seat=0)
    assert table.bot_for(0) is None
    assert refusal(table, ADA, "return", seat=0)["code"] == "as_it_is"
    move(table, 0)


def test_of_two_who_gives_up_loses_at_once() -> None:
    table = table_of("axio", ADA, BOB)
    do(table, BOB, "resign", seat=1)
    assert table.status == "over"
    assert table.ranks == [1, 2]
    assert table.record(None)["resigned"] == [1]


def test_of_three_the_others_play_on_and_who_gave_up_first_is_last() -> None:
    table = table_of("axio", ADA, BOB, CYD)
    do(table, ADA, "resign", seat=0)
    assert table.status == "running"
    assert table.bot_for(0) is not None
    play_on(table, 2)
    ranks = table.ranks
    assert ranks is not None
    assert ranks[0] == 3
    assert sorted(ranks[1:]) in ([1, 2], [1, 1])
    other = table_of("axio", ADA, BOB, CYD)
    do(other, ADA, "resign", seat=0)
    do(other, CYD, "resign", seat=2)
    assert other.status == "over"
    assert other.ranks == [3, 1, 2]


def test_who_has_given_up_has_no_say_any_more() -> None:
    table = table_of("axio", ADA, BOB, CYD)
    move(table, 0)
    do(table, BOB, "resign", seat=1)
    legal = playing(table).legal(1)[0]
    told = refusal(table, BOB, "move", seat=1, at=table.number, move=legal)
    assert told["code"] == "resigned"
    assert refusal(table, BOB, "undo", seat=1, at=table.number)["code"] == "resigned"
    do(table, ADA, "ask_back", seat=0)
    for act in ("agree", "decline", "ask_back", "leave", "return", "resign"):
        assert refusal(table, BOB, act, seat=1)["code"] == "resigned"
    do(table, CYD, "agree", seat=2)
    assert playing(table).plies == ()


def test_if_only_bots_are_left_it_is_over() -> None:
    table = table_of("axio", ADA, "zufall", "zufall")
    do(table, ADA, "resign", seat=0)
    assert table.status == "over"
    assert table.ranks == [3, 1, 1]


# Taking back


def test_one_takes_back_what_nobody_has_answered() -> None:
    table = table_of("second_chance", ADA, BOB)
    laid = move(table, 0)
    assert refusal(table, BOB, "undo", seat=0, at=table.number)["code"] == "not_your_seat"
    assert refusal(table, BOB, "undo", seat=1, at=table.number)["code"] == "nothing_to_undo"
    do(table, ADA, "undo", seat=0, at=table.number)
    assert laid in playing(table).legal(0)
    move(table, 0, laid)
    move(table, 1)
    assert refusal(table, ADA, "undo", seat=0, at=table.number)["code"] == "chance_seen"


def test_all_others_must_agree_and_the_same_move_draws_anew() -> None:
    table = table_of("axio", ADA, BOB, CYD)
    while not (plies := playing(table).plies) or not plies[-1].reveals:
        move(table, table.to_act[0])
    drawn = plies[-1]
    holder = (ADA, BOB, CYD)[drawn.seat]
    others = [seat for seat in range(3) if seat != drawn.seat]
    first, second = ((ADA, BOB, CYD)[seat] for seat in others)
    assert refusal(table, first, "agree", seat=others[0])["code"] == "nothing_asked"
    do(table, holder, "ask_back", seat=drawn.seat)
    assert table.info()["asked_back"] == drawn.seat
    assert refusal(table, holder, "agree", seat=drawn.seat)["code"] == "nothing_asked"
    do(table, first, "agree", seat=others[0])
    assert len(playing(table).plies) == len(plies)
    assert refusal(table, first, "agree", seat=others[0])["code"] == "nothing_asked"
    do(table, second, "agree", seat=others[1])
    assert len(playing(table).plies) == len(plies) - 1
    assert table.info()["asked_back"] is None
    drew = {str(drawn.reveals)}
    for _ in range(10):
        move(table, drawn.seat, drawn.move)
        drew.add(str(playing(table).plies[-1].reveals))
        assert retold(table).news(0) == table.news(0)
        do(table, holder, "ask_back", seat=drawn.seat)
        for seat, other in zip(others, (first, second), strict=True):
            do(table, other, "agree", seat=seat)
    assert len(drew) > 1


def test_logs_of_a_time_when_draws_came_again_hold() -> None:
    table = table_of("axio", ADA, BOB)
    first = move(table, 0)
    drew = playing(table).latest.reveals
    table.add("back", 1, seat=0, ply=0)
    move(table, 0, first)
    assert playing(table).latest.reveals == drew
    assert retold(table).news(0) == table.news(0)


@pytest.mark.parametrize("absent", ["leave", "late"])
def test_no_move_is_taken_back_without_the_consent_of_who_made_it(absent: str) -> None:
    table = table_of("axio", ADA, BOB)
    for seat in (0, 1, 0, 1, 0):
        move(table, seat)
    if absent == "leave":
        do(table, BOB, "leave", seat=1)
        acts.move(table, 1, table.number, playing(table).legal(1)[0], 1)  # by a bot
        move(table, 0)
        assert refusal(table, ADA, "ask_back", seat=0)["code"] == "absent"
        do(table, BOB, "return", seat=1)
    else:
        acts.late(table, 1, 1)
    do(table, ADA, "ask_back", seat=0)
    length = playing(table).length
    assert table.asked is not None  # waits for the answer, even while a bot moves for the seat
    do(table, BOB, "agree", seat=1)
    assert playing(table).length == length - 1


def test_moves_of_who_gave_up_stay() -> None:
    table = table_of("axio", ADA, BOB, CYD)
    for seat in (0, 1):
        move(table, seat)
    do(table, ADA, "ask_back", seat=0)
    do(table, BOB, "resign", seat=1)
    do(table, CYD, "agree", seat=2)
    assert playing(table).length == 2
    assert refusal(table, ADA, "ask_back", seat=0)["code"] == "absent"
    move(table, 2)
    do(table, CYD, "ask_back", seat=2)  # the player who resigned has made none of the moves since
    do(table, ADA, "agree", seat=0)
    assert playing(table).length == 2


def test_one_who_declines_is_enough() -> None:
    table = table_of("axio", ADA, BOB, CYD)
    move(table, 0)
    do(table, ADA, "ask_back", seat=0)
    do(table, BOB, "decline", seat=1)
    assert table.asked is None
    assert refusal(table, CYD, "agree", seat=2)["code"] == "nothing_asked"
    assert len(playing(table).plies) == 1


def test_bots_and_ones_own_seats_need_not_be_asked() -> None:
    for sitting in ((ADA, "zufall"), (ADA, ADA), (ADA,)):
        table = table_of("axio", *sitting)
        move(table, 0)
        do(table, ADA, "ask_back", seat=0)
        assert playing(table).plies == ()
        assert table.to_act == (0,)


def test_nothing_is_taken_back_where_that_was_agreed_on() -> None:
    table = table_of("axio", ADA, "zufall", take_backs=False)
    move(table, 0)
    assert refusal(table, ADA, "ask_back", seat=0)["code"] == "no_take_backs"


def test_a_move_ends_the_asking() -> None:
    table = table_of("axio", ADA, BOB)
    move(table, 0)
    do(table, ADA, "ask_back", seat=0)
    move(table, 1)
    assert refusal(table, BOB, "agree", seat=1)["code"] == "nothing_asked"


# Talk, records, logs


def test_seats_talk_and_everybody_is_told_who_said_it() -> None:
    table = table_of("axio", ADA, BOB)
    do(table, BOB, "say", text="gg")
    event = table.news(None)["events"][-1]
    assert (event["kind"], event["name"], event["text"]) == ("say", "Bob", "gg")
    assert refusal(table, EVE, "say", text="?")["code"] == "not_seated"


def test_an_event_tells_what_happened_and_nothing_of_what_the_log_keeps() -> None:
    table = table_of("axio", ADA, BOB, "zufall")
    move(table, 0)
    do(table, ADA, "ask_back", seat=0)
    do(table, BOB, "agree", seat=1)
    always = {"number", "kind", "seat", "at"}
    more = {"move": {"ply"}, "bot": {"name", "bot"}, "back": {"name", "ply"}}
    for event in table.news(0)["events"]:
        assert set(event) == always | more.get(event["kind"], {"name"})


def test_an_event_tells_who_did_it() -> None:
    table = table_of("axio", ADA, BOB, "zufall", clock={"seconds": 60})
    do(table, BOB, "leave", seat=1)
    acts.late(table, 0, table.log[-1].at + 1)
    told = [(one["kind"], one["seat"], one["name"]) for one in table.news(None)["events"]]
    assert told == [
        ("sit", 0, "Ada"),
        ("sit", 1, "Bob"),
        ("bot", 2, "Ada"),
        ("start", None, None),
        ("leave", 1, "Bob"),
        ("late", 0, None),
    ]
    assert table.news(None)["events"][2]["bot"] == "zufall"


def plies(table: LiveTable) -> list[tuple[str, int | None, int | None]]:
    """Return the moves that a newcomer receives, and those that were taken back."""
    events = table.news(None)["events"]
    return [(one["kind"], one["seat"], one["ply"]) for one in events if "ply" in one]


def test_a_newcomer_is_told_of_all_plies_however_much_is_said() -> None:
    table = table_of("anubixx", ADA, BOB)
    play_on(table, 1, 3)
    for number in range(MOST_SAID + 2):
        do(table, ADA, "say", text=str(number))
    play_on(table, 1)
    told = table.news(None)["events"]
    assert [one["ply"] for one in told if one["kind"] == "move"] == [*range(playing(table).length)]
    said = [one["text"] for one in told if one["kind"] == "say"]
    assert said == [str(number) for number in range(2, MOST_SAID + 2)]


def test_a_move_tells_which_ply_it_made() -> None:
    table = table_of("axio", ADA, BOB)
    for seat in (0, 1, 0):
        number = table.number
        move(table, seat)
        (event,) = table.news(1, number)["events"]
        assert event["ply"] == playing(table).length - 1
    assert plies(table) == [("move", 0, 0), ("move", 1, 1), ("move", 0, 2)]


def test_moves_that_were_taken_back_made_no_ply() -> None:
    table = table_of("axio", ADA, BOB)
    for seat in (0, 1):
        move(table, seat)
    do(table, ADA, "ask_back", seat=0)
    do(table, BOB, "agree", seat=1)
    move(table, 0)
    assert plies(table) == [("move", 0, None), ("move", 1, None), ("back", 0, 0), ("move", 0, 0)]


def test_a_ply_that_others_did_not_answer_leaves_theirs_where_they_come_then() -> None:
    table = table_of("second_chance", ADA, BOB, CYD)
    for seat in (0, 1):  # the third has not moved: no new cards yet
        move(table, seat)
    assert plies(table) == [("move", 0, 0), ("move", 1, 1)]
    do(table, ADA, "undo", seat=0, at=table.number)
    assert plies(table) == [("move", 0, None), ("move", 1, 0), ("undo", 0, 0)]
    assert playing(table).plies[0].seat == 1


@pytest.mark.parametrize("game", sw.games())
def test_a_finished_table_tells_its_record_which_holds(game: str) -> None:
    table = table_of(game, ADA, BOB)
    commitment = playing(table).commitment
    play_on(table, 4, 5)
    running = table.record(0)
    assert running["result"] is None
    assert "fair" not in running
    play_on(table, 4)
    for viewer in (None, 0, 1):
        record = table.record(viewer)
        check_fair(record, commitment=commitment)
        assert record["fair"]["seed"] == table.seed.hex()
        assert record["result"]["ranks"] == table.ranks


@pytest.mark.parametrize("game", sw.games())
def test_equal_logs_make_equal_tables(game: str) -> None:
    table = table_of(game, ADA, BOB)
    play_on(table, 4, 9)
    do(table, ADA, "leave", seat=0)
    do(table, BOB, "say", text="gg")
    again = retold(table)
    for viewer in (None, 0, 1):
        assert again.news(viewer) == table.news(viewer)
        assert again.record(viewer) == table.record(viewer)


def test_a_log_whose_chance_was_changed_does_not_hold() -> None:
    table = table_of("axio", ADA, BOB)
    start = table.log[-1]
    start.data["setup"]["hands"].reverse()
    with pytest.raises(BrokenLog):
        retold(table)


def test_who_may_watch() -> None:
    for policy, by_link, as_anyone in (
        ("anyone", True, True),
        ("link", True, False),
        ("seats", False, False),
    ):
        table = open_table("axio", 3, watch=policy)
        do(table, BOB, "sit", invite="come-in")
        assert acts.may_watch(table, EVE.person, "come-in") is by_link
        assert acts.may_watch(table, EVE.person, "wrong") is as_anyone
        assert acts.may_watch(table, EVE.person, None) is as_anyone
        assert acts.may_watch(table, None, None) is as_anyone
        assert acts.may_watch(table, BOB.person, None)
        assert acts.may_watch(table, ADA.person, None)  # the host
