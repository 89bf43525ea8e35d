"""Every click is answered, also one that means nothing: in a sentence, where it happened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import LAPTOP, PHONE, SMALL_PHONE, Shelf, Visits
from web.playing import PATIENCE, join, open_table, play_some, sit_down, wait_for_turn
from web.test_layout import sit_on_device

PIECES = [game for game in sw.games() if game != "anubixx"]
OVER = "The game is over: step back with the arrows, or play again."
NEAR = 160  # pixels

# A point of the board that is beside all cells.
BLANK = """() => {
    const board = document.querySelector('svg.board');
    const { left, top, width, height } = board.getBoundingClientRect();
    for (let k = 0; k < 40 * 40; k++) {
        const x = left + ((k % 40) + 0.5) / 40 * width;
        const y = top + (Math.floor(k / 40) + 0.5) / 40 * height;
        const found = document.elementFromPoint(x, y);
        if (found?.closest('svg.board') && !found.closest('[data-cell]')) return [x, y];
    }
}"""


def sit_at(visitor: Visits, game: str) -> Page:
    context = visitor.context()
    page = open_table(
        context, sit_down(context, game=game, seats=2, sit=[0], first=0, bots={"1": "zufall"})
    )
    assert wait_for_turn(page)
    return page


def blank(page: Page) -> tuple[float, float]:
    """A point of the board that is beside all cells."""
    found = page.evaluate(BLANK)
    assert found, "the whole board is cells"
    x, y = found
    return x, y


def answered(page: Page, point: tuple[float, float], text: str | re.Pattern[str]) -> None:
    answer = page.locator(".beside .answer")
    expect(answer).to_have_text(text)
    box = answer.bounding_box()
    assert box
    x, y = point
    assert box["x"] - NEAR < x < box["x"] + box["width"] + NEAR
    assert box["y"] - NEAR < y < box["y"] + box["height"] + NEAR


@pytest.mark.parametrize("game", sw.games())
def test_a_click_beside_all_cells_is_answered_there(visitor: Visits, game: str) -> None:
    page = sit_at(visitor, game)
    point = blank(page)
    page.mouse.click(*point)
    held = page.locator("button.piece[aria-pressed=true]").count() or game == "anubixx"
    answered(page, point, re.compile("^That is beside the" if held else "^Choose .*"))


@pytest.mark.parametrize("game", PIECES)
def test_a_drop_beside_all_cells_is_answered_there(visitor: Visits, game: str) -> None:
    """On the board's rim, or beside the board; back in the hand it is just put back."""
    page = sit_at(visitor, game)
    piece = page.locator("button.piece").first.bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert piece
    assert board
    beside = (board["x"] + board["width"] / 2, board["y"] - 30)
    for point in (blank(page), beside):
        page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
        page.mouse.down()
        page.mouse.move(*point, steps=4)
        page.mouse.up()
        answered(page, point, re.compile("^That is beside the cells"))
        expect(page.locator("board-view .ghost")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".beside")).to_be_hidden()
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    page.mouse.move(*beside, steps=4)
    page.mouse.move(piece["x"] + piece["width"] + 20, piece["y"] + piece["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".beside")).to_be_hidden()


# All answers at cells that cover the cell, or what is laid there, or leave the screen
COVERING = """() => {
    const view = document.querySelector('board-view');
    const found = { said: 0, bad: [] };
    for (const { id } of view.cells) {
        view.dispatchEvent(new CustomEvent('choose', { detail: id }));
        const answer = view.querySelector('.beside:not([hidden]) .answer')?.getBoundingClientRect();
        if (!answer) continue;
        found.said += 1;
        const shown = [view.querySelector(`[data-cell="${id}"]`), view.querySelector('.ghost')];
        const covers = shown.some((one) => {
            const { left, right, top, bottom } = one?.getBoundingClientRect() ?? answer;
            return one && answer.left < right && left < answer.right
                && answer.top < bottom && top < answer.bottom;
        });
        const outside = answer.left < 0 || answer.right > innerWidth + 1
            || answer.top < 0 || answer.bottom > innerHeight;
        if (covers || outside) found.bad.push(id);
    }
    return found;
}"""


@pytest.mark.parametrize("viewport", [SMALL_PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", sw.games())
def test_an_answer_covers_nothing_that_it_speaks_of(
    visitor: Visits, game: str, viewport: dict[str, int]
) -> None:
    page = sit_on_device(visitor.context(viewport=viewport, reduced_motion="reduce"), game)
    if page.locator("button.piece").count():
        page.locator("button.piece").first.click()
    found = page.evaluate(COVERING)
    assert found["said"]
    assert found["bad"] == []


@pytest.mark.parametrize("game", sw.games())
def test_after_the_end_every_click_says_what_can_be_done(
    visitor: Visits, shelf: Shelf, game: str
) -> None:
    page = open_table(visitor.context(storage_state=shelf.owner), shelf.end(game))
    expect(page.locator(".ended")).to_be_visible(timeout=PATIENCE)
    point = blank(page)
    page.mouse.click(*point)
    answered(page, point, OVER)
    page.locator(".hit").first.click(force=True)
    expect(page.locator(".beside .answer")).to_have_text(OVER)
    page.locator(".seats li > svg:visible").first.click()
    expect(page.locator(".seats .answer")).to_have_text(OVER)


@pytest.mark.parametrize(
    ("game", "clicked", "says"),
    [
        ("axio_hex", "[data-seat='1'] .open-hand li", "Only Ben (guest) can play these."),
        (
            "axio",
            "[data-seat='1'] > svg",
            "This shows how Ben (guest) stands. Moves are made on the board.",
        ),
        ("axio", "[data-seat='0'] > svg", "This shows how you stand. Moves are made on the board."),
        (
            "second_chance",
            "[data-seat='1'] > svg",
            "This shows how Ben (guest) stands. Moves are made on the board.",
        ),
        (
            "anubixx",
            "[data-seat='1'] > svg",
            "This shows how Ben (guest) stands. Moves are made on the board.",
        ),
    ],
)
def test_a_click_on_what_others_have_is_answered_there(
    visitor: Visits, game: str, clicked: str, says: str
) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game=game, seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    page = open_table(ada, table)
    assert wait_for_turn(page)
    page.locator(".seats").locator(clicked).first.click()
    place = page.locator(".seats li.seat", has=page.locator(".answer"))
    expect(place).to_have_attribute("data-seat", clicked[12])
    expect(place.locator(".answer")).to_have_text(says)


def test_a_tap_on_the_tracks_above_the_board_is_answered(visitor: Visits) -> None:
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = open_table(context, sit_down(context, game="axio", seats=2, sit=[0, 1], first=0))
    assert wait_for_turn(page)
    page.locator(".briefly svg").nth(1).tap()
    expect(page.locator(".briefly .answer")).to_have_text(re.compile("^This shows how Ada"))


def test_a_click_in_a_replay_says_what_it_is(visitor: Visits, shelf: Shelf) -> None:
    page = visitor.context(storage_state=shelf.owner).new_page()
    page.goto(f"/replay/{shelf.end('axio')}")
    expect(page.locator(".hit").first).to_be_attached(timeout=PATIENCE)
    point = blank(page)
    page.mouse.click(*point)
    answered(page, point, re.compile("^This is a replay"))
    page.locator(".seats li > svg").first.click()
    expect(page.locator(".seats .answer")).to_have_text(re.compile("^This is a replay"))


def test_moving_the_board_or_the_page_is_no_click(visitor: Visits) -> None:
    """Neither panning nor scrolling nor a swipe is answered."""
    page = sit_at(visitor, "axio")
    x, y = blank(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 3, steps=6)
    page.mouse.up()
    page.mouse.wheel(0, 100)
    for _ in range(4):
        page.get_by_label("Zoom in").click()
    page.mouse.move(x + 200, y + 200)
    page.mouse.down()
    page.mouse.move(x + 260, y + 200, steps=6)
    page.mouse.up()
    expect(page.locator(".beside")).to_be_hidden()


def test_a_swipe_over_the_board_is_no_tap(visitor: Visits) -> None:
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game="anubixx", seats=2, sit=[0, 1], first=0)
    play_some(context, table, 2)
    page = open_table(context, table)
    assert wait_for_turn(page)
    x, y = blank(page)
    touch = context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x, y)]),
        *(("touchMove", [(x, y + 12 * step)]) for step in range(1, 8)),
        ("touchEnd", []),
    ):
        told = [{"x": at, "y": down} for at, down in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})
    expect(page.locator(".beside")).to_be_hidden()
    page.touchscreen.tap(*blank(page))
    expect(page.locator(".beside .answer")).to_have_text(re.compile("^That is beside"))


def test_what_could_not_be_copied_is_not_said_to_be(visitor: Visits) -> None:
    context = visitor.context()
    context.add_init_script(
        """Object.defineProperty(navigator, 'clipboard', {
            value: { writeText: () => Promise.reject(new Error('denied')) },
        });
        document.execCommand = () => false;"""
    )
    page = open_table(context, sit_down(context, game="axio", seats=2, sit=[0]))
    page.locator(".invite").get_by_role("button", name="Copy").click()
    said = page.locator(".invite [role=status]")
    expect(said).to_have_text("Please copy it by hand: the link is selected.")
    selected = "String(document.getSelection()) || document.activeElement.selectionEnd"
    assert page.evaluate(selected)
