"""The arrangement at a table: nothing hides anything, and on a phone the board stays in place."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import spielwerk as sw
from spielwerk.server.page_files import WEB
from web.conftest import SMALL_PHONE, Visits
from web.playing import (
    PATIENCE,
    Finger,
    Hand,
    hold_one,
    join,
    module,
    open_table,
    play_one,
    show_tip,
    sit_down,
    wait_for_turn,
)

SMALL: dict[str, Any] = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}

# Controls below or beside the board, and what covers one of their corners.
COVERED = """() => [...document.querySelectorAll('.controls button')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const corners = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9],
            [right - 9, bottom - 9]];
        return corners.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
    })
    .map((one) => one.ariaLabel || one.textContent)"""


def sit_on_device(
    context: BrowserContext, game: str, seats: int = 2, bot: str = "zufall", **settings: Any
) -> Page:
    """Sit down against bots at a table of the device; return its page at the player's turn."""
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main form").first).to_be_visible(timeout=PATIENCE)
    script = """async ([host, name, settings, terms]) => {
        localStorage.setItem('spielwerk', JSON.stringify(settings));
        return (await import(host)).setUpHere(terms, [name]);
    }"""
    bots = {str(seat): bot for seat in range(1, seats)}
    terms = {"game": game, "seats": seats, "sit": [0], "bots": bots}
    table = page.evaluate(script, [module(page, "device/host.js"), "Ada", settings, terms])
    page.goto(f"/table/{table}")
    assert wait_for_turn(page)
    return page


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("width", [1440, 1280, 1024, 820])
def test_the_cards_and_their_buttons_are_in_sight(visitor: Visits, width: int, seats: int) -> None:
    """Second Chance, whose cards lie beside the board where there is room for them."""
    window = {"width": width, "height": 1180 if width < 1024 else 800}
    context = visitor.context(viewport=window, reduced_motion="reduce")
    page = sit_on_device(context, "second_chance", seats)
    play_one(page, Hand(page))
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("game", sw.games())
def test_a_finger_reaches_every_button_of_a_phone(visitor: Visits, game: str) -> None:
    page = sit_with_a_phone(visitor, game)
    assert page.evaluate(COVERED) == []
    page.get_by_role("button", name="Hint").tap(timeout=PATIENCE)
    expect(page.locator(".hint")).not_to_be_empty(timeout=PATIENCE)
    assert page.evaluate(COVERED) == []


def test_all_seats_are_in_sight_at_a_table_of_the_device(visitor: Visits) -> None:
    page = sit_on_device(visitor.context(), "axio", 4)
    assert [seat.is_visible() for seat in page.locator("li.seat").all()] == [True] * 4


def test_a_move_is_taken_back_by_who_has_made_one(visitor: Visits) -> None:
    page = sit_on_device(visitor.context(reduced_motion="reduce"), "axio_rota")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    play_one(page, Hand(page))
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_no_grid_of_others_is_larger_than_one_s_own(visitor: Visits, width: int) -> None:
    """Second Chance: the player draws in their own."""
    context = visitor.context(viewport={"width": width, "height": 740}, reduced_motion="reduce")
    page = sit_on_device(context, "second_chance", 2)
    widths = """() => [...document.querySelectorAll('svg.board, li.seat:not(.yours) > svg')]
        .map((one) => one.getBoundingClientRect())
        .map(({ width, height }) => Math.min(width, height))"""
    own, *others = page.evaluate(widths)
    assert others
    assert max(others) < own


def test_a_running_clock_counts_down(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.clock.install()
    page.goto("/account")
    expect(page.locator("main form").first).to_be_visible(timeout=PATIENCE)
    page.clock.pause_at("2100-01-01")
    script = """async (name) => {
        const { Seats } = await import(name);
        const seats = new Seats();
        const sitting = [{ name: 'Ada' }, { name: 'Ben' }];
        const info = { game: 'axio', seats: 2, status: 'running', sitting, ranks: null };
        const deadlines = { 1: Date.now() + 65_000 };
        seats.show({ info, yours: [0], hand: 0, board: null, host: false, deadlines });
        document.querySelector('main').replaceChildren(seats.element);
    }"""
    page.evaluate(script, module(page, "pages/seats.js"))
    clock = page.locator("li.seat").nth(1).locator("time")
    expect(clock).to_have_text("1:05")
    page.clock.run_for(6_000)
    expect(clock).to_have_text("0:59")
    page.clock.run_for(90_000)
    expect(clock).to_have_text("0:00")
    expect(page.locator("li.seat time")).to_have_count(1)


@pytest.mark.parametrize("viewport", [SMALL_PHONE, {"width": 740, "height": 360}])
def test_the_clock_that_runs_is_in_sight_on_a_phone(
    visitor: Visits, viewport: dict[str, int]
) -> None:
    """The seats are below the board there; the player's own clock first, then the other's."""
    ada, ben = visitor.context(**SMALL | {"viewport": viewport}), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0, clock={"seconds": 600})
    join(ada, ben, table, "Ben")
    page = open_table(ada, table)
    assert wait_for_turn(page)
    clock = page.locator(".head > time")
    expect(clock).to_be_in_viewport(ratio=1)
    expect(clock).to_have_text(re.compile(r"^(9:5\d|10:00)$"))
    play_one(page, Finger(page))
    expect(page.locator(".status")).to_contain_text("Ben")
    expect(clock).to_have_text(re.compile(r"^(9:5\d|10:00)$"))
    assert is_all_in_sight(page) or viewport != SMALL_PHONE


# On a phone

BOARD = """() => {
    const { x, y, width, height } = document.querySelector('svg.board').getBoundingClientRect();
    return [x, y, width, height];
}"""
WIDE = {"width": 1440, "height": 900}
TARGET = 44  # pixels that a finger needs
# The lines of a button's text.
LINES = """(button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
}"""
BELOW_TIPS = ".briefly:not(:empty), .stage:not(:has(.briefly:not(:empty))) > .frame"
# From the top: the messages, the scores, the board and the hand. None overlaps the next.
STACKED = """() => ['.top', '.head', '.says', '.briefly', '.frame', '.below']
    .map((one) => document.querySelector(one).getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .every(({ top }, k, all) => !k || top >= all[k - 1].bottom - 1)"""


def sit_with_a_phone(visitor: Visits, game: str, **settings: Any) -> Page:
    context = visitor.context(reduced_motion="reduce", **SMALL)
    return sit_on_device(context, game, **settings)


def is_all_in_sight(page: Page) -> bool:
    low = page.locator(".below").bounding_box()
    assert low
    return bool(page.evaluate(STACKED)) and low["y"] + low["height"] <= SMALL_PHONE["height"]


@pytest.mark.parametrize("coach", [True, False])
@pytest.mark.parametrize("game", sw.games())
def test_the_board_stays_where_it_is(visitor: Visits, game: str, *, coach: bool) -> None:
    """Before a move, with a piece in hand, when it is laid, while a bot moves, and after that."""
    page = sit_with_a_phone(visitor, game, coach=coach)
    board, finger = page.evaluate(BOARD), Finger(page)
    for _ in range(3):
        assert is_all_in_sight(page)
        hold_one(page, finger)
        assert page.evaluate(BOARD) == board
        play_one(page, finger)
        assert page.evaluate(BOARD) == board
        if not wait_for_turn(page):
            return
        assert page.evaluate(BOARD) == board


@pytest.mark.parametrize("coach", [True, False])
@pytest.mark.parametrize("game", sw.games())
def test_the_board_of_a_laptop_stays_where_it_is(
    visitor: Visits, game: str, *, coach: bool
) -> None:
    """Also while a tip comes and goes, and whatever is told above."""
    context = visitor.context(viewport=WIDE, reduced_motion="reduce")
    page = sit_on_device(context, game, coach=coach)
    board, hand = page.evaluate(BOARD), Hand(page)
    for _ in range(3):
        hold_one(page, hand)
        assert page.evaluate(BOARD) == board
        play_one(page, hand)
        assert page.evaluate(BOARD) == board
        if not wait_for_turn(page):
            return
        assert page.evaluate(BOARD) == board
    show_tip(page, game, firsts(game, "en")[0])
    assert page.evaluate(BOARD) == board
    page.get_by_role("button", name="Got it").click()
    assert page.evaluate(BOARD) == board


@pytest.mark.parametrize("screen", [{"viewport": WIDE}, SMALL], ids=["laptop", "phone"])
def test_who_knows_the_game_has_a_larger_board(visitor: Visits, screen: dict[str, Any]) -> None:
    """Without goal and coach, a tip covers a laptop's edge of the board, or a phone's header."""
    context = visitor.context(reduced_motion="reduce", **screen)
    beginner = sit_on_device(context, "axio", 4).evaluate(BOARD)
    page = sit_on_device(context, "axio", 4, played={"axio": 2})
    board = page.evaluate(BOARD)
    assert board[3] >= beginner[3] + 50
    show_tip(page, "axio", "double")
    assert page.evaluate(BOARD) == board


def firsts(game: str, language: str) -> list[str]:
    """What tips of a game are about."""
    look = WEB.parent / "games" / game / "web"
    shared = [WEB.parent / "dominoes" / "web"] if game in ("axio", "axio_hex") else []
    texts: dict[str, str] = {}
    for folder in (look, *shared):
        texts |= json.loads((folder / "texts" / f"{language}.json").read_text())
    return [key.removeprefix("first.") for key in texts if key.startswith("first.")]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", sw.games())
def test_a_tip_covers_nothing(visitor: Visits, game: str, language: str) -> None:
    context = visitor.context(locale=language, reduced_motion="reduce", **SMALL)
    page = sit_on_device(context, game)
    board, told = page.evaluate(BOARD), firsts(game, language)
    assert len(told) >= 3
    for key in told:
        show_tip(page, game, key)
        tip, below = (page.locator(one).bounding_box() for one in (".tip", BELOW_TIPS))
        assert tip
        assert below
        assert tip["y"] + tip["height"] <= below["y"] + 1, key
        assert page.evaluate(BOARD) == board
        page.locator(".tip button").tap()
        expect(page.locator(".tip")).to_be_hidden()
    assert is_all_in_sight(page)


def test_the_coach_is_seen_before_each_move_although_there_are_tips(visitor: Visits) -> None:
    """They wait behind a button, and are explained in the coach's place."""
    page = sit_with_a_phone(visitor, "axio", coach=True)
    board, finger = page.evaluate(BOARD), Finger(page)
    coach, waits = page.locator(".coach > div"), page.get_by_role("button", name="New: ")
    for _ in range(3):
        expect(coach).to_be_in_viewport(ratio=1)
        play_one(page, finger)
        assert wait_for_turn(page)
    expect(coach).to_be_in_viewport(ratio=1)
    expect(waits).to_have_text("New: explain")
    words, label = coach.bounding_box(), waits.bounding_box()
    assert words
    assert label
    assert words["x"] + words["width"] <= label["x"]
    assert min(label["width"], label["height"]) >= TARGET
    waits.tap()
    expect(page.locator(".tip")).to_be_in_viewport(ratio=1)
    expect(coach).to_be_hidden()
    assert page.evaluate(BOARD) == board
    page.get_by_role("button", name="Got it").tap()
    expect(coach).to_be_in_viewport(ratio=1)
    expect(waits).to_be_hidden()
    assert page.evaluate(BOARD) == board


# How far what follows a "·" is from it, in pixels, where both are in one line.
APART = """(line) => {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const drawn = [];
    while (texts.nextNode()) {
        for (let at = 0; at < texts.currentNode.length; at++) {
            const range = document.createRange();
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + 1);
            const { left, right, top } = range.getBoundingClientRect();
            if (String(range).trim()) drawn.push({ sign: String(range), left, right, top });
        }
    }
    return drawn.flatMap(({ sign, right, top }, at) => {
        const next = drawn[at + 1];
        return sign === '·' && next && Math.abs(next.top - top) < 3 ? [next.left - right] : [];
    });
}"""


@pytest.mark.parametrize("game", sw.games())
def test_facts_are_apart(visitor: Visits, game: str) -> None:
    """Also one's own facts and the table's."""
    page = sit_on_device(visitor.context(viewport=WIDE), game)
    apart = page.locator(".head .facts").evaluate(APART)
    assert apart
    assert min(apart) > 2


def test_confirm_stays_where_a_shape_is_not_allowed_and_says_why(visitor: Visits) -> None:
    """And the button that takes a move back is somewhere else."""
    page = sit_with_a_phone(visitor, "second_chance")
    play_one(page, Finger(page))
    assert wait_for_turn(page)
    assert hold_one(page, Finger(page))
    page.locator(".hit.target").first.tap()
    confirm = page.locator(".confirm")
    place = confirm.bounding_box()
    page.locator(".hit:not(.target)").first.tap(force=True)
    assert confirm.bounding_box() == place
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.tap(force=True)
    expect(page.locator(".beside .answer")).not_to_be_empty()
    undo = page.get_by_role("button", name="Take back")
    assert undo.evaluate(LINES) == 1
    back = undo.bounding_box()
    assert back
    assert place
    assert back["y"] + back["height"] <= place["y"]


# What is said beside a cell


def test_an_answer_leaves_by_itself(visitor: Visits) -> None:
    page = sit_on_device(visitor.context(reduced_motion="reduce"), "axio")
    page.clock.install()
    page.locator(".hit").first.click(force=True)
    answer = page.locator(".beside .answer")
    expect(answer).to_be_visible()
    page.clock.run_for(5000)
    expect(answer).to_have_count(0)


def test_a_choice_goes_with_all_its_marks_or_stays(visitor: Visits) -> None:
    """Anubixx, where most stones can be paid for in several ways."""
    page = sit_with_a_phone(visitor, "anubixx")
    for target in page.locator(".hit.target").all():
        target.tap()
        if page.locator(".ways").count():
            break
        page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("board-view .ghost")).to_have_count(1)
    page.locator(".plain").evaluate(
        "(one) => one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))"
    )
    expect(page.locator(".ways")).to_be_visible()
    page.locator(".status").tap(position={"x": 5, "y": 5})
    expect(page.locator(".ways")).to_have_count(0)
    expect(page.locator("board-view .ghost")).to_have_count(0)
