"""The built website: its live boards open, its links lead into the app, and its search answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import Visits
from web.playing import PATIENCE


@pytest.mark.parametrize("game", sw.games())
def test_every_example_opens_a_board(reader: Visits, game: str) -> None:
    page = reader.context().new_page()
    page.goto(f"/games/{game}/")
    openers = page.get_by_role("button", name="Try it")
    expect(openers).to_have_count(page.locator("img[src*='pictures/examples/']").count())
    while openers.count():
        openers.first.click()
        board = page.frame_locator(".live iframe")
        expect(board.locator(".live-example board-view svg").first).to_be_visible(timeout=PATIENCE)
        expect(board.locator(".came")).to_contain_text("Your turn")
        page.get_by_role("button", name="Back to the picture").click()
        expect(page.locator(".live iframe")).to_have_count(0)
        page.locator(".live").first.evaluate("(box) => box.remove()")  # it has been tried
    expect(page.locator("img[src*='pictures/examples/']")).to_have_count(0)


@pytest.mark.parametrize(
    ("start", "name", "title"),
    [
        ("/", "Play now", "Board games, ready when you are"),
        ("/de/", "Jetzt spielen", "Brettspiele, die sofort losgehen"),
    ],
)
def test_play_now_opens_the_app_in_the_language_of_the_text(
    reader: Visits, start: str, name: str, title: str
) -> None:
    page = reader.context(locale="fr-FR").new_page()
    page.goto(start)
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=PATIENCE)
    expect(page.locator(".card")).to_have_count(len(sw.games()))


def test_a_search_finds_a_page(reader: Visits) -> None:
    page = reader.context().new_page()
    page.goto("/")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox", name="Search").fill("commitment")
    page.get_by_role("option", name="Fair chance").click()
    expect(page).to_have_url(re.compile(r"/records/(\?.*)?#fair-chance$"))
    expect(page.get_by_role("heading", name="Fair chance")).to_be_in_viewport()
