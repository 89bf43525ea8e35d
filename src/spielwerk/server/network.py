"""Find this machine's addresses in its network, at which others can reach the page."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address

_ASK_ADDRESS = 0x8915  # of an interface: Linux's SIOCGIFADDR
_NAME_BYTES = 15  # of an interface's name
# Documentation addresses, which nobody uses: connecting a UDP socket sends nothing, but reveals
# which of this machine's addresses would be the sender.
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def origins(host: str, port: int) -> list[str]:
    """Return the page's URLs for other machines, if the server listens at `host`.

    The likeliest comes first. The list is empty if the server listens only on loopback.
    """
    if host in {"0.0.0.0", ""}:  # noqa: S104
        found = [*_sending_from(socket.AF_INET), *_of_interfaces(), *_of_name()]
    elif host == "::":
        found = [*_sending_from(socket.AF_INET6)]
    else:
        found = [host]
    return [f"http://{_written(one)}:{port}" for one in dict.fromkeys(found) if _is_reachable(one)]


def is_loopback(host: str) -> bool:
    """Return whether an address or name refers to the local machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_reachable(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return not is_loopback(host)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _written(host: str) -> str:
    try:
        return f"[{host}]" if isinstance(ip_address(host), IPv6Address) else host
    except ValueError:
        return host


def _sending_from(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the address used for outgoing traffic, if there is a route."""
    with socket.socket(family, socket.SOCK_DGRAM) as one:
        try:
            one.connect((_ELSEWHERE[family], 9))
        except OSError:  # there is no route
            return
        yield one.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Yield each interface's address, where the system supports the query."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for _, name in socket.if_nameindex():
            asked = struct.pack("256s", name.encode()[:_NAME_BYTES])
            try:
                told = ioctl(one.fileno(), _ASK_ADDRESS, asked)
            except OSError:  # it has none
                continue
            yield socket.inet_ntoa(told[20:24])


def _of_name() -> Iterator[str]:
    """Yield the addresses that the machine's host name resolves to."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    yield from (str(where[0]) for *_, where in found)
