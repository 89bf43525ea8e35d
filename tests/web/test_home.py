"""Home and the pages around the tables: what invites to play, and what fits on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import spielwerk as sw
from web.conftest import Visits
from web.playing import PATIENCE, act, join, sit_down

SMALL: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
LONGEST = "Donaudampfschifffahrtsgesellschaftskapit"  # 40 letters without a space
BOTS = {"Random", "Apprentice", "Journeyman", "Master", "Grandmaster"}


def visit(visitor: Visits, address: str = "/", **options: Any) -> Page:
    page = visitor.context(reduced_motion="reduce", **options).new_page()
    page.goto(address)
    expect(page.locator("main h1")).to_be_visible(timeout=PATIENCE)
    return page


# Bots


def test_every_bot_has_a_face_and_says_how_it_plays(visitor: Visits) -> None:
    page = visit(visitor)
    bots = page.get_by_role("group", name="Choose your opponent")
    choices = bots.get_by_role("radio")
    expect(bots.locator("svg.face")).to_have_count(choices.count())
    assert {one.strip() for one in bots.locator("label").all_inner_texts()} >= BOTS
    faces = bots.locator("svg.face").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert len(set(faces)) == len(faces)
    sentences = set()
    for choice in choices.all():
        choice.check()
        sentences.add(bots.get_by_role("status").inner_text())
    assert len(sentences) == choices.count()


def test_a_bot_that_nobody_has_drawn_has_a_face(visitor: Visits) -> None:
    page = visit(visitor)
    script = """async () => {
        const app = document.querySelector('script[type=module]').src;
        const { face } = await import(new URL('faces.js', app).href);
        return [face('somebodys_own'), face('grossmeister@150ms'), face('constructor')]
            .map((one) => [one.localName, one.getAttribute('class'), one.childElementCount > 3]);
    }"""
    assert page.evaluate(script) == [["svg", "face", True]] * 3


def test_the_chosen_bot_is_played_against_and_stays_chosen(visitor: Visits) -> None:
    context = visitor.context()
    sit_down(visitor.context(), game="axio", sit=[0, 1])  # so that the server has prepared it
    page = context.new_page()
    page.goto("/")
    page.get_by_role("radio", name="Random").check(timeout=PATIENCE)
    page.locator("[data-game=axio]").get_by_role("radio", name="3").check()
    page.get_by_role("button", name="Play AXIO", exact=True).last.click()
    page.wait_for_url("**/table/*")
    info = context.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["info"]
    assert [one["bot"] for one in info["sitting"]] == [None, "zufall", "zufall"]
    page.goto("/")
    expect(page.get_by_role("radio", name="Random")).to_be_checked(timeout=PATIENCE)


# Games


def test_friends_get_a_window_and_no_card_grows(visitor: Visits) -> None:
    page = visit(visitor)
    cards = page.locator(".card")
    expect(cards).to_have_count(len(sw.games()))
    heights = "all => all.map((one) => one.getBoundingClientRect().height)"
    before = cards.evaluate_all(heights)
    page.locator("[data-game=axio]").get_by_role("button", name="With friends").click()
    window = page.get_by_role("dialog", name="AXIO with friends")
    expect(window).to_be_visible()
    assert cards.evaluate_all(heights) == before
    sizes = window.get_by_role("checkbox").evaluate_all(
        "all => all.map((one) => [one.offsetWidth, one.offsetHeight].join())"
    )
    assert len(sizes) > 1
    assert len(set(sizes)) == 1
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def test_friends_set_up_a_table(visitor: Visits) -> None:
    page = visit(visitor)
    page.locator("[data-game=axio_hex]").get_by_role("button", name="With friends").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Players").select_option("3")
    window.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_label("Invitation link")).to_be_visible(timeout=PATIENCE)
    expect(window).to_have_count(0)


# What fits


def test_the_header_is_one_line_on_a_phone(visitor: Visits) -> None:
    page = visit(visitor, **SMALL)
    header = page.locator("header.top")
    middles = header.locator(".brand, .own-games, .menu").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => box.y + box.height / 2)"
    )
    assert len(middles) == 3
    assert max(middles) - min(middles) < 2
    assert header.evaluate("one => one.offsetHeight") <= 60
    expect(page.get_by_role("button", name="Deutsch")).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Light or dark").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de", timeout=PATIENCE)


@pytest.mark.parametrize("address", ["/", "/games", "/account"])
def test_the_longest_name_makes_no_page_wider_than_a_phone(visitor: Visits, address: str) -> None:
    ben = visitor.context()
    ada = visitor.context(**SMALL)
    assert ada.request.post("/api/people", data={"name": LONGEST}).ok
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=1)
    join(ada, ben, table, LONGEST[::-1].title())
    page = ada.new_page()
    page.goto(address)
    name = LONGEST if address == "/account" else LONGEST[::-1].title()
    expect(page.get_by_text(name).first).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


# Addresses


@pytest.mark.parametrize("address", ["/nowhere", "/games/axio", "/table/a/b", "/constructor"])
def test_an_unknown_address_is_a_page_with_a_way_home(visitor: Visits, address: str) -> None:
    page = visitor.context().new_page()
    answer = page.goto(address)
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "There is nothing here", timeout=PATIENCE
    )
    page.get_by_role("link", name="To the games").click()
    expect(page.locator(".card").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("address", ["/table", "/board", "/rules/foo", "/box/foo"])
def test_an_address_that_names_nothing_says_so(visitor: Visits, address: str) -> None:
    page = visitor.context().new_page()
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "There is nothing here", timeout=PATIENCE
    )


# Whose turn it is

ICON = "() => document.querySelector('link[rel=icon]').href.split('/').pop()"


def test_the_tab_says_that_it_is_my_turn(visitor: Visits) -> None:
    context = visitor.context()
    page = context.new_page()
    page.add_init_script("navigator.setAppBadge = async (count) => { window.badge = count; }")
    sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page.goto("/")
    expect(page).to_have_title("● Your turn – Spielwerk", timeout=PATIENCE)
    assert page.evaluate(ICON) == "icon-turn.svg"
    assert page.evaluate("window.badge") == 1
    expect(page.locator("header .turns")).to_have_text("1")
    expect(page.locator(".own .your-turn")).to_contain_text("against Random")


def test_the_tab_says_nothing_when_others_are_to_move(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=1)
    join(ada, ben, table, "Ben")
    page = ada.new_page()
    page.goto("/")
    expect(page.locator(".own")).to_contain_text("Ben (guest) to move", timeout=PATIENCE)
    expect(page).to_have_title("Spielwerk")
    assert page.evaluate(ICON) == "icon.svg"
    expect(page.locator(".own .your-turn")).to_have_count(0)


def test_home_says_that_a_bot_plays_for_me_and_i_come_back(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=1)
    join(ada, ben, table, "Ben")
    act(ada, table, do="leave", seat=0)
    page = ada.new_page()
    page.goto("/")
    expect(page.locator(".own .away")).to_contain_text("A bot is playing for you", timeout=PATIENCE)
    page.get_by_role("button", name="Resume playing").click()
    page.wait_for_url(f"**/table/{table}")
    sitting = ada.request.get(f"/api/tables/{table}").json()["info"]["sitting"]
    assert sitting[0]["away"] is False
