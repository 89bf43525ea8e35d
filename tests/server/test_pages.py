"""The page's files: packed for those who unpack, and sent again only when they have changed."""

import gzip

import httpx
import pytest

from server.process import ServerProcess
from spielwerk.server.api.pages import WEB

ADDRESSES = {"/": "index.html", "/offline.js": "offline.js", "/web/app.js": "app.js"}


def fetched(url: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer with its body as it was sent."""
    with httpx.Client() as client, client.stream("GET", url, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(("address", "file"), ADDRESSES.items())
def test_files_are_packed_for_who_unpacks(server: ServerProcess, address: str, file: str) -> None:
    written = (WEB / file).read_bytes()
    answer, body = fetched(server.url + address, **{"Accept-Encoding": "br, gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == written
    assert len(body) < len(written)


@pytest.mark.parametrize("accepts", ["identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_files_are_sent_as_they_are_to_others(server: ServerProcess, accepts: str) -> None:
    answer, body = fetched(f"{server.url}/web/app.js", **{"Accept-Encoding": accepts})
    assert "Content-Encoding" not in answer.headers
    assert body == (WEB / "app.js").read_bytes()


@pytest.mark.parametrize("accepts", ["gzip", "identity"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_what_has_not_changed_is_not_sent_again(
    server: ServerProcess, address: str, accepts: str
) -> None:
    asked = {"Accept-Encoding": accepts}
    first, _ = fetched(server.url + address, **asked)
    assert first.headers["Cache-Control"] == "no-cache"
    assert first.headers["Vary"] == "Accept-Encoding"
    again, body = fetched(server.url + address, **asked, **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not body
    assert again.headers["Cache-Control"] == "no-cache"


def test_nothing_outside_is_served(server: ServerProcess) -> None:
    assert fetched(f"{server.url}/web/%2e%2e/__init__.py")[0].status_code == 404
    assert fetched(f"{server.url}/web/nothing.js")[0].status_code == 404
