"""What is visible and within reach on a phone, in portrait and landscape."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import SMALL_PHONE, Visits
from web.playing import (
    PATIENCE,
    Finger,
    Hand,
    hold_one,
    join,
    open_table,
    play_one,
    sit_down,
    wait_for_turn,
)
from web.test_layout import sit_on_device

SMALL: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
SHORT_NAME = 30  # pixels
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ON_ITS_SIDE = [{"width": 740, "height": 360}, {"width": 667, "height": 375}]


def is_within(page: Page, part: str, other: str) -> bool:
    """Return whether an element is inside another."""
    script = """([part, other]) => {
        const [a, b] = [part, other]
            .map((one) => document.querySelector(one).getBoundingClientRect());
        return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1
            && a.bottom <= b.bottom + 1;
    }"""
    return bool(page.evaluate(script, [part, other]))


@pytest.mark.parametrize("game", sw.games())
def test_a_replay_is_stepped_through_with_a_thumb(visitor: Visits, game: str) -> None:
    page = sit_on_device(visitor.context(**SMALL), game)
    for _ in range(2):
        play_one(page, Finger(page))
        assert wait_for_turn(page)
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(page.locator(".ended")).to_be_visible()
    page.goto(f"/replay/{page.url.rpartition('/')[2]}#1")
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("1", timeout=PATIENCE)
    assert is_within(page, "svg.board", ".frame")
    for name, there in (("Forward", 2), ("Back", 1), ("To the start", 0)):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(slider).to_have_value(str(there))
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).not_to_have_value("0")


@pytest.mark.parametrize("viewport", ON_ITS_SIDE, ids=lambda one: str(one["width"]))
@pytest.mark.parametrize("game", sw.games())
def test_board_and_hand_side_by_side(visitor: Visits, game: str, viewport: dict[str, int]) -> None:
    """Also while a move is laid out, when the button that confirms it is needed."""
    page = sit_on_device(visitor.context(**SMALL | {"viewport": viewport}), game)
    pieces = page.locator("button.piece")
    for piece in pieces.all():
        expect(piece).to_be_in_viewport(ratio=1)
    assert hold_one(page, Finger(page))
    for target in page.locator(".hit.target").all():
        target.tap()
        if page.locator(".ways").count():
            expect(page.locator(".beside .way").first).to_be_in_viewport(ratio=1)
            page.locator(".way").first.tap()
        if page.locator(".confirm").count():
            break
    for part in ("svg.board", ".confirm", ".status"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    if game.startswith("axio"):
        expect(page.locator(".briefly")).to_be_in_viewport(ratio=1)
    assert is_within(page, "svg.board", ".frame")


@pytest.mark.parametrize("viewport", [SMALL["viewport"], *ON_ITS_SIDE], ids=str)
@pytest.mark.parametrize("game", sw.games())
def test_a_tap_lists_the_facts(visitor: Visits, game: str, viewport: dict[str, int]) -> None:
    """What is left in bags, stacks and supplies: a line that a phone cuts off."""
    page = sit_on_device(visitor.context(**SMALL | {"viewport": viewport}), game)
    line, listed = page.locator(".head .facts"), page.locator("#facts li")
    expect(listed.first).to_be_hidden()
    line.tap()
    for fact in listed.all():
        expect(fact).to_be_in_viewport(ratio=1)
        assert fact.inner_text() in (line.text_content() or "")
    assert listed.count() >= 2
    page.locator("svg.board").tap(position={"x": 9, "y": 9})
    expect(listed.first).to_be_hidden()


def swipe(page: Page, start: tuple[float, float], by: float) -> None:
    """Swipe up with a finger."""
    x, y = start
    touch = page.context.new_cdp_session(page)
    for kind, moved in (("touchStart", 0), *(("touchMove", step / 10) for step in range(1, 11))):
        at = [{"x": x, "y": y - by * moved}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page, part: str) -> tuple[float, float]:
    box = page.locator(part).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["axio", "axio_hex", "anubixx"])
def test_a_swipe_over_the_board_scrolls_where_nothing_is_held(visitor: Visits, game: str) -> None:
    page = sit_on_device(visitor.context(**SMALL), game)
    swipe(page, middle(page, "svg.board"), 200)
    page.wait_for_function("() => scrollY > 100")
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator("board-view .ghost")).to_have_count(0)


@pytest.mark.parametrize("part", [".head .status", ".briefly", ".below .hand > p"])
def test_beside_the_board_a_swipe_scrolls_though_a_tile_is_held(visitor: Visits, part: str) -> None:
    """On rota the only tile is held from the start, and a finger on the board moves it."""
    page = sit_on_device(visitor.context(**SMALL), "axio_rota")
    swipe(page, middle(page, "svg.board"), 200)
    assert page.evaluate("scrollY") == 0
    page.locator("board-view").evaluate("(view) => view.note(null)")
    swipe(page, middle(page, part), 200)
    page.wait_for_function("() => scrollY > 100")


def test_the_coach_is_seen_by_who_calls(visitor: Visits) -> None:
    """The button is below everything else; what it opens, above the board."""
    page = sit_on_device(visitor.context(**SMALL), "axio")
    page.get_by_role("button", name="Call the coach").tap()
    expect(page.locator(".coach")).to_be_in_viewport(ratio=1)


def test_several_tracks_leave_the_board_its_room(visitor: Visits) -> None:
    """And the owner of each is clear, even if names are cut short."""
    page = sit_on_device(visitor.context(**SMALL), "axio", 4)
    board = page.locator("svg.board").bounding_box()
    assert board
    assert min(board["width"], board["height"]) >= 270
    counted = page.locator(".briefly b").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one, '::before').content)"
    )
    assert counted == ['counter(seat) " "'] * 4


@pytest.mark.parametrize(("game", "seats"), [("anubixx", 2), ("anubixx", 5), ("second_chance", 6)])
def test_the_totals_of_all_others_are_in_sight(visitor: Visits, game: str, seats: int) -> None:
    """In one line above the board; each name has space for its beginning."""
    small = SMALL | {"viewport": SMALL_PHONE}
    page = sit_on_device(visitor.context(**small), game, seats)
    lines = page.locator(".briefly > [data-seat]")
    expect(lines).to_have_count(seats - 1)
    for line in lines.all():
        expect(line.locator(".sum")).to_be_in_viewport(ratio=1)
        expect(line.locator(".sum")).to_have_text(re.compile(r"^\d+( points?)?$"))
    narrowest, tops = lines.evaluate_all(  # at once: bots may be moving, which redraws them
        """(all) => {
            const box = (one) => one.getBoundingClientRect();
            const names = all.map((one) => box(one.querySelector('b')).width);
            return [Math.min(...names), all.map((one) => box(one).top)];
        }"""
    )
    assert narrowest >= SHORT_NAME
    assert len(set(tops)) == 1
    expect(page.locator("svg.board")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota", "second_chance"])
def test_pieces_are_as_large_as_a_row_allows(visitor: Visits, game: str, *, wide: bool) -> None:
    """They fill its width, or most of the height that it has below the text; Anubixx has none."""
    laptop = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
    page = sit_on_device(visitor.context(**laptop if wide else SMALL), game)
    assert hold_one(page, Hand(page) if wide else Finger(page))
    tops, width, height = page.locator(".controls").evaluate(
        """(row) => {
            const pieces = [...row.querySelectorAll('button.piece')];
            const boxes = pieces.map((one) => one.getBoundingClientRect());
            const used = boxes.reduce((sum, one) => sum + one.width, 0);
            const { width, height } = row.getBoundingClientRect();
            const tops = new Set(boxes.map(({ top }) => top));
            return [tops.size, used / width, boxes[0].height / height];
        }"""
    )
    assert tops == 1
    assert width > 0.8 or height > (0.8 if wide and game != "second_chance" else 0.6)


@pytest.mark.parametrize("game", ["axio_rota", "second_chance"])
def test_buttons_beside_pieces_stay_where_they_are(visitor: Visits, game: str) -> None:
    """Turning above, deciding below, where the text of none is cut off."""
    context = visitor.context(**SMALL, locale="de")
    page = sit_on_device(context, game, 2)
    assert hold_one(page, Finger(page))
    turning, piece = page.locator(".turning").last, page.locator("button.piece").first
    before = [turning.bounding_box(), piece.bounding_box()]
    page.locator(".hit.target").first.tap()
    if page.locator(".way").count():
        page.locator(".way").first.tap()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    assert [turning.bounding_box(), piece.bounding_box()] == before
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".deciding button").evaluate_all(cut) == 0


def test_two_fingers_turn_a_piece(visitor: Visits) -> None:
    context = visitor.context(**SMALL)
    page = sit_on_device(context, "axio_rota")
    piece = page.locator("button.piece")
    if piece.get_attribute("aria-pressed") != "true":
        piece.tap()
    drawn, before = piece.inner_html(), page.locator(".moves li").count()
    box = page.locator("svg.board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)

    def move(kind: str, degrees: float) -> None:
        right, down = 60 * math.cos(math.radians(degrees)), 60 * math.sin(math.radians(degrees))
        at = [{"x": x + right, "y": y + down, "id": 0}, {"x": x - right, "y": y - down, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    move("touchStart", 0)
    for degrees in range(5, 50, 5):
        move("touchMove", degrees)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(
        "drawn => document.querySelector('button.piece').innerHTML !== drawn", arg=drawn
    )
    assert page.locator(".moves li").count() == before


# Talking


def say(page: Page, text: str) -> None:
    """Say something at the table."""
    for folded in (".rest", ".chat"):
        closed = page.locator(f"{folded}:not([open]) > summary")
        if closed.count():
            closed.click()
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")
    expect(page.get_by_label("Say something")).to_have_value("")


@pytest.mark.parametrize("room", [False, True])
def test_what_others_say_is_counted_above_the_board(visitor: Visits, *, room: bool) -> None:
    """Also on a phone beside a screen, where the talk is folded up, and after a reload."""
    ada, ben = visitor.context(), visitor.context(**SMALL)
    table = sit_down(ada, game="axio", seats=3, sit=[0], room=room)
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    count = his.locator(".head .to-chat")
    expect(count).to_be_hidden()
    for text in ("Hello!", "Are you there?"):
        say(hers, text)
    expect(count).to_have_text("2")
    expect(count).to_be_in_viewport(ratio=1)
    his.reload()
    expect(count).to_have_text("2")
    count.tap()
    expect(his.locator(".talk li").last).to_be_in_viewport(ratio=1)
    expect(count).to_be_hidden()
    his.reload()
    expect(his.locator(".talk li")).to_have_count(2)
    expect(count).to_be_hidden()
    expect(hers.locator(".to-chat")).to_be_hidden()


def test_a_board_that_grows_stays_large_enough_for_a_finger(visitor: Visits) -> None:
    """Once its cells would be small, its part around the last move is shown, and can be moved."""
    laptop = visitor.context(reduced_motion="reduce")
    table = sit_on_device(laptop, "axio_rota", seats=4)
    script = "document.querySelector('board-view').cells.length > 110"
    while not table.evaluate(script):
        play_one(table, Hand(table))
        assert wait_for_turn(table)
    page = visitor.context(**SMALL | {"storage_state": laptop.storage_state()}).new_page()
    page.goto(table.url)
    assert wait_for_turn(page)
    size = "document.querySelector('.hit').getBoundingClientRect().width"
    page.wait_for_function(f"() => {size} >= 44")
    moves = page.locator(".moves li").count()
    last = "document.querySelector('svg.board .last').getBoundingClientRect().top"
    at = [page.evaluate(last)]
    for by in (
        60,
        -60,
    ) * 3:  # the board may end in one direction, and a slow finger brings the loupe
        swipe(page, middle(page, "svg.board"), by)
        page.evaluate(TWO_FRAMES)
        at.append(page.evaluate(last))
        if max(at) - min(at) > 20:
            break
    assert max(at) - min(at) > 20
    expect(page.locator("board-view .ghost")).to_have_count(0)
    expect(page.locator(".beside")).to_be_hidden()
    assert page.locator(".moves li").count() == moves
    page.get_by_role("button", name="Show all").click()  # a tap would only stop what was swiped
    page.wait_for_function(f"() => {size} < 30")
    assert is_within(page, "svg.board .table", ".frame")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(f"() => {size} >= 44")
