"""A lesson on the page: offered to newcomers, patient with mistakes, followed by a first match."""

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import Visits
from web.lessons import NEXT, SAID, do, make, open_lesson, steps
from web.playing import COMPILING, Hand, module, wait_for_turn

OFFER = "Learn it in a few minutes"
SMALL_PHONE = {"width": 360, "height": 740}


def said(page: Page) -> str:
    return page.locator(SAID).inner_text()


def test_home_offers_every_lesson_and_quietly_those_of_games_that_one_has_played(
    visitor: Visits,
) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    expect(page.get_by_role("link", name=OFFER)).to_have_count(len(sw.games()))
    played = "async (settings) => (await import(settings)).change({ played: { axio: 1 } })"
    page.evaluate(played, module(page, "settings.js"))
    page.reload()
    expect(page.get_by_role("link", name=OFFER)).to_have_count(len(sw.games()))
    expect(page.locator("[data-game=axio] .learn")).to_have_count(0)
    expect(page.locator(".learn")).to_have_count(len(sw.games()) - 1)
    page.locator("[data-game=anubixx]").get_by_role("link", name=OFFER).click()
    expect(page.locator(SAID)).to_contain_text("Players take turns rolling the dice.")
    page.goto("/rules/axio")
    page.get_by_role("link", name=OFFER).click()
    expect(page.locator(SAID)).to_contain_text("Every tile shows two symbols.")


def test_who_errs_is_answered_and_tries_again(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "axio")
    asked = said(page)
    make(page, Hand(page), "gg c8-d8")  # beside a printed field, and worth no points
    expect(page.locator(".lesson")).to_have_attribute("data-state", "wrong")
    assert "no equal symbols meet here" in said(page)
    page.get_by_role("button", name="Try again").click()
    assert said(page) == asked
    show = page.get_by_role("button", name="Show me")
    for _ in range(3):  # where, with which piece, and in which orientation
        show.click()
    page.locator(".hand .confirm").click()
    expect(page.locator(".lesson")).to_have_attribute("data-state", "done")
    assert said(page).startswith("+1 red! ")


def test_back_and_skip(visitor: Visits) -> None:
    page = visitor.context().new_page()
    open_lesson(page, "axio_rota")
    first = said(page)
    back, skip = (page.get_by_role("button", name=name, exact=True) for name in ("Back", "Skip"))
    expect(back).to_be_disabled()
    skip.click()
    assert said(page) != first
    expect(page.locator(".progress .past")).to_have_count(0)  # skipped, not done
    back.click()
    assert said(page) == first
    do(page, Hand(page), steps("axio_rota")[0]["solution"])
    expect(page.locator(".progress .past")).to_have_count(1)
    expect(page.get_by_text("Step 1: done")).to_be_attached()
    expect(page.get_by_role("list", name="Step 1 of 6")).to_be_visible()


def test_a_step_that_speaks_of_the_neighbour_shows_them(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "second_chance")
    names = [step["name"] for step in steps("second_chance")]
    for _ in range(names.index("one")):
        expect(page.locator(".lesson .tracks figure")).to_have_count(0)
        page.get_by_role("button", name="Skip").click()
    expect(page.locator(".lesson .tracks figure")).to_have_count(1)


def test_a_first_match_with_a_coach_follows(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "second_chance")
    while page.locator(".ending").count() == 0:
        page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Play your first match against Apprentice").click()
    assert wait_for_turn(page, COMPILING)
    expect(page.locator(".coach")).to_contain_text("My tip: ")


def test_the_first_match_names_the_opponent(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce", locale="de-DE").new_page()
    open_lesson(page, "axio_rota")
    while page.locator(".ending").count() == 0:
        page.get_by_role("button", name="Überspringen").click()
    expect(page.get_by_role("button", name="Erste Partie gegen Lehrling")).to_be_visible()
    expect(page.locator(".rival")).to_contain_text("Dein Gegner: Lehrling")


def test_a_lesson_goes_on_where_it_was_left(visitor: Visits) -> None:
    """With the steps that were completed, until it is begun again."""
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "axio_rota")
    first = said(page)
    do(page, Hand(page), steps("axio_rota")[0]["solution"])
    page.locator(NEXT).click()
    page.goto("/")
    open_lesson(page, "axio_rota")
    assert said(page) != first
    expect(page.get_by_role("list", name="Step 2 of 6")).to_be_visible()
    expect(page.locator(".progress .past")).to_have_count(1)
    page.get_by_role("button", name="Start over").click()
    assert said(page) == first
    expect(page.locator(".progress .past")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("list", name="Step 1 of 6")).to_be_visible()
    expect(page.get_by_role("button", name="Start over")).to_have_count(0)


@pytest.mark.parametrize(("game", "tiles"), [("axio", 5), ("axio_hex", 6)])
def test_a_swapped_hand_is_shown(visitor: Visits, game: str, tiles: int) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, game)
    for _ in range([step["name"] for step in steps(game)].index("swap")):
        page.get_by_role("button", name="Skip").click()
    before = page.locator(".hand button.piece").count()
    page.get_by_role("button", name="Swap hand").click()
    expect(page.locator(".lesson")).to_have_attribute("data-state", "done")
    assert before == tiles - 1
    expect(page.locator(".hand button.piece")).to_have_count(tiles)


def test_a_game_that_is_not_there(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/lesson/nothing")
    expect(page.locator(".nowhere")).to_be_visible()


def on_a_small_phone(visitor: Visits, game: str) -> Page:
    """Open a lesson in German, which is longer."""
    phone = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}
    page = visitor.context(locale="de-DE", reduced_motion="reduce", **phone).new_page()
    open_lesson(page, game)
    return page


@pytest.mark.parametrize("game", sw.games())
def test_all_of_a_step_is_seen_on_a_small_phone(visitor: Visits, game: str) -> None:
    """The sentence, the scoreboards, the whole board and the hand."""
    page = on_a_small_phone(visitor, game)
    brief = page.evaluate("Boolean(document.querySelector('board-view').board.brief)")
    for number in range(len(steps(game))):
        expect(page.locator(".briefly svg").first).to_be_visible(visible=brief)
        for seen in (SAID, ".briefly > *", "svg.board", ".lesson .frame", ".lesson .hand > *"):
            for box in (one.bounding_box() for one in page.locator(seen).all()):
                assert box, seen
                assert box["y"] >= 0, (number, seen)
                assert box["y"] + box["height"] <= SMALL_PHONE["height"], (number, seen)
        board, frame = (page.locator(part).bounding_box() for part in ("svg.board", ".frame"))
        assert board
        assert frame
        assert board["y"] >= frame["y"], number
        assert board["y"] + board["height"] <= frame["y"] + frame["height"], number
        page.get_by_role("button", name="Überspringen").tap()


@pytest.mark.parametrize("game", sw.games())
def test_what_is_shown_keeps_every_button_on_a_small_phone(visitor: Visits, game: str) -> None:
    """While a move is laid, with all buttons that rotate, confirm and cancel."""
    page = on_a_small_phone(visitor, game)
    for number in range(len(steps(game))):
        for _ in range(3):
            page.get_by_role("button", name="Zeig es mir").tap()
        expect(page.locator(".hand > .hint")).not_to_be_empty()
        for one in page.locator(".lesson button:visible").all():
            box = one.bounding_box()
            assert box
            assert box["x"] >= 0, (number, one)
            assert box["x"] + box["width"] <= SMALL_PHONE["width"], (number, one)
            assert box["y"] + box["height"] <= SMALL_PHONE["height"], (number, one)
        assert page.evaluate("scrollY") == 0
        page.get_by_role("button", name="Überspringen").tap()


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_nothing_else_is_marked_than_what_is_shown(visitor: Visits, game: str) -> None:
    page = on_a_small_phone(visitor, game)
    if game != "axio_rota":  # there the only tile is held from the start
        page.locator(".piece").first.tap()
    page.locator(".hit.target").last.tap()
    expect(page.locator("svg.board .focus")).to_have_count(1)
    for _ in range(3):  # where, with which piece, and in which orientation
        page.get_by_role("button", name="Zeig es mir").tap()
    expect(page.locator(".hand .confirm")).to_be_visible()
    expect(page.locator("svg.board .focus")).to_have_count(0)


def test_a_marked_cell_is_not_taken_for_what_is_shown(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "axio")
    for _ in range([step["name"] for step in steps("axio")].index("pyramid")):
        page.get_by_role("button", name="Skip").click()
    expect(page.locator(".hit.hinted")).to_have_count(1)
    marked = page.locator(".hit.hinted").get_attribute("data-cell")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hit.hinted")).to_have_count(2)
    expect(page.locator(f".hit.hinted[data-cell='{marked}']")).to_have_count(0)


def test_a_turn_of_several_moves_is_shown_up_to_its_end(visitor: Visits) -> None:
    page = on_a_small_phone(visitor, "anubixx")
    solutions = [step["solution"] for step in steps("anubixx")]
    assert any(len(moves) > 1 for moves in solutions)
    for moves in solutions:
        for _ in range(2 * len(moves) + 1):  # where, and how; once more changes nothing
            page.get_by_role("button", name="Zeig es mir").tap()
        page.locator(".hand .confirm").tap()
        expect(page.locator(".lesson")).to_have_attribute("data-state", "done")
        page.locator(NEXT).tap()
    expect(page.locator(".ending")).to_be_visible()


def test_a_turn_of_several_moves_is_judged_as_one(visitor: Visits) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "anubixx")
    page.get_by_role("button", name="Skip").click()
    do(page, Hand(page), ["P14", "P21"])  # the second one is required
    expect(page.locator(NEXT)).to_have_text("Next")
