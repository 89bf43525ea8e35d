"""A game without a board is played by lists; without an engine, the page says what is missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from web.conftest import PHONE, Shelf, Visits
from web.playing import PATIENCE, open_table, play_some, sit_down, wait_for_move, wait_for_turn
from web.test_access import check

GAME = "anubixx"
COMMAND = f"spielwerk engine {GAME}"
NO_RULES = "There are no rules for this game yet."
ENGINE = re.compile(rf"/games/{GAME}/web/(engine\.wasm|declarations\.json)$")

Bringing = Callable[..., BrowserContext]


@pytest.fixture
def bringing(visitor: Visits) -> Bringing:
    """Return browsers to which the server describes a game without some of its parts."""

    def context(*parts: str, game: str = GAME, **options: Any) -> BrowserContext:
        made = visitor.context(service_workers="block", reduced_motion="reduce", **options)

        def strip(route: Route) -> None:
            games = route.fetch().json()
            for one in games:
                if one["id"] == game:
                    one["page"] = list(parts)
                    if "texts" not in parts:
                        title = {"title": game, "about": ""}
                        one["texts"] = {"de": title, "en": title}
            route.fulfill(json=games)

        made.route("**/api/games", strip)
        return made

    return context


@pytest.fixture
def bare(bringing: Bringing) -> Iterator[BrowserContext]:
    """Return a browser for which the game has an engine and nothing else."""
    context = bringing("engine")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    assert not [url for url in asked if f"/games/{GAME}/" in url and not ENGINE.search(url)]


def sit(context: BrowserContext, game: str = GAME) -> Page:
    """Set up a table with both seats for one person."""
    page = open_table(context, sit_down(context, game=game, seats=2, sit=[0, 1], first=0))
    assert wait_for_turn(page)
    return page


def options(page: Page) -> list[str]:
    """Return the moves in the list, in notation, which is shown if a game has no words for them."""
    return page.locator(".listed li span").all_inner_texts()


# What stands where


def test_home_offers_it(bare: BrowserContext) -> None:
    page = bare.new_page()
    page.goto("/")
    card = page.locator(f"[data-game={GAME}]")
    expect(card.get_by_role("heading", name=GAME)).to_be_visible(timeout=PATIENCE)
    expect(card.get_by_text(NO_RULES)).to_be_visible()
    expect(card.get_by_text(COMMAND)).to_have_count(0)
    expect(page.locator(".card .picture svg")).to_have_count(4)
    expect(card.locator(".picture svg")).to_have_count(0)
    card.get_by_role("button", name=f"Play {GAME}", exact=True).click()
    expect(page.locator(".contents")).to_contain_text("Jokers", timeout=PATIENCE)


def test_a_table_tells_what_the_position_holds(bare: BrowserContext) -> None:
    page = sit(bare)
    expect(page.locator(".contents thead th")).to_have_text(["Ada (1) you", "Ada (2)"])
    row = page.get_by_role("row", name="Jokers")
    expect(row.get_by_role("cell")).to_have_text(["2", "2"])
    expect(
        page.locator(".contents dt", has_text=re.compile("^(Turn|Seats|First|Phase)$"))
    ).to_have_count(0)
    expect(page.locator(".contents section", has_text="Dice").locator("li")).to_have_count(6)
    expect(page.locator(".contents mark")).to_have_count(0)
    expect(page.locator(".seat").first).to_contain_text("pyramid")  # by the scoreboard's names
    expect(page.locator(".head").get_by_text(NO_RULES)).to_be_visible()


def test_what_others_hold_is_hidden(bringing: Bringing) -> None:
    context = bringing("engine", game="axio")
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page = open_table(context, table)
    assert wait_for_turn(page)
    mine, other = page.locator("tr:has(th:text-is('Hand'))").get_by_role("cell").all()
    held = [int(text) for text in mine.locator("li").evaluate_all(COUNTS)]
    assert sum(held) == 5
    expect(other).to_have_text("hidden")
    expect(page.locator(".contents")).not_to_contain_text(re.compile(r"\bBag\b"))


COUNTS = "all => all.map((one) => one.lastChild.textContent)"


def test_looking_back_and_replays_show_it_too(bare: BrowserContext, shelf: Shelf) -> None:
    page = sit(bare)
    play_some(bare, page.url.rpartition("/")[2], 2)
    expect(page.locator(".moves li")).to_have_count(2, timeout=PATIENCE)
    marked = page.locator(".contents mark")
    expect(marked.first).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".status")).to_have_text("As it was at the start")
    expect(marked).to_have_count(0)
    expect(page.locator(".hand")).to_be_empty()
    page.goto(f"/replay/{shelf.end(GAME)}")
    expect(page.locator(".contents thead th")).to_have_text(
        ["Ada (guest)", "Random"], timeout=PATIENCE
    )
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".status")).to_contain_text("Move 1 of")
    expect(marked.first).to_be_visible()


# Choosing


def test_a_move_is_found_by_typing_and_played_by_keys(bare: BrowserContext) -> None:
    page = sit(bare)
    search = page.get_by_role("combobox")
    everything = options(page)
    assert len(everything) > 12
    search.focus()
    page.keyboard.type("p1")
    found = options(page)
    assert found == [move for move in everything if "p1" in move.lower()]
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    expect(chosen.locator("span")).to_have_text(found[1])
    assert search.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    expect(page.locator(".preview")).to_contain_text(found[1])
    page.keyboard.press("Escape")
    expect(search).to_have_value("")
    assert options(page) == everything
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    wait_for_move(page, 0)
    expect(page.locator("[aria-live]")).to_have_text(
        re.compile(r"^Ada \(1\): \S+, .*points?\. .*Crossed")
    )
    expect(page.locator(".contents mark").first).to_be_visible()


def test_what_a_move_earns_is_said_while_one_points_at_it(bare: BrowserContext) -> None:
    page = sit(bare)
    page.get_by_role("combobox").fill("P11")
    page.get_by_role("option").first.hover()
    expect(page.locator(".preview")).to_have_text(re.compile(r"^P11\S*: .*\+1 pyramid"))


def test_a_few_moves_are_buttons(bare: BrowserContext) -> None:
    page = sit(bare)
    page.get_by_role("combobox").fill("a1")  # half of a pair: its neighbour must follow
    page.get_by_role("option").first.click()
    wait_for_move(page, 0)
    buttons = page.locator(".hand button")
    expect(page.get_by_role("combobox")).to_have_count(0)
    assert 1 <= buttons.count() <= 12
    buttons.first.focus()
    page.keyboard.press("Enter")
    wait_for_move(page, 1)


@pytest.mark.parametrize(
    ("parts", "why"),
    [(("engine",), "That is not allowed now."), (("engine", "texts"), "This stone needs support")],
    ids=["without texts", "with texts"],
)
def test_a_move_that_is_not_legal_is_refused_in_words(
    bringing: Bringing, parts: tuple[str, ...], why: str
) -> None:
    page = sit(bringing(*parts))
    search = page.get_by_role("combobox")
    search.fill("P61")
    expect(page.locator(".preview")).to_contain_text(why)
    search.press("Enter")
    search.fill("nonsense")
    expect(page.locator(".preview")).to_have_text("No move has that name.")
    search.press("Enter")
    expect(page.locator(".moves li")).to_have_count(0)


def test_a_hint_names_the_move_and_why(bare: BrowserContext) -> None:
    page = sit(bare)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advised")).to_have_count(1)
    advised = page.locator(".advised span").inner_text()
    expect(page.locator(".preview")).to_contain_text(advised)
    expect(page.locator(".preview")).not_to_contain_text("{")
    page.get_by_role("combobox").press("Enter")
    wait_for_move(page, 0)
    expect(page.locator(".moves li")).to_contain_text([advised])


def test_a_finger_sees_first_what_it_chooses(bringing: Bringing) -> None:
    page = sit(bringing("engine", viewport=PHONE, has_touch=True, is_mobile=True))
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    page.locator(".listed li").first.tap()
    expect(page.locator(".moves li")).to_have_count(0)
    page.get_by_role("button", name="Confirm").tap()
    wait_for_move(page, 0)
    assert not page.evaluate(wide)


def test_everybody_can_use_it(bare: BrowserContext, shelf: Shelf) -> None:
    page = sit(bare)
    page.get_by_role("combobox").press("ArrowDown")
    check(page)
    page.goto(f"/replay/{shelf.end(GAME)}#6")
    expect(page.locator(".contents")).not_to_be_empty(timeout=PATIENCE)
    check(page)


# Without an engine, and without rules


def test_without_an_engine_the_page_says_how_to_make_one(bringing: Bringing, shelf: Shelf) -> None:
    context = bringing()
    page = open_table(context, sit_down(context, game=GAME, seats=2, sit=[0, 1], first=0))
    expect(page.locator(".frame")).to_contain_text(COMMAND)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto("/")
    expect(page.locator(f"[data-game={GAME}]").get_by_text(COMMAND)).to_be_visible(timeout=PATIENCE)
    page.goto(f"/replay/{shelf.end(GAME)}")
    expect(page.locator(".told")).to_contain_text(COMMAND, timeout=PATIENCE)


def test_its_rules_are_said_to_be_missing(bare: BrowserContext) -> None:
    page = bare.new_page()
    page.goto(f"/rules/{GAME}")
    expect(page.locator("article")).to_have_text(NO_RULES, timeout=PATIENCE)
    expect(page.locator(".others a")).to_have_count(4)
