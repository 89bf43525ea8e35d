"""Logs: one line per event, and never a secret."""

import asyncio
import json
import logging
from collections.abc import Iterator
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import connect

from server.serving import exchange, request, serving
from spielwerk.server import logs
from spielwerk.server.answering import Answering

NAMES = ("", "spielwerk", "uvicorn", "uvicorn.error", "uvicorn.access")


Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """Restore all loggers afterwards."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(log.level, log.handlers[:], log.propagate) for log in loggers]
    yield
    for log, (level, handlers, propagate) in zip(loggers, before, strict=True):
        log.setLevel(level)
        log.handlers[:] = handlers
        log.propagate = propagate


def lines(capsys: Capture) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_an_event_is_one_json_object_a_line(capsys: Capture) -> None:
    logs.configure(as_json=True)
    log = logging.getLogger("spielwerk.server.tables")
    log.info("%s moved\nat once", "Zoë", extra={"table": "t1", "seat": 0, "path": ("a", 1.5, None)})
    log.debug("not told")
    [told] = lines(capsys)
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "info",
        "logger": "spielwerk.server.tables",
        "message": "Zoë moved\nat once",
        "table": "t1",
        "seat": 0,
        "path": ["a", 1.5, None],
    }


def test_a_level_may_be_chosen_and_other_packages_stay_quiet(capsys: Capture) -> None:
    logs.configure(as_json=True, level="DEBUG")
    logging.getLogger("spielwerk.x").debug("told")
    logging.getLogger("numba.core").info("not told")
    logging.getLogger("sqlalchemy").warning("told too")
    assert [told["message"] for told in lines(capsys)] == ["told", "told too"]


def test_an_exception_is_in_the_same_line_without_its_secrets(capsys: Capture) -> None:
    logs.configure(as_json=True)
    try:
        raise RuntimeError("bad token=abc123 at postgresql+psycopg://ada:geheim@db/x, sw_live_9z")
    except RuntimeError:
        logging.getLogger("spielwerk").exception("broken")
    [told] = lines(capsys)
    assert "RuntimeError: bad token=… at postgresql+psycopg://ada:…@db/x, sw_…" in told["exception"]
    assert "Traceback" in told["exception"]
    for secret in ("abc123", "geheim", "9z"):
        assert secret not in json.dumps(told)


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("GET /t/1?invite=Xy-9_z&seat=1", "GET /t/1?invite=…&seat=1"),
        ("GET /t/1?seat=1&token=abc HTTP/1.1", "GET /t/1?seat=1&token=… HTTP/1.1"),
        ("next=%2Ft%3Finvite%3Dabc", "next=%2Ft%3Finvite%3D…"),
        ("used sw_AbC-123_x.", "used sw_…"),
        ("Authorization: Bearer abc.def", "Authorization: … …"),
        ("sent bearer abc.def, then left", "sent bearer …, then left"),
        ("Cookie: a=b; spielwerk=xyz\nHost: x", "Cookie: …\nHost: x"),
        ("{'cookie': 'a=b; c=d', 'seat': 1}", "{'cookie': …, 'seat': 1}"),
        ('{"password": "a \\"b\\" c", "seat": 1}', '{"password": …, "seat": 1}'),
        ("{'seed': b'\\x00', 'n': 1}", "{'seed': …, 'n': 1}"),
        ("seed=12345, seat=1", "seed=…, seat=1"),
        ("webhook_secret=abc", "webhook_secret=…"),
        ("postgresql://ada:geheim@db/x", "postgresql://ada:…@db/x"),
        ("Ada took a seat at table t1", "Ada took a seat at table t1"),
        ("KeyError: 'seat'", "KeyError: 'seat'"),
        ("https://hooks.example:8443/x", "https://hooks.example:8443/x"),
    ],
)
def test_secrets_in_texts_are_hidden(text: str, redacted: str) -> None:
    assert logs.redact(text) == redacted


@given(st.text(alphabet="abcXYZ019_-", min_size=8), st.sampled_from(sorted(logs.SECRETS)))
def test_no_secret_survives_whatever_it_is(secret: str, name: str) -> None:
    for text in (f"?{name}={secret}&a=1", f"{name}: {secret}", f'"{name}": "{secret}"'):
        assert secret not in logs.redact(text)
    assert secret not in logs.redact(f"sw_{secret}")


def test_values_of_secret_names_are_hidden_however_deep(capsys: Capture) -> None:
    logs.configure(as_json=True)
    headers = {"Set-Cookie": "x1", "X-Api-Key": "x2", "host": "h", "list": [{"invite": "x3"}]}
    extra = {"headers": headers, "password": "x4", "bot_seed": 5, "note": "token=x6", "monkey": "m"}
    logging.getLogger("spielwerk").warning("told", extra=extra)
    [told] = lines(capsys)
    assert told["headers"] == {
        "Set-Cookie": "…",
        "X-Api-Key": "…",
        "host": "h",
        "list": [{"invite": "…"}],
    }
    assert (told["password"], told["bot_seed"]) == ("…", "…")
    assert (told["note"], told["monkey"]) == ("token=…", "m")


def test_what_is_no_json_is_told_as_text(capsys: Capture) -> None:
    logs.configure(as_json=True)
    knot: list[Any] = []
    knot.append(knot)
    logging.getLogger("spielwerk").info(
        "told", extra={"kind": ValueError("bad"), "knot": knot, "n": nan}
    )
    [told] = lines(capsys)
    assert (told["kind"], told["n"]) == ("bad", "nan")


def test_what_is_beside_a_message_can_not_forge_it(capsys: Capture) -> None:
    logs.configure(as_json=True)
    logging.getLogger("spielwerk").info("true", extra={"level": "critical", "logger": "x"})
    [told] = lines(capsys)
    assert (told["level"], told["logger"]) == ("info", "spielwerk")


def test_lines_for_people(capsys: Capture) -> None:
    logs.configure(as_json=False)
    log = logging.getLogger("spielwerk")
    log.info("%s sat down with invite=abc", "Zoë\n12:00:00 info a lie\x1b[2J")
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("info     Zoë\\n12:00:00 info a lie\\x1b[2J sat down with invite=…")
    try:
        raise KeyError("sw_abc")
    except KeyError:
        log.exception("broken")
    assert "KeyError: 'sw_…'" in capsys.readouterr().err


def test_the_record_itself_stays_as_it_is() -> None:
    record = logging.makeLogRecord({"msg": "token=%s", "args": ("abc",), "password": "x"})
    assert "abc" not in logs.Lines().format(record)
    assert (record.getMessage(), record.__dict__["password"]) == ("token=abc", "x")
    assert record.exc_text is None


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/broken":
        raise RuntimeError("secret=abc")
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_the_web_servers_own_lines_are_discreet_too(capsys: Capture) -> None:
    async def run() -> None:
        async with serving(page, log_config=logs.config(as_json=True)) as port:
            await exchange(port, request("GET", "/t/1?invite=abc&seat=1"))
            await exchange(port, request("GET", "/broken"))

    asyncio.run(run())
    written = lines(capsys)
    access, error = (
        [told for told in written if told["logger"] == name]
        for name in ("uvicorn.access", "uvicorn.error")
    )
    assert access[0]["path"] == "/t/1?invite=…&seat=1"
    assert (access[0]["method"], access[0]["status"]) == ("GET", 204)
    assert "RuntimeError: secret=…" in error[0]["exception"]
    assert "abc" not in access[0]["message"]


def test_a_flood_of_refused_requests_is_one_line_per_network(capsys: Capture) -> None:
    logs.configure(as_json=True)
    log, access = logging.getLogger("uvicorn.error"), logging.getLogger("uvicorn.access")
    for port in range(3):
        log.warning("Invalid HTTP request received.")
        for host in ("192.0.2.1", "192.0.2.2"):
            log.info('%s - "WebSocket %s" %d', f"{host}:{port}", "/api/live", 429)
            log.info("connection rejected (%d %s)", 429, "Too Many Requests")
            request = (f"{host}:{port}", "GET", "/api/me", "1.1")
            access.info('%s - "%s %s HTTP/%s" %d', *request, 429)
    log.info('%s - "WebSocket %s" %d', "192.0.2.1:5", "/api/live", 403)
    assert [one["message"] for one in lines(capsys)] == [
        "Invalid HTTP request received.",
        '192.0.2.1:0 - "WebSocket /api/live" 429',
        '192.0.2.2:0 - "WebSocket /api/live" 429',
        '192.0.2.1:5 - "WebSocket /api/live" 403',
    ]


def test_what_is_said_over_a_socket_is_never_logged(capsys: Capture) -> None:
    """Long messages would be cut before a secret, so that its name is missing."""

    async def hear(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await send({"type": "websocket.close"})

    async def run() -> None:
        config = logs.config(as_json=False, level="DEBUG")
        async with (
            serving(hear, log_config=config, ws="websockets-sansio") as port,
            connect(f"ws://127.0.0.1:{port}/?x=1", additional_headers={"X-A": "geheim"}) as socket,
        ):
            await socket.send(json.dumps({"act": {"do": "sit", "token": "x" * 100 + "geheim"}}))
            await socket.wait_closed()

    asyncio.run(run())
    told = capsys.readouterr().err
    assert "WebSocket" in told, "at least who came is told"
    assert "geheim" not in told


def test_what_is_logged_while_a_request_is_answered_names_it(capsys: Capture) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        logging.getLogger("spielwerk").info("asked")
        if scope["path"] == "/broken":
            raise RuntimeError
        await page(scope, receive, send)

    async def run() -> list[str]:
        async with serving(Answering(app), log_config=logs.config(as_json=True)) as port:
            answers = [await exchange(port, request("GET", path)) for path in ("/", "/", "/broken")]
        return [headers.get("x-request-id", "") for _, headers, _ in answers]

    first, second, _ = asyncio.run(run())
    told = [line for line in lines(capsys) if line["logger"] != "uvicorn.access"]
    ids = [line["request"] for line in told]
    assert ids == [first, second, ids[2], ids[2]]  # the last line is the web server's
    assert len(set(ids)) == 3
    logs.configure(as_json=False)
    logging.getLogger("spielwerk").info("alone")
    assert capsys.readouterr().err.endswith("alone\n")


def test_a_request_that_is_broken_off_is_answered() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.get_running_loop().create_future()

    async def run() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            raise AssertionError

        asked = asyncio.create_task(Answering(app)({"type": "http"}, receive, send))
        await asyncio.sleep(0)
        asked.cancel()
        await asked
        return sent

    start, body = asyncio.run(run())
    assert start["status"] == 503
    assert json.loads(body["body"])["code"] == "stopping"
    assert dict(start["headers"])[b"connection"] == b"close"


def test_the_configuration_is_plain_data_for_other_processes() -> None:
    config = logs.config(as_json=True, level="INFO")
    assert json.loads(json.dumps(config)) == config
