"""For everybody: axe finds nothing on any page, in any look; drawings can be told apart and hit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Locator, Page, expect

import spielwerk as sw
from spielwerk.games import find
from web import contrast
from web.conftest import PHONE, Shelf, Visits
from web.playing import (
    PATIENCE,
    Finger,
    hold_one,
    module,
    open_table,
    sit_down,
    think_of_one,
    wait_for_turn,
)

GAMES = sw.games()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING: dict[str, Any] = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
# A ghost is seen through, and named corners are ghosts: what they show is in the hand, too.
SYMBOLS = ":is(.tile, .printed, .die) :is(.symbol, .inlay-motif):not(:is(.ghost, .named) *)"
THEMES = [("light", "usual"), ("dark", "usual")]
LOOKS = [*THEMES, ("light", "clear"), ("dark", "clear")]
SMALL_PHONE = {"width": 360, "height": 740}


def wear(page: Page, theme: str, palette: str) -> None:
    """Let the page look as its settings can."""
    page.evaluate(
        "async ([settings, liked]) => (await import(settings)).change(liked)",
        [module(page, "settings.js"), {"theme": theme, "palette": palette}],
    )


def found(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe has to say."""
    told = page.evaluate("async (asked) => (await axe.run(asked)).violations", rules)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in told
        for node in one["nodes"]
    ]


def check(page: Page, looks: list[tuple[str, str]] = THEMES) -> None:
    """No violation in either theme; other palettes, where there are tiles, change colours alone."""
    page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.mouse.move(0, 0)
    page.evaluate(AXE_SCRIPT)
    for theme, palette in looks:
        wear(page, theme, palette)
        rules = EVERYTHING if palette == "usual" else COLOURS
        assert found(page, rules) == [], f"{theme}, {palette}"


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
            const first = document.querySelector('form button');
            const second = first.cloneNode(true);
            first.after(second);
            first.parentElement.style.gap = '0';
            first.style.color = second.style.color = '#ccc';
            first.style.background = second.style.background = '#fff';
            for (const one of [first, second]) {
                one.style.cssText += 'min-height:0;height:9px;width:9px;padding:0;margin:0';
            }
            document.querySelector('form').append(document.createElement('img'));
        }"""
    )
    page.evaluate(AXE_SCRIPT)
    told = {one.partition(":")[0] for one in found(page, EVERYTHING)}
    assert {"color-contrast", "target-size", "image-alt"} <= told
    assert found(page, COLOURS)


@pytest.mark.parametrize(
    ("address", "shows"),
    [
        ("/", ".card svg"),
        ("/account", "form"),
        ("/games", "h1"),
        ("/nowhere", "h1"),
        ("/replay", ".drop"),
        ("/table/nowhere", "h1"),
    ],
)
def test_pages(visitor: Visits, address: str, shows: str) -> None:
    check(visit(visitor, address, shows))


def test_home_of_who_is_playing(visitor: Visits, shelf: Shelf) -> None:
    shelf.middle("axio")
    check(visit(visitor, "/", ".own a", storage_state=shelf.owner))


def test_my_games(visitor: Visits, shelf: Shelf) -> None:
    shelf.middle("axio")
    shelf.end("axio")
    check(visit(visitor, "/games", ".finished a", storage_state=shelf.owner))


def test_a_window_for_friends(visitor: Visits) -> None:
    page = visit(visitor, "/", ".card svg")
    page.locator("[data-game=axio]").get_by_role("button", name="With friends").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)


def test_the_menu_of_a_phone(visitor: Visits) -> None:
    page = visit(visitor, "/account", "form", viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Menu").tap()
    check(page)


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
@pytest.mark.parametrize("game", GAMES)
def test_rules(visitor: Visits, game: str, language: str) -> None:
    check(visit(visitor, f"/rules/{game}", "main h2", locale=language))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_the_middle(visitor: Visits, shelf: Shelf, game: str) -> None:
    page = visit(
        visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner
    )
    assert wait_for_turn(page)
    think_of_one(page)
    check(page, LOOKS)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_at_the_end(visitor: Visits, shelf: Shelf, game: str) -> None:
    check(visit(visitor, f"/table/{shelf.end(game)}", ".box.end", storage_state=shelf.owner))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(visitor: Visits, shelf: Shelf, game: str) -> None:
    check(visit(visitor, f"/replay/{shelf.end(game)}#6", "svg.board"), LOOKS)


def test_inviting_and_joining(visitor: Visits, shelf: Shelf) -> None:
    table = shelf.open("axio")
    page = visit(visitor, f"/table/{table}", ".invite", storage_state=shelf.owner)
    check(page)
    link = page.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile("invite="))
    check(visit(visitor, link.input_value(), "[name=name]"))
    check(visit(visitor, f"/table/{table}", ".extra p"))


def test_asking_whether_one_is_sure(visitor: Visits, shelf: Shelf) -> None:
    table = shelf.middle("axio_hex")
    page = visit(visitor, f"/table/{table}", ".status.yours", storage_state=shelf.owner)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_drawings_stand_out(visitor: Visits, shelf: Shelf, game: str) -> None:
    """Letters by 4.5 to 1, large ones and symbols by 3 to 1, in every look (WCAG 1.4.3, 1.4.11)."""
    page = visit(
        visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner
    )
    assert wait_for_turn(page)
    think_of_one(page)
    letters = 0
    for look in LOOKS:
        wear(page, *look)
        texts = contrast.seen(page, "svg text")
        assert [one for one in texts if one.ratio < (3 if one.large else 4.5)] == [], look
        symbols = contrast.seen(page, SYMBOLS)
        assert [one for one in symbols if one.ratio < 3] == [], look
        letters += len(texts)
    assert letters


def test_drawings_that_do_not_stand_out_are_found(visitor: Visits, shelf: Shelf) -> None:
    """The measure itself: letters nearly as their ground, and others that are half seen through."""
    page = visit(visitor, f"/table/{shelf.middle('axio')}", "svg .label")
    pale = "(all) => all.forEach((one) => (one.style.fill = 'rgb(200, 190, 160)'))"
    page.locator("svg .label").evaluate_all(pale)
    assert all(one.ratio < 3 for one in contrast.seen(page, "svg .label"))
    page.locator("svg .label").evaluate_all("(all) => all.forEach((one) => (one.style.fill = ''))")
    assert all(one.ratio > 4.5 for one in contrast.seen(page, "svg .label"))
    page.locator("svg .label").evaluate_all(
        "(all) => all.forEach((one) => (one.style.opacity = '0.5'))"
    )
    assert all(one.ratio < 4.5 for one in contrast.seen(page, "svg .label"))


def at_the_largest_table(context: BrowserContext, game: str) -> Page:
    """All seats of it at one screen: no board has smaller cells."""
    seats = find(game).seats[-1]
    page = open_table(context, sit_down(context, game=game, seats=seats, sit=list(range(seats))))
    assert wait_for_turn(page)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_cells_can_be_hit_with_a_mouse(visitor: Visits, game: str) -> None:
    """24 px at least (WCAG 2.5.8)."""
    page = at_the_largest_table(visitor.context(), game)
    assert smallest(page, "board-view .hit") >= 24


@pytest.mark.parametrize("game", GAMES)
def test_cells_can_be_hit_with_a_finger(visitor: Visits, game: str) -> None:
    """44 px at least on a small phone, or as large below a loupe, to which the finger slides."""
    context = visitor.context(viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page = at_the_largest_table(context, game)
    if smallest(page, "svg.board .hit") >= 44:
        return
    assert hold_one(page, Finger(page))
    targets = page.locator("svg.board .hit.target")
    start, goal = middle(page.locator("svg.board .hit").first), middle(targets.last)
    finger = context.new_cdp_session(page)

    def touch(kind: str, *at: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    page.locator("board-view").evaluate(
        "(view) => view.addEventListener('choose', ({ detail }) => (window.chosen = detail))"
    )
    touch("touchStart", start)
    for part in (0.25, 0.5, 0.75, 1):
        touch("touchMove", {way: start[way] + part * (goal[way] - start[way]) for way in "xy"})
    expect(page.locator(".loupe")).to_be_visible()
    assert smallest(page, ".loupe .hit") >= 44
    cell = targets.last.get_attribute("data-cell")
    touch("touchEnd")
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator(".confirm")).to_be_enabled()  # where the finger was lifted
    assert str(page.evaluate("window.chosen")) == cell


def middle(what: Locator) -> dict[str, float]:
    """Where on the screen something is."""
    box = what.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def smallest(page: Page, cells: str) -> float:
    """The least width or height of a cell."""
    told: float = page.evaluate(
        """(cells) => Math.min(...[...document.querySelectorAll(cells)].flatMap((one) => {
            const box = one.getBoundingClientRect();
            return [box.width, box.height];
        }))""",
        cells,
    )
    return told


@pytest.mark.parametrize("game", GAMES)
def test_where_the_keyboard_is_can_be_seen(visitor: Visits, shelf: Shelf, game: str) -> None:
    """By Tab through the whole page, and from cell to cell: something is drawn around it."""
    page = visit(
        visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner
    )
    assert wait_for_turn(page)
    page.reload()  # where a hand was uncovered by a click, Tab would go on from there
    assert wait_for_turn(page)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        kind, ring = page.evaluate(FOCUS)
        if kind == "body":
            break
        assert ring, f"nothing shows that {kind} is focused"
        reached.add(kind)
    assert {"a", "button", "path", "summary"} <= reached
    page.locator(".hit[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        kind, ring = page.evaluate(FOCUS)
        assert kind == "path"
        assert ring


FOCUS = """() => {
    const one = document.activeElement;
    const style = getComputedStyle(one);
    const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    const stroke = style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2;
    return [one.localName, outline || (one.localName === 'path' && stroke)];
}"""
