"""Guests at a table: marked as such, with long names, a say in take-backs, a share in chance."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import SMALL_PHONE, Visits
from web.playing import (
    PATIENCE,
    Hand,
    act,
    let_bots_finish,
    open_table,
    play_one,
    sit_down,
    wait_for_turn,
)

LONG, LONGER = "Wolfeschlegelsteinhausenbergerdorffschmi", "W" * 40


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_long_names_fit_on_a_phone_and_guests_are_marked(visitor: Visits) -> None:
    """One joins by the page's form; the game starts at once, though only one has a share."""
    ada, ben = (visitor.context(viewport=SMALL_PHONE) for _ in range(2))
    assert ada.request.post("/api/people", data={"name": LONG}).ok
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    invite = ada.request.get(f"/api/tables/{table}/invite").json()["invite"]
    hers, his = open_table(ada, table), ben.new_page()
    assert width(hers) == SMALL_PHONE["width"]
    his.goto(f"/table/{table}?invite={invite}")
    his.locator("input[name=name]").fill(LONGER)
    his.get_by_role("button", name="Join").click()
    assert wait_for_turn(hers)
    expect(his.locator(".status")).to_contain_text(f"{LONG} (guest)")
    expect(his.locator(".seat.yours .who")).to_have_text(LONGER)  # you know it of yourself
    shares = [
        one["share"] for one in ada.request.get(f"/api/tables/{table}").json()["info"]["sitting"]
    ]
    assert [share is None for share in shares] == [True, False]
    play_one(hers, Hand(hers))
    act(ben, table, do="leave", seat=1)
    assert wait_for_turn(hers)  # a bot has moved
    hers.get_by_role("button", name="Take back").click()
    expect(hers.locator(".told")).to_contain_text("Moves are not taken back without consent")
    expect(hers.locator(".moves li")).to_have_count(2)
    assert width(hers) == width(his) == SMALL_PHONE["width"]
    his.goto(f"/board/{table}")
    expect(his.locator(".status")).to_contain_text(LONG, timeout=PATIENCE)
    assert width(his) == SMALL_PHONE["width"]
    act(ada, table, do="resign", seat=0)
    expect(hers.locator(".box.end table")).to_be_visible(timeout=PATIENCE)
    assert width(hers) == SMALL_PHONE["width"]


def test_a_browser_has_its_share_in_chance_on_plain_http_too(visitor: Visits) -> None:
    context = visitor.context()
    context.add_init_script("delete Crypto.prototype.subtle")  # as away from HTTPS and localhost
    table = sit_down(visitor.context(), game="axio", seats=1, sit=[], listed=True)
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.locator("input[name=name]").fill("Ben")
    page.get_by_role("button", name="Join").click()
    assert wait_for_turn(page)
    let_bots_finish(context, table)
    page.get_by_text("Was chance fair?").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".fair")).to_contain_text("✓ A random number from your browser was used.")
    expect(page.locator(".fair")).not_to_contain_text("✗")
