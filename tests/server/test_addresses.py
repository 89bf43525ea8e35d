"""Addresses: which ones are public, and which are not."""

import asyncio
from ipaddress import ip_address

import pytest

from spielwerk.server.addresses import is_global, resolve


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "93.184.216.34",
        "2606:4700:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
    ],
)
def test_out_in_the_world(address: str) -> None:
    assert is_global(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",  # noqa: S104 (an address, not a bind)
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",  # metadata of most clouds
        "100.100.100.200",  # metadata, in the providers' own range
        "192.0.0.192",  # metadata, among the protocols' addresses
        "168.63.129.16",  # a cloud's host, at a public address
        "198.18.0.1",
        "203.0.113.7",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd00:ec2::254",  # metadata
        "ff02::1",
        "ff0e::1",
        "2001::1",  # a tunnel
        "2001:db8::1",
        "3fff::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
    ],
)
def test_inside(address: str) -> None:
    assert not is_global(ip_address(address))


@pytest.mark.parametrize("host", ["127.1", "0x7f.0.0.1", "2130706433", "017700000001", "localhost"])
def test_other_ways_to_write_the_loopback_lead_inside(host: str) -> None:
    found = asyncio.run(resolve(host, 443))
    assert found
    assert not any(is_global(ip_address(address)) for address in found)
