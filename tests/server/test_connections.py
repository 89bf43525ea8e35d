"""What one client can take from others: connections, time and memory, under `spielwerk serve`."""

import json
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.guests import Guest
from server.process import Running, ServerProcess
from server.serving import handshake, request
from server.test_socket_frames import FINAL, PING, TEXT
from spielwerk.server.outbox import MOST_TOGETHER
from wait import wait_until

CONNECTIONS = 20  # of one address
STRANGER = "127.0.0.2"  # an untrusted address; 127.0.0.1 is the proxy
OPTIONS = ("--no-limits", "--no-compile", "--log-level", "warning")
SECONDS = 60


class FewDescriptors(ServerProcess):
    """A server that may have 256 files and connections open."""

    def _launch(self, command: list[str]) -> Running:
        return super()._launch(["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *command])


FLOODS = ("pings", "pongs", "fragments", "messages")


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    few = ("--connections", str(CONNECTIONS), "--patience", "1")
    process = ServerProcess(tmp_path_factory.mktemp("bounded"), *OPTIONS, *few)
    process.start()
    yield process
    process.stop()


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("limited"), *OPTIONS[1:])
    process.start()
    yield process
    process.stop()


def connected(server: ServerProcess, *said: str, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection from an address, after sending these bytes."""
    address = ("127.0.0.1", server.port)
    opened = socket.create_connection(address, SECONDS, (source, 0))
    for one in said:
        opened.sendall(one.encode())
    return opened


def is_ended(opened: socket.socket) -> bool:
    """Wait until the server has ended a connection."""
    with suppress(ConnectionResetError):
        while opened.recv(65536):
            pass
    return True


def live(server: ServerProcess, client: str | None = None) -> ClientConnection:
    """Return a socket of a client behind the proxy."""
    headers = {"X-Forwarded-For": client} if client else {}
    url = f"{server.url.replace('http', 'ws')}/api/live"
    return connect(url, additional_headers=headers, ping_interval=None, open_timeout=SECONDS)


def is_healthy(server: ServerProcess) -> bool:
    return httpx.get(f"{server.url}/healthz", timeout=10).is_success


def test_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    server = FewDescriptors(tmp_path, *OPTIONS, "--patience", "600")
    server.start()
    try:
        with ExitStack() as opened:
            for _ in range(306):
                opened.enter_context(connected(server))
            assert is_healthy(server)
            with Guest(server.url, "Ada") as ada, ada.line() as line:
                table, _ = ada.create(seats=2, sit=[0, 1])
                assert "ok" in line.watch(table, 0)
    finally:
        server.stop()


def test_one_address_cannot_have_all_connections(tmp_path: Path) -> None:
    """It may have 256 in general, but fewer at a server with few descriptors."""
    server = FewDescriptors(tmp_path, *OPTIONS, "--patience", "600")
    server.start()
    try:
        with ExitStack() as opened:
            lines = [
                opened.enter_context(connected(server, handshake(), source=STRANGER))
                for _ in range(200)
            ]
            welcome = sum(is_spoken_with(line) for line in lines)
            assert 64 <= welcome <= 96  # 192 in all
            asked = request("GET", "/healthz")
            for _ in range(50):
                neighbour = opened.enter_context(connected(server, asked, source="127.0.0.3"))
                assert neighbour.recv(4096).startswith(b"HTTP/1.1 200 ")
            clients = [opened.enter_context(live(server, "10.0.0.1")) for _ in range(30)]
            for client in clients:
                client.send('{"id": 1, "ping": true}')
                assert json.loads(client.recv(SECONDS)) == {"id": 1, "ok": {}}
    finally:
        server.stop()


def is_spoken_with(line: socket.socket) -> bool:
    """Return whether a socket is accepted, and answers."""
    with suppress(ConnectionResetError, BrokenPipeError):
        if line.recv(4096).startswith(b"HTTP/1.1 101 "):
            line.sendall(frame(b'{"id": 1, "ping": true}'))
            return b'"ok"' in line.recv(4096)
    return False


def test_who_says_nothing_or_half_of_it_is_hung_up_on(bounded: ServerProcess) -> None:
    without_body = {"Content_Length": "20", "Content_Type": "application/json"}
    said = [
        "",
        "\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n",
        request("POST", "/api/people", **without_body),
        request("GET", "/healthz") + "GET /heal",
        handshake(),  # and no message after it
    ]
    with ExitStack() as opened:
        for line in [opened.enter_context(connected(bounded, one)) for one in said]:
            assert is_ended(line)


def test_a_socket_that_has_said_something_may_be_silent(bounded: ServerProcess) -> None:
    with live(bounded) as spoke, live(bounded) as silent:
        spoke.send('{"id": 1, "ping": true}')
        assert json.loads(spoke.recv(SECONDS))["ok"] == {}
        with pytest.raises(ConnectionClosed):
            silent.recv(SECONDS)
        spoke.send('{"id": 2, "ping": true}')
        assert json.loads(spoke.recv(SECONDS))["ok"] == {}


def test_whoever_does_not_read_an_answer_is_hung_up_on(bounded: ServerProcess) -> None:
    asked = request("GET", "/api/openapi.json") * 1000  # much more than the system's buffers
    with narrow(bounded) as line:
        line.sendall(asked.encode())
        wait_until(lambda: is_reset(line), "it is hung up on", SECONDS)


def narrow(server: ServerProcess) -> socket.socket:
    """Return a connection that receives hardly anything unless it is read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    return line


def suppressed(send: Callable[[bytes], None], data: bytes) -> None:
    with suppress(OSError):
        send(data)


def test_long_heads_are_refused(bounded: ServerProcess) -> None:
    for said in (request("GET", "/healthz", X="x" * 50_000), f"GET /{'x' * 50_000} HTTP/1.1\r\n"):
        with connected(bounded) as opened:
            suppressed(opened.sendall, said.encode())
            answer = b""
            with suppress(ConnectionResetError):
                answer = opened.recv(4096)
            assert not answer or answer.startswith(b"HTTP/1.1 431 ")
            assert is_ended(opened)
    with connected(bounded, request("GET", "/healthz", X="x" * 8_000)) as opened:
        assert opened.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_requests_sent_ahead_of_answers_are_not_queued(bounded: ServerProcess) -> None:
    asked = request("GET", "/healthz") * 1000
    with ExitStack() as opened:
        lines = [opened.enter_context(connected(bounded)) for _ in range(CONNECTIONS)]
        for line in lines:
            suppressed(line.sendall, asked.encode())
        assert all(answers(line) <= 1 for line in lines)
    assert is_healthy(bounded)
    assert "Traceback" not in bounded.said


def answers(line: socket.socket) -> int:
    """Return how many answers came before the server ended a connection."""
    told = b""
    with suppress(ConnectionResetError):
        while piece := line.recv(65536):
            told += piece
    return told.count(b"HTTP/1.1 200")


def test_one_address_has_so_many_connections(bounded: ServerProcess) -> None:
    with ExitStack() as opened:
        lines = [
            opened.enter_context(connected(bounded, source=STRANGER))
            for _ in range(CONNECTIONS + 1)
        ]
        assert is_ended(lines[-1])
        with connected(bounded, request("GET", "/healthz"), source="127.0.0.3") as neighbour:
            assert neighbour.recv(4096).startswith(b"HTTP/1.1 200 ")

    def is_welcome_again() -> bool:
        asked = request("GET", "/healthz")
        with connected(bounded, asked, source=STRANGER) as one, suppress(ConnectionResetError):
            return one.recv(4096).startswith(b"HTTP/1.1 200 ")
        return False

    wait_until(is_welcome_again, "connections that were closed are not counted")


def test_a_proxy_speaks_for_300_people(bounded: ServerProcess) -> None:
    with ExitStack() as opened:
        lines = []
        for person in range(300):
            client = f"10.0.{person // 100}.{person % 100}"
            lines.append(opened.enter_context(live(bounded, client)))
            lines[-1].send(json.dumps({"id": person, "ping": True}))
        for number, line in enumerate(lines):
            assert json.loads(line.recv(SECONDS)) == {"id": number, "ok": {}}


def test_sockets_behind_a_proxy_are_counted_by_the_address_it_tells(bounded: ServerProcess) -> None:
    household = [f"2001:db8:1:2::{number:x}" for number in range(CONNECTIONS)]
    with ExitStack() as opened:
        for client in household:
            line = opened.enter_context(live(bounded, client))
            line.send('{"id": 1, "ping": true}')
        with pytest.raises(InvalidStatus) as refused, live(bounded, "2001:db8:1:2:ffff::"):
            pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["code"] == "too_many_sockets"
        opened.enter_context(live(bounded, "2001:db8:1:3::1"))


def test_readers_that_never_read_are_aborted_and_hold_little(bounded: ServerProcess) -> None:
    """Sixty sockets request a table with a long chat forty times each."""
    with Guest(bounded.url, "Ada") as ada, ExitStack() as opened:
        table, _ = ada.create(seats=2)
        with ada.line() as line:
            for number in range(200):
                line.act(table, "say", text=f"{number} {'x' * 490}")
        watch = json.dumps({"id": 1, "watch": {"table": table}}).encode()
        before = resident(bounded.pid)
        lines = []
        for number in range(60):
            lines.append(opened.enter_context(narrow(bounded)))
            client = f"10.1.0.{number // CONNECTIONS}"
            lines[-1].sendall(handshake(X_Forwarded_For=client).encode())
        for one in lines:
            suppressed(one.sendall, frame(watch) * 40)
        wait_until(lambda: all(map(is_reset, lines)), "all of them are hung up on", SECONDS)
        assert resident(bounded.pid) - before < 3 * MOST_TOGETHER + (64 << 20)
    assert is_healthy(bounded)


def test_pings_of_who_never_reads_pile_up_no_answers(bounded: ServerProcess) -> None:
    with narrow(bounded) as line:
        line.sendall(handshake().encode())
        line.settimeout(SECONDS)
        ping = bytes([FINAL | PING, 0x80 | 125]) + bytes(4) + b"x" * 125
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            line.sendall(ping * 500_000)  # 65 MB


@pytest.mark.parametrize("head", [b"\x89", b"\x8a", b"\x00", b"\x81"], ids=FLOODS)
def test_a_flood_of_frames_keeps_nobody_waiting(limited: ServerProcess, head: bytes) -> None:
    """Of pings, pongs, fragments or empty messages, which the application does not see or count."""
    frames = (head + b"\x80\0\0\0\0") * 100_000
    with connected(limited, handshake(), source="127.0.0.7") as line:
        line.settimeout(20)
        assert line.recv(1000).startswith(b"HTTP/1.1 101")
        if head == b"\x00":
            line.sendall(b"\x01\x80\0\0\0\0")
        with suppress(OSError):
            line.sendall(frames)
        wait_until(lambda: is_reset(line), "it is hung up on")
    assert is_healthy(limited)


def frame(text: bytes) -> bytes:
    """Return a text as a client sends it, masked with zeros."""
    assert len(text) < 126
    return bytes([FINAL | TEXT, 0x80 | len(text)]) + bytes(4) + text


def is_reset(line: socket.socket) -> bool:
    """Return whether the other end is gone, without reading its data."""
    info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 8)
    closed, close_wait = 7, 8
    return struct.unpack("B", info[:1])[0] in (closed, close_wait)


def resident(pid: int) -> int:
    """Return how many bytes of memory a process has."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096
