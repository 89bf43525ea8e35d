"""The log in words beside the board, and looking back at earlier moves."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from wait import wait_until
from web.conftest import Shelf, Visits
from web.playing import PATIENCE, act, open_table, play_some, sit_down

BACK = "As it was after {} move"


def both(context: BrowserContext, moves: int, game: str = "axio") -> str:
    """Set up a table with both seats at one screen, some moves old."""
    table = sit_down(context, game=game, seats=2, sit=[0, 1], first=0)
    play_some(context, table, moves)
    return table


def lines(page: Page) -> list[str]:
    return page.locator(".moves .line").all_inner_texts()


def test_each_move_is_told_in_words(visitor: Visits) -> None:
    context = visitor.context()
    table = both(context, 4)
    page = open_table(context, table)
    expect(page.locator(".moves .line")).to_have_count(4, timeout=PATIENCE)
    record = context.request.get(f"/api/tables/{table}/record").json()
    for line, made in zip(lines(page), record["plies"], strict=True):
        assert line.startswith("Ada"), line
        assert made["move"] not in line
    expect(page.locator(".moves code")).to_have_count(0)


def test_experts_see_notation_beside_the_words(visitor: Visits) -> None:
    context = visitor.context()
    table = both(context, 1)
    page = open_table(context, table)
    page.evaluate("localStorage.setItem('spielwerk', JSON.stringify({ notation: true }))")
    page.reload()
    expect(page.locator(".moves code")).to_have_count(1, timeout=PATIENCE)


def test_a_click_on_a_line_shows_that_moment(visitor: Visits) -> None:
    context = visitor.context()
    page = open_table(context, both(context, 3))
    page.locator(".moves .line").nth(1).click()
    expect(page.locator(".status")).to_contain_text(BACK.format(2))
    expect(page.locator(".moves [aria-current]")).to_have_count(1)
    expect(page.locator(".moves .line").nth(1)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="To the latest move").click()
    expect(page.locator(".moves [aria-current]")).to_have_count(0)
    expect(page.locator(".status")).not_to_contain_text("As it was")


def test_arrow_keys_step_unless_one_writes(visitor: Visits) -> None:
    context = visitor.context()
    page = open_table(context, both(context, 3))
    expect(page.locator(".moves .line")).to_have_count(3, timeout=PATIENCE)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".status")).to_contain_text(BACK.format(1))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".status")).to_contain_text(BACK.format(2))
    page.keyboard.press("Home")
    expect(page.locator(".status")).to_contain_text("at the start")
    page.get_by_text("Chat").click()
    page.get_by_role("textbox").fill("hello")
    page.keyboard.press("End")
    expect(page.locator(".status")).to_contain_text("at the start")
    page.locator(".moves .line").first.focus()
    page.keyboard.press("End")
    expect(page.locator(".status")).not_to_contain_text("As it was")


def test_what_else_happened_is_told_between_the_moves(visitor: Visits) -> None:
    context = visitor.context()
    table = both(context, 1)
    act(context, table, do="leave", seat=0)
    act(context, table, do="return", seat=0)
    play_some(context, table, 1)
    page = open_table(context, table)
    second = page.locator(".moves li").nth(1)
    expect(second.locator(".event")).to_have_text(
        ["Ada (1) takes a break; a bot plays on.", "Ada (1) is back."], timeout=PATIENCE
    )
    expect(page.locator(".moves li").first).not_to_contain_text("break")


def test_a_move_that_is_taken_back_leaves_the_log_but_not_untold(visitor: Visits) -> None:
    context = visitor.context()
    table = both(context, 1, "second_chance")
    page = open_table(context, table)
    expect(page.locator(".moves .line")).to_have_count(1, timeout=PATIENCE)
    number = context.request.get(f"/api/tables/{table}/view").json()["number"]
    act(context, table, do="undo", seat=0, at=number)
    expect(page.locator(".moves .line")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".log .event").last).to_have_text("Ada (1) takes a move back.")


def test_a_finished_game_on_hexagons_has_its_moves_in_notation(
    visitor: Visits, shelf: Shelf
) -> None:
    """Its rules write a move list (HX-17): as a second tab, by mouse and by keys."""
    context = visitor.context(storage_state=shelf.owner)
    page = open_table(context, shelf.end("axio_hex"))
    expect(page.get_by_role("tab")).to_have_count(2, timeout=PATIENCE)
    expect(page.get_by_role("tab", name="In words")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_contain_text("lays")
    page.get_by_role("tab", name="In words").press("ArrowRight")
    expect(page.get_by_role("tab", name="Notation")).to_be_focused()
    expect(page.get_by_role("tabpanel").locator(".notation li").first).to_be_visible()
    wait_until(
        lambda: page.locator(".notation li").count() == page.locator(".moves li").count(),
        "both lists have all moves",
    )


def test_a_running_game_has_no_tab_of_notation(visitor: Visits, shelf: Shelf) -> None:
    context = visitor.context(storage_state=shelf.owner)
    page = open_table(context, shelf.middle("axio_hex"))
    expect(page.locator(".moves .line").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("tab")).to_have_count(0)
