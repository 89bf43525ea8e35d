"""Addresses out in the world, and connections that lead to no other ones."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore

from spielwerk.server.refusals import NotAllowed

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Awaitable[list[str]]]

# What `is_global` of some Python versions lets through, though it leads nowhere or to the inside.
_NOT_OUTSIDE = [
    ip_network(net)
    for net in (
        "192.0.0.0/24",  # protocols; a cloud's metadata is there
        "192.88.99.0/24",  # relays
        "168.63.129.16/32",  # a cloud's own host, with a public address
        "2001::/23",  # protocols and tunnels
        "2001:db8::/32",  # examples
        "3fff::/20",  # examples
    )
]
_UNICAST = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")

# Names take as long as their owners like. They must not keep the threads of others waiting.
_names = ThreadPoolExecutor(4, "names")


def is_global(address: Address) -> bool:
    """Whether an address is out in the world, and not in the host's network or on the host."""
    if isinstance(address, IPv6Address):
        if inner := _unwrapped(address):
            return is_global(inner)
        if address not in _UNICAST:
            return False
    if any(address in net for net in _NOT_OUTSIDE):
        return False
    return address.is_global and not address.is_multicast


def _unwrapped(address: IPv6Address) -> IPv4Address | None:
    """Return the address of version 4 that one of version 6 stands for."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


async def resolve(host: str, port: int) -> list[str]:
    """Return all addresses of a name."""
    found = await asyncio.get_running_loop().run_in_executor(
        _names, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


class Outside(httpcore.AsyncNetworkBackend):
    """Connects to names whose every address is `reachable`, and to no other.

    A name is looked up once, and the connection goes to an address that was looked at: whoever owns
    the name can't answer differently the second time. TLS still asks for the name's certificate.
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
        """Look the name up, look at all of its addresses, connect to the first that answers."""
        try:
            found = [ip_address(text) for text in await self._resolve(host, port)]
        except (OSError, UnicodeError) as error:  # UnicodeError: a label that is too long
            raise httpcore.ConnectError(f"{host} has no address") from error
        if not all(map(self._reachable, found)):
            raise NotAllowed("inside", f"{host} is not an address out in the world")
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
        """Wait, as the connection pool may ask for."""
        await self._network.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """A connection that is closed, too, when it is given up during TLS's handshake.

    httpcore closes it after an error, but not after a cancellation, which is how time runs out.
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
