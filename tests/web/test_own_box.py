"""Your own box: drawn by clicks, refused if wrong, saved, and played with by two."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, expect
from typer.testing import CliRunner

import spielwerk as sw
from spielwerk.cli import app
from spielwerk.rules.parts import PartsText
from wait import wait_until
from web.conftest import PHONE, Visits
from web.playing import COMPILING, PATIENCE, Hand, act, join, play_one, sit_down, wait_for_turn
from web.test_access import check

FINE = "All good"


def box(context: BrowserContext, game: str) -> Page:
    """Open the page of a game's box, and wait until ours has been read."""
    page = context.new_page()
    page.goto(f"/box/{game}")
    expect(page.locator(".verdict.good")).to_be_visible(timeout=PATIENCE)
    return page


def section(page: Page, table: str) -> Locator:
    """Open one table of the parts file."""
    found = page.locator(f".section[data-table='{table}']")
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def says(page: Page, table: str, text: str) -> None:
    """Check that the mistake is shown at its place and above, and nobody can play with it."""
    expect(section(page, table).get_by_role("alert")).to_contain_text(text)
    expect(page.locator(".verdict a")).to_contain_text(text)
    expect(page.get_by_role("button", name="Play against bots")).to_be_disabled()


def paint_with(where: Locator, value: str) -> None:
    """Choose from a palette."""
    where.get_by_role("radio", name=value).check()


# What people do with each box


def new_card(page: Page) -> None:
    """Remove a card, then draw one in its place, cell by cell."""
    cards = section(page, "cards")
    cards.locator("button.shape[data-name='7D']").click()
    cards.get_by_role("button", name="Remove card").click()
    says(page, "cards", "40 cards are needed; you have 39.")
    cards.get_by_role("button", name="New card").click()
    cells = cards.locator(".squares button")
    for cell in (0, 2, 3):
        cells.nth(cell).click()
    says(page, "cards", "The cells must be joined by their sides.")
    for cell in (2, 3, 1):
        cells.nth(cell).click()
    says(page, "cards", "This shape exists already, on card 2A.")
    for cell in (2, 3, 10, 4):
        cells.nth(cell).click()
    expect(cards.locator("button.shape[aria-pressed=true]")).to_have_attribute("data-name", "6G")


def other_stones(page: Page) -> None:
    """Empty a sheet's bottom row, then recolour it; lengthen a quarry."""
    sheet = section(page, "B")
    stones = [sheet.locator(f"[data-cell=P1{place}]") for place in range(1, 7)]
    paint_with(sheet.locator(".painting"), "empty")
    for stone in stones:
        stone.click()
    says(page, "B", "pyramid: 6 stones have no colour yet.")
    paint_with(sheet.locator(".painting"), "red")
    for stone in stones:
        stone.click()
    sheet.get_by_role("button", name="quarry: one more").click()
    expect(stones[0]).to_have_attribute("aria-label", "pyramid, level 1, first stone: red")


def other_tiles(page: Page) -> None:
    """Move a printed field, by mouse and by keys; give too few tiles, then enough."""
    printed = section(page, "printed")
    paint_with(printed, "red")
    printed.locator("[data-cell=f10]").click()
    says(page, "printed", "The colour on ")
    paint_with(printed, "empty")
    printed.locator("[data-cell=f10]").focus()
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    tiles = section(page, "tiles")
    for kind in ("red–green", "red–blue"):
        tiles.get_by_label(kind, exact=True).fill("0")
    says(page, "tiles", "There must be 98 to 255 tiles; you have 84.")
    tiles.get_by_label("red–blue", exact=True).fill("15")
    tiles.get_by_label("red–blue: one more").click()


def changed(game: str, told: dict[str, Any]) -> object:
    """Return what these clicks have changed in the file."""
    if game == "second_chance":
        return "7D" not in told["cards"] and told["cards"]["6G"]
    if game == "anubixx":
        return told["B"]["pyramid"][0], told["B"]["quarry"]
    return told["printed"]["f10"], "g11" in told["printed"], told["tiles"]["rb"]


def is_asked(page: Page) -> bool:
    """Return whether the status line asks this player to move."""
    return page.locator(".status.yours").count() > 0


@pytest.mark.parametrize(
    ("game", "draw", "expected"),
    [
        ("second_chance", new_card, {"shape": "XXXXX/...X.", "copies": 1}),
        ("anubixx", other_stones, ("rrrrrr", "rpbogyprobygr")),
        ("axio", other_tiles, ("r", False, 16)),
    ],
)
def test_a_box_is_drawn_saved_and_played_with_by_two(
    visitor: Visits, tmp_path: Path, game: str, draw: Callable[[Page], None], expected: object
) -> None:
    ada, ben = visitor.context(), visitor.context()
    sit_down(ada, game=game, seats=2, sit=[0, 1])  # its rules have been compiled meanwhile
    page = box(ada, game)
    draw(page)
    expect(page.locator(".verdict.good")).to_contain_text(FINE)
    expect(page.locator(".result svg").first).to_be_visible()
    page.get_by_label("Name of your box").fill("From the attic")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text("“From the attic” is saved")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download as a file").click()
    file = tmp_path / "mine.toml"
    downloading.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert changed(game, tomllib.loads(text)) == expected

    page.goto("/")
    page.locator(f"[data-game={game}]").get_by_role("button", name="With friends").click()
    page.get_by_role("dialog").locator("select[name=box]").select_option("From the attic")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/table/*", timeout=COMPILING)
    table = page.url.rpartition("/")[2]
    join(ada, ben, table, "Ben")
    other = ben.new_page()
    other.goto(f"/table/{table}")
    for _ in range(2):
        wait_until(lambda: is_asked(page) or is_asked(other), "it is somebody's turn")
        for seat in sorted((page, other), key=is_asked, reverse=True):
            assert wait_for_turn(seat)
            play_one(seat, Hand(seat))

    act(ada, table, do="resign", seat=0)
    with page.expect_download() as downloading:
        page.locator("a[href$='/record']").click()
    record = tmp_path / "record.json"
    downloading.value.save_as(record)
    assert json.loads(record.read_text(encoding="utf-8"))["parts_text"] == text
    told = CliRunner().invoke(app, ["replay", str(record), "--parts", str(file)])
    assert (told.exit_code, told.output) == (0, "1 of 1 records are valid\n")


def test_a_box_is_played_with_at_one_screen(visitor: Visits) -> None:
    """Both seats take turns on the board that was drawn."""
    context = visitor.context()
    sit_down(context, game="axio", seats=2, sit=[0, 1])  # its rules have been compiled meanwhile
    page = box(context, "axio")
    other_tiles(page)
    expect(page.locator(".verdict.good")).to_contain_text(FINE)
    page.get_by_label("Name of your box").fill("From the attic")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text("“From the attic” is saved")
    page.goto("/")
    page.locator("[data-game=axio]").get_by_role("button", name="With friends").click()
    friends = page.get_by_role("dialog")
    friends.get_by_label("Everybody plays at this screen").check()
    friends.locator("select[name=box]").select_option("From the attic")
    friends.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/table/*", timeout=COMPILING)
    for _ in range(2):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
    table = page.url.rpartition("/")[2]
    told = context.request.get(f"/api/tables/{table}").json()
    assert (told["info"]["own_parts"], told["yours"]) == (True, [0, 1])
    record = context.request.get(f"/api/tables/{table}/record").json()
    assert [ply["seat"] for ply in record["plies"]] in ([0, 1], [1, 0])
    assert tomllib.loads(record["parts_text"])["printed"]["f10"] == "r"


def test_a_box_comes_back_from_a_file_and_from_the_shelf(visitor: Visits) -> None:
    context = visitor.context(locale="de-DE")
    page = box(context, "axio")
    wrong = FilePayload(name="a.toml", mimeType="application/toml", buffer=b"[tiles\nrr = 1")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.locator(".verdict a")).to_contain_text("Als Text: Das lässt sich nicht lesen")
    expect(page.locator("details:has(textarea) [role=alert]")).to_contain_text("Zeile 1")
    ours = context.request.get("/api/games/axio/box").json()["parts"]
    mine = ours.replace("number = 20", "number = 7").encode()
    file = FilePayload(name="axio-dachboden.toml", mimeType="application/toml", buffer=mine)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".verdict.good")).to_contain_text("Alles stimmt")
    expect(page.get_by_label("In der Schachtel", exact=True)).to_have_value("7")
    page.get_by_role("button", name="Speichern").click()
    page.reload()
    page.get_by_label("Gespeicherte Schachteln").select_option("dachboden")
    expect(page.get_by_label("In der Schachtel", exact=True)).to_have_value("7")
    kept = json.loads(page.evaluate("localStorage['spielwerk.boxes']"))
    game = sw.Match("axio", parts=PartsText(kept[0]["parts"])).game
    assert kept[0]["declared"]["tables"]["fields"]["pyramids"]
    assert game.parts is not None
    page.route("**/api/tables", lambda route: route.abort())  # the server has stopped
    page.get_by_role("button", name="Gegen Bots spielen").click()
    page.wait_for_url("**/table/here-*")
    expect(page.locator(".facts").first).to_contain_text("7 Pyramiden übrig")


def test_on_a_phone_one_is_led_to_the_sentence_that_says_what_is_wrong(visitor: Visits) -> None:
    """The section with the mistake is several screens tall."""
    page = box(visitor.context(viewport=PHONE, reduced_motion="reduce"), "axio_rota")
    tiles = section(page, "tiles")
    tiles.get_by_role("button", name="Remove tile").first.click()
    page.locator(".verdict a").click()
    expect(tiles.get_by_role("alert")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", sw.games())
def test_everybody_can_use_it(visitor: Visits, game: str) -> None:
    page = box(visitor.context(locale="de-DE", viewport=PHONE, reduced_motion="reduce"), game)
    expect(page.locator(".result svg").first).to_be_visible()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
