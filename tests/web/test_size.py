"""How much has to be loaded before one can play: 200 KB at most, and hardly anything again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from spielwerk.server.api.pages import WEB
from web import loading
from web.conftest import Shelf, Visits
from web.playing import PATIENCE, wait_for_turn

MOST = 200_000


def opened(page: Page, address: str) -> loading.Load:
    """Go there, until nothing more is loaded."""
    load = loading.watch(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return load


def test_a_first_visit(visitor: Visits) -> None:
    page = visitor.context(service_workers="block").new_page()
    load = opened(page, "/")
    expect(page.locator(".card svg")).to_have_count(5, timeout=PATIENCE)
    names = {url.rpartition("/")[2] for url in load.sizes}
    assert {"app.js", "home.js", "anubixx.js", "page.css", "en.json", "games"} <= names
    assert load.bytes <= MOST
    assert "de.json" not in names  # one language
    app = next(size for url, size in load.sizes.items() if url.endswith("app.js"))
    assert app < (WEB / "app.js").stat().st_size  # packed


@pytest.mark.parametrize("game", sw.games())
def test_a_first_visit_at_a_table(visitor: Visits, shelf: Shelf, game: str) -> None:
    table = shelf.middle(game)
    page = visitor.context(service_workers="block", storage_state=shelf.owner).new_page()
    load = opened(page, f"/table/{table}")
    assert wait_for_turn(page)
    assert load.bytes <= MOST
    boards = {url.rpartition("/")[2] for url in load.sizes}
    others = {f"{other}.js" for other in sw.games() if other != game}
    assert f"{game}.js" in boards
    assert not boards & others  # no board that is not played


def test_a_second_visit(visitor: Visits) -> None:
    """What has not changed is asked after, and not sent again."""
    context = visitor.context(service_workers="block")
    opened(context.new_page(), "/")
    again = opened(context.new_page(), "/")
    files = {url: size for url, size in again.sizes.items() if "/web/" in url}
    assert files
    assert max(files.values()) < 1000  # an answer's headers, and no more
