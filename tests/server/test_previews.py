"""The server tells the page what a move would earn, and where its points come from."""

from collections.abc import Iterator
from typing import Any

import pytest

from server.process import ServerProcess
from spielwerk.client import Client, Refused, Table


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    with Client(server.url, name="Ada") as ada:
        yield ada


@pytest.fixture
def table(client: Client) -> Table:
    return client.create("axio_hex", seats=2, sit=[0, 1], first=0, pace=False)


def preview(client: Client, table: Table, seat: int, move: str) -> dict[str, Any]:
    path = f"/api/tables/{table.id}/preview"
    told: dict[str, Any] = client.call("GET", path, seat=seat, move=move)
    return told


def test_a_moves_points_are_told_line_by_line(client: Client, table: Table) -> None:
    """HX-15: a first tile's lines lead to its start symbol."""
    best = max(next(table.turns(0)).legal(), key=lambda legal: sum(legal["points"]))
    told = preview(client, table, 0, best["move"])
    assert told["points"] == best["points"]
    assert sum(best["points"]) > 0
    by_name = dict.fromkeys("rgboyp", 0)
    for line in told["lines"]:
        half, symbol = line["cells"]
        assert half in best["move"]
        assert symbol in ("a6", "f1", "k1", "k6", "f11", "a11")
        by_name[line["name"]] += line["points"]
    assert list(by_name.values()) == best["points"]


def test_what_could_not_be_played_is_refused(
    client: Client, table: Table, server: ServerProcess
) -> None:
    move = next(table.turns(0)).legal()[0]["move"]
    for seat, told, code, reason in [
        (1, move, "not_your_turn", "seat 1 may not act now"),
        (0, "here", "malformed", "'here' is no move"),
        (0, "x" * 201, "malformed", "at most 200 characters"),
    ]:
        with pytest.raises(Refused, match=reason) as refused:
            preview(client, table, seat, told)
        assert refused.value.code == code
    with Client(server.url, name="Bob") as bob, pytest.raises(Refused) as refused:
        preview(bob, table, 0, move)
    assert refused.value.code == "not_your_seat"
