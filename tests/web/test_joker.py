"""A tile with an empty corner: one piece in the hand; its colour is chosen beside the place."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Visits
from web.playing import open_table, play_some, sit_down, wait_for_turn

PURPLE = re.compile("^purple", re.IGNORECASE)  # others may add to it


def holding_a_joker(context: BrowserContext) -> Page:
    """Set up a solo game whose tile has an empty corner."""
    table = sit_down(context, game="axio_rota", seats=1, sit=[0])
    while "_" not in context.request.get(f"/api/tables/{table}/view?seat=0").json()["hands"][0]:
        play_some(context, table, 1)
    page = open_table(context, table)
    assert wait_for_turn(page)
    return page


def lay_where_it_meets_others(page: Page) -> None:
    """Turn the tile on a place until its empty corner touches a tile."""
    place = page.locator(".hit.target").first
    place.hover()
    expect(page.locator(".ghost")).to_have_count(1)
    for _ in range(3):  # two of the four corners meet others
        if page.locator(".ghost .named").count():
            break
        page.keyboard.press("r")
    place.click()


def test_a_joker_is_one_tile_and_its_colour_is_chosen_beside_the_place(visitor: Visits) -> None:
    context = visitor.context()
    page = holding_a_joker(context)
    expect(page.locator(".hand button.piece")).to_have_count(1)
    tiles = page.locator("board-view .tile:not(.ghost *)")
    lying = tiles.count()
    lay_where_it_meets_others(page)
    expect(page.locator(".ways p")).to_have_text("Which colour should the joker be?")
    expect(page.locator(".way")).to_have_count(5)
    page.locator(".way", has_text=PURPLE).first.hover()
    expect(page.locator(".ghost .named.colour-p")).to_have_count(1)
    page.locator(".way", has_text=PURPLE).first.click()
    expect(tiles).to_have_count(lying + 1)
    expect(page.locator("board-view .named")).to_have_count(0)


def test_a_place_that_touches_by_a_corner_alone_is_answered_with_the_rule(visitor: Visits) -> None:
    page = holding_a_joker(visitor.context())
    page.locator("[data-cell]").first.click(force=True)
    expect(page.locator(".answer")).to_contain_text("touching by a corner is not enough")
    expect(page.locator(".answer a")).to_have_attribute("href", "/rules/axio_rota#not_beside")
    expect(page.locator(".ghost.wrong")).to_have_count(1)
