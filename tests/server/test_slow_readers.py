"""A client that reads slowly gets its answers in order, or is disconnected; nobody waits for it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.guests import Guest
from server.process import ServerProcess

SECONDS = 30


@contextmanager
def slow_reader(server: ServerProcess) -> Iterator[ClientConnection]:
    """Connect a client that stops reading once a few frames have arrived."""
    address = f"{server.url.replace('http', 'ws', 1)}/api/live"
    with connect(address, max_queue=1, ping_interval=None, close_timeout=SECONDS) as line:
        yield line


@pytest.fixture(scope="module")
def talkative(server: ServerProcess) -> str:
    """Return a table whose news are about 100 KB."""
    with Guest(server.url, "Ada") as ada:
        table, _ = ada.create(seats=2)
        with ada.line() as line:
            for number in range(200):
                line.act(table, "say", text=f"{number} {'x' * 490}")
    return table


def ask_often(line: ClientConnection, table: str, times: int) -> None:
    """Request the table's news again and again."""
    for number in range(times):
        line.send(json.dumps({"id": number, "watch": {"table": table}}))


def test_answers_wait_for_a_slow_reader_in_order(server: ServerProcess, talkative: str) -> None:
    with slow_reader(server) as line, Guest(server.url) as calm, calm.line() as other:
        ask_often(line, talkative, 8)
        assert "ok" in other.ask(ping=True)
        assert [json.loads(line.recv(SECONDS))["id"] for _ in range(8)] == list(range(8))


def test_a_reader_too_far_behind_is_disconnected(server: ServerProcess, talkative: str) -> None:
    with slow_reader(server) as line, Guest(server.url) as calm, calm.line() as other:
        with pytest.raises(ConnectionClosed):  # noqa: PT012 - wherever the connection ends
            ask_often(line, talkative, 600)  # 60 MB of answers
            assert "ok" in other.ask(ping=True)
            received = []
            while True:
                received.append(json.loads(line.recv(SECONDS))["id"])
                assert received[-1] == len(received) - 1 < 599
        assert "ok" in other.ask(ping=True)
