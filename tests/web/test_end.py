"""The end of a game: who won, said to each as it is for them, and what comes next."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Shelf, Visits
from web.playing import PATIENCE, act, join, let_bots_finish, open_table, play_some, sit_down

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def two(visitor: Visits, **options: Any) -> tuple[str, Page, Page, BrowserContext]:
    """Ada and Ben at a table, in the middle of a game, and Ben's browser."""
    host, guest = visitor.context(**options), visitor.context(**options)
    table = sit_down(host, game="axio", seats=2, sit=[0], first=0)
    join(host, guest, table, "Ben")
    hers, his = open_table(host, table), open_table(guest, table)
    expect(hers.locator(".status.yours")).to_be_visible(timeout=PATIENCE)
    return table, hers, his, guest


def test_the_end_is_told_to_each_as_it_is_for_them(visitor: Visits) -> None:
    table, hers, his, guest = two(visitor)
    expect(hers.locator(".ended")).to_be_hidden()
    act(guest, table, do="resign", seat=1)
    expect(hers.locator(".ended h2")).to_have_text("Ben resigned: you win!", timeout=PATIENCE)
    expect(his.locator(".ended h2")).to_have_text("You resigned. Victory for Ada.")
    expect(hers.locator(".decided")).to_contain_text("Ben resigned")
    watching = visitor.context().new_page()
    watching.goto(f"/table/{table}")
    expect(watching.locator(".ended h2")).to_have_text("Ben resigned. Ada wins!", timeout=PATIENCE)


def test_only_who_has_won_sees_a_celebration(visitor: Visits) -> None:
    table, hers, his, guest = two(visitor)
    act(guest, table, do="resign", seat=1)
    expect(hers.locator(".falling")).to_be_attached(timeout=PATIENCE)
    expect(his.locator(".ended")).to_be_visible(timeout=PATIENCE)
    expect(his.locator(".falling")).to_have_count(0)
    expect(hers.locator(".falling")).to_have_count(0)  # it ends by itself


def test_nothing_falls_where_nothing_is_to_move(visitor: Visits) -> None:
    table, hers, _, guest = two(visitor, reduced_motion="reduce")
    hers.evaluate(
        """() => {
            window.fell = false;
            new MutationObserver(() => (window.fell ||= !!document.querySelector('.falling')))
                .observe(document.body, { childList: true });
        }"""
    )
    act(guest, table, do="resign", seat=1)
    expect(hers.locator(".ended")).to_be_visible(timeout=PATIENCE)
    assert hers.evaluate("window.fell") is False


def test_an_old_end_is_told_without_a_celebration(visitor: Visits, shelf: Shelf) -> None:
    page = open_table(visitor.context(storage_state=shelf.owner), shelf.end("axio"))
    expect(page.locator(".ended")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".falling")).to_have_count(0)


def test_the_score_sheet_marks_the_colours_that_count(visitor: Visits, shelf: Shelf) -> None:
    context = visitor.context(storage_state=shelf.owner)
    table = shelf.end("axio")
    info = context.request.get(f"/api/tables/{table}").json()["info"]
    page = open_table(context, table)
    expect(page.locator(".end mark").first).to_be_visible(timeout=PATIENCE)
    marked = {int(text) for text in page.locator(".end mark").all_inner_texts()}
    assert marked == set(info["results"])


def test_the_deciding_move_is_drawn_while_the_end_is_looked_at(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0, 1], first=0)
    play_some(context, table, 8)
    let_it_end(context, table)
    page = open_table(context, table)
    expect(page.locator("board-view .decision")).to_be_attached(timeout=PATIENCE)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("board-view .decision")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("board-view .decision")).to_be_attached()


def let_it_end(context: BrowserContext, table: str) -> None:
    """Bots play on for both."""
    act(context, table, do="leave", seat=1)
    let_bots_finish(context, table)


def test_on_a_phone_the_end_is_seen_at_once_and_covers_nothing(visitor: Visits) -> None:
    table, hers, _, guest = two(visitor, **PHONE)
    hers.mouse.wheel(0, 2000)
    act(guest, table, do="resign", seat=1)
    banner = hers.locator(".ended")
    expect(banner).to_be_visible(timeout=PATIENCE)
    expect(banner).to_be_in_viewport(ratio=0.99)
    box, board = banner.bounding_box(), hers.locator("svg.board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] + box["height"] <= board["y"]


def test_one_click_leads_to_the_next_game(visitor: Visits) -> None:
    table, hers, _, guest = two(visitor)
    act(guest, table, do="resign", seat=1)
    hers.locator(".ended").get_by_role("button", name="Play again").click(timeout=PATIENCE)
    hers.wait_for_url(lambda url: table not in url and "/table/" in url)
    expect(hers.locator(".ended")).to_be_hidden()
