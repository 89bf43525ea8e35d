"""The guard at the door: what every request must keep to before any page or table hears of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from ipaddress import IPv4Address, ip_address, ip_network

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.limits import Limiter
from spielwerk.server.refusals import NotAllowed, TooLarge, TooMany, body, status

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
EXEMPT = frozenset({"/healthz"})  # whoever looks after the server asks often
FILES = "/at/"  # many, each asked for once, and to send one costs no more than to refuse it
_PORTS = {"http": ":80", "https": ":443"}  # left out when an origin is written

CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # for engines; scripts can't be made of text
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
# Policies of documents and workers. They are longer than most of the page's files.
_OF_DOCUMENTS = {
    "Referrer-Policy": "no-referrer",  # an invitation in an address must not travel on
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _UNUSED),
}
_PARTS = {b"empty", b"font", b"image", b"manifest", b"script", b"style"}  # what documents load


class BodyLimit:
    """Refuses requests of more than `most` bytes, whether or not they tell their length.

    The body is read here, whole, as it is small: the app never sees half of one that is refused.
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
            # What was not read would otherwise be waited for.
            await _refuse(scope, receive, send, error, Connection="close")
            return
        if held[-1]["type"] == "http.disconnect":
            return
        messages = iter(held)

        async def again() -> Message:
            return next(messages, None) or await receive()

        await self.app(scope, again, send)

    async def _read(self, scope: Scope, receive: Receive) -> list[Message]:
        error = TooLarge("too_large", f"a request may have up to {self.most} bytes")
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
    """Headers that keep browsers strict: on every response, but for policies of documents.

    Those are left out where the browser says that it loads something for a document.
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
                if not _is_part(scope):
                    headers.update(_OF_DOCUMENTS)
                    if _is_trustworthy(scope):  # elsewhere browsers ignore it, and log an error
                        headers["Cross-Origin-Opener-Policy"] = "same-origin"
                    # A page that needs another policy, such as the API's description, sets its own.
                    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY)
                failed = message["status"] >= 400  # which may be otherwise the next time
                if failed or f"{_path(scope)}/".startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, strictly)


def _is_part(scope: Scope) -> bool:
    """Return whether the browser says that it loads a part of a document, and no document."""
    return any(name == b"sec-fetch-dest" and value in _PARTS for name, value in scope["headers"])


class Origin:
    """Lets only our own pages, and those in `allowed`, act with a person's cookie.

    A browser tells where a page is from that posts or opens a socket. It must be this server, as
    the browser addressed it: the scheme (as the server's front end has put it into the scope) and
    the host. Programs tell no origin; without a cookie, nobody can be made to act by them.
    """

    def __init__(self, app: ASGIApp, allowed: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.allowed = frozenset(map(_plain, allowed)) - {"null"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["method"] not in SAFE
        if (asks or scope["type"] == "websocket") and not self._welcome(scope):
            reason = "this request comes from another site's page"
            await _refuse(scope, receive, send, NotAllowed("foreign_origin", reason))
            return
        await self.app(scope, receive, send)

    def _welcome(self, scope: Scope) -> bool:
        origins = _values(scope, b"origin")
        sites = _values(scope, b"sec-fetch-site")
        if not origins:
            tells = {"cross-site", "same-site"} & set(sites)
            return not (_values(scope, b"cookie") and tells)
        if origins == ["null"]:
            # A page in a sandbox, a file, or a redirect from elsewhere; but also a form of our own
            # pages, as these tell no referrer. Scripts can't set what the browser says of itself.
            return sites == ["same-origin"]
        if len(origins) > 1:
            return False
        origin = _plain(origins[0])
        hosts = _values(scope, b"host")
        scheme = scope["scheme"].replace("ws", "http")
        ours = len(hosts) == 1 and origin == _plain(f"{scheme}://{hosts[0]}")
        return ours or origin in self.allowed


class Rates:
    """Limits how often anybody asks: by person, if `who` knows one, and by address."""

    def __init__(
        self,
        app: ASGIApp,
        people: Limiter,
        addresses: Limiter,
        who: Callable[[Scope], Hashable | None],
    ) -> None:
        self.app = app
        self.people = people
        self.addresses = addresses
        self.who = who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not self._exempt(_path(scope)):
            wait = self.addresses.take(_address(scope))
            person = self.who(scope) if not wait else None
            if person is not None:
                wait = self.people.take(person)
            if wait:
                seconds = math.ceil(wait)
                error = TooMany(
                    "too_many", f"wait {seconds} s before asking again", seconds=seconds
                )
                await _refuse(scope, receive, send, error, **{"Retry-After": str(seconds)})
                return
        await self.app(scope, receive, send)

    @staticmethod
    def _exempt(path: str) -> bool:
        return path in EXEMPT or path.startswith(FILES)


async def _refuse(
    scope: Scope, receive: Receive, send: Send, error: SpielwerkError, **headers: str
) -> None:
    """Answer with a refusal; a handshake too, where the server can, or at least with a 403."""
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
    await JSONResponse(body(error), status(error), headers)(scope, receive, send)


def _is_trustworthy(scope: Scope) -> bool:
    """Return whether browsers treat the address that was asked for as a secure context."""
    if scope["scheme"] in ("https", "wss"):
        return True
    host = "".join(_values(scope, b"host")).lower().removesuffix("]")
    name = host.partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name in ("localhost", "[::1") or name.startswith("127.") or name.endswith(".localhost")


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _exceeds(length: str, most: int) -> bool:
    # What is no number is for the server to refuse; one too long to read is too large.
    return length.isdecimal() and (len(length) > 18 or int(length) > most)


def _path(scope: Scope) -> str:
    """Return the path below where the app is mounted."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _plain(origin: str) -> str:
    """Return an origin as browsers write it: in lower case, without its scheme's own port."""
    origin = origin.strip().lower().rstrip("/")
    return origin.removesuffix(_PORTS.get(origin.partition("://")[0], ""))


def _address(scope: Scope) -> Hashable:
    """Who a client is by its address. One household has 2⁶⁴ of version 6: they count as one."""
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(host)
    except ValueError:  # a socket file, or the name that a proxy gives
        return host
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or ip_network((int(address), 64), strict=False)
