"""Whole games on the device: without a server, from a folder of files, and uploaded later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import spielwerk as sw
from server.process import ServerProcess
from spielwerk.server import site
from web.conftest import Visits
from web.playing import PATIENCE, Hand, play_one, wait_for_turn
from web.static import hosted
from web.test_lost import wait_until_kept

GAME = "axio_rota"  # the shortest


@pytest.fixture
def own_visitor(browser: Browser, own_server: ServerProcess) -> Iterator[Visits]:
    """Return visits to a server of the test's own."""
    visits = Visits(browser, own_server.url)
    yield visits
    visits.close()


@pytest.fixture
def folder_visitor(browser: Browser, tmp_path: Path) -> Iterator[Visits]:
    """Return visits to a static host that has the page in a nested folder."""
    site.write(tmp_path / "some" / "where")
    with hosted(tmp_path) as url:
        visits = Visits(browser, f"{url}/some/where/")
        yield visits
        visits.close()


def begin(page: Page) -> None:
    """Start a game against Master on the home page."""
    expect(page.locator(".card")).to_have_count(len(sw.games()), timeout=PATIENCE)
    page.get_by_role("radio", name="Master", exact=True).check()
    page.locator(f"[data-game={GAME}] button.main").click()
    expect(page.locator(".head .pill")).to_have_text("on this device", timeout=PATIENCE)


def play_to_the_end(page: Page, reload_at: int) -> None:
    """Play by mouse; reload the page after this many own moves."""
    for number in range(1000):
        if not wait_for_turn(page):
            break
        if number == reload_at:
            before = page.locator(".moves li").all_inner_texts()
            page.reload()
            assert wait_for_turn(page)
            assert page.locator(".moves li").all_inner_texts() == before
        play_one(page, Hand(page))
    expect(page.locator(".ended h2")).not_to_be_empty()


def kept(page: Page) -> dict[str, object]:
    """Return the one game that the browser stores."""
    script = "Object.entries(localStorage).find(([key]) => key.startsWith('spielwerk.game.'))[1]"
    record: dict[str, object] = page.evaluate(f"JSON.parse({script})")
    return record


def replayed(page: Page) -> None:
    """Watch the game again, from its table to its last move."""
    page.locator(".ended").get_by_role("link", name="Replay").click()
    expect(page.locator(".player input[type=range]")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("End")
    expect(page.locator(".replay .status")).to_contain_text("Move")


def downloaded(row: Locator, to: Path) -> dict[str, Any]:
    """Store the record that a row of My games offers, and return it."""
    with row.page.expect_download() as download:
        row.get_by_role("link", name="Download the record").click()
    download.value.save_as(to)
    record: dict[str, Any] = json.loads(to.read_text())
    return record


def handed_in_from_a_file(visitor: Visits, folder: Path, record: dict[str, Any]) -> None:
    """Upload the game that is in the folder on a server's replay page; one begun can't be."""
    context = visitor.context()
    page = context.new_page()
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(folder / "begun.json")
    expect(page.locator(".player input[type=range]")).to_be_visible(timeout=PATIENCE)
    upload = page.get_by_role("button", name="Upload to the server")
    expect(upload).to_have_count(0)
    page.locator("input[type=file]").set_input_files(folder / "game.json")
    upload.click(timeout=PATIENCE)
    page.get_by_role("link", name="Uploaded to the server").click(timeout=PATIENCE)
    expect(page.get_by_text("was played offline and uploaded")).to_be_visible(timeout=PATIENCE)
    table = page.url.rpartition("/")[2]
    stored = context.request.get(f"/api/tables/{table}/record").json()
    assert [ply["move"] for ply in stored["plies"]] == [ply["move"] for ply in record["plies"]]
    page.get_by_role("link", name="My games").click()
    expect(page.locator(".finished li.row")).to_contain_text("played offline")


def test_a_server_is_gone_and_gets_the_game_later(
    own_server: ServerProcess, own_visitor: Visits
) -> None:
    context: BrowserContext = own_visitor.context()
    page = context.new_page()
    page.goto("/")
    wait_until_kept(page)
    own_server.kill()
    page.reload()
    begin(page)
    play_to_the_end(page, reload_at=3)
    assert sw.replay(kept(page)).over
    replayed(page)

    page.get_by_role("link", name="My games").click()
    row = page.locator("li.row", has_text="on this device")
    row.get_by_role("button", name="Upload to the server").click()
    expect(page.locator(".told")).to_contain_text("can’t be reached", timeout=PATIENCE)
    own_server.start()
    row.get_by_role("button", name="Upload to the server").click()
    row.get_by_role("link", name="Uploaded to the server").click(timeout=PATIENCE)
    expect(page.get_by_text("was played offline and uploaded")).to_be_visible(timeout=PATIENCE)
    table = page.url.rpartition("/")[2]
    record = context.request.get(f"/api/tables/{table}/record").json()
    assert [ply["move"] for ply in record["plies"]] == [one["move"] for one in kept(page)["plies"]]  # type: ignore[attr-defined]
    replayed(page)
    page.get_by_role("link", name="My games").click()
    expect(page.locator(".finished li.row")).to_have_count(1)  # not a second time as this device's
    expect(page.locator(".finished li.row")).to_contain_text("played offline")


def test_a_folder_of_files_is_enough(
    folder_visitor: Visits, visitor: Visits, tmp_path: Path
) -> None:
    """Begun, downloaded, finished, watched; a server gets the game from a file."""
    page = folder_visitor.context().new_page()
    page.goto("./")
    expect(page.get_by_role("link", name="Account")).to_have_count(0)
    begin(page)
    table = page.url
    assert wait_for_turn(page)
    play_one(page, Hand(page))
    page.get_by_role("link", name="My games").click()
    begun = downloaded(page.locator(".running li.row"), tmp_path / "begun.json")
    assert [ply["move"] for ply in begun["plies"]]
    assert not sw.replay(begun).over
    page.goto(table)
    play_to_the_end(page, reload_at=2)
    assert sw.replay(kept(page)).over
    replayed(page)

    page.get_by_role("link", name="My games").click()
    row = page.locator(".finished li.row")
    expect(row.get_by_role("button", name="Upload to the server")).to_have_count(0)  # there is none
    record = downloaded(row, tmp_path / "game.json")
    assert sw.replay(record).over
    handed_in_from_a_file(visitor, tmp_path, record)

    page.get_by_role("link", name="Spielwerk").click()
    page.locator(f"[data-game={GAME}]").get_by_role("link", name="Rules").click()
    expect(page.locator("figure svg").first).to_be_visible(timeout=PATIENCE)
