"""Whatever violates the WebSocket protocol, or is too much, ends that connection alone."""

import json
import os
import socket
import struct
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from server.guests import Guest
from server.process import ServerProcess
from server.serving import handshake
from server.test_socket_fuzz import failures
from spielwerk.server.live import MOST_BYTES

# Below messages


class Wire:
    """A raw socket, which keeps to no protocol."""

    def __init__(self, server: ServerProcess, *, shake: bool = True) -> None:
        with ExitStack() as opened:
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            self.socket = opened.enter_context(connection)
            if shake:
                self.socket.sendall(handshake().encode())
                assert self.socket.recv(4096).startswith(b"HTTP/1.1 101")
            self._opened = opened.pop_all()

    def send(self, opcode: int, payload: bytes = b"", *, masked: bool = True) -> None:
        head = bytes([opcode])
        bit = 0x80 if masked else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 1 << 16:
            head += bytes([bit | 126]) + struct.pack("!H", len(payload))
        else:
            head += bytes([bit | 127]) + struct.pack("!Q", len(payload))
        mask = os.urandom(4) if masked else b""
        if masked:
            payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.socket.sendall(head + mask + payload)

    def closed(self) -> int | None:
        """Return the code with which the server disconnects; None if there is none."""
        told = b""
        try:
            while more := self.socket.recv(4096):
                told += more
        except ConnectionResetError:
            return None
        return struct.unpack("!H", told[2:4])[0] if told[:1] == b"\x88" else None

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


TEXT, BINARY, CONTINUED, PING, FINAL = 1, 2, 0, 9, 0x80


@pytest.mark.parametrize(
    ("opcode", "payload", "masked", "code"),
    [
        (FINAL | TEXT, b"\xff\xfe\xfd", True, 1007),  # no UTF-8
        (FINAL | TEXT, b"\xed\xa0\x80", True, 1007),  # half a letter
        (FINAL | TEXT, b"x" * (2 * MOST_BYTES + 1), True, 1009),
        (FINAL | CONTINUED, b"x", True, 1002),
        (FINAL | 3, b"x", True, 1002),  # no such kind
        (0x70 | FINAL | TEXT, b"x", True, 1002),  # bits that mean nothing
        (FINAL | TEXT, b"x", False, 1002),
        (FINAL | PING, b"x" * 126, True, 1002),
    ],
)
def test_who_does_not_keep_to_the_protocol_is_hung_up_on(
    server: ServerProcess, opcode: int, payload: bytes, masked: bool, code: int
) -> None:
    with Wire(server) as wire:
        wire.send(opcode, payload, masked=masked)
        assert wire.closed() == code


def test_a_message_in_parts_is_not_longer_than_one_in_whole(server: ServerProcess) -> None:
    with Wire(server) as wire:
        wire.send(TEXT, b"x" * MOST_BYTES)
        wire.send(CONTINUED, b"x" * MOST_BYTES)
        wire.send(FINAL | CONTINUED, b"x")
        assert wire.closed() == 1009


def test_who_says_nothing_or_breaks_off_disturbs_nobody(server: ServerProcess) -> None:
    at_once = struct.pack("ii", 1, 0)
    for number in range(20):
        with Wire(server, shake=number % 2 == 0) as wire:
            if number % 2:
                wire.socket.sendall(handshake().encode()[: 10 * number])
            else:
                wire.send(TEXT, b'{"id":')
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    with ExitStack() as half_open:
        for number in range(10):
            half_open.enter_context(Wire(server, shake=number % 2 == 0))
        with Guest(server.url) as anybody, anybody.line() as line:
            assert "ok" in line.ask(ping=True)
    assert failures(server) == []


# Too much


def test_who_floods_is_refused_and_others_are_answered(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    process = ServerProcess(
        tmp_path_factory.mktemp("limited"), "--no-compile", "--log-level", "warning"
    )
    process.start()
    try:
        with (
            Guest(process.url, "Ada") as ada,
            Guest(process.url, "Eve") as eve,
            ada.line() as calm,
            eve.line() as flooding,
        ):
            refused = 0
            for number in range(300):
                flooding.send(json.dumps({"id": number, "ping": True}))
                told = flooding.hear()
                if "refused" in told:
                    assert told["refused"]["code"] == "too_many"
                    assert told["refused"]["details"]["seconds"] > 0
                    assert told["id"] == number
                    refused += 1
                assert "ok" in told or refused
            assert refused
            assert "ok" in calm.ask(ping=True)
            with suppress(ConnectionClosed):  # a client that falls behind may be disconnected
                for number in range(2000):
                    flooding.send(json.dumps({"id": number, "ping": True}))
                for _ in range(2000):
                    told = flooding.hear()
                    assert "ok" in told or told["refused"]["code"] == "too_many"
            assert "ok" in calm.ask(ping=True)
        assert failures(process) == []
    finally:
        process.stop()
