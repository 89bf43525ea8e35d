"""Anubixx on the page: stones are clicked, a turn is laid out in pencil, and dice roll."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import PHONE, Visits
from web.playing import PATIENCE, open_table, sit_down, wait_for_turn

SIZES = """() => [...document.querySelectorAll('.hit')].map((hit) => {
    const { width, height } = hit.getBoundingClientRect();
    return Math.min(width, height);
})"""
ROLLS = "() => document.getAnimations().some(({ effect }) => effect.target?.matches?.('.thrown'))"
LOWEST = 6  # stones in the pyramid's first level, which can always be crossed


def begin(visitor: Visits, **options: object) -> Page:
    """Ada's turn, with all stones free."""
    context = visitor.context(**options)
    table = sit_down(context, game="anubixx", seats=2, sit=[0], first=0, bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    return page


def cross(page: Page, stone: int) -> None:
    """Lay out a cross, paid for in the first way that there is."""
    page.locator(f".hit[data-cell='{stone}']").click(force=True)
    if page.locator(".way").count():
        page.locator(".way").first.click()


def test_every_target_is_as_large_as_a_finger_on_a_phone(visitor: Visits) -> None:
    page = begin(visitor, viewport=PHONE, has_touch=True, is_mobile=True)
    assert min(page.evaluate(SIZES)) >= 44


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


def test_a_stone_without_support_is_answered_beside_it(visitor: Visits) -> None:
    page = begin(visitor)
    page.locator(".hit[data-cell='20']").click(force=True)
    expect(page.locator(".beside .answer")).not_to_be_empty()
    expect(page.locator(".beside .rule")).to_have_attribute("href", "/rules/anubixx#no_support")


def test_dice_roll_when_a_round_begins(visitor: Visits) -> None:
    page = begin(visitor)
    page.locator(".plain").click()
    page.wait_for_function(ROLLS, timeout=PATIENCE)


def test_dice_lie_still_where_nothing_is_to_move(visitor: Visits) -> None:
    page = begin(visitor, reduced_motion="reduce")
    page.locator(".plain").click()
    expect(page.locator(".moves")).to_contain_text("You end the turn", timeout=PATIENCE)
    assert wait_for_turn(page)
    assert not page.evaluate(ROLLS)
