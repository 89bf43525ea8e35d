"""Measure the page's loading time and smoothness in a real browser: make page-speed

It runs a server and headless Chromium on this machine, and prints medians of several runs.
"""

from __future__ import annotations

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
from spielwerk.cli.console import print_table
from spielwerk.games import names
from spielwerk.server import site
from web import loading
from web.conftest import ARGUMENTS, LAPTOP
from web.playing import COMPILING, Hand, play_one, sit_down, think_of_one, wait_for_turn
from web.static import hosted
from web.tracing import traced

out = Console(highlight=False)

# When an element first appears, by the page's own clock, which starts with its navigation.
FIRST = """(selector) => {
    const look = () => {
        if (document.querySelector(selector)) window.there = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""

# From a move's acknowledgement to the frame that shows it: the one after the log has grown.
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

# Requests a frame after every frame, so that none is skipped because nothing has changed.
FRAMES = """() => {
    const again = () => (window.asked = requestAnimationFrame(again));
    again();
}"""

TRACED = "disabled-by-default-devtools.timeline.frame"  # Chromium's category for frames
# Starts a game on the home page and makes its first move, as soon as the page shows what to click.
FIRST_MOVE = """(game) => {
    const one = (selector) => document.querySelector(selector);
    const until = (find) => new Promise((done) => {
        const look = () => (find() ? done(find()) : requestAnimationFrame(look));
        look();
    });
    const target = () => {
        for (const { dataset } of document.querySelectorAll('button.piece')) {
            const piece = () => one(`button.piece[data-piece="${dataset.piece}"]`);
            for (let turn = 0; turn < 4; turn++) { // the first click takes it, the others turn it
                piece().click();
                if (one('.hit.target')) return one('.hit.target');
            }
        }
    };
    const play = async () => {
        (await until(() => one(`[data-game=${game}] button.main`))).click();
        const clicked = performance.now();
        await until(() => one('.status.yours') && one('.hand[aria-busy=false] .piece'));
        const ready = performance.now();
        if (one('.moves li')) return null; // the bot began
        target().dispatchEvent(new MouseEvent('click', { bubbles: true }));
        one('.way')?.click();
        one('.confirm').click();
        await until(() => one('.moves li'));
        return { clicked, ready, moved: performance.now() };
    };
    window.stamps = play();
}"""

# Tasks of the page's thread longer than 50 ms, and all frames.
LONG = """() => {
    window.long = [];
    window.frames_at = [];
    const hear = (list) => window.long.push(...list.getEntries().map((one) => one.duration));
    new PerformanceObserver(hear).observe({ type: 'longtask', buffered: true });
    const look = (now) => { window.frames_at.push(now); requestAnimationFrame(look); };
    requestAnimationFrame(look);
}"""

# The first interactive element at a table.
CHOICE = ".hand[aria-busy=false] button.piece, .hit.target"

AGAINST = "localStorage.setItem('spielwerk', JSON.stringify({ opponent: 'meister' }))"
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
                fresh_machine(browser, runs),
                playing(browser, server.url, runs, seconds),
                thinking(browser, Path(folder) / "site", runs),
            )
            browser.close()
        finally:
            server.stop()


def fresh_machine(browser: Browser, runs: int) -> dict[str, float]:
    """A machine on which nothing is compiled: from opening the page to one's first own move.

    By the page's own clock. Only games that one begins are counted: a bot takes its time.
    """
    stamps: list[dict[str, float]] = []
    while len(stamps) < runs:
        with tempfile.TemporaryDirectory() as folder:
            environment = {"SPIELWERK_CACHE": f"{folder}/kernels"}
            server = ServerProcess(Path(folder), "--no-limits", environment=environment)
            server.start()
            try:
                context = visitor(browser, server.url)
                page = context.new_page()
                page.add_init_script(f"({FIRST_MOVE})('axio')")
                page.goto("/")
                stamped = page.evaluate("window.stamps")
                if stamped:
                    stamps.append(stamped)
                context.close()
            finally:
                server.stop()
    return {key: statistics.median(one[key] for one in stamps) for key in stamps[0]}


def thinking(browser: Browser, folder: Path, runs: int) -> dict[str, dict[str, float]]:
    """Return, for each game on the device, the load of the page's thread between one's moves."""
    told = {}
    site.write(folder)
    with hosted(folder) as url:
        for game in names():
            context = visitor(browser, f"{url}/")
            context.add_init_script(AGAINST)
            page = context.new_page()
            page.goto("./")
            page.locator(f"[data-game={game}] button.main").click()
            assert wait_for_turn(page)
            page.evaluate(LONG)
            longest, gaps = 0.0, []
            for _ in range(runs):
                play_one(page, Hand(page))
                page.evaluate("window.long.length = window.frames_at.length = 0")
                wait_for_turn(page)
                longest = max([longest, *page.evaluate("window.long")])
                gaps += [after - one for one, after in pairwise(page.evaluate("window.frames_at"))]
            told[game] = {"longest": longest, "fps_thinking": 1000 / statistics.mean(gaps)}
            context.close()
    return told


def visitor(browser: Browser, url: str) -> BrowserContext:
    """Return a browser context without stored data."""
    made = browser.new_context(base_url=url, viewport=LAPTOP, locale="en-GB")
    made.set_default_timeout(COMPILING)
    made.add_init_script(COVER)
    return made


def first_load(browser: Browser, url: str, runs: int) -> dict[str, Any]:
    """Load the home page with an empty cache: bytes, requests, and the time until a click works."""
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
    """Measure each game: time until its table is ready, feedback after a move, frames dragging.

    A game without pieces in hand has nothing to drag.
    """
    told = {}
    for game in names():
        context = visitor(browser, url)
        table = sit_down(context, game=game, seats=2, sit=[0, 1], first=0)
        ready = []
        for _ in range(runs):
            page = context.new_page()
            page.add_init_script(f"({FIRST})('{CHOICE}')")
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
            **(dragging(browser, page, seconds) if page.locator("button.piece").count() else {}),
        }
        context.close()
    return told


def dragging(browser: Browser, page: Page, seconds: float) -> dict[str, float]:
    """Drag a piece in circles over the board with a real mouse, and trace it."""
    think_of_one(page)  # a piece that fits somewhere, so that its preview is drawn
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
    with traced(browser, page, TRACED) as events:
        began = page.evaluate("performance.now()")
        step = 0
        while step % 20 or page.evaluate("performance.now()") - began < 1000 * seconds:
            turn = step / 25
            page.mouse.move(middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn))
            step += 1
    page.evaluate("cancelAnimationFrame(window.asked)")
    page.mouse.move(1, 1)
    page.mouse.up()  # beside the board: nothing is placed
    stamps = sorted(one["ts"] / 1000 for one in events if one["name"] == "BeginMainThreadFrame")
    gaps = [after - before for before, after in pairwise(stamps)]
    told = [one["args"].get("frame_reporter", {}) for one in events]
    dropped = [one for one in told if one.get("state") == "STATE_DROPPED"]
    return {
        "fps": 1000 * len(gaps) / sum(gaps),
        "gap": statistics.median(gaps),
        "late": 100 * sum(gap > 25 for gap in gaps) / len(gaps),  # a frame was skipped
        "dropped": 100 * sum(one["affects_smoothness"] for one in dropped) / len(stamps),
    }


def tell(
    browser: Browser,
    first: dict[str, Any],
    fresh: dict[str, float],
    games: dict[str, dict[str, float]],
    bots: dict[str, dict[str, float]],
) -> None:
    """Print all results."""
    out.print(
        f"Chromium {browser.version}, {platform.machine()}, Python {platform.python_version()}"
    )
    out.print(
        f"first load: {first['bytes'] / 1000:.0f} KB in {first['requests']} requests, "
        f"to be used after {first['ready']:.0f} ms"
    )
    out.print(
        f"fresh machine, nothing compiled: a game clicked after {fresh['clicked']:.0f} ms, "
        f"one's turn against a bot after {fresh['ready']:.0f} ms, "
        f"the first own move made after {fresh['moved']:.0f} ms"
    )
    shown = Table("game", *(f"{one}" for one in COLUMNS))
    for game, told in games.items():
        row = told | bots[game]
        shown.add_row(game, *(f"{row[key]:.0f}" if key in row else "–" for key in COLUMNS.values()))
    print_table(shown, out)


COLUMNS = {
    "table ready, ms": "ready",
    "feedback, ms": "feedback",
    "frames/s dragging": "fps",
    "median frame, ms": "gap",
    "frames late, %": "late",
    "dropped, %": "dropped",
    "longest task while a bot thinks, ms": "longest",
    "frames/s meanwhile": "fps_thinking",
}


if __name__ == "__main__":
    typer.run(main)
