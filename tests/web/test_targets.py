"""Targets on a small phone: nothing is smaller than 44 pixels, on any page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import SMALL_PHONE, Shelf, Visits
from web.playing import PATIENCE, show_tip, wait_for_turn
from web.test_layout import sit_on_device

GAMES = sw.games()
SMALL: dict[str, Any] = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}

# Not what is hidden or lies below its label, nor links within sentences (so does WCAG 2.5.8), but
# those to a rule: they are all that can be pressed there.
# A link that is drawn over all of its row is as large as the row.
TOO_SMALL = """() => {
    const targets = document.querySelectorAll('a, button, select, summary, input, label, .spot');
    const isLarge = (one) => {
        const { width, height } = (one.matches('.whole') ? one.closest('.row') : one)
            .getBoundingClientRect();
        return width >= 44 && height >= 44;
    };
    return [...targets]
        .filter((one) => one.checkVisibility() && !isLarge(one)
            && !one.matches('.skip, .unseen, label input, article a, p:not(.links) a:not(.rule)'))
        .map((one) => `${one.className} ${one.textContent.trim()}`);
}"""


def visit(visitor: Visits, address: str, shows: str, **options: Any) -> Page:
    """Open an address on a phone, and unfold everything."""
    page = visitor.context(reduced_motion="reduce", **SMALL, **options).new_page()
    page.goto(address)
    expect(page.locator(shows).first).to_be_visible(timeout=PATIENCE)
    page.locator("details").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
    return page


def check(page: Page) -> None:
    """Check that all targets are large enough, and the page is not wider than the phone."""
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]


def test_small_targets_are_found(visitor: Visits) -> None:
    """The measurement itself."""
    page = visit(visitor, "/account", "form")
    page.locator("form button").first.evaluate("(one) => (one.style.cssText = 'height: 30px')")
    page.locator("form button").first.evaluate("(one) => (one.style.minHeight = 0)")
    assert len(page.evaluate(TOO_SMALL)) == 1


@pytest.mark.parametrize(
    ("address", "shows"),
    [
        ("/", ".card svg"),
        ("/account", "form"),
        ("/games", "h1"),
        ("/nowhere", "h1"),
        ("/replay", ".drop"),
    ],
)
def test_pages(visitor: Visits, address: str, shows: str) -> None:
    check(visit(visitor, address, shows))


@pytest.mark.parametrize("address", ["/", "/games"])
def test_lists_of_games(visitor: Visits, shelf: Shelf, address: str) -> None:
    shelf.middle("axio")
    shelf.end("axio")
    check(visit(visitor, address, "li.row", storage_state=shelf.owner))


def test_a_window_for_friends(visitor: Visits) -> None:
    page = visit(visitor, "/", ".card svg")
    page.locator("[data-game=axio]").get_by_role("button", name="With friends").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_lessons(visitor: Visits, game: str) -> None:
    check(visit(visitor, f"/rules/{game}", "main h2"))
    check(visit(visitor, f"/lesson/{game}", ".lesson .say"))


@pytest.mark.parametrize("game", GAMES)
def test_tables(visitor: Visits, shelf: Shelf, game: str) -> None:
    running = visit(
        visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner
    )
    assert wait_for_turn(running)
    check(running)
    check(visit(visitor, f"/table/{shelf.end(game)}", ".box.end", storage_state=shelf.owner))
    check(visit(visitor, f"/replay/{shelf.end(game)}#6", "svg.board"))


def test_links_to_rules(visitor: Visits) -> None:
    """In an answer and in a tip, where they make no line taller."""
    page = sit_on_device(visitor.context(reduced_motion="reduce", **SMALL), "axio")
    show_tip(page, "axio", "points")
    tip = page.locator(".tip p")
    assert page.evaluate(TOO_SMALL) == []
    height = tip.evaluate("(one) => one.offsetHeight")
    tip.locator(".rule").evaluate("(one) => (one.style.cssText = 'display: inline; margin: 0')")
    assert tip.evaluate("(one) => one.offsetHeight") == height
    tip.locator(".rule").evaluate("(one) => (one.style.cssText = '')")
    page.locator(".hit:not(.target)").first.tap(force=True)
    expect(page.locator(".beside .answer .rule")).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []


def test_the_link_to_the_rules_on_a_laptop(visitor: Visits) -> None:
    """For a mouse, WCAG 2.5.8 wants 24 pixels."""
    page = sit_on_device(visitor.context(), "axio")
    box = page.locator(".head .help").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24


def test_a_table_that_waits_for_others(visitor: Visits, shelf: Shelf) -> None:
    check(visit(visitor, f"/table/{shelf.open('axio')}", ".invite", storage_state=shelf.owner))


@pytest.mark.parametrize("game", GAMES)
def test_a_box_of_one_s_own(visitor: Visits, game: str) -> None:
    check(visit(visitor, f"/box/{game}", ".result svg"))
