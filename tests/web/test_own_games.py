"""My games, and my name: running games, finished games, and the name they belong to."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Visits
from web.playing import PATIENCE, act, join, let_bots_finish, open_table, sit_down

PAGE = 20  # tables that are listed at once


def games(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/games")
    expect(page.get_by_role("heading", level=1, name="My games")).to_be_visible(timeout=PATIENCE)
    return page


# My games


def test_somebody_new_is_led_to_the_games(visitor: Visits) -> None:
    page = games(visitor.context())
    page.get_by_role("link", name="To the games").click()
    expect(page.locator(".card").first).to_be_visible(timeout=PATIENCE)


def test_running_games_are_listed_those_first_that_wait_for_me(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    mine = sit_down(ada, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    bens = sit_down(ada, game="axio_hex", seats=2, sit=[0], first=1)
    join(ada, ben, bens, "Ben")
    sit_down(ada, game="second_chance", seats=3, sit=[0, 1])
    page = games(ada)
    rows = page.locator(".running li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text(re.compile("AXIO.*against Random.*Your turn"))
    expect(rows.filter(has_text="Axio on hexagons")).to_contain_text("Ben (guest) to move")
    expect(rows.filter(has_text="Second Chance")).to_contain_text("1 seat left")
    expect(page.locator(".finished")).to_contain_text("No game finished yet")
    rows.nth(0).get_by_role("link").click()
    page.wait_for_url(f"**/table/{mine}")


def test_finished_games_tell_how_they_ended_and_are_replayed(visitor: Visits) -> None:
    ada = visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], bots={"1": "zufall"})
    let_bots_finish(ada, table)
    view = ada.request.get(f"/api/tables/{table}/view").json()
    own, other = (min(view["tracks"][seat]) for seat in (0, 1))
    page = games(ada)
    row = page.locator(".finished li")
    expect(row).to_contain_text("against Random")
    expect(row).to_contain_text(
        re.compile(f"You win, {own} to {other}|wins, {other} to {own}|{own} to {other}, and|share")
    )
    expect(row).to_contain_text(re.compile("minute.*second"))
    row.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/replay/{table}")
    expect(page.locator("svg.board")).to_be_visible(timeout=PATIENCE)


def test_who_resigned_reads_so(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    act(ada, table, do="resign", seat=0)
    expect(games(ada).locator(".finished li")).to_contain_text("You resigned")
    expect(games(ben).locator(".finished li")).to_contain_text("you win")


def test_a_long_list_grows_by_a_button(visitor: Visits) -> None:
    ada = visitor.context()
    for _ in range(PAGE + 2):
        sit_down(ada, game="axio", seats=2, sit=[0])
    page = games(ada)
    rows = page.locator(".running li")
    expect(rows).to_have_count(PAGE)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(PAGE + 2)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".own li")).to_have_count(4, timeout=PATIENCE)
    page.get_by_role("link", name="All my games").click()
    expect(rows).to_have_count(PAGE)


# My name


def account(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main h2").first).to_be_visible(timeout=PATIENCE)
    return page


def test_a_guest_changes_the_name_at_once_everywhere(visitor: Visits) -> None:
    ada = visitor.context()
    table = open_table(ada, sit_down(ada, game="axio", seats=2, sit=[0]))
    page = account(ada)
    page.get_by_label("Name", exact=True).fill("Countess Ada")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("heading", name="You are Countess Ada")).to_be_visible()
    expect(table.locator(".seats")).to_contain_text("Countess Ada", timeout=PATIENCE)


def test_home_calls_a_guest_as_they_say(visitor: Visits) -> None:
    context = visitor.context()
    sit_down(visitor.context(), game="axio", sit=[0, 1])  # so that the server has prepared it
    page = context.new_page()
    page.goto("/")
    field = page.get_by_label("Your name at the table")
    field.fill("Cleo", timeout=PATIENCE)
    page.get_by_role("button", name="Play AXIO", exact=True).last.click()
    page.wait_for_url("**/table/*")
    assert context.request.get("/api/me").json()["name"] == "Cleo"


def test_a_guest_is_warned_before_the_games_are_lost(visitor: Visits) -> None:
    ada = visitor.context()
    sit_down(ada, game="axio", seats=2, sit=[0])
    page = account(ada)
    page.get_by_role("button", name="Delete guest account").click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("without a password there is no way back")
    window.get_by_role("button", name="Cancel").click()
    assert ada.request.get("/api/me").json()["name"] == "Ada"
    page.get_by_role("button", name="Delete guest account").click()
    window.get_by_role("button", name="Delete guest account").click()
    expect(page.get_by_role("heading", name="What is your name?")).to_be_visible()
    expect(page.get_by_role("button", name="Delete guest account")).to_have_count(0)


def test_a_guest_is_warned_before_another_account_is_used(visitor: Visits) -> None:
    ada = visitor.context()
    sit_down(ada, game="axio", seats=2, sit=[0])
    page = account(ada)
    page.get_by_text("I already have an account").click()
    page.get_by_label("Account name").fill("Somebody")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_contain_text("will be lost")
    page.keyboard.press("Escape")
    assert ada.request.get("/api/me").json()["name"] == "Ada"


def test_who_is_signed_in_sees_only_what_makes_sense(visitor: Visits) -> None:
    ada = visitor.context()
    assert ada.request.post("/api/people", data={"name": "Ada"}).ok
    kept = {"name": "Ada of My games", "password": "correct horse"}
    assert ada.request.put("/api/me/password", data=kept).ok
    page = account(ada)
    expect(page.get_by_role("heading", name="You are Ada of My games")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    for missing in ("Sign in", "Change name", "Delete guest account"):
        expect(page.get_by_role("button", name=missing)).to_have_count(0)
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator(".done")).to_have_text("You are signed out.")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


def test_notation_is_for_who_asks_for_it(visitor: Visits) -> None:
    page = account(visitor.context())
    switch = page.get_by_label("Show notation (for experts)")
    expect(switch).not_to_be_checked()
    switch.check()
    page.reload()
    expect(switch).to_be_checked(timeout=PATIENCE)
