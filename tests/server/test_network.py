"""The machine's own addresses."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest

from spielwerk.server.network import is_loopback, origins


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_server_for_this_machine_alone_has_none(host: str) -> None:
    assert is_loopback(host)
    assert origins(host, 8000) == []


def test_one_address_is_the_one_that_is_listened_at() -> None:
    assert origins("192.168.7.7", 8000) == ["http://192.168.7.7:8000"]
    assert origins("fd00::7", 8000) == ["http://[fd00::7]:8000"]
    assert origins("spiel.lan", 80) == ["http://spiel.lan:80"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_all_addresses_are_those_of_the_machine(host: str) -> None:
    found = [urlsplit(origin) for origin in origins(host, 8123)]
    assert len(found) == len(set(found))
    for origin in found:
        assert origin.scheme == "http"
        assert origin.port == 8123
        address = ip_address(origin.hostname or "")
        assert not address.is_loopback
        assert not address.is_link_local


def test_names_of_this_machine() -> None:
    assert is_loopback("spiel.localhost")
    assert is_loopback("[::1]")
    assert not is_loopback("spiel.test")
    assert not is_loopback("192.168.7.7")
