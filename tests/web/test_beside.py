"""The engine beside the board: legal moves need no request, and everything is drawn at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import PHONE, Visits
from web.playing import (
    PATIENCE,
    Finger,
    Hand,
    hold_one,
    open_table,
    play_one,
    sit_down,
    think_of_one,
    wait_for_turn,
)

# Notes at each event whether its drawing has changed by the next frame. Listeners of the document
# are called first here: what is noted before is what was drawn before.
WATCH_FRAMES = """() => {
    window.frames_seen = [];
    const drawn = () => document.querySelector('section.table').innerHTML;
    for (const kind of ['pointerover', 'click']) {
        document.addEventListener(kind, (event) => {
            const what = event.target.closest('.hit, button.piece');
            if (!what) return;
            const before = drawn();
            requestAnimationFrame(() => {
                const cell = what.getAttribute('class');
                frames_seen.push({ kind, cell, changed: drawn() !== before });
            });
        }, { capture: true });
    }
}"""

TOP = ".hit[data-cell='20']"  # of the pyramid: nothing supports it yet; dice can be clicked, too
FIRST_HINT = re.compile(r"^(Look here: .+|I would play it here\.) Press again for more\.( .+)?$")
HINT = re.compile(r"^(Look here: |I would play (it )?here\b|I would choose )")
ICON = re.compile(r"/web/icon(-turn)?\.svg$")


def sit_at(visitor: Visits, game: str) -> Page:
    context = visitor.context()
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"}, hints=True)
    page = open_table(context, table)
    assert wait_for_turn(page)
    return page


@pytest.mark.parametrize("game", sw.games())
def test_a_turn_asks_for_nothing(visitor: Visits, game: str) -> None:
    """The player's move, the bot's answer, pointing, a refusal and a hint cause no request at all.

    Except that the tab has another icon when it is one's turn: the browser asks itself for both.
    """
    page = sit_at(visitor, game)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        play_one(page, Hand(page))
        assert wait_for_turn(page)
    think_of_one(page)
    page.locator(TOP if game == "anubixx" else ".hit:not(.target)").first.click(force=True)
    expect(page.locator(".beside .answer")).not_to_be_empty()
    assert [url for url in asked if not ICON.search(url)] == []
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_have_text(HINT, timeout=PATIENCE)
    assert not [url for url in asked if "/api/" in url]  # a worker's scripts, the first time


@pytest.mark.parametrize("game", sw.games())
def test_what_one_points_at_is_drawn_before_the_next_frame(visitor: Visits, game: str) -> None:
    page = sit_at(visitor, game)
    page.evaluate(WATCH_FRAMES)
    think_of_one(page)
    for target in page.locator(".hit.target").all()[:4]:
        page.mouse.move(0, 0)
        target.hover()
    page.wait_for_function(
        "() => frames_seen.filter(({ kind }) => kind === 'pointerover').length > 2"
    )
    seen = page.evaluate("frames_seen")
    assert [one for one in seen if "target" in one["cell"] and not one["changed"]] == []
    clicks = [one for one in seen if one["cell"] == "piece" and one["kind"] == "click"]
    assert [one for one in clicks if not one["changed"]] == []


@pytest.mark.parametrize("game", sw.games())
def test_what_one_taps_is_drawn_before_the_next_frame(visitor: Visits, game: str) -> None:
    context = visitor.context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"})
    page = open_table(context, table)
    assert wait_for_turn(page)
    assert hold_one(page, Finger(page))
    page.evaluate(WATCH_FRAMES)
    page.locator(".hit.target").first.tap()
    page.wait_for_function("() => frames_seen.some(({ kind }) => kind === 'click')")
    taps = [one for one in page.evaluate("frames_seen") if one["kind"] == "click"]
    assert [one["changed"] for one in taps] == [True]
    assert "target" in taps[0]["cell"]


def test_a_place_where_nothing_fits_says_why_at_once(visitor: Visits) -> None:
    page = sit_at(visitor, "axio")
    page.locator("button.piece").first.click()
    page.evaluate(WATCH_FRAMES)
    page.locator(".hit:not(.target)").first.click(force=True)
    expect(page.locator(".beside .answer")).to_have_text(
        re.compile("^Your first tile must touch|^The other half would lie off the board|^No room")
    )
    # at the next frame
    page.wait_for_function("() => frames_seen.some(({ kind }) => kind === 'click')")
    clicks = page.evaluate("frames_seen.filter(({ kind }) => kind === 'click')")
    assert all(one["changed"] for one in clicks)
    page.locator("button.piece").nth(1).click()
    expect(page.locator(".beside .answer")).to_have_count(0)


def test_a_click_without_a_piece_says_what_to_do(visitor: Visits) -> None:
    page = sit_at(visitor, "axio")
    page.locator(".hit").first.click(force=True)
    answer = page.locator(".beside .answer")
    expect(answer).to_have_text(re.compile("^Choose .* first"))
    expect(answer.get_by_role("link")).to_have_attribute("href", "/rules/axio#choose")


def test_a_hint_names_the_move_and_why(visitor: Visits) -> None:
    page = sit_at(visitor, "axio")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator(".hint")).to_have_text(FIRST_HINT, timeout=PATIENCE)
    hint.click()
    expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(1)
    hint.click()
    expect(page.locator("board-view .ghost")).to_have_count(1)
    expect(page.locator(".hint")).to_have_text(re.compile("from 0 to|to 1"))
