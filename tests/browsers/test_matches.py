"""Whole matches in a real browser: by mouse, by keys and with a finger."""

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import Visits
from web.matches import MEANS, WHOLE, begin
from web.playing import play_one, wait_for_turn


@pytest.mark.parametrize(("game", "means"), WHOLE)
def test_a_whole_match(visitor: Visits, game: str, means: str) -> None:
    hand, table = begin(visitor, game, means)
    while wait_for_turn(hand.page):
        play_one(hand.page, hand)
    expect(hand.page.locator(".ended h2")).not_to_be_empty()
    record = hand.page.request.get(f"/api/tables/{table}/record").json()
    sw.check_fair(record)


def test_each_means_plays_a_whole_match() -> None:
    assert {means for _, means in WHOLE} == set(MEANS)
