"""A program takes a seat, keeps it through outages, and does nothing twice."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import spielwerk as sw
from server.process import ServerProcess
from server.proxy import Proxy
from spielwerk.client import Client, Refused, Table, Turn, Unreachable
from spielwerk.server.checking import check_heads


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    with Client(server.url, name="Ada") as ada:
        yield ada


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[Proxy]:
    line = Proxy(server.port)
    yield line
    line.close()


def against_a_bot(client: Client, game: str = "axio") -> Table:
    return client.create(game, seats=2, sit=[0], bots={"1": "zufall"}, first=0, pace=False)


def alone(client: Client) -> Table:
    """Set up a table with both seats for the client: nobody else acts."""
    return client.create("axio", seats=2, sit=[0, 1], first=0, pace=False)


def first_move(turn: Turn) -> str:
    move: str = turn.legal()[0]["move"]
    return move


def play_all(table: Table, seat: int) -> int:
    turns = 0
    for turn in table.turns(seat):
        turn.play(first_move(turn))
        turns += 1
    return turns


@pytest.mark.parametrize("game", sw.games())
def test_a_bot_of_a_few_lines_plays_to_the_end(client: Client, game: str) -> None:
    table = client.create(game, seats=2, sit=[0], bots={"1": "zufall"}, pace=False)
    for turn in table.turns(0):
        turn.play(turn.legal()[0])  # or its "move", as elsewhere here
    record = table.record()
    assert table.info["ranks"] == record["result"]["ranks"]
    assert sw.replay(record).over


def test_two_guests_meet_by_invitation(client: Client, server: ServerProcess) -> None:
    hosted = client.create("second_chance", seats=2, sit=[0])
    with Client(server.url, name="Bob") as bob, ThreadPoolExecutor(1) as other:
        joined = bob.table(hosted.id, invite=hosted.invite)
        assert joined.sit() == 1
        turns = other.submit(play_all, joined, 1)
        assert play_all(hosted, 0) > 0
        assert turns.result() > 0
    assert hosted.info["ranks"] == joined.info["ranks"]
    assert [one["name"] for one in hosted.info["sitting"]] == ["Ada", "Bob"]


def test_nobody_sits_down_uninvited(client: Client, server: ServerProcess) -> None:
    hosted = client.create("axio", seats=2, sit=[0])
    with Client(server.url, name="Eve") as eve, pytest.raises(Refused) as refused:
        eve.table(hosted.id).sit()
    assert refused.value.code == "not_invited"


def test_a_token_stands_for_a_person(client: Client, server: ServerProcess) -> None:
    token = client.call("POST", "/api/me/tokens", {"label": "robo"})["token"]
    table = against_a_bot(client)
    with Client(server.url, token=token) as robo:
        assert robo.me == client.me
        turn = next(robo.table(table.id).turns(0))
        turn.play(first_move(turn))


def test_a_client_is_somebody() -> None:
    with pytest.raises(sw.BadSetting):
        Client("http://127.0.0.1:1")


def test_a_client_that_is_refused_leaves_no_connection(server: ServerProcess) -> None:
    with pytest.raises(Refused):
        Client(server.url, name="")
    gc.collect()  # which reports connections that are still open


def test_a_turn_shows_what_the_seat_sees(client: Client) -> None:
    table = alone(client)
    one, other = table.turns(0), table.turns(1)
    for turns in (one, other, one):
        turn = next(turns)
        assert turn.view["viewer"] == turn.seat
        seen = client.call("GET", f"/api/tables/{table.id}/view", seat=turn.seat)
        assert turn.view["moves"] == seen["moves"]
        assert turn.view["hands"] == seen["hands"]
        turn.play(first_move(turn))


def test_a_refused_move_says_what_may_be_done_and_the_turn_comes_again(client: Client) -> None:
    table = against_a_bot(client)
    turns = table.turns(0)
    turn = next(turns)
    with pytest.raises(Refused) as refused:
        turn.play("br a1-a2")
    assert isinstance(refused.value, sw.SpielwerkError)
    assert refused.value.code
    assert refused.value.reason
    assert refused.value.may is not None
    assert refused.value.may["acts"] is True
    again = next(turns)
    assert again.number == turn.number
    again.play(refused.value.may["moves"][0])


def test_a_move_out_of_turn_is_refused(client: Client) -> None:
    table = alone(client)
    turn = next(table.turns(0))
    with pytest.raises(Refused) as refused:
        table.act("move", seat=1, at=turn.number, move=first_move(turn))
    assert refused.value.code == "not_your_turn"


def test_hints_talk_and_giving_up(client: Client) -> None:
    table = alone(client)
    turn = next(table.turns(0))
    assert turn.hint("lehrling")[0]["move"] in {one["move"] for one in turn.legal()}
    table.say("hello")
    news = next(table.news(0))
    assert news.events[-1]["kind"] == "say"
    assert news.events[-1]["text"] == "hello"
    table.resign(0)
    assert list(table.turns(0)) == []
    assert table.info["ranks"] == [2, 1]


def test_a_move_is_taken_back(client: Client) -> None:
    table = client.create("second_chance", seats=2, sit=[0, 1])
    with pytest.raises(Refused) as refused:
        table.undo(0, at=table.info["number"])
    assert refused.value.code == "nothing_to_undo"
    turn = next(table.turns(0))
    turn.play(first_move(turn))
    table.undo(0, at=turn.done)
    assert next(table.turns(0)).view["moves"] == []


def test_what_was_acknowledged_is_kept(client: Client, server: ServerProcess) -> None:
    table = alone(client)
    assert table.acknowledged == table.record()["log"]
    turn = next(table.turns(0))
    first = dict(table.acknowledged or {})
    turn.play(first_move(turn))
    assert table.acknowledged == table.record()["log"] != first
    with pytest.raises(Refused):
        turn.play("nowhere")
    assert table.acknowledged == table.record()["log"]
    kept = [{"log": first}, {"log": table.acknowledged}, {"log": first | {"head": "00" * 32}}]
    first_holds, last_holds, other = check_heads(server.database, kept)
    assert (first_holds, last_holds) == (None, None)
    assert "no log has these" in (other or "")


def test_who_leaves_has_no_turns_until_it_returns(client: Client) -> None:
    table = against_a_bot(client)
    table.leave(0)
    assert list(table.turns(0)) == []  # a bot plays it to the end
    assert table.info["ranks"] is not None


def test_a_rematch_seats_whoever_asks_for_it(client: Client, server: ServerProcess) -> None:
    table = client.create("axio", seats=2, sit=[0])
    with Client(server.url, name="Bob") as bob:
        bob.table(table.id, invite=table.invite).sit()
        table.refresh()  # which opens the host's share
        table.resign(0)
        again = table.rematch()
        assert again.id != table.id
        bobs = bob.table(table.id).rematch()
        assert bobs.id == again.id
        assert bobs.refresh() == [0]  # everybody moves to the next seat
        assert next(news for news in again.news(1) if news.view)


def test_a_lost_answer_is_asked_for_again_and_the_move_is_made_once(proxy: Proxy) -> None:
    with Client(proxy.url, name="Ada") as client:
        table = alone(client)
        turn = next(table.turns(0))
        proxy.lose = 1
        turn.play(first_move(turn))
        assert proxy.lost == 1
        assert len(next(table.turns(1)).view["moves"]) == 1


def test_what_happened_while_the_line_was_down_is_told_when_it_is_back(
    client: Client, proxy: Proxy
) -> None:
    token = client.call("POST", "/api/me/tokens", {})["token"]
    table = alone(client)
    with Client(proxy.url, token=token) as far:
        watching = far.table(table.id).news(0)
        seen = next(watching).number
        for seat in (0, 1):  # the client plays over a better connection
            proxy.cut()
            turn = next(table.turns(seat))
            turn.play(first_move(turn))
        news = next(watching)
        assert [event["number"] for event in news.events] == list(range(seen, news.number))
        assert news.view is not None
        assert news.view == next(table.news(0)).view
        watching.close()


def test_a_game_goes_on_when_the_server_comes_back(own_server: ServerProcess) -> None:
    with Client(own_server.url, name="Ada") as client:
        table = against_a_bot(client)
        for number, turn in enumerate(table.turns(0)):
            turn.play(first_move(turn))
            if number == 3:
                own_server.kill()
                own_server.start()
        assert sw.replay(table.record()).over


def test_patience_has_an_end(proxy: Proxy) -> None:
    with Client(proxy.url, name="Ada", patience=0.2) as client:
        table = alone(client)
        turns = table.turns(0)
        turn = next(turns)
        proxy.down = True
        proxy.cut()
        with pytest.raises(Unreachable):
            turn.play("pass")
        with pytest.raises(Unreachable):
            next(turns)


def test_what_may_be_done_twice_only_by_accident_is_not_tried_again(proxy: Proxy) -> None:
    with Client(proxy.url, name="Ada", patience=5) as client:
        proxy.down = True
        proxy.cut()
        with pytest.raises(Unreachable):
            alone(client)
        assert proxy.turned_away == 1


def test_the_client_needs_no_compiler() -> None:
    code = (
        "import sys, spielwerk.client; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
