"""The page in Firefox and WebKit: it loads, and games against a bot are played by clicks."""

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
READY = ".status.yours ~ * .hand[aria-busy=false] :is(.piece, .plain)"
END = ".box.end"
PIECE, TARGET = "button.piece", ".hit.target"
OWN = ".moves [title^='Ada:']"
RIGHT, MIRROR = "[aria-label='Turn right']", "[aria-label='Mirror']"


@pytest.fixture(params=["firefox", "webkit"])
def window(request: pytest.FixtureRequest) -> Any:
    """One of the browsers that Playwright can't drive."""
    return request.getfixturevalue(request.param)


def test_first_moves(window: Window, server: ServerProcess) -> None:
    """In all games; the home page draws all of them."""
    sit_down(window, server)
    for game in sw.games():
        open_table(window, server, game)
        assert wait_for_turn(window)
        play_one(window)
        assert window.mistakes == [], game


def test_a_whole_game(window: Window, server: ServerProcess) -> None:
    sit_down(window, server)
    table = open_table(window, server, "second_chance")
    while wait_for_turn(window):
        play_one(window)
    assert window.run(TEXT, f"{END} h2")
    assert window.mistakes == []
    record = window.run(GET, f"/api/tables/{table}/record")
    assert sw.replay(record).over
    sw.check_fair(record)


def sit_down(window: Window, server: ServerProcess) -> None:
    """Look at the home page, and be somebody."""
    window.open(server.url)
    wait_for(window, ".card svg", len(sw.games()))
    assert window.mistakes == []
    window.run(POST, "/api/people", {"name": "Ada"})


def open_table(window: Window, server: ServerProcess, game: str) -> str:
    """Set up a table against a bot, and go there; returns its name."""
    terms = {"game": game, "seats": 2, "first": 0, "sit": [0], "bots": {"1": "zufall"}}
    table: str = window.run(POST, "/api/tables", {"pace": False, **terms})["info"]["id"]
    window.open(f"{server.url}/table/{table}")
    return table


def wait_for_turn(window: Window) -> bool:
    """Until one has to choose; False when the game is over."""
    wait_for(window, f"{READY}, {END}")
    return not window.run(COUNT, END)


def play_one(window: Window) -> None:
    """Make a move with the mouse: any piece, turned and turned over until it fits somewhere."""
    before = window.run(COUNT, OWN)
    for number in range(window.run(COUNT, PIECE)):
        if not window.run(IS_PRESSED, PIECE, number):
            window.click(PIECE, number)
        if fits(window) or (mirrors(window) and fits(window)):
            window.point_at(TARGET)
            wait_until(lambda: window.run(TEXT, ".preview"), "what it is worth is shown")
            window.click(TARGET)
            break
    else:
        window.click(".plain")
    wait_for(window, OWN, before + 1)


def fits(window: Window) -> bool:
    """Whether what is held fits somewhere, turned until it does."""
    for _ in range(8):
        if window.run(COUNT, TARGET):
            return True
        if not window.run(COUNT, RIGHT):
            return False
        window.click(RIGHT)
    return False


def mirrors(window: Window) -> bool:
    """Turn it over, if that can be."""
    can = bool(window.run(COUNT, MIRROR))
    if can:
        window.click(MIRROR)
    return can


def wait_for(window: Window, selector: str, least: int = 1) -> None:
    """Wait until a selector finds as many."""
    wait_until(lambda: window.run(COUNT, selector) >= least, f"{least} of {selector}")
