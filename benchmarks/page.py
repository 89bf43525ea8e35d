"""The page in a real browser: how soon it can be used, and how smoothly: make page-speed

A server of its own, Chromium without a screen, everything on this machine. Medians of some runs.
"""

from __future__ import annotations

import json
import math
import platform
import shutil
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from server.conftest import OPTIONS
from server.process import ServerProcess
from spielwerk.games import names
from web import loading
from web.conftest import ARGUMENTS, LAPTOP
from web.playing import COMPILING, Hand, play_one, sit_down, think_of_one, wait_for_turn

out = Console(highlight=False)

# When something is first there, by the page's own clock, which starts with its navigation.
FIRST = """(selector) => {
    const look = () => {
        if (document.querySelector(selector)) window.there = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""

# From a move's acknowledgement to the frame that shows it: the frame after the list has grown.
FEEDBACK = """() => {
    window.feedback = [];
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', (event) => {
                const { id, ok = {} } = JSON.parse(event.data);
                if (id === undefined || !('number' in ok) || 'events' in ok) return;
                const heard = performance.now();
                const before = window.shown;
                const done = () => window.feedback.push(performance.now() - heard);
                const look = () => {
                    const grown = document.querySelectorAll('.moves li').length > before;
                    requestAnimationFrame(grown ? () => setTimeout(done) : look);
                };
                look();
            });
        }
    };
}"""

# Asks for a frame after every frame, so that none is left out because nothing has changed.
FRAMES = """() => {
    const again = () => (window.asked = requestAnimationFrame(again));
    again();
}"""

TRACED = "disabled-by-default-devtools.timeline.frame"  # the category in which Chromium tells them
COVER = "localStorage.setItem('spielwerk', JSON.stringify({ cover: false }))"  # one plays both


def main(
    runs: Annotated[int, typer.Option(help="How often each is measured.", min=1)] = 7,
    seconds: Annotated[float, typer.Option(help="How long a piece is dragged.", min=0.5)] = 3,
) -> None:
    """Measure the page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), *OPTIONS)
        server.start()
        try:
            found = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
            tell(
                browser,
                first_load(browser, server.url, runs),
                playing(browser, server.url, runs, seconds),
            )
            browser.close()
        finally:
            server.stop()


def visitor(browser: Browser, url: str) -> BrowserContext:
    """A browser that knows nothing."""
    made = browser.new_context(base_url=url, viewport=LAPTOP, locale="en-GB")
    made.set_default_timeout(COMPILING)
    made.add_init_script(COVER)
    return made


def first_load(browser: Browser, url: str, runs: int) -> dict[str, Any]:
    """Home, with nothing kept from before: bytes, requests, and when one could click."""
    times, sizes, requests = [], [], []
    for _ in range(runs):
        context = visitor(browser, url)
        page = context.new_page()
        page.add_init_script(f"({FIRST})('.card button.main')")
        load = loading.watch(page)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate("window.there"))
        sizes.append(load.bytes)
        requests.append(len(load.sizes))
        context.close()
    return {
        "bytes": round(statistics.median(sizes)),
        "requests": round(statistics.median(requests)),
        "ready": statistics.median(times),
    }


def playing(browser: Browser, url: str, runs: int, seconds: float) -> dict[str, dict[str, float]]:
    """For each game: when a table could be used, feedback after a move, frames while dragging."""
    told = {}
    for game in names():
        context = visitor(browser, url)
        table = sit_down(context, game=game, seats=2, sit=[0, 1], first=0)
        ready = []
        for _ in range(runs):
            page = context.new_page()
            page.add_init_script(f"({FIRST})('.hand[aria-busy=false] button.piece')")
            page.goto(f"/table/{table}")
            page.wait_for_function("() => window.there !== undefined")
            ready.append(page.evaluate("window.there"))
            page.close()
        page = context.new_page()
        page.add_init_script(f"({FEEDBACK})()")
        page.goto(f"/table/{table}")
        for _ in range(runs):
            wait_for_turn(page)
            page.evaluate("window.shown = document.querySelectorAll('.moves li').length")
            play_one(page, Hand(page))
        page.wait_for_function("most => window.feedback.length >= most", arg=runs)
        wait_for_turn(page)
        told[game] = {
            "ready": statistics.median(ready),
            "feedback": statistics.median(page.evaluate("window.feedback")),
            **dragging(browser, page, seconds),
        }
        context.close()
    return told


def dragging(browser: Browser, page: Page, seconds: float) -> dict[str, float]:
    """A piece is held and moved in circles over the board, by a real mouse, under a trace."""
    think_of_one(page)  # a piece that fits somewhere, so that its ghost is drawn
    page.mouse.move(0, 0)
    held = page.locator("button.piece[aria-pressed=true]").bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert held
    assert board
    middle = (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    reach = 0.4 * min(board["width"], board["height"])
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(*middle)
    page.evaluate(FRAMES)
    browser.start_tracing(page=page, categories=[TRACED])
    began = page.evaluate("performance.now()")
    step = 0
    while step % 20 or page.evaluate("performance.now()") - began < 1000 * seconds:
        turn = step / 25
        page.mouse.move(middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn))
        step += 1
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.evaluate("cancelAnimationFrame(window.asked)")
    page.mouse.move(1, 1)
    page.mouse.up()  # beside the board: nothing is laid
    stamps = sorted(one["ts"] / 1000 for one in events if one["name"] == "BeginMainThreadFrame")
    gaps = [after - before for before, after in pairwise(stamps)]
    told = [one["args"].get("frame_reporter", {}) for one in events]
    dropped = [one for one in told if one.get("state") == "STATE_DROPPED"]
    return {
        "fps": 1000 * len(gaps) / sum(gaps),
        "gap": statistics.median(gaps),
        "late": 100 * sum(gap > 25 for gap in gaps) / len(gaps),  # a frame was left out
        "dropped": 100 * sum(one["affects_smoothness"] for one in dropped) / len(stamps),
    }


def tell(browser: Browser, first: dict[str, Any], games: dict[str, dict[str, float]]) -> None:
    """Print it all."""
    out.print(
        f"Chromium {browser.version}, {platform.machine()}, Python {platform.python_version()}"
    )
    out.print(
        f"first load: {first['bytes'] / 1000:.0f} KB in {first['requests']} requests, "
        f"to be used after {first['ready']:.0f} ms"
    )
    shown = Table("game", *(f"{one}" for one in COLUMNS))
    for game, row in games.items():
        shown.add_row(game, *(f"{row[key]:.0f}" for key in COLUMNS.values()))
    out.print(shown)


COLUMNS = {
    "table ready, ms": "ready",
    "feedback, ms": "feedback",
    "frames/s dragging": "fps",
    "median frame, ms": "gap",
    "frames late, %": "late",
    "dropped, %": "dropped",
}


if __name__ == "__main__":
    typer.run(main)
