"""What a table shows and answers: hands, prompts, refusals in place, turning, planning ahead."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import PHONE, Visits
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


def two_at(visitor: Visits, game: str, **terms: object) -> tuple[Page, Page]:
    """Two people at one table; Ada begins."""
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
    """Neither in the status, nor in the log, nor in what a screen reader says."""
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
    his.locator(".hit").first.click(force=True)
    expect(his.locator(".beside .answer")).to_contain_text("Ada")


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
    """Put a piece on a place, to be confirmed; returns the cell."""
    for number in range(page.locator("button.piece").count()):
        hand.take(number)
        if fits(page, hand):
            break
    target = page.locator(".hit.target").first
    cell = str(target.get_attribute("data-cell"))
    target.tap()
    expect(page.locator(".confirm")).to_be_enabled()
    return cell


@pytest.mark.parametrize(("game", "turns"), [("axio", 4), ("axio_hex", 6), ("axio_rota", 4)])
def test_a_piece_turns_where_it_lies(visitor: Visits, game: str, turns: int) -> None:
    """On touch the confirmation stays with the piece, or a sentence says why it can't be so."""
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game=game, seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    hand = Finger(page)
    lay_out(page, hand)
    for _ in range(turns):
        hand.turn()
        if page.locator(".beside .answer").count():  # it can't lie so: the sentence says why
            expect(page.locator(".confirm")).to_have_count(0)
        else:
            expect(page.locator("board-view .ghost")).to_have_count(1)
            expect(page.locator(".confirm")).to_be_enabled()
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
    """Cells of a phone are smaller than a fingertip: the finger chooses where it is let go."""
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
    """Nobody waits for long without a word."""
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


# Ahead of one's turn


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
    assert wait_for_turn(hers)
    plan(his)
    expect(his.locator(".moves li")).to_have_count(0)
    play_one(hers, Hand(hers))
    expect(his.locator(".moves li, .told:not(:empty)").nth(1)).to_be_visible(timeout=PATIENCE)


def test_a_move_is_planned_by_keys_alone(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio")
    assert wait_for_turn(hers)
    keys = Keys(his)
    assert hold_one(his, keys)
    keys.put(his)
    expect(his.get_by_role("button", name="Drop the planned move")).to_be_visible()
    his.keyboard.press("Escape")
    expect(his.get_by_role("button", name="Drop the planned move")).to_have_count(0)


def test_a_planned_move_that_is_gone_is_dropped_with_a_word(visitor: Visits) -> None:
    hers, his = two_at(visitor, "axio_rota")
    assert wait_for_turn(hers)
    plan(his)
    table = hers.url.rpartition("/")[2]
    taken = his.evaluate("JSON.parse(sessionStorage[Object.keys(sessionStorage)[0]])['1'].premove")
    assert taken["action"] is not None
    legal = hers.context.request.get(f"/api/tables/{table}/legal?seat=0").json()
    place = his.locator("board-view .ghost").evaluate("(ghost) => ghost.getAttribute('transform')")
    x, y = (int(n) // 100 for n in re.findall(r"-?\d+", place or "")[:2])
    there = [one["move"] for one in legal if one["move"].startswith(f"{x},{-y}:")]
    act(hers.context, table, do="move", seat=0, move=there[0], at=entries(hers, table), key="k")
    expect(his.locator(".told")).to_contain_text("planned move", timeout=PATIENCE)
    expect(his.locator(".moves li")).to_have_count(1)


def entries(page: Page, table: str) -> int:
    """How many entries a table's log has."""
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
