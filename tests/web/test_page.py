"""The page in a real browser: moves by mouse, by keys and by touch, and more.

Whole matches: tests/browsers.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from wait import wait_until
from web.conftest import Visits
from web.matches import SHORT, begin
from web.playing import PATIENCE, Hand, open_table, play_one, sit_down, wait_for_turn

FEW = 3  # moves, enough to show that pieces are taken, turned and laid


@pytest.mark.parametrize(("game", "means"), SHORT)
def test_some_moves(visitor: Visits, game: str, means: str) -> None:
    hand, _ = begin(visitor, game, means)
    for _ in range(FEW):
        assert wait_for_turn(hand.page)
        play_one(hand.page, hand)


def test_two_clicks_from_home_to_a_game(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    page.locator("[data-game=axio] .start button.main").click()
    expect(page.locator(".status")).not_to_be_empty(timeout=PATIENCE)
    assert "/table/" in page.url


def test_two_browsers_by_link(visitor: Visits) -> None:
    host = visitor.context()
    table = sit_down(host, game="axio_rota", seats=2, sit=[0])
    page = open_table(host, table)
    link = page.get_by_label("Invitation link")
    page.wait_for_function(
        "() => document.querySelector('.invite input').value.includes('invite=')"
    )
    guest = visitor.context().new_page()
    guest.goto(link.input_value())
    guest.get_by_label("Name").fill("Ben")
    guest.get_by_role("button", name="Join").click()
    for one in (page, guest):
        expect(one.locator(".seats")).to_contain_text("Ben", timeout=PATIENCE)
    for made in range(4):
        acting = wait_until(lambda: whose_turn(page, guest), "it is somebody's turn")
        assert acting
        wait_for_turn(acting)
        play_one(acting, Hand(acting))
        for one in (page, guest):
            expect(one.locator(".moves li")).to_have_count(made + 1, timeout=PATIENCE)


def whose_turn(*pages: Page) -> Page | None:
    return next((page for page in pages if page.locator(".status.yours").count()), None)


def at_a_swap(context: BrowserContext) -> str:
    """Set up a table with both seats for one person, played until a swap is offered."""
    luck = random.Random(1)
    while True:
        table = sit_down(context, game="axio_hex", seats=2, sit=[0, 1], first=0)
        at = f"/api/tables/{table}"
        while to_act := context.request.get(f"{at}/view").json()["to_act"]:
            seat = to_act[0]
            legal = context.request.get(f"{at}/legal?seat={seat}").json()
            moves = [one["move"] for one in legal]
            if "swap" in moves:
                return table
            number = context.request.get(at).json()["info"]["number"]
            act = {"do": "move", "seat": seat, "at": number, "key": str(number)}
            context.request.post(f"{at}/acts", data=act | {"move": luck.choice(moves)})


def test_the_swap_is_a_button_where_it_is_allowed(visitor: Visits) -> None:
    """HX-16."""
    context = visitor.context()
    placing = open_table(context, sit_down(context, game="axio_hex", seats=2, sit=[0, 1]))
    wait_for_turn(placing)
    expect(placing.get_by_role("button", name="Swap hand")).to_have_count(0)
    page = open_table(context, at_a_swap(context))
    expect(page.get_by_role("button", name="Keep hand")).to_be_visible()
    page.get_by_role("button", name="Swap hand").click()
    expect(page.locator(".moves li").last).to_contain_text("swaps the hand", timeout=PATIENCE)
