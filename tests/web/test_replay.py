"""Watching a finished game again: at its own address, at any speed, from a file."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

import spielwerk as sw
from web.conftest import Shelf, Visits
from web.playing import PATIENCE, act, let_bots_finish, open_table, play_some, sit_down


def finished(context: BrowserContext, game: str = "axio") -> tuple[str, dict[str, Any]]:
    """Return a table whose game is over, and its record."""
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"})
    let_bots_finish(context, table)
    record: dict[str, Any] = context.request.get(f"/api/tables/{table}/record").json()
    return table, record


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Move")


def ply(page: Page) -> int:
    return int(slider(page).input_value())


def test_a_game_at_its_own_address(visitor: Visits) -> None:
    """Also for people who were not there: `#ply` is where it opens, and the current ply."""
    table, record = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}#5")
    expect(slider(page)).to_have_value("5", timeout=PATIENCE)
    line = page.get_by_text(f"Move 5 of {len(record['plies'])}: ")
    expect(line).to_contain_text("Ada" if record["plies"][4]["seat"] == 0 else "Random")
    assert record["plies"][4]["move"] not in line.inner_text()
    laid = ["-" in one["move"] for one in record["plies"][:5]]  # the others are swaps
    expect(page.locator("board-view .tile")).to_have_count(sum(laid))  # whole, not in halves
    page.get_by_role("button", name="Forward").click()
    expect(page).to_have_url(f"/replay/{table}#6")
    page.get_by_role("button", name="To the start").click()
    expect(page).to_have_url(f"/replay/{table}#0")
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"/replay/{table}#1")


def test_a_click_on_its_board_is_answered(visitor: Visits) -> None:
    table, _ = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}#5")
    expect(slider(page)).to_have_value("5", timeout=PATIENCE)
    page.locator(".hit").nth(30).click()
    expect(page.locator(".beside .answer")).to_have_text(re.compile("^This is a replay: .+ keys"))
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(page.locator(".beside .answer")).to_have_count(0)  # it belonged to another moment


def test_another_ply_of_the_same_game_by_address(visitor: Visits) -> None:
    """A link to another `#ply` is followed where the game is open already."""
    table, _ = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}#3")
    expect(slider(page)).to_have_value("3", timeout=PATIENCE)
    page.goto(f"/replay/{table}#8")
    expect(slider(page)).to_have_value("8", timeout=PATIENCE)


def test_playing_pausing_and_speed(visitor: Visits) -> None:
    """The test sets the clock: half a second shows nothing at usual speed, and one ply at twice."""
    table, record = finished(visitor.context())
    page = visitor.context().new_page()
    page.clock.install(time=datetime(2026, 1, 1, tzinfo=UTC))
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("button", name="Play")).to_be_visible(timeout=PATIENCE)
    page.clock.pause_at(datetime(2026, 1, 2, tzinfo=UTC))  # until then it played without help
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(3_000)
    assert ply(page) == 3
    page.get_by_label("Speed").select_option("2×")
    page.clock.run_for(2_000)
    assert ply(page) == 8
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5_000)
    assert ply(page) == 8
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(400 * len(record["plies"]))
    assert ply(page) == len(record["plies"])
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_seen_by_each_seat(visitor: Visits) -> None:
    """Each seat of Second Chance has its own grid in front."""
    table, record = finished(visitor.context(), "second_chance")
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}#{len(record['plies'])}")
    expect(page.get_by_label("View")).to_be_visible(timeout=PATIENCE)
    for seat in ("1", "0"):  # everybody sees the first seat's grid as the board
        before = page.locator("board-view").inner_html()
        page.get_by_label("View").select_option(value=seat)
        page.wait_for_function(
            "before => document.querySelector('board-view').innerHTML !== before", arg=before
        )


def test_a_record_is_kept_as_a_file_and_watched_from_it(visitor: Visits, tmp_path: Path) -> None:
    """Downloaded from the replay, checked by our own code, and opened by another person."""
    table, record = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}")
    with page.expect_download(timeout=PATIENCE) as kept:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    assert json.loads(file.read_text("utf-8")) == record
    sw.check_fair(record)

    other = visitor.context().new_page()
    other.goto("/replay")
    other.get_by_label("Drop a record here").set_input_files(file)
    expect(slider(other)).to_have_attribute("max", str(len(record["plies"])), timeout=PATIENCE)


DROP = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name));
    const told = { bubbles: true, cancelable: true, dataTransfer: carried };
    document.querySelector('.drop').dispatchEvent(new DragEvent('drop', told));
}"""


@pytest.mark.parametrize("game", ["axio_rota", "anubixx"])
def test_a_record_dropped_on_the_page(visitor: Visits, game: str) -> None:
    """Any record: this one was never on the server."""
    match = sw.Match(game, seats=2, seed=4)
    for _ in range(5):
        [seat, *_] = match.to_act
        match.play(match.legal(seat)[0], seat=seat)
    page = visitor.context().new_page()
    page.goto("/replay")
    expect(page.locator(".drop")).to_be_visible(timeout=PATIENCE)
    page.evaluate(DROP, ["mine.jsonl", json.dumps(match.record()) + "\n"])
    expect(slider(page)).to_have_attribute("max", "5", timeout=PATIENCE)


def test_what_is_no_record_is_refused(visitor: Visits) -> None:
    match = sw.Match("axio", seats=2, seed=4)
    match.play(match.legal(match.to_act[0])[0], seat=match.to_act[0])
    wrong = match.record()
    wrong["plies"][0]["move"] = "xx a1-a2"
    page = visitor.context().new_page()
    page.goto("/replay")
    expect(page.locator(".drop")).to_be_visible(timeout=PATIENCE)
    for text in ("no record", "[]", "{}", json.dumps(wrong)):
        page.evaluate(DROP, ["mine.json", text])
        expect(page.locator(".told")).not_to_be_empty(timeout=PATIENCE)
        expect(page.locator("board-view")).to_have_count(0)


def test_the_end_leads_to_the_replay(visitor: Visits) -> None:
    context = visitor.context()
    table, _ = finished(context)
    page = open_table(context, table)
    page.locator(".ended").get_by_role("link", name="Replay").click()
    expect(slider(page)).to_be_visible(timeout=PATIENCE)
    assert page.url.endswith(f"/replay/{table}#0")


def test_the_replay_has_the_game_s_name_the_players_names_and_the_log(visitor: Visits) -> None:
    table, record = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("AXIO", timeout=PATIENCE)
    expect(page.locator(".seats h2").first).to_contain_text("Ada")
    expect(page.locator(".moves .line")).to_have_count(len(record["plies"]))
    page.locator(".moves .line").nth(6).click()
    expect(page).to_have_url(f"/replay/{table}#7")
    expect(page.locator(".moves [aria-current]")).to_have_count(1)


def test_the_replay_tells_what_else_happened_as_the_table_does(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0, 1], first=0)
    play_some(context, table, 2)
    act(context, table, do="leave", seat=1)
    act(context, table, do="return", seat=1)
    play_some(context, table, 1)
    act(context, table, do="resign", seat=1)
    happened = ".log .event:not(.revealed)"
    told = visitor.context().new_page()
    told.goto(f"/table/{table}")
    expect(told.locator(happened)).to_have_count(5, timeout=PATIENCE)  # two sat down before
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}")
    expect(page.locator(happened)).to_have_text(
        told.locator(happened).all_inner_texts(), timeout=PATIENCE
    )
    third = page.locator(".moves li").nth(2)
    expect(third.locator(".event:not(.revealed)")).to_have_count(2)


@pytest.mark.parametrize("device", [None, {}])
def test_a_record_from_a_file_tells_who_won_and_by_which_move(
    visitor: Visits, device: dict[str, Any] | None
) -> None:
    """One of a server, and one of a device, which no server replays."""
    record = won_by_the_first()
    page = visitor.context().new_page()
    page.goto("/replay")
    expect(page.locator(".drop")).to_be_visible(timeout=PATIENCE)
    written = record if device is None else record | {"device": device}
    page.evaluate(DROP, ["mine.json", json.dumps(written)])
    expect(slider(page)).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("End")
    scores = [min(numbers) for numbers in record["result"]["scores"]]
    expect(page.locator(".box.end h2")).to_contain_text(f"Ada wins, {scores[0]} to {scores[1]}")
    expect(page.locator("board-view .decision")).to_be_attached()


def won_by_the_first() -> dict[str, Any]:
    """Return a game that Ada wins against Ben by the number that decides."""
    for seed in range(100):
        match = sw.Match("axio", seats=2, seed=seed)
        while not match.over:
            [seat] = match.to_act
            match.play(match.legal(seat)[0], seat=seat)
        ada, ben = (min(match.scores(seat)) for seat in (0, 1))
        if ada > ben:
            return match.record() | {"names": ["Ada", "Ben"]}
    raise AssertionError("Ada never wins")


def test_arrow_keys_lead_through_a_replay(visitor: Visits) -> None:
    table, record = finished(visitor.context())
    page = visitor.context().new_page()
    page.goto(f"/replay/{table}#4")
    expect(slider(page)).to_have_value("4", timeout=PATIENCE)
    for key, there in (("ArrowRight", 5), ("ArrowLeft", 4), ("Home", 0), ("End", -1)):
        page.keyboard.press(key)
        expect(slider(page)).to_have_value(str(there if there >= 0 else len(record["plies"])))
    expect(page.locator(".box.end")).to_contain_text("How it was decided")


@pytest.mark.parametrize("hash_", ["#-3", "#nonsense", "#999999", "#2.5"])
def test_an_address_with_an_impossible_ply(visitor: Visits, shelf: Shelf, hash_: str) -> None:
    page = visitor.context().new_page()
    page.goto(f"/replay/{shelf.end('axio')}{hash_}")
    end = slider(page).get_attribute("max", timeout=PATIENCE)
    expect(slider(page)).to_have_value(str(end) if hash_ == "#999999" else "0")


def test_a_game_that_still_goes_on_is_watched_at_its_table(visitor: Visits, shelf: Shelf) -> None:
    page = visitor.context().new_page()
    table = shelf.middle("axio")
    page.goto(f"/replay/{table}")
    expect(page).to_have_url(f"/table/{table}", timeout=PATIENCE)
    expect(page.locator(".room.table")).to_be_visible()


def test_an_unknown_game_is_told_kindly(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/replay/nosuchtable0")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "There is nothing to replay here", timeout=PATIENCE
    )
    expect(page.locator(".told").get_by_role("link")).to_be_visible()


def test_each_seat_sees_its_own_hand_again(visitor: Visits, shelf: Shelf) -> None:
    page = visitor.context().new_page()
    page.goto(f"/replay/{shelf.end('axio')}#3")
    expect(page.locator(".seats li.seat")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".open-hand")).to_have_count(0)
    for seat in (0, 1):
        page.get_by_label("View").select_option(value=str(seat))
        expect(page.locator(f"[data-seat='{seat}'] .open-hand")).to_be_visible()
        expect(page.locator(".open-hand")).to_have_count(1)
