"""Moves are animated, and the end shows how it was decided."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Page, expect

import spielwerk as sw
from web.conftest import Visits
from web.playing import PATIENCE, Hand, module, open_table, play_one, sit_down, wait_for_turn
from web.test_layout import sit_on_device

# Records every number that pops up, every piece that arrives, and every marker that moves.
WATCH = """() => {
    window.seen = { points: [], pieces: 0, markers: 0 };
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
            for (const node of addedNodes) {
                if (!(node instanceof Element)) continue;
                const badge = node.matches('.motion > .pop') && node.querySelector('.badge text');
                if (badge) window.seen.points.push(badge.textContent);
                if (node.matches('.arriving')) window.seen.pieces += 1;
                window.seen.markers += node.querySelectorAll('.yet').length;
            }
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""


def best_move(request: APIRequestContext, table: str, seat: int) -> dict[str, Any]:
    """Return the move that changes the scoreboard most."""
    legal = request.get(f"/api/tables/{table}/legal?seat={seat}").json()
    best: dict[str, Any] = max(legal, key=lambda one: sum(map(abs, one["points"])))
    return best


def play(request: APIRequestContext, table: str, seat: int, move: str) -> None:
    number = request.get(f"/api/tables/{table}").json()["info"]["number"]
    act = {"do": "move", "seat": seat, "at": number, "key": f"{seat}/{number}", "move": move}
    done = request.post(f"/api/tables/{table}/acts", data=act)
    assert done.ok, done.text()


def two_at_a_table(visitor: Visits, game: str, **options: Any) -> tuple[Page, str, Any]:
    """Seat Ada at her page, and Ben on another device, who begins."""
    ada, ben = visitor.context(**options), visitor.context()
    table = sit_down(ada, game=game, seats=2, sit=[0], first=1)
    page = open_table(ada, table)
    invite = ada.request.get(f"/api/tables/{table}/invite").json()["invite"]
    assert ben.request.post("/api/people", data={"name": "Ben"}).ok
    assert ben.request.post(f"/api/tables/{table}/acts", data={"do": "sit", "invite": invite}).ok
    expect(page.locator(".seats")).to_contain_text("Ben", timeout=PATIENCE)
    page.evaluate(WATCH)
    return page, table, ben.request


def seen_points(page: Page, request: APIRequestContext, table: str) -> None:
    """Wait until the page has shown what the latest ply earned, by the server's account."""
    ply = len(request.get(f"/api/tables/{table}/view").json()["moves"]) - 1
    lines = request.get(f"/api/tables/{table}/lines?ply={ply}").json()["lines"]
    assert lines
    page.wait_for_function("n => window.seen.points.length >= n", arg=len(lines), timeout=PATIENCE)
    shown = [abs(int(re.sub("[^0-9]", "", text))) for text in page.evaluate("seen.points")]
    assert sorted(shown) == sorted(abs(line["points"]) for line in lines)


@pytest.mark.parametrize("game", sw.games())
def test_an_opponents_move_comes_and_its_points_pop(visitor: Visits, game: str) -> None:
    page, table, ben = two_at_a_table(visitor, game)
    play(ben, table, 1, best_move(ben, table, 1)["move"])
    seen_points(page, ben, table)
    assert page.evaluate("seen.pieces") == 1
    if game.startswith("axio"):
        assert page.evaluate("seen.markers") >= 1
    expect(page.locator(".motion")).to_have_count(0)  # and then it is over


def test_who_wants_no_motion_sees_the_points_all_the_same(visitor: Visits) -> None:
    page, table, ben = two_at_a_table(visitor, "axio_hex", reduced_motion="reduce")
    play(ben, table, 1, best_move(ben, table, 1)["move"])
    seen_points(page, ben, table)
    assert page.evaluate("seen.pieces") == 0


def test_one_can_go_on_while_something_moves(visitor: Visits) -> None:
    """Another move ends the current animation."""
    page, table, ben = two_at_a_table(visitor, "second_chance")
    play(ben, table, 1, best_move(ben, table, 1)["move"])
    page.wait_for_function("() => window.seen.pieces === 1", timeout=PATIENCE)
    play(page.context.request, table, 0, best_move(page.context.request, table, 0)["move"])
    expect(page.locator(".moves li")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".motion")).to_have_count(0, timeout=PATIENCE)


def test_a_click_counts_while_a_piece_comes(visitor: Visits) -> None:
    page, table, ben = two_at_a_table(visitor, "axio_rota")
    page.evaluate(
        "async (settings) => (await import(settings)).change({ motion: 'calm' })",
        module(page, "settings.js"),
    )
    play(ben, table, 1, best_move(ben, table, 1)["move"])
    assert wait_for_turn(page)
    Hand(page).take(0)
    page.locator(".hit.target").first.hover()
    page.mouse.down()
    expect(page.locator(".arriving")).to_have_count(0)  # it has landed meanwhile
    page.mouse.up()
    expect(page.locator(".moves li")).to_have_count(2, timeout=PATIENCE)


# The end


def ended(context: BrowserContext, game: str) -> str:
    """Return a game that one person has played on both seats."""
    table = sit_down(context, game=game, seats=2, sit=[0, 1])
    play_on(context, table)
    return table


def play_on(context: BrowserContext, table: str) -> None:
    """Play until it is over."""
    while to_act := context.request.get(f"/api/tables/{table}/view").json()["to_act"]:
        move = best_move(context.request, table, to_act[0])["move"]
        play(context.request, table, to_act[0], move)


def test_the_end_tells_what_decided_and_that_chance_was_fair(visitor: Visits) -> None:
    context = visitor.context()
    table = ended(context, "axio_rota")
    steps = context.request.get(f"/api/tables/{table}/end").json()
    page = open_table(context, table)
    expect(page.locator(".decided li")).to_have_count(len(steps), timeout=PATIENCE)
    first = page.locator(".decided li").first
    expect(first).to_contain_text("The lowest colour")
    for seat, value in enumerate(steps[0]["values"]):
        expect(first).to_contain_text(f"Ada ({seat + 1}) {value}")
    page.get_by_text("Was chance fair?").click()
    page.get_by_role("button", name="Check").click()
    checks = page.locator(".checks")
    expect(checks).to_contain_text("✓ Verified", timeout=PATIENCE)
    expect(checks).to_contain_text("✓ Recomputed by your browser")
    told = context.request.get(f"/api/tables/{table}/fair").json()
    for value in (told["seed"], told["commitment"]):
        expect(page.locator(".fair")).to_contain_text(value)
    expect(page.get_by_role("link", name="Replay").last).to_have_attribute(
        "href", f"/replay/{table}"
    )


@pytest.mark.parametrize("other", [False, True])
def test_the_browser_remembers_what_was_promised(visitor: Visits, other: bool) -> None:
    """Also if the page was closed meanwhile; a different commitment is noticed."""
    context = visitor.context()
    table = sit_down(context, game="axio_rota", seats=2, sit=[0, 1])
    page = open_table(context, table)
    assert wait_for_turn(page)
    if other:
        told = context.request.get(f"/api/tables/{table}/view").json()["commitment"]
        change = (
            "([told, as]) => localStorage.setItem(as, localStorage.getItem(as).replace(told, 'x'))"
        )
        page.evaluate(change, [told, "spielwerk.promises"])
    page.close()
    play_on(context, table)
    page = open_table(context, table)
    page.get_by_text("Was chance fair?").click()
    page.get_by_role("button", name="Check").click()
    said = "✗ Another checksum" if other else "✓ Your browser saw this checksum"
    expect(page.locator(".checks")).to_contain_text(said, timeout=PATIENCE)


def test_who_gave_up_comes_last_and_nothing_can_be_checked(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio_rota", seats=2, sit=[0, 1])
    context.request.post(f"/api/tables/{table}/acts", data={"do": "resign", "seat": 0})
    page = open_table(context, table)
    decided = page.locator(".decided")
    expect(decided).to_contain_text("Ada (1) resigned", timeout=PATIENCE)
    expect(decided).to_contain_text("Rank 1: Ada (2) · Rank 2: Ada (1)")
    page.get_by_text("Was chance fair?").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".fair")).to_contain_text("can’t be checked", timeout=PATIENCE)


def test_a_finished_game_on_hexagons_lists_its_moves_as_the_original_did(visitor: Visits) -> None:
    """HX-17: its number, moves like `21... i7-h8`, the lowest value and then all six tracks."""
    context = visitor.context()
    table = ended(context, "axio_hex")
    view = context.request.get(f"/api/tables/{table}/view").json()
    page = open_table(context, table)
    expect(page.locator(".end")).to_contain_text(f"Game {table}", timeout=PATIENCE)
    page.get_by_role("tab", name="Notation").click()
    written = page.locator(".notation li")
    expect(written.nth(1)).to_have_text(re.compile("^[a-k][0-9]+-[a-k][0-9]+$"))
    rounds = written.evaluate_all("all => all.map((one) => one.dataset.round)")
    assert rounds[:3] == ["1.", "1...", "2."]
    rows = page.locator(".end tbody tr")
    expect(rows).to_have_count(8)  # ranks, results, six tracks
    order = sorted(range(2), key=lambda seat: view["ranks"][seat])
    lowest = rows.nth(1).locator("td").all_inner_texts()
    assert lowest == [str(min(view["tracks"][seat])) for seat in order]


# Home


def test_small_boards_play_on_the_home_page(visitor: Visits) -> None:
    page = visitor.context().new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.clock.install()
    page.goto("/")
    pictures = page.locator(".picture svg")
    expect(pictures).to_have_count(5, timeout=PATIENCE)
    before = pictures.first.inner_html()
    end = time.monotonic() + PATIENCE / 1000
    while pictures.first.inner_html() == before:  # the browser reports visibility at its leisure
        assert time.monotonic() < end, "nothing moves"
        page.clock.run_for(1000)
    assert errors == []  # a newcomer's first look is never a mistake


def test_small_boards_stand_still_for_who_wants_it(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    page.clock.install()
    page.goto("/")
    pictures = page.locator(".picture svg")
    expect(pictures).to_have_count(5, timeout=PATIENCE)
    before = pictures.first.inner_html()
    for _ in range(20):  # repeatedly, because the browser reports visibility at its leisure
        page.clock.run_for(1000)
    assert pictures.first.inner_html() == before


@pytest.mark.parametrize("sounds", [True, False])
def test_a_move_is_heard_by_who_wants_it(visitor: Visits, *, sounds: bool) -> None:
    context = visitor.context(reduced_motion="reduce")
    context.add_init_script(
        """window.heard = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
            heard += 1;
            start.apply(this, when);
        };
        """
    )
    page = sit_on_device(context, "axio_rota", sounds=sounds)
    page.evaluate("heard = 0")
    play_one(page, Hand(page))
    assert wait_for_turn(page)
    assert (page.evaluate("heard") > 0) is sounds
