"""The page in Firefox and WebKit: it loads, and one match of each game is played by clicks."""

from typing import Any

import pytest

import spielwerk as sw
from browsers.window import Window
from server.process import ServerProcess
from wait import wait_until

COUNT = "(selector) => document.querySelectorAll(selector).length"
TEXT = "(selector) => document.querySelector(selector)?.textContent ?? ''"
IS_PRESSED = "(selector, k) => document.querySelectorAll(selector)[k].ariaPressed === 'true'"
GET = "async (path) => (await fetch(path)).json()"
POST = """async (path, what) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(what) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
}"""
READY = """() => document.querySelector(".status.yours")
    && document.querySelector(".hand[aria-busy=false]")
    && document.querySelector(".hand :is(.piece, .plain), .hit.target") !== null"""
END = ".ended"
PIECE, TARGET, WAY = "button.piece", ".hit.target", ".way"
CONFIRM, COMPLETE = ".confirm", ".confirm:not([aria-disabled=true])"
OWN = ".moves li.own"
RIGHT, MIRROR = "[aria-label='Turn right']", "[aria-label='Mirror']"


@pytest.fixture(params=["firefox", "webkit"])
def window(request: pytest.FixtureRequest) -> Any:
    """Start one of the browsers that Playwright can't drive."""
    return request.getfixturevalue(request.param)


def test_home_draws_all_games(window: Window, server: ServerProcess) -> None:
    window.open(server.url)
    wait_for(window, ".card svg", len(sw.games()))
    assert window.mistakes == []


@pytest.mark.parametrize("game", sw.games())
def test_a_whole_match(window: Window, server: ServerProcess, game: str) -> None:
    table = open_table(window, server, game)
    while wait_for_turn(window):
        play_one(window)
    assert window.run(TEXT, f"{END} h2")
    assert window.mistakes == []
    record = window.run(GET, f"/api/tables/{table}/record")
    assert sw.replay(record).over
    sw.check_fair(record)


def open_table(window: Window, server: ServerProcess, game: str) -> str:
    """Set up a table against a bot as a guest, and open it; return its id."""
    window.open(f"{server.url}/account")
    window.run(POST, "/api/people", {"name": "Ada"})
    terms = {"game": game, "seats": 2, "first": 0, "sit": [0], "bots": {"1": "zufall"}}
    table: str = window.run(POST, "/api/tables", {"pace": False, **terms})["info"]["id"]
    window.open(f"{server.url}/table/{table}")
    return table


def wait_for_turn(window: Window) -> bool:
    """Wait until a choice is expected; return False if the game is over."""

    def is_over() -> bool:
        return bool(window.run(COUNT, END))

    wait_until(lambda: is_over() or window.run(READY), "one's turn comes, or the end")
    return not is_over()


def play_one(window: Window) -> None:
    """Make a move, or a turn of several, by mouse: with any piece, turned until it fits."""
    before = window.run(COUNT, OWN)
    if hold_one(window):
        put(window)
    else:
        window.click(".plain")
    wait_for(window, OWN, before + 1)


def hold_one(window: Window) -> bool:
    """Choose any piece and turn or flip it until it fits somewhere."""
    for number in range(window.run(COUNT, PIECE)):
        if not window.run(IS_PRESSED, PIECE, number):
            window.click(PIECE, number)
        if fits(window) or (mirrors(window) and fits(window)):
            return True
    return bool(window.run(COUNT, TARGET))


def put(window: Window) -> None:
    """Point at a place before clicking it; click again if the turn is not complete."""
    while True:
        window.point_at(TARGET)
        wait_until(lambda: window.run(TEXT, ".preview"), "what it is worth is shown")
        window.click(TARGET)
        if window.run(COUNT, WAY):
            window.click(WAY)
        if not window.run(COUNT, CONFIRM):
            return
        if window.run(COUNT, COMPLETE):
            window.click(COMPLETE)
            return


def fits(window: Window) -> bool:
    """Return whether the held piece fits somewhere, after turning it if necessary."""
    for _ in range(8):
        if window.run(COUNT, TARGET):
            return True
        if not window.run(COUNT, RIGHT):
            return False
        window.click(RIGHT)
    return False


def mirrors(window: Window) -> bool:
    """Flip it, if the game allows that."""
    can = bool(window.run(COUNT, MIRROR))
    if can:
        window.click(MIRROR)
    return can


def wait_for(window: Window, selector: str, least: int = 1) -> None:
    """Wait until a selector finds this many elements."""
    wait_until(lambda: window.run(COUNT, selector) >= least, f"{least} of {selector}")
