"""A family in one room: a screen shows the board, each phone its own hand; over plain HTTP."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from server.process import ServerProcess
from spielwerk.games import find
from wait import wait_until
from web.conftest import MACHINE, PHONE, Visits
from web.playing import (
    PATIENCE,
    Hand,
    act,
    let_bots_finish,
    open_table,
    play_one,
    play_some,
    sit_down,
    wait_for_turn,
)
from web.test_access import check

TELEVISION = {"width": 1920, "height": 1080}


class Family:
    """A screen and phones in a home network; all that each of them receives is recorded."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.heard: dict[Page, list[dict[str, Any]]] = {}
        self.mistakes: list[str] = []

    def device(self, **options: Any) -> Page:
        """Return an empty page of a new device."""
        context = self._browser.new_context(base_url=self._url, locale="en-GB", **options)
        context.on("weberror", lambda error: self.mistakes.append(str(error.error)))
        self._contexts.append(context)
        page = context.new_page()
        self.heard[page] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._noting(page)))
        return page

    def _noting(self, page: Page) -> Any:
        return lambda frame: self.heard[page].append(json.loads(frame))

    def states(self, page: Page) -> list[tuple[int | None, np.ndarray]]:
        """Return which states a page received, and for which seat."""
        layout = find("axio").layout.dtype
        told = [part for frame in self.heard[page] for part in (frame, *frame.values())]
        return [
            (news["seat"], np.frombuffer(base64.b64decode(news["state"]), layout)[0])
            for news in told
            if isinstance(news, dict) and news.get("state")
        ]

    def close(self) -> None:
        """Close all devices."""
        for context in self._contexts:
            context.close()
        assert not self.mistakes


@pytest.fixture
def family(elsewhere: Browser, server: ServerProcess) -> Iterator[Family]:
    found = Family(elsewhere, server.url.replace("127.0.0.1", MACHINE))
    yield found
    found.close()


def join(phone: Page, link: str, name: str) -> None:
    """Open the invitation, as a phone's camera does."""
    phone.goto(link)
    phone.get_by_label("Name").fill(name)
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator(".handheld")).to_be_visible()


def play_turn(phones: list[Page]) -> None:
    """Make a move for the seat to act."""
    ready = "Boolean(document.querySelector('.status.yours'))"
    wait_until(lambda: any(phone.evaluate(ready) for phone in phones), "somebody's turn", 30)
    [playing] = [phone for phone in phones if phone.evaluate(ready)]
    assert wait_for_turn(playing)
    play_one(playing, Hand(playing))


def test_a_living_room(family: Family) -> None:
    """From home to a game on two phones; one is reloaded, one goes and comes back."""
    screen = family.device(viewport=TELEVISION)
    screen.goto("/")
    assert screen.evaluate("isSecureContext") is False
    screen.locator("[data-game=axio]").get_by_role("button", name="With friends").click()
    screen.get_by_label("In one room: this screen shows the board").check()
    screen.get_by_role("button", name="Set up the table").click()
    link = screen.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile(f"^http://{MACHINE}:.*invite="))
    loaded = "(code) => code.complete && code.naturalWidth > 0"
    wait_until(lambda: screen.locator(".invite .code").evaluate(loaded), "the QR code", 30)

    ada, ben = (family.device(viewport=PHONE) for _ in range(2))
    join(ada, link.input_value(), "Ada")
    expect(screen.locator(".seats")).to_contain_text("Ada")
    join(ben, link.input_value(), "Ben")
    expect(screen.locator(".invite")).to_have_count(0)
    expect(screen.locator(".screen > .head .status")).to_have_text(
        re.compile(r"(Ada|Ben) \(guest\) to move")
    )
    for _ in range(3):
        play_turn([ada, ben])
    expect(screen.locator(".happened li")).to_have_count(3)
    expect(screen.locator(".happened li").first).to_contain_text(
        re.compile(r"(Ada|Ben) \(guest\) lays")
    )
    for phone, other in ((ada, "Ben"), (ben, "Ada")):  # their own alone
        expect(phone.locator(".seats")).to_contain_text(other)
        expect(phone.locator(".seats li:visible")).to_have_count(1)
        expect(phone.locator(".moves")).to_be_hidden()
        expect(phone.locator("button.piece").first).to_be_visible()
    expect(screen.locator("button.piece, .open-hand")).to_have_count(0)

    hands = ada.locator("button.piece").evaluate_all("(all) => all.map((one) => one.dataset.piece)")
    ada.reload()
    expect(ada.locator("button.piece")).to_have_count(len(hands))
    kept = ada.locator("button.piece").evaluate_all("(all) => all.map((one) => one.dataset.piece)")
    assert kept == hands
    who_ben_is = ben.context.storage_state()
    address = ben.url
    ben.context.close()
    gone = screen.locator(".seats li", has_text="Ben").locator(".gone")
    expect(gone).to_have_text("phone not connected")
    expect(screen.locator(".seats li", has_text="Ada").locator(".gone")).to_have_count(0)
    again = family.device(viewport=PHONE, storage_state=who_ben_is)
    again.goto(address)
    expect(gone).to_have_count(0)
    play_turn([ada, again])
    play_turn([ada, again])

    seen = family.states(screen)
    assert len(seen) > 5
    assert all(seat is None and not state["hand"].any() for seat, state in seen)
    for phone, own in ((ada, 0), (ben, 1), (again, 1)):
        mine = [state for seat, state in family.states(phone) if seat == own]
        assert mine[-1]["hand"][own].any()
        states = [state for _, state in family.states(phone)]
        assert not any(state["hand"][1 - own].any() for state in states)


@pytest.mark.parametrize(
    ("game", "clicked", "answer"),
    [
        ("axio", "svg.board .hit", ".beside .answer"),
        ("anubixx", ".seats li > svg", "p.told"),
        ("anubixx", ".middle svg", "p.told"),
    ],
)
def test_a_click_on_the_screen_is_answered(
    visitor: Visits, game: str, clicked: str, answer: str
) -> None:
    """Nobody plays there: where each has a sheet, the answer is above all of them."""
    context = visitor.context(viewport=TELEVISION)
    bots = {"1": "zufall"}
    table = sit_down(context, game=game, seats=2, sit=[0], first=0, bots=bots, room=True)
    screen = context.new_page()
    screen.goto(f"/board/{table}")
    screen.locator(clicked).first.click()
    told = "This screen only shows the game: play on your phone."
    expect(screen.locator(answer)).to_have_text(told)
    play_some(context, table, 1)
    expect(screen.get_by_text(told)).to_have_count(0)


def test_the_end_is_told_to_all_and_the_screen_moves_on(visitor: Visits) -> None:
    context = visitor.context(viewport=TELEVISION)
    bots = {"1": "zufall"}
    table = sit_down(context, game="anubixx", seats=2, sit=[0], bots=bots, room=True)
    screen, phone = context.new_page(), open_table(context, table)
    screen.goto(f"/board/{table}")
    expect(screen.locator(".seats li > svg")).to_have_count(2)  # both sheets, and the dice
    expect(screen.locator(".middle .die").first).to_be_visible()
    check(screen)
    let_bots_finish(context, table)
    expect(screen.locator(".ended h2")).to_contain_text(re.compile("Ada|Random"), timeout=PATIENCE)
    expect(phone.locator(".box.end")).to_be_visible()
    check(screen)
    phone.get_by_role("button", name="Play again").click()
    expect(phone).not_to_have_url(re.compile(table))
    expect(screen).to_have_url(re.compile(phone.url.rpartition("/")[2]))
    expect(screen.locator(".ended")).to_be_hidden()


@pytest.mark.parametrize(
    "viewport", [{"width": 360, "height": 740}, {"width": 820, "height": 1180}]
)
def test_a_screen_of_any_size(visitor: Visits, viewport: dict[str, int]) -> None:
    """Nothing is cut off, while waiting for players and while they play; axe finds nothing."""
    context = visitor.context(viewport=viewport, locale="de-DE", reduced_motion="reduce")
    table = sit_down(context, game="axio", seats=2, sit=[0], room=True)
    screen = context.new_page()
    for shows in (".invite", ".frame svg.board"):
        screen.goto(f"/board/{table}")
        expect(screen.locator(shows)).to_be_visible()
        wide = "document.documentElement.scrollWidth <= innerWidth"
        assert screen.evaluate(wide)
        check(screen)
        if shows == ".invite":
            act(context, table, do="bot", seat=1, bot="zufall")


def test_on_this_machine_alone_nobody_can_be_invited(
    visitor: Visits, server: ServerProcess
) -> None:
    """The page says so, with the command that changes it; a code would lead nowhere."""
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0])
    page = open_table(context, table)
    command = f"spielwerk serve --host 0.0.0.0 --port {server.port}"
    expect(page.locator(".warning code")).to_have_text(command)
    expect(page.locator(".invite .code")).to_be_hidden()


def test_one_of_several_addresses_is_chosen_and_kept(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0])
    origins = ["http://192.168.7.7:8000", "http://10.1.2.3:8000"]
    told = {"invite": "secret", "origins": origins, "command": None}
    context.route("**/invite", lambda route: route.fulfill(json=told))  # as on such a machine
    page = open_table(context, table)
    link = page.get_by_label("Invitation link")
    expect(link).to_have_value(f"{origins[0]}/table/{table}?invite=secret")
    page.get_by_label("Address in your network").select_option("10.1.2.3:8000")
    page.reload()
    expect(link).to_have_value(f"{origins[1]}/table/{table}?invite=secret")
    asked = page.locator(".invite .code").get_attribute("src") or ""
    assert asked.endswith("&origin=http%3A%2F%2F10.1.2.3%3A8000")


def hand(page: Page) -> int:
    return page.locator("button.piece").count()


def test_names_and_covered_hands_at_one_screen(visitor: Visits) -> None:
    """Each seat has a name of its own, and no reload uncovers a hand."""
    # Once the server's rules are ready, as otherwise the game is one of this device.
    sit_down(visitor.context(), game="axio", seats=2, sit=[0], bots={"1": "zufall"})
    context = visitor.context()
    page = context.new_page()
    page.goto("/")
    page.locator("[data-game=axio]").get_by_role("button", name="With friends").click()
    page.get_by_label("Everybody plays at this screen").check()
    page.get_by_label("Player 1").fill("Mia")
    page.get_by_label("Player 2").fill("Tom")
    page.get_by_role("button", name="Set up the table").click()
    page.locator("li.seat", has_text="Tom").get_by_role("button", name="Rename Tom").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Grandpa")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator(".seats")).to_contain_text("Grandpa")
    expect(page.locator(".seats")).not_to_contain_text("Tom")
    covered = page.locator(".curtain")
    page.evaluate(
        """() => {
            sessionStorage.seen = 0; // how often a hand was there before anybody asked for it
        }"""
    )
    context.add_init_script(
        """new MutationObserver(() => {
            if (document.querySelector('button.piece')) sessionStorage.seen = 1;
        }).observe(document, { childList: true, subtree: true })"""
    )
    names = "(Mia|Grandpa)"
    for _ in range(3):
        expect(covered).to_contain_text(re.compile(f"Pass the screen to {names}"))
        who = covered.locator("p").inner_text()
        names = "Grandpa" if "Mia" in who else "Mia"  # it is the other's turn afterwards
        page.reload()
        expect(covered).to_have_text(re.compile(who))
        assert hand(page) == 0
        assert page.evaluate("sessionStorage.seen") == "0"
        page.get_by_role("button", name="Show the hand").click()
        assert wait_for_turn(page)
        play_one(page, Hand(page))
        page.evaluate("() => { sessionStorage.seen = 0; }")
    log = page.locator(".moves").inner_text()
    assert "Mia lays" in log
    assert "Grandpa lays" in log
    table = page.url.rpartition("/")[2]
    record = context.request.get(f"/api/tables/{table}/record?seat=0").json()
    assert record["names"] == ["Mia", "Grandpa"]
    listed = context.request.get("/api/me/tables").json()["tables"][0]
    assert [seat["name"] for seat in listed["sitting"]] == ["Mia", "Grandpa"]
