"""Accessibility: axe finds nothing on any page, in any look; drawings are clear and large."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Locator, Page, expect

import spielwerk as sw
from spielwerk.games import find
from wait import wait_until
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
from web.test_layout import sit_on_device

GAMES = sw.games()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING: dict[str, Any] = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
# Ghosts are transparent, and named corners are ghosts: what they show is in the hand, too.
SYMBOLS = ":is(.tile, .printed, .die) :is(.symbol, .inlay-motif):not(:is(.ghost, .named) *)"
THEMES = [("light", "usual"), ("dark", "usual")]
LOOKS = [*THEMES, ("light", "clear"), ("dark", "clear")]
SMALL_PHONE = {"width": 360, "height": 740}
WIDTHS = [1280, 820, 360]


def wear(page: Page, theme: str, palette: str) -> None:
    """Let the page use a look of its settings."""
    page.evaluate(
        "async ([settings, liked]) => (await import(settings)).change(liked)",
        [module(page, "settings.js"), {"theme": theme, "palette": palette}],
    )


def found(page: Page, rules: dict[str, Any]) -> list[str]:
    """Return what axe reports."""
    told = page.evaluate("async (asked) => (await axe.run(asked)).violations", rules)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in told
        for node in one["nodes"]
    ]


def check(page: Page, looks: list[tuple[str, str]] = THEMES) -> None:
    """Check both themes for violations; other palettes, if there are tiles, only change colours."""
    page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.mouse.move(0, 0)
    page.evaluate(AXE_SCRIPT)
    for theme, palette in looks:
        wear(page, theme, palette)
        rules = EVERYTHING if palette == "usual" else COLOURS
        assert found(page, rules) == [], f"{theme}, {palette}"


def visit(visitor: Visits, address: str, shows: str, **options: Any) -> Page:
    """Open an address, and wait until it is shown."""
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


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson(visitor: Visits, game: str, width: int) -> None:
    """Either language at each width, and either theme at its beginning or at its end."""
    number = GAMES.index(game) + WIDTHS.index(width)
    language = ["de-DE", "en-GB"][number % 2]
    begins, ends = THEMES if number // 2 % 2 else reversed(THEMES)
    screen: dict[str, Any] = {
        "viewport": {"width": width, "height": 800},
        "has_touch": width < 1000,
    }
    page = visit(visitor, f"/lesson/{game}", ".lesson .say", locale=language, **screen)
    check(page, [begins])
    while page.locator(".ending").count() == 0:
        page.locator(".lesson .bar .round").last.click()  # skip
    check(page, [ends])


def test_a_coach_at_a_table_of_the_device_and_its_row(visitor: Visits) -> None:
    context = visitor.context(reduced_motion="reduce")
    page = sit_on_device(context, "axio", coach=True)
    expect(page.locator(".coach")).to_contain_text("My tip: ")
    check(page)
    page.goto("/games")
    expect(page.locator(".running li.row", has_text="on this device")).to_be_visible()
    check(page)


def test_the_curtain_at_one_screen(visitor: Visits) -> None:
    context = visitor.context(reduced_motion="reduce")
    page = open_table(context, sit_down(context, game="axio", seats=2, sit=[0, 1]))
    expect(page.locator(".curtain button")).to_be_visible(timeout=PATIENCE)
    check(page)


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
    """The measurement itself: letters almost in their background's colour, and transparent ones."""
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
    """Open all of its seats at one screen: no board has smaller cells."""
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
    target = in_sight(page, "svg.board .hit.target")
    cell = target.get_attribute("data-cell")
    finger = context.new_cdp_session(page)

    def touch(kind: str, *at: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    def is_over_the_target() -> bool:
        """Move the finger there; the page may still be scrolling, so look the place up again."""
        touch("touchMove", middle(target))
        return str(page.evaluate("window.over")) == cell

    page.locator("board-view").evaluate(
        """(view) => {
            view.addEventListener('hover', ({ detail }) => (window.over = detail));
            view.addEventListener('choose', ({ detail }) => (window.chosen = detail));
        }"""
    )
    touch("touchStart", middle(in_sight(page, "svg.board .hit:not(.target)")))
    if not page.locator("svg.board.holding").count():  # a finger that rests does not scroll
        expect(page.locator(".loupe")).to_be_visible()
    wait_until(is_over_the_target, "the finger is over the target")
    expect(page.locator(".loupe")).to_be_visible()
    assert smallest(page, ".loupe .hit") >= 44
    touch("touchEnd")
    expect(page.locator(".loupe")).to_be_hidden()
    assert str(page.evaluate("window.chosen")) == cell  # where the finger was lifted
    expect(page.locator(".confirm, .way").first).to_be_enabled()  # or one of several ways


def in_sight(page: Page, selector: str) -> Locator:
    """Return one of these that a finger would hit: nothing fixed covers it."""
    uncovered = """(all) => all.findIndex((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === one;
    })"""
    found = page.locator(selector)
    wait_until(lambda: found.evaluate_all(uncovered) >= 0, "one of them is in sight")
    cell = found.nth(found.evaluate_all(uncovered)).get_attribute("data-cell")
    return page.locator(f'svg.board .hit[data-cell="{cell}"]')


def middle(what: Locator) -> dict[str, float]:
    """Return the middle of something on the screen."""
    box = what.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def smallest(page: Page, cells: str) -> float:
    """Return the least width or height of a cell."""
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
    """By Tab through the whole page, and from cell to cell: the focus is drawn."""
    page = visit(
        visitor, f"/table/{shelf.middle(game)}", ".status.yours", storage_state=shelf.owner
    )
    assert wait_for_turn(page)
    page.reload()  # after a click that uncovers a hand, Tab would continue from there
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
