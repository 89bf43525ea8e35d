"""The end of a game: where points came from, what decided the ranks, and that chance was fair."""

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from server.process import ServerProcess
from spielwerk import replay
from spielwerk.client import Client, Refused, Table


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    with Client(server.url, name="Ada") as ada:
        yield ada


def played(client: Client, **terms: Any) -> Table:
    """Return a game that one person played to its end, on all seats."""
    table = client.create("axio_rota", seats=2, sit=[0, 1], pace=False, **terms)
    while True:
        view = client.call("GET", f"/api/tables/{table.id}/view")
        if not view["to_act"]:
            return table
        seat = view["to_act"][0]
        legal = client.call("GET", f"/api/tables/{table.id}/legal", seat=seat)
        act = {"do": "move", "seat": seat, "at": view["number"], "key": str(view["number"])}
        best = max(legal, key=lambda one: (sum(one["points"]), one["move"]))
        client.call("POST", f"/api/tables/{table.id}/acts", act | {"move": best["move"]})


def test_a_finished_game_tells_its_lines_its_ranks_and_its_seed(
    client: Client, server: ServerProcess
) -> None:
    table = played(client)
    match = replay(client.call("GET", f"/api/tables/{table.id}/record"))
    for number, ply in enumerate(match.plies):
        told = client.call("GET", f"/api/tables/{table.id}/lines", ply=number)
        assert (told["seat"], told["move"]) == (ply.seat, ply.move)
        assert told["lines"] == match.lines(number)
    with Client(server.url, name="Bob") as bob:  # a spectator
        steps = bob.call("GET", f"/api/tables/{table.id}/end")
        fair = bob.call("GET", f"/api/tables/{table.id}/fair")
    assert steps[0]["values"] == [min(match.scores(0)), min(match.scores(1))]
    assert steps[-1]["ranks"] == match.ranks
    assert fair["holds"]
    assert hashlib.sha256(bytes.fromhex(fair["seed"])).hexdigest() == fair["commitment"]


def test_a_running_game_tells_no_seed_and_no_ranks(client: Client) -> None:
    table = client.create("axio_rota", seats=2, sit=[0, 1], pace=False)
    assert client.call("GET", f"/api/tables/{table.id}/end") == []
    for path, code in (("fair", "not_over"), ("lines", "no_such_ply")):
        with pytest.raises(Refused) as refused:
            client.call("GET", f"/api/tables/{table.id}/{path}", ply=0)
        assert refused.value.code == code


def test_who_gave_up_first_comes_last_and_the_seed_stays_secret(client: Client) -> None:
    table = client.create("axio_rota", seats=3, sit=[0, 1, 2], pace=False)
    for seat in (2, 0):
        client.call("POST", f"/api/tables/{table.id}/acts", {"do": "resign", "seat": seat})
    steps = client.call("GET", f"/api/tables/{table.id}/end")
    assert steps == [{"name": "held_out", "values": [1, 2, 0], "ranks": [2, 1, 3]}]
    fair = client.call("GET", f"/api/tables/{table.id}/fair")
    assert (fair["holds"], fair["code"], fair["seed"]) == (False, "not_over", None)


def test_who_may_not_watch_is_told_nothing(client: Client, server: ServerProcess) -> None:
    table = played(client, watch="seats")
    assert client.call("GET", f"/api/tables/{table.id}/fair")["holds"]
    with Client(server.url, name="Bob") as bob:
        for path in ("lines", "end", "fair"):
            with pytest.raises(Refused) as refused:
                bob.call("GET", f"/api/tables/{table.id}/{path}", ply=0)
            assert refused.value.code == "not_public"
