"""Whole matches in a real browser: by mouse, by keys and by touch."""

import re

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import Visits
from web.matches import MEANS, WHOLE, begin
from web.playing import Hand, hold_one, play_one, wait_for_turn

# Forms of a move in notation, a text's key and an unfilled blank: none is for people.
NOT_FOR_PEOPLE = re.compile(r"\b[a-k]\d+-[a-k]\d+|\b\w+[._]\w+\b|[{}]")


@pytest.mark.parametrize(("game", "means"), WHOLE)
def test_a_whole_match_in_which_every_wrong_click_is_answered(
    visitor: Visits, game: str, means: str
) -> None:
    hand, table = begin(visitor, game, means)
    refused = 0
    while wait_for_turn(hand.page):
        refused += try_a_wrong_place(hand, refused)
        play_one(hand.page, hand)
    assert refused
    expect(hand.page.locator(".ended h2")).not_to_be_empty()
    record = hand.page.request.get(f"/api/tables/{table}/record").json()
    sw.check_fair(record)


def try_a_wrong_place(hand: Hand, number: int) -> bool:
    """Point where the piece does not fit, and read the answer; False if it fits everywhere."""
    page = hand.page
    if page.locator(".tips button:not(.waits)").is_visible():
        hand.press(page.locator(".tips button:not(.waits)"))
    hold_one(page, hand)
    hand.see_all()
    wrong = page.locator(".hit[aria-disabled=true]")
    if not wrong.count():
        return False
    another = wrong.nth(number * 7 % wrong.count())
    another.evaluate("(one) => one.scrollIntoView({ block: 'center' })")  # below fixed parts
    hand.press(another, disabled=True)
    told = page.locator(".beside .answer span").inner_text()
    assert told.endswith("."), told
    assert not NOT_FOR_PEOPLE.search(told), told
    page.locator(".status").dispatch_event("pointerdown")  # the answer may cover the next place
    expect(page.locator(".beside .answer")).to_have_count(0)
    return True


def test_each_means_plays_a_whole_match() -> None:
    assert {means for _, means in WHOLE} == set(MEANS)
