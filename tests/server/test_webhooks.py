"""Webhooks, against a real server on loopback: signed, retried, and never sent inside."""

import asyncio
import hashlib
import hmac
import json
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from spielwerk.rules.errors import BadSetting
from spielwerk.server.addresses import Address
from spielwerk.server.call_slots import (
    AT_ONCE,
    HOST_AT_ONCE,
    SLOW_AT_ONCE,
    Call,
    CallSlots,
)
from spielwerk.server.webhooks import (
    LONGEST,
    MOST_OF_HOST,
    MOST_OF_PERSON,
    WAITS,
    Webhooks,
    _host,
    signature,
)
from wait import wait_until_async

# A key and a certificate of its own for hooks.example, trusted by these tests alone.
CERTIFICATE = Path(__file__).parent / "certificates" / "hooks.pem"
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
PAYLOAD = {"table": "t1", "seat": 0, "name": "Zoë"}


@dataclass
class Receiver:
    """Receives calls: answers in turn, and repeats the last answer."""

    answers: list[bytes]
    port: int = 0
    heads: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)

    @property
    def signatures(self) -> list[str]:
        lines = [line for head in self.heads for line in head.split("\r\n")]
        return [line[21:] for line in lines if line.lower().startswith("spielwerk-signature: ")]

    async def was_called(self) -> bool:
        return bool(self.heads)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(line for line in head.split("\r\n") if line.startswith("Content-Length"))
        self.bodies.append(await reader.readexactly(int(length.split(":")[1])))
        self.heads.append(head)
        writer.write(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])
        writer.close()


@asynccontextmanager
async def listening(
    handle: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]],
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[int]:
    """Start a server on loopback, and end it with all its connections."""
    handling: list[asyncio.Task[None]] = []

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handling.append(asyncio.create_task(handle(reader, writer)))

    server = await asyncio.start_server(begin, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
        await asyncio.gather(*handling)


@asynccontextmanager
async def receiving(*answers: bytes, secure: bool = False) -> AsyncIterator[Receiver]:
    receiver = Receiver(list(answers) or [OK])
    tls = None
    if secure:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(CERTIFICATE)
        tls.sni_callback = lambda _, name, __: receiver.names.append(name)
    async with listening(receiver.answer, tls) as receiver.port:
        yield receiver


def loopback(address: Address) -> bool:
    return address == ip_address("127.0.0.1")


@dataclass
class Waits:
    """A sleep that only records its duration."""

    told: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.told.append(seconds)


@asynccontextmanager
async def calling(**settings: Any) -> AsyncIterator[Webhooks]:
    usual: dict[str, Any] = {"plain": True, "reachable": loopback, "sleep": Waits()}
    webhooks = Webhooks(True, **(usual | settings))
    try:
        yield webhooks
    finally:
        await webhooks.stop()


def resolver(*answers: list[str]) -> Callable[[str, int], Coroutine[Any, Any, list[str]]]:
    """Return a resolver whose answers change in turn."""
    left = list(answers)

    async def resolve(host: str, port: int) -> list[str]:
        return left.pop(0)

    return resolve


async def to_loopback(host: str, port: int) -> list[str]:
    """Resolve every name to loopback."""
    return ["127.0.0.1"]


# What may be set


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/turn?who=ada",
        "https://hooks.example:443/",
        "https://hooks.example:8443",
        "https://8.8.8.8/",
        "https://[2606:4700:4700::1111]/",
    ],
)
def test_addresses_that_may_be_set(url: str) -> None:
    Webhooks(True).check(url)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example/", "webhook_scheme"),
        ("ftp://hooks.example/", "webhook_scheme"),
        ("file:///etc/passwd", "webhook_scheme"),
        ("hooks.example", "webhook_scheme"),
        ("", "webhook_scheme"),
        ("https://ada:geheim@hooks.example/", "webhook_user"),
        ("https://8.8.8.8@hooks.example/", "webhook_user"),
        ("https://@hooks.example/", "webhook_user"),
        ("https://hooks.example:22/", "webhook_port"),
        ("https://hooks.example:80/", "webhook_port"),
        ("https://hooks.example:0/", "webhook_port"),
        ("https://hooks.example:99999/", "webhook_unreadable"),
        ("https://hooks.example:x/", "webhook_unreadable"),
        ("https://[::1/", "webhook_unreadable"),
        ("https:///turn", "webhook_unreadable"),
        ("https://hooks.example/a b", "webhook_unreadable"),
        ("https://hooks.example\\@evil.example/", "webhook_unreadable"),
        ("https://hooks.example/\r\nX-Evil: 1", "webhook_unreadable"),
        ("https://hööks.example/", "webhook_unreadable"),
        ("https://hooks.example/" + "x" * LONGEST, "webhook_long"),
        ("https://127.0.0.1/", "webhook_inside"),
        ("https://[::ffff:169.254.169.254]/", "webhook_inside"),
    ],
)
def test_addresses_that_may_not_say_why(url: str, code: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Webhooks(True).check(url)
    assert refused.value.code == code


def test_a_server_may_call_nobody() -> None:
    with pytest.raises(BadSetting) as refused:
        Webhooks(False).check("https://hooks.example/")
    assert refused.value.code == "webhooks_off"
    assert asyncio.run(Webhooks(False).call("https://hooks.example/", "s", {})) is False


# Calling


def test_a_call_is_signed_with_its_time_and_body() -> None:
    async def run() -> None:
        async with receiving() as receiver, calling(clock=lambda: 1763280000.9) as webhooks:
            assert await webhooks.call(f"http://127.0.0.1:{receiver.port}/turn", "s3", PAYLOAD)
        assert receiver.heads[0].startswith("POST /turn HTTP/1.1\r\n")
        assert json.loads(receiver.bodies[0]) == PAYLOAD
        signed = b"1763280000." + receiver.bodies[0]
        expected = hmac.new(b"s3", signed, hashlib.sha256).hexdigest()
        assert receiver.signatures == [f"t=1763280000,v1={expected}"]

    asyncio.run(run())


def test_a_signature_depends_on_secret_body_and_time() -> None:
    told = {signature(s, b, t) for s in ("a", "b") for b in (b"a", b"b") for t in (1, 2)}
    assert len(told) == 8


def test_failures_are_tried_again_after_growing_waits_and_signed_anew() -> None:
    async def run() -> None:
        waits, heard = Waits(), list[str]()
        seconds = iter(range(100, 200))
        answers = [b"HTTP/1.1 503 Busy\r\n\r\n", b"", b"HTTP/1.1 429 Slow\r\n\r\n", OK]
        settings = {"sleep": waits, "clock": lambda: next(seconds), "heard": heard.append}
        async with receiving(*answers) as receiver, calling(**settings) as webhooks:
            assert await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)
        assert waits.told == list(WAITS)
        assert waits.told == sorted(set(waits.told))
        assert [told[:6] for told in receiver.signatures] == [
            "t=100,",
            "t=101,",
            "t=102,",
            "t=103,",
        ]
        assert len(set(receiver.bodies)) == 1
        assert heard == ["delivered"]

    asyncio.run(run())


def test_giving_up_after_the_last_attempt() -> None:
    async def run() -> None:
        heard = list[str]()
        async with (
            receiving(b"HTTP/1.1 500 Broken\r\n\r\n") as receiver,
            calling(heard=heard.append) as webhooks,
        ):
            assert not await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)
        assert len(receiver.heads) == len(WAITS) + 1
        assert heard == ["failed"]

    asyncio.run(run())


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 404, 410])
def test_redirects_and_refusals_are_final(status: int) -> None:
    async def run() -> None:
        async with receiving() as inside, calling() as webhooks:
            to = f"Location: http://127.0.0.1:{inside.port}/"
            answer = f"HTTP/1.1 {status} No\r\n{to}\r\nContent-Length: 0\r\n\r\n".encode()
            async with receiving(answer) as receiver:
                assert not await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)
            assert len(receiver.heads) == 1
        assert inside.heads == []

    asyncio.run(run())


def test_nobody_there_is_a_failure() -> None:
    async def run() -> None:
        async with receiving() as receiver:
            pass
        async with calling() as webhooks:
            assert not await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)

    asyncio.run(run())


def test_an_answer_without_an_end_is_not_read() -> None:
    async def run() -> None:
        sent = 0

        async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal sent
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try:
                while True:
                    writer.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
                    await writer.drain()
                    sent += 65536
            except OSError:
                writer.close()

        async with listening(pour) as port, calling() as webhooks:
            assert await webhooks.call(f"http://127.0.0.1:{port}/", "s", PAYLOAD)
        assert sent < 64 * 2**20  # what the system's buffers hold

    asyncio.run(run())


def test_whoever_drips_is_given_up() -> None:
    async def run() -> None:
        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            await reader.read()  # until the caller has gone
            writer.close()

        async with listening(drip) as port, calling(seconds=0.05) as webhooks:
            assert not await webhooks.call(f"http://127.0.0.1:{port}/", "s", PAYLOAD)

    asyncio.run(run())


def test_whoever_is_silent_during_the_handshake_is_hung_up_on() -> None:
    async def run() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.wait_for(reader.read(), 10)  # until the caller has gone
            writer.close()

        async with listening(silent) as port, calling(seconds=0.1) as webhooks:
            assert not await webhooks.call(f"https://127.0.0.1:{port}/", "s", PAYLOAD)

    asyncio.run(run())


def test_what_is_no_http_is_a_failure() -> None:
    async def run() -> None:
        async with receiving(b"220 mail.example ESMTP\r\n") as receiver, calling() as webhooks:
            assert not await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)

    asyncio.run(run())


# Never inside


def refused(url: str, **settings: Any) -> bool:
    """Return whether a call was refused, without an attempt that another server could receive."""

    async def run() -> bool:
        heard, waits = list[str](), Waits()
        async with receiving() as receiver:
            address = url.replace("PORT", str(receiver.port))
            webhooks = Webhooks(True, plain=True, heard=heard.append, sleep=waits, **settings)
            assert not await webhooks.call(address, "s", PAYLOAD)
            await webhooks.stop()
        assert receiver.heads == []
        return heard == ["refused"] and waits.told == []

    return asyncio.run(run())


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"],
)
def test_the_servers_own_host_is_not_called(host: str) -> None:
    assert refused(f"http://{host}:PORT/")


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fe80::1"],
)
def test_a_name_that_leads_inside_is_not_called(address: str) -> None:
    assert refused("http://hooks.example:PORT/", resolve=resolver([address]))


def test_one_address_inside_is_enough() -> None:
    assert refused("http://hooks.example:PORT/", resolve=resolver(["8.8.8.8", "127.0.0.1"]))


def test_the_name_is_looked_up_once_a_connection() -> None:
    """Rebinding: the second answer would lead inside, but the name is looked up only once."""

    async def run() -> None:
        asked: list[str] = []
        looked: list[str] = []

        async def rebind(host: str, port: int) -> list[str]:
            asked.append(host)
            return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

        def reachable(address: Address) -> bool:
            looked.append(str(address))
            return loopback(address)

        settings = {"resolve": rebind, "reachable": reachable}
        async with receiving() as receiver, calling(**settings) as webhooks:
            url = f"http://hooks.example:{receiver.port}/"
            # hooks.example has no other address than the one looked up.
            assert await webhooks.call(url, "s", PAYLOAD)
            assert (asked, looked) == (["hooks.example"], ["127.0.0.1"])
            assert f"host: hooks.example:{receiver.port}" in receiver.heads[0].lower()
            # Another call is another lookup, and refused: no connection is kept.
            assert not await webhooks.call(url, "s", PAYLOAD)
            assert len(receiver.heads) == 1

    asyncio.run(run())


def test_no_connection_is_kept_for_a_later_call() -> None:
    async def run() -> None:
        connections = 0

        async def stay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal connections
            connections += 1
            while await reader.read(65536):
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            writer.close()

        async with listening(stay) as port, calling() as webhooks:
            for _ in range(3):
                assert await webhooks.call(f"http://127.0.0.1:{port}/", "s", PAYLOAD)
        assert connections == 3

    asyncio.run(run())


def test_a_name_that_moves_inside_between_attempts_is_refused() -> None:
    async def run() -> None:
        heard = list[str]()
        resolve = resolver(["127.0.0.1"], ["10.0.0.1"])
        settings = {"resolve": resolve, "heard": heard.append}
        busy = b"HTTP/1.1 503 Busy\r\n\r\n"
        async with receiving(busy) as receiver, calling(**settings) as webhooks:
            url = f"http://hooks.example:{receiver.port}/"
            assert not await webhooks.call(url, "s", PAYLOAD)
        assert (len(receiver.heads), heard) == (1, ["refused"])

    asyncio.run(run())


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with receiving() as proxy, receiving() as receiver, calling() as webhooks:
            for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            assert await webhooks.call(f"http://127.0.0.1:{receiver.port}/", "s", PAYLOAD)
        assert (len(proxy.heads), len(receiver.heads)) == (0, 1)

    asyncio.run(run())


def test_the_first_address_that_answers_is_taken() -> None:
    async def run() -> None:
        either = {"127.0.0.1", "127.9.9.9"}
        settings: dict[str, Any] = {
            "resolve": resolver(["127.9.9.9", "127.0.0.1"]),
            "reachable": lambda address: str(address) in either,
        }
        async with receiving() as receiver, calling(**settings) as webhooks:
            assert await webhooks.call(f"http://hooks.example:{receiver.port}/", "s", PAYLOAD)

    asyncio.run(run())


def test_a_name_without_an_address_is_a_failure() -> None:
    async def run() -> None:
        async with calling(resolve=resolver([], [], [], [])) as webhooks:
            assert not await webhooks.call("http://hooks.example:8443/", "s", PAYLOAD)
        async with calling() as webhooks:
            assert not await webhooks.call(f"http://{'x' * 70}.example:8443/", "s", PAYLOAD)

    asyncio.run(run())


# Certificates


def secure(name: str, trust: bool) -> tuple[bool, list[str | None]]:
    """Call a name that leads to loopback; return if it was delivered, and the names looked up."""

    async def run() -> tuple[bool, list[str | None]]:
        tls = ssl.create_default_context()
        if trust:
            tls.load_verify_locations(CERTIFICATE)

        async def resolve(host: str, port: int) -> list[str]:
            return ["127.0.0.1"]

        settings = {"tls": tls, "plain": False, "resolve": resolve}
        async with receiving(secure=True) as receiver, calling(**settings) as webhooks:
            url = f"https://{name}:{receiver.port}/"
            return await webhooks.call(url, "s", PAYLOAD), receiver.names

    return asyncio.run(run())


def test_the_certificate_of_the_name_is_asked_for_and_checked() -> None:
    assert secure("hooks.example", trust=True) == (True, ["hooks.example"])


@pytest.mark.parametrize(("name", "trust"), [("other.example", True), ("hooks.example", False)])
def test_another_certificate_is_refused(name: str, trust: bool) -> None:
    delivered, names = secure(name, trust)
    assert not delivered
    assert set(names) == {name}


# The queue


def test_what_is_put_is_called_in_the_background() -> None:
    async def run() -> None:
        async with receiving() as receiver, calling() as webhooks:
            for seat in range(20):
                webhooks.put(f"http://127.0.0.1:{receiver.port}/", "s", {"seat": seat})
            await webhooks.stop(patience=20)
            assert sorted(json.loads(body)["seat"] for body in receiver.bodies) == [*range(20)]

    asyncio.run(run())


def test_when_too_many_wait_the_oldest_are_dropped_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        heard = list[str]()
        settings = {"most": 3, "heard": heard.append}
        async with receiving() as receiver, calling(**settings) as webhooks:
            for seat in range(10):
                webhooks.put(f"http://127.0.0.1:{receiver.port}/", "s", {"seat": seat})
            assert webhooks.dropped == 7
            await webhooks.stop(patience=20)
            assert sorted(json.loads(body)["seat"] for body in receiver.bodies) == [7, 8, 9]
        assert heard == ["dropped"] * 7 + ["delivered"] * 3

    asyncio.run(run())
    assert "were not called" not in caplog.text  # dropped calls are not waited for


def test_one_call_that_breaks_does_not_end_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with receiving() as receiver, calling() as webhooks:
            url = f"http://127.0.0.1:{receiver.port}/"
            for _ in range(10):
                webhooks.put(url, "s", {"seat": {0}})  # a set is no JSON
            webhooks.put(url, "s", PAYLOAD)
            await webhooks.stop(patience=20)
            assert len(receiver.bodies) == 1

    asyncio.run(run())
    assert caplog.text.count("a webhook broke") == 10


def test_stopping_does_not_wait_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        forever = asyncio.Event()

        async def resolve(host: str, port: int) -> list[str]:
            await forever.wait()
            return []

        async with calling(resolve=resolve, seconds=1000) as webhooks:
            webhooks.put("http://hooks.example:8443/", "s", PAYLOAD)
            await webhooks.stop(patience=0.05)

    asyncio.run(run())
    assert "were not called" in caplog.text


# No receiver delays another


def test_receivers_that_do_not_answer_delay_themselves_alone() -> None:
    async def run() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()  # until the caller has gone
            writer.close()

        async with (
            listening(silent) as port,
            receiving() as receiver,
            calling(seconds=1000, resolve=to_loopback) as webhooks,
        ):
            for person in range(100):  # a path each, on one host
                url = f"http://silent.example:{port}/{person}"
                webhooks.put(url, "s", PAYLOAD, person)
            webhooks.put(f"http://quick.example:{receiver.port}/", "s", PAYLOAD, "Ada")
            await wait_until_async(receiver.was_called, "the other one is called")

    asyncio.run(run())


def test_names_that_take_long_to_look_up_delay_themselves_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()

    def look_up(host: str, port: int, **_: object) -> list[Any]:
        if host.startswith("slow"):
            answered.wait(60)
        return [(None, None, None, "", ("127.0.0.1", port))]

    async def run() -> None:
        monkeypatch.setattr("spielwerk.server.addresses.socket.getaddrinfo", look_up)
        async with receiving() as receiver, calling(seconds=1000) as webhooks:
            for name in range(10):
                webhooks.put(f"http://slow{name}.example:{receiver.port}/", "s", PAYLOAD)
            webhooks.put(f"http://quick.example:{receiver.port}/", "s", PAYLOAD)
            await wait_until_async(receiver.was_called, "the other one is called")
            assert "quick.example" in receiver.heads[0]

    try:
        asyncio.run(run())
    finally:
        answered.set()


def test_who_waits_for_another_attempt_keeps_nobody_waiting() -> None:
    async def run() -> None:
        forever = asyncio.Event()

        async def sleep(_: float) -> None:
            await forever.wait()

        busy = b"HTTP/1.1 503 Busy\r\n\r\n"
        async with receiving(busy) as receiver, calling(sleep=sleep) as webhooks:
            url = f"http://127.0.0.1:{receiver.port}/"
            for _ in range(10):
                webhooks.put(url, "s", PAYLOAD)

            async def were_called() -> bool:
                return len(receiver.heads) == 10

            await wait_until_async(were_called, "each has had its first attempt")

    asyncio.run(run())


async def held(slots: CallSlots, calls: list[Call]) -> list[Call]:
    """Return which of these calls start while none ends."""
    inside: list[Call] = []
    done = asyncio.Event()

    async def call(one: Call) -> None:
        async with slots.slot(one):
            inside.append(one)
            await done.wait()

    holding = [asyncio.create_task(call(one)) for one in calls]
    for _turn in range(3):
        await asyncio.sleep(0)
    found = list(inside)
    holding[0].cancel()
    done.set()
    await asyncio.gather(*holding, return_exceptions=True)
    assert len(inside) == len(calls)  # all the others, once there is room
    return found


@pytest.mark.parametrize("what", ["host", "person"])
def test_slow_receivers_leave_slots_to_others(what: str) -> None:
    async def run() -> None:
        slots = CallSlots()
        calls = [Call(f"host {number}", f"person {number}") for number in range(AT_ONCE)]
        slots._slow.update({getattr(one, what): None for one in calls})
        found = await held(slots, [*calls, quick])
        assert len(found) == SLOW_AT_ONCE + 1
        assert found[-1] == quick

    quick = Call("quick", "Ada")
    asyncio.run(run())


def test_a_host_is_called_a_few_times_at_once_and_for_a_person_once() -> None:
    async def run() -> None:
        one_host = [Call("silent", f"person {number}") for number in range(AT_ONCE)]
        one_person = [Call(f"host {number}", "Eve") for number in range(AT_ONCE)]
        found = await held(CallSlots(), [*one_host, *one_person, quick])
        assert found == [*one_host[:HOST_AT_ONCE], one_person[0], quick]

    quick = Call("quick", "Ada")
    asyncio.run(run())


@pytest.mark.parametrize("port", ["", ":8443"])
def test_whoever_was_slow_is_known_at_another_path_and_port(port: str) -> None:
    async def run() -> None:
        slots._note(Call(_host(f"https://Slow.example{port}/1"), "Eve"), is_slow=True)
        for other in (Call(_host("https://slow.example./2"), "Bob"), Call("other.example", "Eve")):
            assert slots._is_slow(other)
        assert not slots._is_slow(Call("other.example", "Bob"))

    slots = CallSlots()
    asyncio.run(run())


def test_of_a_person_and_of_a_host_so_many_wait_and_the_oldest_are_dropped() -> None:
    async def run() -> None:
        async with calling() as webhooks:
            for _call in range(MOST_OF_PERSON + 1):
                webhooks.put("https://a.example/", "s", PAYLOAD, "Eve")
            assert webhooks.dropped == 1
            for person in range(MOST_OF_HOST - MOST_OF_PERSON + 1):
                webhooks.put(f"https://a.example/{person}", "s", PAYLOAD, person)
            assert webhooks.dropped == 2
            webhooks.put("https://b.example/", "s", PAYLOAD, "Ada")
            assert webhooks.dropped == 2

    asyncio.run(run())
