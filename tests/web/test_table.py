"""What a table shows and answers: hands, prompts, refusals in place, turning, planning ahead."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import PHONE, SMALL_PHONE, Visits
from web.playing import (
    PATIENCE,
    Finger,
    Hand,
    Keys,
    Line,
    act,
    fits,
    hold_one,
    join,
    open_table,
    play_it,
    play_one,
    play_some,
    sit_down,
    think_of_one,
    wait_for_turn,
)

NOTATION = re.compile(r"\b[a-m]\d{1,2}-[a-m]\d{1,2}\b|\bP\d\d\b|/q\d|-?\d,-?\d:|\b\d[A-M]:")
ADA, BEN = "Ada", "Ben"
BUSY = 1_000  # milliseconds by which timers may be late on a busy machine


def two_at(visitor: Visits, game: str, **terms: object) -> tuple[Page, Page]:
    """Seat two people at one table; Ada begins."""
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game=game, seats=2, sit=[0], first=0, **terms)
    join(ada, ben, table, BEN)
    return open_table(ada, table), open_table(ben, table)


# What it shows


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_a_hand_stays_while_others_move(visitor: Visits, game: str) -> None:
    hers, his = two_at(visitor, game)
    assert wait_for_turn(hers)
    held = hers.locator("button.piece").count()
    assert held
    expect(his.locator("button.piece")).to_have_count(held)
    play_one(hers, Hand(hers))
    expect(his.locator(".status")).to_have_class(re.compile("yours"))
    expect(hers.locator("button.piece")).to_have_count(held)


def test_open_hands_are_drawn_for_all_seats(visitor: Visits) -> None:
    """HX-5: on hexagons everybody sees every hand."""
    hers, _ = two_at(visitor, "axio_hex")
    assert wait_for_turn(hers)
    own = hers.locator("button.piece").count()
    expect(hers.locator("[data-seat='1'] .open-hand li")).to_have_count(own)
    for name in hers.locator("[data-seat='1'] .open-hand li .unseen").all_inner_texts():
        assert re.fullmatch("tile ([a-z]+-[a-z]+|double [a-z]+)", name)


@pytest.mark.parametrize("game", sw.games())
def test_nobody_reads_notation(visitor: Visits, game: str) -> None:
    """Neither in the status, nor in the log, nor in what a screen reader reads."""
    context = visitor.context()
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"}, hints=True)
    page = open_table(context, table)
    for _ in range(3):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
    assert wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).not_to_contain_text("thinking", timeout=PATIENCE)
    spoken = page.evaluate(
        """() => [document.querySelector('.room.table').innerText,
            ...[...document.querySelectorAll('.hand [aria-label], .side [aria-label]')]
                .map((one) => one.ariaLabel)].join('\\n')"""
    )
    assert NOTATION.findall(spoken) == []


def test_the_goal_is_told_until_one_has_played_twice(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"})
    page = open_table(context, table)
    expect(page.locator(".goal")).to_contain_text("weakest colour")
    page.evaluate("localStorage.setItem('spielwerk', JSON.stringify({ played: { axio: 2 } }))")
    page.reload()
    expect(page.locator(".status")).not_to_be_empty()
    expect(page.locator(".goal")).to_be_hidden()


def test_what_is_new_is_told_with_its_rule(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="second_chance", seats=2, sit=[0], bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    play_one(page, Hand(page))
    with context.expect_page() as opened:
        page.locator(".tip").get_by_role("link", name="Show the rule").click()
    expect(opened.value.locator(".answers")).to_contain_text("Two cards are turned up")


def test_spectators_are_told_that_they_watch(visitor: Visits) -> None:
    hers, _ = two_at(visitor, "axio")
    watching = visitor.context().new_page()
    watching.goto(hers.url)
    expect(watching.locator(".status")).to_contain_text("You are watching. Ada")


def test_the_tab_says_whose_turn_it_is(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio")
    expect(hers).to_have_title(re.compile("^● Your turn"))
    expect(his).to_have_title(re.compile("^AXIO"))


def test_what_is_said_is_marked_until_it_is_read(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio")
    hers.locator("summary", has_text="Chat").click()
    hers.get_by_label("Say something").fill("Hello!")
    hers.get_by_label("Say something").press("Enter")
    expect(his.locator(".unread")).to_have_text("1")
    his.locator("summary", has_text="Chat").click()
    expect(his.locator(".unread")).to_be_hidden()


def test_without_an_invitation_no_seat_is_offered(visitor: Visits) -> None:
    table = sit_down(visitor.context(), game="axio", seats=2, sit=[0])
    page = visitor.context().new_page()
    page.goto(f"/table/{table}")
    expect(page.locator(".extra")).to_have_text("You need an invitation to join this table.")


# Every click is answered


def test_a_click_without_a_piece_is_answered_where_it_happened(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    cell = page.locator(".hit").nth(20)
    cell.click()
    answer = page.locator(".beside .answer")
    expect(answer).not_to_be_empty()
    here, there = cell.bounding_box(), answer.bounding_box()
    assert here
    assert there
    assert abs(here["y"] - there["y"]) < 160


def test_a_wrong_place_names_the_rule(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    page.locator("button.piece").first.click()
    page.locator(".hit:not(.target)").first.click(force=True)
    answer = page.locator(".beside .answer")
    expect(answer.get_by_role("link")).to_have_attribute("href", re.compile(r"^/rules/axio#\w+"))
    expect(page.locator("board-view .wrong .ghost")).to_have_count(1)
    with page.context.expect_page() as opened:
        answer.get_by_role("link").click()
    rule = opened.value.locator(":target, .answers")
    expect(rule.first).to_be_visible()


def test_a_click_while_others_move_is_answered(visitor: Visits) -> None:
    hers, his = two_at(visitor, "anubixx")
    assert wait_for_turn(hers)
    his.get_by_role("gridcell", name="pyramid, level 1, first stone").click(force=True)
    answer = his.locator(".beside .answer")
    expect(answer).to_contain_text("Ada")
    with his.context.expect_page() as opened:
        answer.get_by_role("link").click()
    expect(opened.value.locator(".answers")).to_contain_text("the others build, clockwise")


def test_a_turn_that_is_not_complete_names_the_rule(visitor: Visits) -> None:
    """Anubixx: relief stones come in pairs; the answer appears in the table's status."""
    page = sit_at_anubixx(visitor)
    page.locator(".hit.target[aria-label^=relief]").first.click()
    if page.locator(".way").count():
        page.locator(".way").first.click()
    page.locator(".confirm").click(force=True)
    told = page.locator(".below > .told")
    expect(told).to_contain_text("pairs")
    link = told.get_by_role("link", name="Show the rule")
    expect(link).to_have_attribute("href", "/rules/anubixx#asks.pair")


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("die", "explain.dice"),
        ("quarry", "explain.quarry"),
        ("joker", "explain.jokers"),
        ("^Bonus", "bonus.single"),
    ],
)
def test_what_a_place_is_for_is_told_with_its_rule(visitor: Visits, place: str, rule: str) -> None:
    """Anubixx: also while others move."""
    hers, his = two_at(visitor, "anubixx")
    assert wait_for_turn(hers)
    his.get_by_role("gridcell", name=re.compile(place)).first.click(force=True)
    link = his.locator(".beside .answer").get_by_role("link")
    expect(link).to_have_attribute("href", f"/rules/anubixx#{rule}")


def sit_at_anubixx(visitor: Visits) -> Page:
    context = visitor.context()
    table = sit_down(context, game="anubixx", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    return page


def test_a_turn_that_is_laid_out_in_full_names_the_rule(visitor: Visits) -> None:
    page = sit_at_anubixx(visitor)
    while page.locator(".hit.target").count():
        page.locator(".hit.target").first.click()
        if page.locator(".way").count():
            page.locator(".way").first.click()
    page.get_by_role("gridcell", name="pyramid, level 6").click(force=True)
    link = page.locator(".beside .answer").get_by_role("link")
    expect(link).to_have_attribute("href", "/rules/anubixx#plan.full")


def test_a_click_on_an_earlier_moment_is_answered(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0, 1], first=0)
    play_some(context, table, 2)
    page = open_table(context, table)
    page.get_by_label("To the start").click()
    expect(page.locator(".status")).to_have_text("As it was at the start")
    page.locator(".hit").nth(30).click(force=True)
    expect(page.locator(".beside .answer")).to_contain_text("earlier moment")


# Turning in place


def lay_out(page: Page, hand: Hand) -> str:
    """Put a piece on a place, to be confirmed; return the cell."""
    for number in range(page.locator("button.piece").count()):
        hand.take(number)
        if fits(page, hand):
            break
    target = page.locator(".hit.target").first
    cell = str(target.get_attribute("data-cell"))
    target.tap()
    expect(page.locator(".confirm, .way").first).to_be_enabled()
    return cell


@pytest.mark.parametrize(("game", "turns"), [("axio", 4), ("axio_hex", 6), ("axio_rota", 4)])
def test_a_piece_turns_where_it_lies(visitor: Visits, game: str, turns: int) -> None:
    """On touch the confirmation stays with the piece, or a sentence says why it can't."""
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game=game, seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    hand = Finger(page)
    lay_out(page, hand)
    for _ in range(turns):
        hand.turn()
        if page.locator(".beside .answer").count():  # it can't lie so: the sentence says why
            expect(page.locator(".confirm:not([aria-disabled=true])")).to_have_count(0)
        else:
            expect(page.locator("board-view .ghost")).to_have_count(1)
            expect(page.locator(".confirm, .way").first).to_be_enabled()  # or one of several ways
    assert page.locator(".beside .answer").count() == 0, "a full turn leads back"


def test_a_wheel_turns_what_is_held_and_else_scrolls(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    turned = "document.querySelector('button.piece[aria-pressed=true] svg')?.innerHTML"
    prevented = """() => {
        const board = document.querySelector('svg.board');
        const roll = new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true });
        board.dispatchEvent(roll);
        return roll.defaultPrevented;
    }"""
    assert page.evaluate(prevented) is False
    page.locator("button.piece").first.click()
    before = page.evaluate(turned)
    assert page.evaluate(prevented) is True
    assert page.evaluate(turned) != before


def test_a_shape_is_mirrored_where_it_lies(visitor: Visits) -> None:
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    while True:
        table = sit_down(context, game="second_chance", seats=2, sit=[0], bots={"1": "zufall"})
        page = open_table(context, table)
        assert wait_for_turn(page)
        if page.get_by_label("Mirror").count():  # some shapes look the same
            break
        page.close()
    lay_out(page, Finger(page))
    ghost = page.locator("board-view .ghost .scribble")
    drawn = ghost.get_attribute("d")
    for _ in range(2):
        page.get_by_label("Mirror").tap()
        expect(page.locator("board-view .ghost")).to_have_count(1)
        expect(page.locator(".confirm")).to_be_attached()
        answered = page.locator(".beside .answer").count() > 0
        assert (page.locator("board-view .ghost.wrong").count() > 0) is answered
    assert ghost.get_attribute("d") == drawn, "mirrored twice, it lies as before"


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_a_piece_that_the_wheel_turns_stays_on_the_board(visitor: Visits, game: str) -> None:
    """As a preview where it may lie so, and otherwise as wrong; it is only pointed with."""
    context = visitor.context()
    table = sit_down(context, game=game, seats=2, sit=[0, 1], first=0)
    play_some(context, table, 6)
    page = open_table(context, table)
    assert wait_for_turn(page)
    assert hold_one(page, Hand(page))
    page.locator(".hit.target").first.hover()
    ghost = page.locator("board-view .ghost")
    expect(ghost).to_have_count(1)
    for _ in range(6):
        page.mouse.wheel(0, 120)
        expect(ghost.or_(page.locator(".beside .answer")).first).to_be_visible()
        if ghost.count():
            legal = page.locator(".preview").inner_text() != ""
            assert (page.locator("board-view .wrong .ghost").count() == 0) is legal
        else:  # no drawing can show a half beside the board
            expect(page.locator(".beside .answer")).to_contain_text("off the board")
    page.locator("h1").first.hover()
    expect(ghost).to_have_count(0)


def test_a_swipe_over_a_trackpad_turns_once(visitor: Visits) -> None:
    """A trackpad keeps scrolling, in many small steps; a wheel has notches, each of which turns."""
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    roll = """(steps) => {
        let turns = 0;
        document.querySelector('board-view').addEventListener('turn', () => (turns += 1));
        for (const deltaY of steps) {
            const event = new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true });
            document.querySelector('svg.board').dispatchEvent(event);
        }
        return turns;
    }"""
    for steps, turns in (([12, 30, 45, 60, 80, 60, 40, 20, 8] * 3, 1), ([120, 120, 120], 3)):
        page = open_table(context, table)
        assert wait_for_turn(page)
        page.locator("button.piece").first.click()
        assert page.evaluate(roll, steps) == turns


def test_a_mouse_that_is_let_go_beside_the_board_moves_it_no_more(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    for _ in range(4):
        page.get_by_label("Zoom in").click()
    box = page.locator("svg.board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 2)
    page.mouse.up()
    page.mouse.move(x, y)
    window = page.locator("svg.board").get_attribute("viewBox")
    page.mouse.move(x - 50, y - 50, steps=5)
    assert page.locator("svg.board").get_attribute("viewBox") == window


def test_moving_the_board_plays_nothing(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    page.locator("button.piece").first.click()
    for _ in range(4):
        page.get_by_label("Zoom in").click()
    box = page.locator("svg.board").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 60, box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    expect(page.locator(".moves li")).to_have_count(0)
    expect(page.locator(".hand")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".confirm")).to_have_count(0)


def test_what_was_begun_survives_a_reload(visitor: Visits) -> None:
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    lay_out(page, Finger(page))
    piece = page.locator("button.piece[aria-pressed=true]").get_attribute("data-piece")
    page.reload()
    expect(page.locator(".confirm")).to_be_enabled(timeout=PATIENCE)
    held = page.locator("button.piece[aria-pressed=true]")
    expect(held).to_have_attribute("data-piece", str(piece))


def test_a_finger_slides_to_its_cell_under_a_loupe(visitor: Visits) -> None:
    """Cells of a phone are smaller than a fingertip: lifting the finger chooses."""
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    hold_one(page, Finger(page))
    goal = page.locator(".hit.target").first
    box = goal.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)

    def move(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": at, "y": down} for at, down in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    move("touchStart", (x + 70, y + 70))
    for step in range(1, 8):
        move("touchMove", (x + 70 - 10 * step, y + 70 - 10 * step))
    expect(page.locator(".loupe")).to_be_visible()
    move("touchEnd")
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator(".confirm")).to_be_enabled()


def test_an_answer_that_is_late_is_told(visitor: Visits) -> None:
    """Nobody waits for long without a message."""
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = context.new_page()
    line = Line(page)
    page.goto(f"/table/{table}")
    assert wait_for_turn(page)
    think_of_one(page)
    line.hold()
    play_it(page)
    expect(page.locator(".strip")).to_be_visible(timeout=4_000)
    line.release()
    expect(page.locator(".strip")).to_be_hidden()
    expect(page.locator(".moves li").first).to_be_visible()


WHEN_TOLD = """() => new Promise((done) => {
    const strip = document.querySelector('.strip');
    const look = () => strip.hidden ? requestAnimationFrame(look) : done(performance.now());
    look();
})"""


@pytest.mark.parametrize("where", ["table", "home", "games"])
def test_a_line_that_is_cut_in_silence_is_told_within_two_seconds(
    visitor: Visits, where: str
) -> None:
    """Nobody acts, and nothing is closed; the page's own clock measures how long it took."""
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = context.new_page()
    line = Line(page)
    page.goto({"table": f"/table/{table}", "home": "/", "games": "/games"}[where])
    if where == "table":
        assert wait_for_turn(page)
    else:
        expect(page.locator("li.row").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".strip")).to_be_hidden()
    line.hold()
    held = page.evaluate("performance.now()")
    told = page.evaluate(WHEN_TOLD)
    assert told - held < 2_000 + BUSY
    line.release()
    expect(page.locator(".strip")).to_be_hidden()


def test_a_turn_that_is_laid_out_survives_a_reload(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="anubixx", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    page.locator(".hit.target").first.click()
    if page.locator(".way").count():
        page.locator(".way").first.click()
    expect(page.locator(".confirm")).to_have_count(1)
    crosses = page.locator("board-view .pencil").count()
    assert crosses
    page.reload()
    expect(page.locator(".confirm")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("board-view .pencil")).to_have_count(crosses)


def test_a_shape_that_is_laid_out_survives_a_reload_though_others_have_moved(
    visitor: Visits,
) -> None:
    """In Second Chance all act at once: nobody takes from anybody else's choice."""
    ada, ben = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True), visitor.context()
    table = sit_down(ada, game="second_chance", seats=2, sit=[0])
    join(ada, ben, table, BEN)
    page = open_table(ada, table)
    assert wait_for_turn(page)
    lay_out(page, Finger(page))
    drawn = page.locator("board-view .ghost").first.inner_html()
    move = ben.request.get(f"/api/tables/{table}/legal?seat=1").json()[0]["move"]
    act(ben, table, do="move", seat=1, move=move, at=entries(page, table), key="ben")
    expect(page.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    page.reload()
    expect(page.locator(".confirm")).to_be_enabled(timeout=PATIENCE)
    assert page.locator("board-view .ghost").first.inner_html() == drawn


# Ahead of one's turn


def second_round(hers: Page, his: Page) -> None:
    """Let each make a move."""
    for page in (hers, his):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
    assert wait_for_turn(hers)


def plan(page: Page) -> None:
    """Choose a move for later: any that would be legal now."""
    hand = Hand(page)
    for number in range(page.locator("button.piece").count()):
        hand.take(number)
        if fits(page, hand):
            break
    target = page.locator(".hit.target").first
    target.hover()
    target.click()
    if page.locator(".confirm").count():
        page.locator(".confirm").click()
    expect(page.get_by_role("button", name="Drop the planned move")).to_be_visible()


def test_a_planned_move_is_made_when_the_turn_comes(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio_rota")
    second_round(hers, his)
    plan(his)
    expect(his.locator(".moves li")).to_have_count(2)
    play_elsewhere(hers, planned_place(his))
    expect(his.locator(".moves li")).to_have_count(4, timeout=PATIENCE)
    expect(his.locator(".told").first).to_be_empty()


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_a_first_move_can_be_planned(visitor: Visits, game: str) -> None:
    """By the rules of first moves, if there are any: fewer moves are offered then."""
    hers, his = two_at(visitor, game)
    assert wait_for_turn(hers)
    expect(his.locator("button.piece").first).to_be_visible()
    plan(his)
    table = hers.url.rpartition("/")[2]
    kept = his.evaluate("JSON.parse(sessionStorage[Object.keys(sessionStorage)[0]])['1'].premove")
    move = legal_moves(hers, table)[-1]
    act(hers.context, table, do="move", seat=0, move=move, at=entries(hers, table), key="k")
    expect(his.locator(".moves li")).to_have_count(2, timeout=PATIENCE)
    played = his.context.request.get(f"/api/tables/{table}/view?seat=1&form=record").json()["plies"]
    assert played[1]["action"] == kept["action"]


def test_a_planned_move_is_made_though_an_earlier_moment_is_looked_at(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio_rota")
    second_round(hers, his)
    plan(his)
    place = planned_place(his)
    drop = his.get_by_role("button", name="Drop the planned move")
    his.locator(".moves .line").first.click()
    expect(his.locator(".status")).to_have_text("As it was after 1 move")
    expect(his.locator("board-view .ghost")).to_have_count(0)
    his.get_by_role("button", name="To the latest move").click()
    expect(drop).to_be_visible()
    expect(his.locator("board-view .ghost")).to_have_count(1)
    his.locator(".moves .line").first.click()
    expect(his.locator(".status")).to_have_text("As it was after 1 move")
    play_elsewhere(hers, place)
    expect(his.locator(".moves li")).to_have_count(4, timeout=PATIENCE)
    expect(his.locator(".status")).not_to_contain_text("As it was")
    expect(his.locator(".told").first).to_be_empty()


def test_a_move_is_planned_by_keys_alone(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio")
    second_round(hers, his)
    keys = Keys(his)
    assert hold_one(his, keys)
    keys.put(his)
    expect(his.get_by_role("button", name="Drop the planned move")).to_be_visible()
    his.keyboard.press("Escape")
    expect(his.get_by_role("button", name="Drop the planned move")).to_have_count(0)


def test_a_planned_move_that_is_gone_is_dropped_with_a_word(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio_rota")
    second_round(hers, his)
    plan(his)
    table = hers.url.rpartition("/")[2]
    taken = his.evaluate("JSON.parse(sessionStorage[Object.keys(sessionStorage)[0]])['1'].premove")
    assert taken["action"] is not None
    x, y = planned_place(his)
    there = [move for move in legal_moves(hers, table) if move.startswith(f"{x},{y}:")]
    act(hers.context, table, do="move", seat=0, move=there[0], at=entries(hers, table), key="k")
    expect(his.locator(".told")).to_contain_text("planned move", timeout=PATIENCE)
    expect(his.locator(".moves li")).to_have_count(3)


def test_a_planned_move_is_made_though_the_page_was_closed_meanwhile(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio_rota")
    second_round(hers, his)
    plan(his)
    table, place = his.url, planned_place(his)
    his.goto("/games")
    play_elsewhere(hers, place)
    his.goto(table)
    expect(his.locator(".moves li")).to_have_count(4, timeout=PATIENCE)
    expect(his.locator(".told").first).to_be_empty()


def test_a_planned_move_that_was_lost_while_the_page_was_closed_is_dropped_with_a_word(
    visitor: Visits,
) -> None:
    hers, his = two_at(visitor, "axio_rota")
    second_round(hers, his)
    plan(his)
    table, (x, y) = hers.url.rpartition("/")[2], planned_place(his)
    his.goto("/games")
    there = [move for move in legal_moves(hers, table) if move.startswith(f"{x},{y}:")]
    act(hers.context, table, do="move", seat=0, move=there[0], at=entries(hers, table), key="k")
    his.goto(hers.url)
    expect(his.locator(".told")).to_have_text(
        "Your planned move is no longer possible.", timeout=PATIENCE
    )
    expect(his.get_by_role("button", name="Drop the planned move")).to_have_count(0)
    expect(his.locator(".moves li")).to_have_count(3)


def planned_place(page: Page) -> tuple[int, int]:
    """Return where a tile is planned to lie, in the game's coordinates."""
    place = page.locator("board-view .ghost").evaluate("(ghost) => ghost.getAttribute('transform')")
    x, y = (int(n) // 100 for n in re.findall(r"-?\d+", place or "")[:2])
    return x, -y


def legal_moves(page: Page, table: str) -> list[str]:
    """Return the legal moves of seat 0."""
    legal = page.context.request.get(f"/api/tables/{table}/legal?seat=0").json()
    return [str(one["move"]) for one in legal]


def play_elsewhere(page: Page, place: tuple[int, int]) -> None:
    """Lay a tile for seat 0 as far from a place as possible, so that nothing changes there."""
    table = page.url.rpartition("/")[2]

    def distance(move: str) -> int:
        x, y = (int(n) for n in move.partition(":")[0].split(","))
        return abs(x - place[0]) + abs(y - place[1])

    move = max(legal_moves(page, table), key=distance)
    act(page.context, table, do="move", seat=0, move=move, at=entries(page, table), key="far")


def entries(page: Page, table: str) -> int:
    """Return the number of entries in a table's log."""
    told: int = page.context.request.get(f"/api/tables/{table}").json()["info"]["number"]
    return told


def test_before_the_roll_nothing_can_be_planned(visitor: Visits) -> None:
    hers, his = two_at(visitor, "anubixx")
    assert wait_for_turn(hers)
    expect(his.locator(".hit.target")).to_have_count(0)


# Leaving


def test_leaving_asks_first(visitor: Visits) -> None:
    hers, _ = two_at(visitor, "axio")
    hers.get_by_role("button", name="Pause: a bot takes over").click()
    hers.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(hers.locator(".status")).to_have_class(re.compile("yours"))


def test_a_rematch_takes_one_click_each(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio")
    hers.get_by_role("button", name="Resign").click()
    hers.get_by_role("dialog").get_by_role("button", name="Resign").click()
    old = hers.url
    for page in (hers, his):
        page.get_by_role("button", name="Play again").first.click()
        expect(page).not_to_have_url(old)
    assert hers.url == his.url
    for page in (hers, his):
        expect(page.locator("button.piece").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_a_phone_shows_all_tracks_with_board_and_hand(visitor: Visits, game: str) -> None:
    context = visitor.context(viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page = open_table(context, sit_down(context, game=game, seats=2, sit=[0, 1], first=0))
    assert wait_for_turn(page)
    for part in (".briefly", "svg.board", ".hand .pieces"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator(".briefly svg")).to_have_count(2)
