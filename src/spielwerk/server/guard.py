"""Middleware that checks every request before it reaches a page or a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.limits import Limiter, network
from spielwerk.server.refusals import NotAllowed, TooLarge, TooMany, body, headers, status

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
EXEMPT = frozenset(
    {"/healthz", "/healthz/live", "/healthz/ready"}
)  # health probes are frequent, and cheap to answer
FILES = "/at/"  # numerous, requested once each, and no cheaper to refuse than to send
_PORTS = {"http": ":80", "https": ":443"}  # omitted in an origin

CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # for WebAssembly engines; no eval of scripts
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Only for documents and workers: these headers are longer than most of the page's files.
_OF_DOCUMENTS = {
    "Referrer-Policy": "no-referrer",  # a URL may contain an invitation
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _UNUSED),
}
# Over HTTPS: browsers use nothing else for this host for a year.
_SECURE = {"Strict-Transport-Security": "max-age=31536000"}
_PARTS = {b"empty", b"font", b"image", b"manifest", b"script", b"style"}  # loaded by documents


class BodyLimit:
    """Refuse requests of more than `most` bytes, with or without a Content-Length.

    Bodies are small, so the whole body is read here: the app never sees part of a refused one.
    """

    def __init__(self, app: ASGIApp, most: int = 65536) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            held = await self._read(scope, receive)
        except TooLarge as error:
            # Otherwise the server would wait for the unread rest of the body.
            await refuse(scope, receive, send, error, Connection="close")
            return
        if held[-1]["type"] == "http.disconnect":
            return
        messages = iter(held)

        async def again() -> Message:
            return next(messages, None) or await receive()

        await self.app(scope, again, send)

    async def _read(self, scope: Scope, receive: Receive) -> list[Message]:
        error = TooLarge("too_large", f"a request may have at most {self.most} bytes")
        if any(_exceeds(length, self.most) for length in _values(scope, b"content-length")):
            raise error
        held: list[Message] = []
        size = 0
        while not held or held[-1].get("more_body", False):
            held.append(await receive())
            size += len(held[-1].get("body", b""))
            if size > self.most:
                raise error
        return held


class Headers:
    """Add security headers to every response, and document policies to documents.

    The policies are omitted where the browser says that it is loading a subresource.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def strictly(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                headers.update(_ALWAYS)
                if is_https(scope):
                    headers.update(_SECURE)
                if not _is_part(scope):
                    headers.update(_OF_DOCUMENTS)
                    if _is_trustworthy(scope):  # otherwise browsers ignore it and log an error
                        headers["Cross-Origin-Opener-Policy"] = "same-origin"
                    # A page that needs another policy sets its own.
                    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY)
                failed = message["status"] >= 400  # a retry may succeed
                if failed or f"{_path(scope)}/".startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, strictly)


def _is_part(scope: Scope) -> bool:
    """Return whether the browser says that it is loading a subresource, not a document."""
    return any(name == b"sec-fetch-dest" and value in _PARTS for name, value in scope["headers"])


class Origin:
    """Allow only our own pages, and those in `allowed`, to act with a person's cookie.

    When a page posts or opens a WebSocket, the browser sends the page's origin. It must match this
    server as the browser addressed it: the scheme (as set in the scope by the server or its proxy)
    and the host. Programs send no origin; without a cookie they can't act for anyone else.
    """

    def __init__(self, app: ASGIApp, allowed: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.allowed = frozenset(map(_plain, allowed)) - {"null"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["method"] not in SAFE
        if (asks or scope["type"] == "websocket") and not self._welcome(scope):
            reason = "this request comes from another site's page"
            await refuse(scope, receive, send, NotAllowed("foreign_origin", reason))
            return
        await self.app(scope, receive, send)

    def _welcome(self, scope: Scope) -> bool:
        origins = _values(scope, b"origin")
        sites = _values(scope, b"sec-fetch-site")
        if not origins:
            tells = {"cross-site", "same-site"} & set(sites)
            return not (_values(scope, b"cookie") and tells)
        if origins == ["null"]:
            # A sandboxed page, a file, or a cross-site redirect; but also a form on our own pages,
            # because they send no referrer. Scripts can't forge Sec-Fetch-Site.
            return sites == ["same-origin"]
        if len(origins) > 1:
            return False
        origin = _plain(origins[0])
        hosts = _values(scope, b"host")
        scheme = scope["scheme"].replace("ws", "http")
        ours = len(hosts) == 1 and origin == _plain(f"{scheme}://{hosts[0]}")
        return ours or origin in self.allowed


class Rates:
    """Limit the request rate per network, and per person if `who` identifies one."""

    def __init__(
        self,
        app: ASGIApp,
        people: Limiter,
        networks: Limiter,
        who: Callable[[Scope], Hashable | None],
    ) -> None:
        self.app = app
        self.people = people
        self.networks = networks
        self.who = who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not self._exempt(_path(scope)):
            # A refused request costs no tokens, neither the network's nor the person's.
            person = self.who(scope)
            is_flood = person is not None and self.people.is_empty(person)
            wait = 0.0 if is_flood else self.networks.take(network(_host(scope)))
            if person is not None and not wait:
                wait = self.people.take(person)
            if wait:
                seconds = math.ceil(wait)
                error = TooMany(
                    "too_many", f"wait {seconds} s before asking again", seconds=seconds
                )
                await refuse(scope, receive, send, error)
                return
        await self.app(scope, receive, send)

    @staticmethod
    def _exempt(path: str) -> bool:
        return path in EXEMPT or path.startswith(FILES)


async def refuse(
    scope: Scope, receive: Receive, send: Send, error: SpielwerkError, **more: str
) -> None:
    """Send a refusal; reject a WebSocket handshake with it too, or with a 403 if unsupported."""
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
    await JSONResponse(body(error), status(error), headers(error) | more)(scope, receive, send)


def is_https(scope: Scope) -> bool:
    """Return whether the client uses HTTPS, according to this server or a trusted proxy."""
    return scope["scheme"] in ("https", "wss")


def _is_trustworthy(scope: Scope) -> bool:
    """Return whether browsers treat the requested origin as a secure context."""
    if is_https(scope):
        return True
    host = "".join(_values(scope, b"host")).lower().removesuffix("]")
    name = host.partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name in ("localhost", "[::1") or name.startswith("127.") or name.endswith(".localhost")


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _exceeds(length: str, most: int) -> bool:
    # The server refuses what is not a number; a number with too many digits is too large.
    return length.isdecimal() and (len(length) > 18 or int(length) > most)


def _path(scope: Scope) -> str:
    """Return the path relative to where the app is mounted."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _plain(origin: str) -> str:
    """Normalize an origin as browsers do: in lower case, without the scheme's default port."""
    origin = origin.strip().lower().rstrip("/")
    return origin.removesuffix(_PORTS.get(origin.partition("://")[0], ""))


def _host(scope: Scope) -> str:
    """Return the client's address."""
    return scope["client"][0] if scope.get("client") else ""
