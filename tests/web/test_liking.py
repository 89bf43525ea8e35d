"""Settings: language, light or dark, colours, confirming; they are kept."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Visits
from web.playing import PATIENCE, open_table, sit_down, think_of_one, wait_for_turn

DARK = "rgb(27, 24, 21)"
LIGHT = "rgb(246, 241, 231)"


def paper(page: Page) -> str:
    told: str = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return told


@pytest.mark.parametrize(
    ("asked", "language", "title"),
    [
        ("de-AT", "de", "Brettspiele, die sofort losgehen"),
        ("en-GB", "en", "Board games, ready when you are"),
        ("fr-FR", "en", "Board games, ready when you are"),
    ],
)
def test_the_browsers_language_comes_first(
    visitor: Visits, asked: str, language: str, title: str
) -> None:
    page = visitor.context(locale=asked).new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_links_language_counts_until_one_is_chosen(visitor: Visits) -> None:
    page = visitor.context(locale="en-GB").new_page()
    page.goto("/?language=de")
    expect(page.locator("html")).to_have_attribute("lang", "de", timeout=PATIENCE)
    stored = json.loads(page.evaluate("localStorage.getItem('spielwerk') ?? '{}'"))
    assert not stored.get("language")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_language_is_switched_and_stays(visitor: Visits) -> None:
    """At a table in the middle of a game, which continues."""
    context = visitor.context(locale="de-DE")
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page = open_table(context, table)
    expect(page.locator(".status")).to_have_text(re.compile("^Lege "), timeout=PATIENCE)
    page.get_by_role("button", name="English").click()
    expect(page.locator(".status")).to_have_text(re.compile("^Lay "), timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator(".status")).to_have_text(re.compile("^Lay "), timeout=PATIENCE)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator(".status")).to_have_text(re.compile("^Lege "), timeout=PATIENCE)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_light_and_dark(visitor: Visits, system: str) -> None:
    """As on the device at first; the switch changes it for good; settings can undo that."""
    first, second = (LIGHT, DARK) if system == "light" else (DARK, LIGHT)
    page = visitor.context(color_scheme=system).new_page()
    page.goto("/account")
    expect(page.get_by_label("Appearance")).to_have_value("system", timeout=PATIENCE)
    assert paper(page) == first
    page.get_by_role("button", name="Light or dark").click()
    assert paper(page) == second
    page.reload()
    other = "dark" if system == "light" else "light"
    expect(page.get_by_label("Appearance")).to_have_value(other, timeout=PATIENCE)
    assert paper(page) == second
    page.get_by_label("Appearance").select_option("system")
    assert paper(page) == first
    page.reload()
    expect(page.get_by_label("Appearance")).to_have_value("system", timeout=PATIENCE)
    assert paper(page) == first


def test_other_colours(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/account")
    red = "() => getComputedStyle(document.documentElement).getPropertyValue('--red')"
    before = page.evaluate(red)
    page.get_by_label("Colours").select_option("easier to tell apart", timeout=PATIENCE)
    changed = page.evaluate(red)
    assert changed != before
    page.reload()
    expect(page.get_by_label("Colours")).to_have_value("clear", timeout=PATIENCE)
    assert page.evaluate(red) == changed


def test_confirming_every_move(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page = context.new_page()
    page.goto("/account")
    page.get_by_label("Confirm every move").check(timeout=PATIENCE)
    page = open_table(context, table)
    assert wait_for_turn(page)
    think_of_one(page)
    page.mouse.down()
    page.mouse.up()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    expect(page.locator(".moves li")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    think_of_one(page)
    page.mouse.down()
    page.mouse.up()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".moves li")).not_to_have_count(0, timeout=PATIENCE)


def test_a_name_is_kept_and_found_again_elsewhere(visitor: Visits) -> None:
    """A guest sets a password, and signs in under the name in another browser."""
    page = visitor.context().new_page()
    page.goto("/account")
    page.get_by_label("Name", exact=True).fill("Cleo of the tests", timeout=PATIENCE)
    page.get_by_label("New password").fill("correct horse")
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text("your name and your games are yours")).to_be_visible(timeout=PATIENCE)
    other = visitor.context().new_page()
    other.goto("/account")
    other.get_by_text("I already have an account").click(timeout=PATIENCE)
    other.get_by_label("Account name").fill("Cleo of the tests")
    other.get_by_label("Password", exact=True).fill("wrong horse")
    other.get_by_role("button", name="Sign in").click()
    expect(other.locator(".told")).not_to_be_empty(timeout=PATIENCE)
    other.get_by_label("Password", exact=True).fill("correct horse")
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_text("You are Cleo of the tests")).to_be_visible(timeout=PATIENCE)
