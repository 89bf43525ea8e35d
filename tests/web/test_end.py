"""The end of a game: the winner, announced to each from their side, and what comes next."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Shelf, Visits
from web.playing import (
    PATIENCE,
    act,
    join,
    let_bots_finish,
    module,
    open_table,
    play_some,
    sit_down,
)

SQUARE = 4  # corners
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def two(visitor: Visits, **options: Any) -> tuple[str, Page, Page, BrowserContext]:
    """Seat Ada and Ben at a table, in the middle of a game; return Ben's browser, too."""
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
    expect(hers.locator(".ended h2")).to_have_text(
        "Ben (guest) resigned: you win!", timeout=PATIENCE
    )
    expect(his.locator(".ended h2")).to_have_text("You resigned. Ada (guest) wins.")
    expect(hers.locator(".decided")).to_contain_text("Ben (guest) resigned")
    watching = visitor.context().new_page()
    watching.goto(f"/table/{table}")
    expect(watching.locator(".ended h2")).to_have_text(
        "Ben (guest) resigned. Ada (guest) wins!", timeout=PATIENCE
    )


def test_only_who_has_won_sees_a_celebration(visitor: Visits) -> None:
    table, hers, his, guest = two(visitor)
    act(guest, table, do="resign", seat=1)
    expect(hers.locator(".falling")).to_be_attached(timeout=PATIENCE)
    expect(his.locator(".ended")).to_be_visible(timeout=PATIENCE)
    expect(his.locator(".falling")).to_have_count(0)
    expect(hers.locator(".falling")).to_have_count(0)  # it ends without help


@pytest.mark.parametrize(("sounds", "tones"), [(True, 3), (False, 0)])
def test_the_end_is_heard_by_who_wants_it(visitor: Visits, *, sounds: bool, tones: int) -> None:
    table, hers, _, guest = two(visitor)
    hers.evaluate(
        """async ([settings, sounds]) => {
            (await import(settings)).change({ sounds });
            window.heard = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) {
                heard += 1;
                start.apply(this, when);
            };
        }""",
        [module(hers, "settings.js"), sounds],
    )
    act(guest, table, do="resign", seat=1)
    expect(hers.locator(".falling")).to_be_attached(timeout=PATIENCE)
    assert hers.evaluate("heard") == tones


def test_what_falls_has_the_symbols_of_the_game(visitor: Visits) -> None:
    """Orange is a square in AXIO, and a hexagon in the other games."""
    table, hers, _, guest = two(visitor)
    act(guest, table, do="resign", seat=1)
    orange = hers.locator(".falling .colour-o").first
    expect(orange).to_be_attached(timeout=PATIENCE)
    assert (orange.get_attribute("d") or "").count("L") == SQUARE - 1


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


@pytest.mark.parametrize("game", ["second_chance", "anubixx"])
def test_the_loser_sees_the_deciding_move_at_the_winners_seat(visitor: Visits, game: str) -> None:
    """Each has a sheet of their own: the large one is not the winner's."""
    host, guest = visitor.context(), visitor.context()
    ranks = [1, 1]
    while ranks == [1, 1]:  # bots may end in a tie
        table = sit_down(host, game=game, seats=2, sit=[0], first=0)
        join(host, guest, table, "Ben")
        act(guest, table, do="leave", seat=1)
        let_bots_finish(host, table)
        ranks = host.request.get(f"/api/tables/{table}").json()["info"]["ranks"]
    winner = ranks.index(1)
    lost = open_table([guest, host][winner], table)
    drawn = lost.locator(f".seats [data-seat='{winner}'] > svg > .decision")
    expect(drawn.locator(".decided-here").first).to_be_visible(timeout=PATIENCE)
    lost.keyboard.press("ArrowLeft")
    expect(lost.locator(".decision")).to_have_count(0)
    lost.keyboard.press("End")
    expect(drawn).to_be_attached()
    won = open_table([host, guest][winner], table)
    expect(won.locator("board-view .decision")).to_be_attached(timeout=PATIENCE)


def let_it_end(context: BrowserContext, table: str) -> None:
    """Let bots play on for both."""
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
    below = hers.locator(".below").bounding_box()
    assert below is not None
    assert board["y"] + board["height"] <= below["y"] + 1  # nothing can be chosen any more


def test_one_click_leads_to_the_next_game(visitor: Visits) -> None:
    table, hers, _, guest = two(visitor)
    act(guest, table, do="resign", seat=1)
    hers.locator(".ended").get_by_role("button", name="Play again").click(timeout=PATIENCE)
    hers.wait_for_url(lambda url: table not in url and "/table/" in url)
    expect(hers.locator(".ended")).to_be_hidden()
