"""Recognize public IP addresses, and connect to nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore

from spielwerk.server.refusals import NotAllowed

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Awaitable[list[str]]]

# Networks that are not public, although some Python versions' `is_global` says so.
_NOT_OUTSIDE = [
    ip_network(net)
    for net in (
        "192.0.0.0/24",  # protocol assignments, including a cloud's metadata service
        "192.88.99.0/24",  # 6to4 relays
        "168.63.129.16/32",  # a cloud's host service at a public address
        "2001::/23",  # protocol assignments and tunnels
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
]
_UNICAST = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")


def is_global(address: Address) -> bool:
    """Return whether an address is public, rather than on this machine or in its network."""
    if isinstance(address, IPv6Address):
        if inner := _unwrapped(address):
            return is_global(inner)
        if address not in _UNICAST:
            return False
    if any(address in net for net in _NOT_OUTSIDE):
        return False
    return address.is_global and not address.is_multicast


def _unwrapped(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address, if any."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


async def resolve(host: str, port: int) -> list[str]:
    """Return all addresses of a host name.

    A slow name server can delay a lookup indefinitely, so each lookup has its own daemon thread,
    which does not block shutdown.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def tell(addresses: list[str], error: Exception | None) -> None:
        if found.done():  # the caller has given up
            return
        if error is not None:
            found.set_exception(error)
        else:
            found.set_result(addresses)

    def look_up() -> None:
        addresses, failed = [], None
        try:
            told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(str(where[0]) for *_, where in told))
        except (OSError, UnicodeError) as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the event loop has closed
            loop.call_soon_threadsafe(tell, addresses, failed)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await found


class Outside(httpcore.AsyncNetworkBackend):
    """Connect only to host names all of whose addresses are `reachable`.

    A name is resolved once, and the connection goes to an address that was checked, which rules out
    DNS rebinding. TLS still verifies the certificate against the name.
    """

    def __init__(
        self, reachable: Callable[[Address], bool] = is_global, resolve: Resolver = resolve
    ) -> None:
        self._reachable = reachable
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve the name, check all of its addresses, and connect to the first that answers."""
        try:
            found = [ip_address(text) for text in await self._resolve(host, port)]
        except (OSError, UnicodeError) as error:  # UnicodeError: a label that is too long
            raise httpcore.ConnectError(f"{host} has no address") from error
        if not all(map(self._reachable, found)):
            raise NotAllowed("inside", f"{host} is not a public address")
        failed: Exception | None = None
        for address in found:
            try:
                opened = await self._network.connect_tcp(
                    str(address), port, timeout, local_address, socket_options
                )
                return _Stream(opened)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore.ConnectError(f"{host} has no address")

    async def sleep(self, seconds: float) -> None:
        """Sleep on behalf of the connection pool."""
        await self._network.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """A connection that is also closed when its TLS handshake is cancelled.

    httpcore closes it after an error, but not after a cancellation, which is how timeouts arrive.
    """

    def __init__(self, opened: httpcore.AsyncNetworkStream) -> None:
        self._opened = opened

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._opened.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._opened.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._opened.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            return await self._opened.start_tls(ssl_context, server_hostname, timeout)
        except asyncio.CancelledError:
            await self._opened.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._opened.get_extra_info(info)
