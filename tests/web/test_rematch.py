"""Playing again: one player asks first, and the other is told on any page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import Visits
from web.playing import PATIENCE, act, join, open_table, sit_down


def finished(visitor: Visits) -> tuple[str, Page, Page]:
    """Seat Ada and Ben at a table whose game is over."""
    host, guest = visitor.context(), visitor.context()
    table = sit_down(host, game="axio", seats=2, sit=[0], first=0)
    join(host, guest, table, "Ben")
    hers, his = open_table(host, table), open_table(guest, table)
    act(host, table, do="resign", seat=0)
    for page in (hers, his):
        expect(page.locator(".ended h2")).to_be_visible(timeout=PATIENCE)
    return table, hers, his


def test_who_asks_first_waits_for_the_other_and_for_nobody_else(visitor: Visits) -> None:
    table, hers, his = finished(visitor)
    hers.locator(".ended").get_by_role("button", name="Play again").click()
    expect(hers).not_to_have_url(f"/table/{table}", timeout=PATIENCE)
    expect(hers.locator(".status")).to_have_text("Waiting for Ben (guest)", timeout=PATIENCE)
    expect(hers.locator(".seats")).to_contain_text("reserved for Ben (guest)")
    expect(hers.locator(".invite")).to_have_count(0)
    expect(hers.get_by_role("button", name="Add a bot")).to_have_count(0)
    expect(his.locator(".ended")).to_contain_text("Ada (guest) would like to play again.")
    expect(his.locator(".ended .asked")).to_be_in_viewport()
    his.locator(".ended").get_by_role("button", name="Play again").click()
    for page in (hers, his):
        expect(page.locator("button.piece").first).to_be_visible(timeout=PATIENCE)
    assert hers.url == his.url


def test_who_has_left_finds_the_others_waiting_at_home(visitor: Visits) -> None:
    _, hers, his = finished(visitor)
    hers.locator(".ended").get_by_role("button", name="Play again").click()
    expect(hers.locator(".status")).to_have_text("Waiting for Ben (guest)", timeout=PATIENCE)
    his.goto("/")
    expect(his.locator(".hello")).to_contain_text("Your seat is waiting at one table.")
    row = his.locator(".own .your-turn")
    expect(row).to_contain_text("Your seat is waiting")
    expect(his.locator("section.open")).not_to_contain_text("AXIO")
    row.get_by_role("link").click()
    expect(his.locator("aside.side")).to_contain_text("Ada (guest) would like to play again.")
    expect(his.locator(".status")).to_have_text("Your seat is waiting")
    his.locator("aside.side").get_by_role("button", name="Play again").click()
    for page in (hers, his):
        expect(page.locator("button.piece").first).to_be_visible(timeout=PATIENCE)
    assert hers.url == his.url
