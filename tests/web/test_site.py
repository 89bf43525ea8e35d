"""A folder of files: what the page offers without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from spielwerk.server import site
from web.conftest import Visits
from web.playing import PATIENCE, Hand, play_one, wait_for_turn
from web.static import hosted
from web.test_lost import wait_until_kept


@pytest.fixture
def folder(browser: Browser, tmp_path: Path) -> Iterator[Visits]:
    """Return visits to a static host that has the page in a folder."""
    site.write(tmp_path / "games")
    with hosted(tmp_path) as url:
        visits = Visits(browser, f"{url}/games/")
        yield visits
        visits.close()


def test_settings_without_an_account(folder: Visits) -> None:
    page = folder.context().new_page()
    page.goto("")
    page.get_by_role("link", name="Settings", exact=True).click(timeout=PATIENCE)
    expect(page.locator("select[name=palette]")).to_be_visible()
    expect(page.locator(".account :is(form, input[type=password])")).to_have_count(0)
    page.get_by_label("Confirm every move").check()
    page.locator("select[name=palette]").select_option("clear")
    expect(page.locator("html")).to_have_attribute("data-palette", "clear")
    page.reload()
    expect(page.get_by_label("Confirm every move")).to_be_checked()


def test_rules_lead_to_no_box(folder: Visits) -> None:
    """It can't be checked without a server."""
    page = folder.context().new_page()
    page.goto("#/rules/axio")
    expect(page.locator("article h2").last).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Play with the parts from your box")).to_have_count(0)
    expect(page.get_by_text("Do you own the game?")).to_have_count(0)


def test_at_one_screen_no_reload_uncovers_a_hand(folder: Visits) -> None:
    context = folder.context()
    page = context.new_page()
    page.goto("")
    page.locator("[data-game=axio]").get_by_role("button", name="At one screen").click()
    page.get_by_label("Player 1").fill("Mia")
    page.get_by_label("Player 2").fill("Tom")
    page.get_by_role("button", name="Set up the table").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text(re.compile("Pass the screen to (Mia|Tom)"), timeout=PATIENCE)
    first = curtain.locator("p").inner_text()
    page.get_by_role("button", name="Show the hand").click()
    assert wait_for_turn(page)
    play_one(page, Hand(page))
    expect(curtain).to_contain_text(re.compile("Pass the screen to (Mia|Tom)"))
    second = curtain.locator("p").inner_text()
    assert second != first
    page.evaluate("sessionStorage.seen = 0")  # whether a hand was ever there
    context.add_init_script(
        """new MutationObserver(() => {
            if (document.querySelector('button.piece')) sessionStorage.seen = 1;
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.reload()
    expect(curtain).to_have_text(re.compile(second), timeout=PATIENCE)
    expect(page.locator(".moves li")).to_have_count(1)
    expect(page.locator("button.piece")).to_have_count(0)
    assert page.evaluate("sessionStorage.seen") == "0"
    page.get_by_role("button", name="Show the hand").click()
    assert wait_for_turn(page)
    assert page.evaluate("sessionStorage.seen") == "1"  # it would have been noticed


def test_alone(folder: Visits) -> None:
    page = folder.context().new_page()
    page.goto("")
    page.locator("[data-game=axio]").get_by_role("button", name="Alone").click()
    for moves in (1, 2):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
        expect(page.locator(".moves li")).to_have_count(moves)


def test_a_game_begins_without_a_connection(folder: Visits) -> None:
    context = folder.context()
    page = context.new_page()
    page.goto("")
    expect(page.locator(".card")).to_have_count(5, timeout=PATIENCE)
    wait_until_kept(page)
    context.set_offline(True)
    page.reload()
    page.locator("[data-game=second_chance] button.main").click(timeout=PATIENCE)
    assert wait_for_turn(page)
    play_one(page, Hand(page))
    page.reload()
    assert wait_for_turn(page)
    expect(page.locator(".moves li", has_text="You").first).to_be_attached()
