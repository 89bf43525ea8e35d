"""Anubixx on the page: stones are clicked, a turn is laid out in pencil, and dice roll."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import SMALL_PHONE, Visits
from web.playing import PATIENCE, open_table, sit_down, wait_for_turn

ROLLS = "() => document.getAnimations().some(({ effect }) => effect.target?.matches?.('.thrown'))"
LOWEST = 6  # stones in the pyramid's first level, which can always be crossed


def begin(visitor: Visits, **options: object) -> Page:
    """Set up Ada's turn, with all stones free."""
    context = visitor.context(**options)
    table = sit_down(context, game="anubixx", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    return page


def cross(page: Page, stone: int) -> None:
    """Lay out a cross, paid for in the first possible way."""
    page.locator(f".hit[data-cell='{stone}']").click(force=True)
    if page.locator(".way").count():
        page.locator(".way").first.click()


def test_a_phone_shows_dice_sheet_and_buttons_at_once(visitor: Visits) -> None:
    page = begin(visitor, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    cross(page, 0)
    page.locator(".confirm").tap()
    expect(page.locator(".confirm")).to_have_count(0)
    assert wait_for_turn(page)
    expect(page.locator(".plain")).to_be_in_viewport(ratio=1)
    expect(page.locator("svg.board .well")).to_be_in_viewport(ratio=1)
    sheet, below = page.locator("svg.board .sheet"), page.locator(".below")
    low, high = sheet.bounding_box(), below.bounding_box()
    assert low
    assert high
    assert low["y"] >= 0
    assert low["y"] + low["height"] <= high["y"] + 8  # where it fades


def test_a_tap_on_a_bonus_says_what_it_needs(visitor: Visits) -> None:
    page = begin(visitor, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page.get_by_label("Bonus scarab: 3 points once you have crossed off all 3").tap(force=True)
    expect(page.locator(".beside .answer")).to_contain_text("So far: 0")


def test_stones_glow_at_once_and_a_die_shows_what_it_can_pay_for(visitor: Visits) -> None:
    page = begin(visitor)
    glowing = page.locator(".hit.target").count()
    assert glowing >= LOWEST
    page.get_by_label("die, ").first.click()
    assert 0 < page.locator(".hit.target").count() < glowing


def test_a_cross_is_laid_out_taken_back_and_made(visitor: Visits) -> None:
    page = begin(visitor)
    cross(page, 0)
    expect(page.locator(".board .pencil").first).to_be_visible()
    page.locator(".hit[data-cell='0']").click(force=True)
    expect(page.locator(".board .pencil")).to_have_count(0)
    cross(page, 1)
    cross(page, 2)
    page.locator(".confirm").click()
    expect(page.locator(".board .crossed")).to_have_count(2, timeout=PATIENCE)


def test_a_refused_tap_does_not_keep_a_turn_from_ending(visitor: Visits) -> None:
    page = begin(visitor, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    cross(page, 0)
    cross(page, 1)
    page.locator(".hit[data-cell='2']").tap(force=True)
    expect(page.locator(".beside .answer")).not_to_be_empty()
    page.locator(".confirm").tap()
    expect(page.locator(".board .crossed")).to_have_count(2, timeout=PATIENCE)


def test_the_coach_has_no_empty_card_once_a_cross_is_planned(visitor: Visits) -> None:
    """The advice before the first cross is out of date then; the board stays where it is."""
    page = begin(visitor, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Call the coach").tap()
    coach, board = page.locator(".coach"), page.locator("svg.board")
    expect(coach).to_contain_text("My tip: ")
    page.evaluate("scrollTo(0, 0)")
    place = board.bounding_box()
    cross(page, 0)
    expect(page.locator(".board .pencil").first).to_be_visible()
    expect(coach).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    assert board.bounding_box() == place
    page.locator(".hit[data-cell='0']").tap(force=True)
    expect(coach).to_be_visible()


def test_the_best_way_to_pay_is_nearest_to_the_thumb_and_no_slip_chooses(visitor: Visits) -> None:
    page = begin(visitor, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page.evaluate(
        """() => document.addEventListener("click", () => {
            const way = document.querySelector(".way");
            window.slip ??= way && getComputedStyle(way).pointerEvents;
        })"""
    )
    ways = page.locator(".way")
    for stone in range(LOWEST):
        page.locator(f".hit[data-cell='{stone}']").tap(force=True)
        if ways.count() > 1:
            break
    page.wait_for_function("() => window.slip === 'none'")  # the last tap's click may come later
    places = [box["y"] for way in ways.all() if (box := way.bounding_box())]
    assert len(places) > 1
    assert places == sorted(places, reverse=True)
    ways.first.tap()  # waits until it can be tapped
    expect(ways).to_have_count(0)


def test_a_stone_without_support_is_answered_beside_it(visitor: Visits) -> None:
    page = begin(visitor)
    page.locator(".hit[data-cell='20']").click(force=True)
    expect(page.locator(".beside .answer")).not_to_be_empty()
    expect(page.locator(".beside .rule")).to_have_attribute("href", "/rules/anubixx#no_support")


def test_dice_roll_when_a_round_begins(visitor: Visits) -> None:
    page = begin(visitor)
    page.locator(".plain").click()
    page.get_by_role("dialog").get_by_role("button", name="End turn").click()
    page.wait_for_function(ROLLS, timeout=PATIENCE)


def test_dice_lie_still_where_nothing_is_to_move(visitor: Visits) -> None:
    page = begin(visitor, reduced_motion="reduce")
    page.locator(".plain").click()
    page.get_by_role("dialog").get_by_role("button", name="End turn").click()
    expect(page.locator(".moves")).to_contain_text("You end the turn", timeout=PATIENCE)
    assert wait_for_turn(page)
    assert not page.evaluate(ROLLS)
