"""For everybody: axe finds nothing on any page, in any look; drawings can be told apart and hit."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import Shelf, Visits
from web.playing import PATIENCE, think_of_one, wait_for_turn

GAMES = sw.games()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = [(theme, palette) for theme in ("light", "dark") for palette in ("usual", "clear")]


def wear(page: Page, theme: str, palette: str) -> None:
    """Let the page look as its settings can."""
    page.evaluate(
        "async (liked) => (await import('/web/settings.js')).change(liked)",
        {"theme": theme, "palette": palette},
    )


def found(page: Page, **options: Any) -> list[str]:
    """What axe has to say."""
    told = Axe().run(page, options={"resultTypes": ["violations"], **options}).response
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in told["violations"]
        for node in one["nodes"]
    ]


def check(page: Page) -> None:
    """No violation in either theme; other palettes change colours alone."""
    for shut in page.locator("details:not([open])").all():
        shut.evaluate("one => one.open = true")
    page.mouse.move(0, 0)
    for theme, palette in LOOKS:
        wear(page, theme, palette)
        if palette == "usual":
            rules: dict[str, Any] = {"runOnly": {"type": "tag", "values": TAGS}}
            rules["rules"] = {"target-size": {"enabled": True}}
        else:
            rules = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
        assert found(page, **rules) == [], f"{theme}, {palette}"


def visit(visitor: Visits, address: str, shows: str, **options: Any) -> Page:
    """Go somewhere and wait until it is there."""
    page = visitor.context(reduced_motion="reduce", **options).new_page()
    page.goto(address)
    expect(page.locator(shows).first).to_be_visible(timeout=PATIENCE)
    return page


def test_axe_finds_what_is_wrong(visitor: Visits) -> None:
    """The check itself: pale letters, small targets, a picture without words."""
    page = visit(visitor, "/account", "form")
    page.evaluate(
        """() => {
            const [first, second] = document.querySelectorAll('form button');
            first.style.color = second.style.color = '#ccc';
            first.style.background = second.style.background = '#fff';
            for (const one of [first, second]) {
                one.style.cssText += 'min-height:0;height:9px;width:9px;padding:0;margin:0';
            }
            document.querySelector('form').append(document.createElement('img'));
        }"""
    )
    with pytest.raises(AssertionError) as told:
        check(page)
    for rule in ("color-contrast", "target-size", "image-alt"):
        assert rule in str(told.value)


@pytest.mark.parametrize(
    ("address", "shows"),
    [
        ("/", ".card svg"),
        ("/account", "form"),
        ("/replay", ".drop"),
        ("/table/nowhere", "h1"),
    ],
)
def test_pages(visitor: Visits, address: str, shows: str) -> None:
    check(visit(visitor, address, shows))


def test_home_of_who_is_playing(visitor: Visits, shelf: Shelf) -> None:
    shelf.middle("axio")
    check(visit(visitor, "/", ".own a", storage_state=shelf.owner))


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
@pytest.mark.parametrize("game", GAMES)
def test_rules(visitor: Visits, game: str, language: str) -> None:
    check(visit(visitor, f"/rules/{game}", "main h2", locale=language))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_the_middle(visitor: Visits, shelf: Shelf, game: str) -> None:
    page = visit(visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner)
    assert wait_for_turn(page)
    think_of_one(page)
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_at_the_end(visitor: Visits, shelf: Shelf, game: str) -> None:
    check(visit(visitor, f"/table/{shelf.end(game)}", ".box.end", storage_state=shelf.owner))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(visitor: Visits, shelf: Shelf, game: str) -> None:
    check(visit(visitor, f"/replay/{shelf.end(game)}#6", "svg.board"))


def test_inviting_and_joining(visitor: Visits, shelf: Shelf) -> None:
    table = shelf.open("axio")
    check(visit(visitor, f"/table/{table}", ".invite", storage_state=shelf.owner))
    check(visit(visitor, f"/table/{table}", "[name=name]"))


def test_asking_whether_one_is_sure(visitor: Visits, shelf: Shelf) -> None:
    table = shelf.middle("axio_hex")
    page = visit(visitor, f"/table/{table}", ".status.yours", storage_state=shelf.owner)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
