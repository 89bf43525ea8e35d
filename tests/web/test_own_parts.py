"""A table with your own parts, set up by the form."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

import spielwerk
from web.conftest import Visits
from web.playing import COMPILING, Hand, play_one, wait_for_turn

BOX = Path(spielwerk.__file__).parent / "games" / "axio" / "parts.toml"


def file(*changes: tuple[str, str]) -> FilePayload:
    """Return AXIO's parts with some of their text replaced."""
    text = BOX.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return FilePayload(name="mine.toml", mimeType="application/toml", buffer=text.encode())


def form(page: Page, more: str) -> Locator:
    """Open the form for a table with friends, from the games of the home page."""
    page.goto("/")
    page.locator("[data-game=axio]").get_by_text(more).click()
    page.locator(".friends summary").click()
    return page.locator(".friends")


def test_a_table_is_set_up_with_a_file(visitor: Visits) -> None:
    context = visitor.context()
    page = context.new_page()
    friends = form(page, "With friends")
    friends.get_by_label("Everybody plays at this screen").check()
    friends.get_by_label("Own parts (TOML)").set_input_files(file(('g11 = "r"', 'f11 = "r"')))
    friends.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/table/*", timeout=COMPILING)
    table = page.url.rpartition("/")[2]
    assert context.request.get(f"/api/tables/{table}").json()["info"]["own_parts"] is True
    assert wait_for_turn(page)
    printed = context.request.get(f"/api/tables/{table}/view").json()["printed"]
    assert printed["f11"] == "r"
    assert "g11" not in printed
    play_one(page, Hand(page))
    expect(page.locator(".moves li")).to_have_count(1)


@pytest.mark.parametrize(
    ("locale", "more", "label", "create", "told"),
    [
        (
            "en-GB", "With friends", "Own parts (TOML)", "Set up the table",
            "Line 22: This must be a whole number from 0 to 100.",
        ),
        (
            "de-DE", "Mit Freunden", "Eigene Teile (TOML)", "Tisch eröffnen",
            "Zeile 22: Hier gehört eine ganze Zahl von 0 bis 100 hin.",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_in_the_form(
    visitor: Visits, locale: str, more: str, label: str, create: str, told: str
) -> None:
    page = visitor.context(locale=locale).new_page()
    friends = form(page, more)
    friends.get_by_label(label).set_input_files(file(("rr = 4", "rr = 400")))
    friends.get_by_role("button", name=create).click()
    said = friends.get_by_role("alert")
    expect(said).to_contain_text(told)
    assert page.url.endswith("/")
    friends.get_by_label(label).set_input_files(file())
    friends.get_by_role("button", name=create).click()
    page.wait_for_url("**/table/*", timeout=COMPILING)
