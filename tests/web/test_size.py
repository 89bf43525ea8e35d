"""The size of a first visit: 200 KB at most, and no file is loaded twice."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from spielwerk.server.page_files import WEB
from web import loading
from web.conftest import Shelf, Visits
from web.playing import PATIENCE, wait_for_turn

MOST = 200_000


def opened(page: Page, address: str) -> loading.Load:
    """Open an address, and wait until nothing more is loaded."""
    load = loading.watch(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return load


def files(load: loading.Load) -> dict[str, int]:
    """Return the bytes that were sent for each file of the page."""
    paths = {urlsplit(url).path: size for url, size in load.sizes.items()}
    return {path.split("/", 3)[3]: size for path, size in paths.items() if path.startswith("/at/")}


def test_a_first_visit(visitor: Visits) -> None:
    page = visitor.context(service_workers="block").new_page()
    load = opened(page, "/")
    expect(page.locator(".card svg")).to_have_count(5, timeout=PATIENCE)
    paths = set(files(load))
    boards = {f"games/{game}/web/board.js" for game in sw.games()}
    assert {"web/app.js", "web/pages/home.js", "web/texts/en.json"} <= paths
    assert boards | {"dominoes/web/look.css"} <= paths
    assert load.bytes <= MOST
    assert not [path for path in paths if path.endswith("de.json")]  # one language
    assert files(load)["web/app.js"] < (WEB / "app.js").stat().st_size  # compressed


@pytest.mark.parametrize("game", sw.games())
def test_a_first_visit_at_a_table(visitor: Visits, shelf: Shelf, game: str) -> None:
    table = shelf.middle(game)
    page = visitor.context(service_workers="block", storage_state=shelf.owner).new_page()
    load = opened(page, f"/table/{table}")
    assert wait_for_turn(page)
    assert load.bytes <= MOST
    games = {path.split("/")[1] for path in files(load) if path.startswith("games/")}
    assert games == {game}  # nothing of a game that is not played


def test_a_second_visit(visitor: Visits) -> None:
    """No file is requested again: the browser has all of them, and does not revalidate."""
    context = visitor.context(service_workers="block")
    opened(context.new_page(), "/")
    again = opened(context.new_page(), "/")
    assert files(again).keys() >= {"web/app.js", "web/pages/home.js"}
    assert not any(files(again).values())
