"""The page in a real browser: whole matches by mouse, by keys and with a finger, and more."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import PHONE, Visits
from web.playing import PATIENCE, Finger, Hand, Keys, open_table, play_one, sit_down, wait_for_turn

GAMES = sw.games()


def play_to_the_end(visitor: Visits, game: str, kind: type[Hand], **options: Any) -> None:
    context = visitor.context(**options)
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"})
    page = open_table(context, table)
    hand = kind(page)
    while wait_for_turn(page):
        play_one(page, hand)
    expect(page.locator(".box.end h2")).not_to_be_empty()
    record = context.request.get(f"/api/tables/{table}/record").json()
    sw.check_fair(record)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_mouse(visitor: Visits, game: str) -> None:
    play_to_the_end(visitor, game, Hand)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_keyboard_alone(visitor: Visits, game: str) -> None:
    play_to_the_end(visitor, game, Keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_a_phone(visitor: Visits, game: str) -> None:
    play_to_the_end(visitor, game, Finger, viewport=PHONE, has_touch=True, is_mobile=True)


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
    for _ in range(4):
        acting = page if page.locator(".status.yours").count() else guest
        wait_for_turn(acting)
        play_one(acting, Hand(acting))
        expect(page.locator(".moves li")).to_have_count(
            guest.locator(".moves li").count(), timeout=PATIENCE
        )
