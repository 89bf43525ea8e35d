"""The guard at the door, behind a real server: sizes, headers, origins and rates."""

import asyncio
from collections.abc import Hashable
from typing import Any

import pytest
from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Message, Scope

from server.serving import exchange, handshake, request, serving, told
from spielwerk.server.guard import BodyLimit, Headers, Origin, Rates
from spielwerk.server.limits import Limiter

Answer = tuple[int, dict[str, str], bytes]


def site() -> FastAPI:
    app = FastAPI()

    @app.api_route("/{path:path}", methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
    async def echo(request: Request) -> JSONResponse:
        body = await request.body()
        return JSONResponse({"size": len(body)})

    @app.websocket("/api/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    return app


def asked(app: ASGIApp, *parts: str | bytes, **config: Any) -> Answer:
    """Return the answer of an app to one request."""

    async def run() -> Answer:
        async with serving(app, **config) as port:
            return await exchange(port, *parts)

    return asyncio.run(run())


# Sizes


def test_a_body_up_to_the_limit_arrives_whole() -> None:
    status, _, body = asked(BodyLimit(site(), most=1000), request("POST", "/", "x" * 1000))
    assert (status, body) == (200, b'{"size":1000}')


def test_a_request_without_a_body_is_let_through() -> None:
    assert asked(BodyLimit(site()), request("GET", "/"))[0] == 200


@pytest.mark.parametrize("length", ["1001", "0001001", "9" * 18])
def test_a_body_that_tells_to_be_too_large_is_not_read(length: str) -> None:
    # Not one byte of it is sent, and still the answer arrives.
    head = request("POST", "/", Content_Length=length)
    status, headers, body = asked(BodyLimit(site(), most=1000), head)
    assert status == 413
    assert headers["connection"] == "close"
    assert told(body)["code"] == "too_large"


def chunks(*sizes: int) -> list[str]:
    return [f"{size:x}\r\n{'x' * size}\r\n" for size in sizes]


def test_a_body_that_does_not_tell_its_length_is_cut_off_while_it_comes() -> None:
    head = request("POST", "/", Transfer_Encoding="chunked")
    app = BodyLimit(site(), most=1000)
    # The last chunk is never sent.
    status, _, body = asked(app, head, *chunks(400, 400, 400))
    assert (status, told(body)["code"]) == (413, "too_large")
    status, _, body = asked(app, head, *chunks(400, 400, 200), "0\r\n\r\n")
    assert (status, body) == (200, b'{"size":1000}')


def test_whoever_leaves_in_the_middle_of_a_body_is_not_answered() -> None:
    reached = []

    async def app(scope: Scope, receive: object, send: object) -> None:
        reached.append(scope)

    messages: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        reached.append(message)

    asyncio.run(BodyLimit(app)({"type": "http", "headers": []}, receive, send))
    assert reached == []


def test_what_comes_after_the_body_reaches_the_app() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Any, send: object) -> None:
        seen.extend([(await receive())["type"] for _ in range(3)])

    messages: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.request", "body": b"}", "more_body": False},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    asyncio.run(BodyLimit(app)({"type": "http", "headers": []}, receive, send))
    assert seen == ["http.request", "http.request", "http.disconnect"]


# Headers


@pytest.mark.parametrize("path", ["/", "/api/me", "/no/such/page"])
def test_every_response_keeps_browsers_strict(path: str) -> None:
    _, headers, _ = asked(Headers(site()), request("GET", path))
    policy = headers["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    scripts, workers = "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"
    assert {scripts, workers, "frame-ancestors 'none'", "base-uri 'none'"} <= set(policy)
    assert headers["content-security-policy"].count("unsafe") == 1
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize(
    ("loads", "sent"),
    [("document", True), ("worker", True), ("iframe", True), ("script", False), ("empty", False)],
)
def test_policies_of_documents_are_sent_with_documents_and_workers(loads: str, sent: bool) -> None:
    asking = request("GET", "/at/1/web/app.js", **{"Sec-Fetch-Dest": loads})
    _, headers, _ = asked(Headers(site()), asking)
    assert ("content-security-policy" in headers) == sent
    assert ("permissions-policy" in headers) == sent
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("scheme", "host", "sent"),
    [
        ("https", "spiel.example", True),  # as a trusted proxy reports
        ("http", "127.0.0.1:8000", True),
        ("http", "localhost", True),
        ("http", "[::1]:8000", True),
        ("http", "[fe80::1]:8000", False),
        ("http", "the-machine:8000", False),
        ("http", "localhost.example", False),
    ],
)
def test_an_opener_policy_is_sent_where_browsers_heed_it(
    scheme: str, host: str, sent: bool
) -> None:
    asking = request("GET", "/", Host=host, **{"X-Forwarded-Proto": scheme})
    _, headers, _ = asked(Headers(site()), asking, forwarded_allow_ips="*")
    assert ("cross-origin-opener-policy" in headers) == sent


def test_a_refusal_by_the_guard_and_a_refused_handshake_have_them_too() -> None:
    app = Headers(Origin(site()))
    for asking in (request("POST", "/", Origin="https://evil.example"), handshake(Origin="null")):
        status, headers, _ = asked(app, asking)
        assert status == 403
        assert "content-security-policy" in headers


def test_what_the_api_says_is_not_kept_unless_it_says_so() -> None:
    app = site()

    @app.get("/apiary", include_in_schema=False)
    async def apiary() -> str:
        return ""

    @app.post("/api/parts")
    async def parts() -> JSONResponse:
        return JSONResponse({}, headers={"Cache-Control": "max-age=60"})

    app.router.routes.insert(0, app.router.routes.pop())
    strict = Headers(app)
    assert asked(strict, request("GET", "/api/me"))[1]["cache-control"] == "no-store"
    assert asked(strict, request("GET", "/api"))[1]["cache-control"] == "no-store"
    assert asked(strict, request("POST", "/api/parts"))[1]["cache-control"] == "max-age=60"
    assert "cache-control" not in asked(strict, request("GET", "/apiary"))[1]
    assert "cache-control" not in asked(strict, request("GET", "/app.js"))[1]


def test_a_page_may_have_a_policy_of_its_own_but_not_be_sniffed() -> None:
    async def page(scope: Scope, receive: object, send: Any) -> None:
        own = [(b"content-security-policy", b"default-src 'self'"), (b"referrer-policy", b"origin")]
        await send({"type": "http.response.start", "status": 200, "headers": own})
        await send({"type": "http.response.body", "body": b""})

    _, headers, _ = asked(Headers(page), request("GET", "/", Connection="close"))
    assert headers["content-security-policy"] == "default-src 'self'"
    assert headers["referrer-policy"] == "no-referrer"


# Origins

COOKIE = {"Cookie": "spielwerk=ada"}


def welcome(asking: str, allowed: frozenset[str] = frozenset(), **config: Any) -> bool:
    status, _, body = asked(Origin(site(), allowed), asking, **config)
    if status == 403:
        assert told(body)["code"] == "foreign_origin"
    else:
        assert status in (101, 200)
    return status != 403


@pytest.mark.parametrize(
    "origin",
    ["http://spiel.example", "HTTP://Spiel.Example", "http://spiel.example:80"],
)
def test_our_own_pages_may_act(origin: str) -> None:
    assert welcome(request("POST", "/", Origin=origin, **COOKIE))
    assert welcome(handshake(Origin=origin, **COOKIE))


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://spiel.example",  # another scheme
        "http://spiel.example:8000",  # another port
        "http://spiel.example.evil.example",
        "http://evil.example/http://spiel.example",
        "http://sub.spiel.example",
        "spiel.example",
        "null",
        "",
    ],
)
def test_pages_from_elsewhere_may_not(origin: str) -> None:
    assert not welcome(request("POST", "/", Origin=origin, **COOKIE))
    assert not welcome(request("DELETE", "/", Origin=origin))
    assert not welcome(handshake(Origin=origin, **COOKIE))
    assert not welcome(handshake(Origin=origin))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_reading_is_free(method: str) -> None:
    assert welcome(request(method, "/", Origin="http://evil.example", **COOKIE))


def test_other_places_may_be_allowed_but_never_nowhere() -> None:
    allowed = frozenset({"https://club.example", "null"})
    assert welcome(request("POST", "/", Origin="https://club.example"), allowed)
    assert welcome(handshake(Origin="https://club.example"), allowed)
    for nowhere in ("null", "NULL"):
        assert not welcome(request("POST", "/", Origin=nowhere), allowed)
    assert not welcome(request("POST", "/", Origin="http://club.example"), allowed)


def test_two_origins_or_two_hosts_are_none() -> None:
    ours = "http://spiel.example"
    twice = request("POST", "/", Origin=f"{ours}\r\nOrigin: {ours}")
    assert not welcome(twice)
    hosts = request("POST", "/", Origin=ours, Host="spiel.example\r\nHost: evil.example")
    assert asked(Origin(site()), hosts)[0] in (400, 403)


def test_programs_tell_no_origin() -> None:
    assert welcome(request("POST", "/", Authorization="Bearer sw_x"))
    assert welcome(handshake(Authorization="Bearer sw_x"))
    assert welcome(request("POST", "/", **COOKIE))
    assert welcome(handshake(**COOKIE))


@pytest.mark.parametrize(
    ("site", "may"),
    [("cross-site", False), ("same-site", False), ("same-origin", True), ("none", True)],
)
def test_without_an_origin_a_browser_still_tells_where_it_comes_from(site: str, may: bool) -> None:
    assert welcome(request("POST", "/", Sec_Fetch_Site=site, **COOKIE)) is may
    assert welcome(handshake(Sec_Fetch_Site=site, **COOKIE)) is may
    assert welcome(request("POST", "/", Sec_Fetch_Site=site))  # no cookie is used


@pytest.mark.parametrize(
    ("site", "may"), [("cross-site", False), ("same-site", False), ("same-origin", True)]
)
def test_a_form_of_our_own_pages_tells_a_null_origin(site: str, may: bool) -> None:
    asking = request("POST", "/", Origin="null", Sec_Fetch_Site=site, **COOKIE)
    assert welcome(asking) is may


def test_a_forwarded_scheme_counts_only_where_the_proxy_is_trusted() -> None:
    secure = {"Origin": "https://spiel.example", "X_Forwarded_Proto": "https", **COOKIE}
    for asking in (request("POST", "/", **secure), handshake(**secure)):
        assert welcome(asking, forwarded_allow_ips="127.0.0.1")
        assert not welcome(asking, forwarded_allow_ips="10.1.2.3")
        assert not welcome(asking, proxy_headers=False)


def test_a_socket_is_closed_where_a_server_can_not_answer_a_handshake() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    headers = [(b"host", b"spiel.example"), (b"origin", b"http://evil.example")]
    scope = {"type": "websocket", "scheme": "ws", "path": "/api/live", "headers": headers}
    asyncio.run(Origin(site())(scope, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


# Rates


def names(scope: Scope) -> Hashable | None:
    """Return the client that a request names."""
    return dict(scope["headers"]).get(b"x-name")


def rated(people: int, addresses: int) -> Rates:
    """Return limits that never refill while a test runs."""

    def clock() -> float:
        return 0

    limits = (Limiter(0.4, people, clock), Limiter(0.4, addresses, clock))
    return Rates(site(), *limits, names)


def statuses(app: ASGIApp, *askings: str, **config: Any) -> list[int]:
    async def run() -> list[int]:
        async with serving(app, **config) as port:
            return [(await exchange(port, asking))[0] for asking in askings]

    return asyncio.run(run())


def test_an_address_that_asks_too_often_is_told_how_long_to_wait() -> None:
    app = rated(people=100, addresses=2)
    assert statuses(app, *[request("GET", "/")] * 2) == [200, 200]
    status, headers, body = asked(app, request("GET", "/"))
    assert (status, headers["retry-after"]) == (429, "3")
    assert told(body)["code"] == "too_many"
    assert told(body)["details"] == {"seconds": 3}


def test_a_person_is_limited_whatever_the_address() -> None:
    ada = [request("GET", "/", X_Name="ada", X_Forwarded_For=f"9.9.9.{n}") for n in range(3)]
    bob = request("GET", "/", X_Name="bob")
    app = rated(people=2, addresses=100)
    assert statuses(app, *ada, bob, forwarded_allow_ips="*") == [200, 200, 429, 200]


def test_one_persons_flood_leaves_neighbours_at_the_address_their_share() -> None:
    ada = [request("GET", "/", X_Name="ada")] * 20
    bob = [request("GET", "/", X_Name="bob")] * 2
    app = rated(people=2, addresses=4)
    assert statuses(app, *ada, *bob) == [200] * 2 + [429] * 18 + [200] * 2


def test_addresses_are_limited_apart_whoever_asks() -> None:
    asking = [
        request("GET", "/", X_Name=f"n{n}", X_Forwarded_For=address)
        for n, address in enumerate(("9.9.9.9", "9.9.9.9", "9.9.9.8", "::ffff:9.9.9.9"))
    ]
    app = rated(people=100, addresses=1)
    assert statuses(app, *asking, forwarded_allow_ips="*") == [200, 429, 200, 429]


def test_a_household_of_version_6_counts_as_one() -> None:
    addresses = ("2001:4860:1:2::1", "2001:4860:1:2:ffff::7", "2001:4860:1:3::1")
    asking = [request("GET", "/", X_Forwarded_For=address) for address in addresses]
    app = rated(people=100, addresses=1)
    assert statuses(app, *asking, forwarded_allow_ips="*") == [200, 429, 200]


@pytest.mark.parametrize("free", ["/healthz", "/at/12/web/app.js"])
def test_handshakes_count_and_health_and_files_do_not(free: str) -> None:
    app = rated(people=100, addresses=1)
    asked = request("GET", free)
    assert statuses(app, asked, asked, handshake(), handshake(), asked) == [
        200, 200, 101, 429, 200,
    ]  # fmt: skip


def test_an_address_that_must_wait_uses_up_nobodys_requests() -> None:
    app = rated(people=2, addresses=1)
    ada = [request("GET", "/", X_Name="ada", X_Forwarded_For=host) for host in "aaaab"]
    assert statuses(app, *ada, forwarded_allow_ips="*") == [200, 429, 429, 429, 200]


def test_a_lifespan_passes_every_guard() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: object, send: object) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    limiter = Limiter(1, 1)
    guarded = Headers(Rates(Origin(BodyLimit(app)), limiter, limiter, names))
    asyncio.run(guarded({"type": "lifespan"}, receive, send))
    assert seen == ["lifespan"]
