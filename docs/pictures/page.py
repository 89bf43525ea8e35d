"""Take screenshots of the page, all five games: python docs/pictures/page.py [FOLDER]

Start a server, play some moves against a bot, and hold a piece over the place of the next move.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Locator, Page, sync_playwright

from spielwerk.games import names

HERE = Path(__file__).parent
MOVES = {"axio": 9, "axio_hex": 10, "axio_rota": 9, "second_chance": 7, "anubixx": 9}
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
WINDOW: Any = {"width": 1280, "height": 800}
PATIENCE = 120_000
NUMBER = re.compile(r"-?\d+")


def main(folder: Path) -> None:
    """Take all of them in English, and the first in German, too."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(port), "--no-limits"]
        command += ["--database", f"sqlite:///{data}/games.db", "--log-level", "warning"]
        server = subprocess.Popen(command)
        try:
            found = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
            for game in names():
                take(browser, f"http://127.0.0.1:{port}", game, folder / f"page-{game}.png")
            german = folder / "page-axio.de.png"
            take(browser, f"http://127.0.0.1:{port}", "axio", german, "de-DE")
            browser.close()
        finally:
            server.terminate()
            server.wait()


def take(browser: Browser, url: str, game: str, file: Path, locale: str = "en-GB") -> None:
    """Take a picture of one game at play."""
    scheme: Any = "dark" if game == "axio_hex" else "light"
    context = browser.new_context(base_url=url, viewport=WINDOW, locale=locale, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    table = play(context.request, game)
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.locator(".status.yours").wait_for()
    page.locator(".hand[aria-busy=false] :is(.piece, .plain)").first.wait_for()
    think_of_best(page)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=file)
    context.close()


def think_of_best(page: Page) -> None:
    """Hold a piece, if there are any, over the place at which it earns most."""
    pieces, targets = page.locator("button.piece"), page.locator(".hit.target")
    found = []
    for piece in range(max(1, pieces.count())):
        hold(pieces, piece)
        for place in range(targets.count()):
            targets.nth(place).hover()
            told = page.locator(".preview").inner_text().replace("−", "-")
            found.append((sum(map(int, NUMBER.findall(told))), piece, place))
    _, piece, place = max(found)
    hold(pieces, piece)
    targets.nth(place).hover()


def hold(pieces: Locator, number: int) -> None:
    """Pick up a piece, unless it is already held."""
    if pieces.count() and pieces.nth(number).get_attribute("aria-pressed") != "true":
        pieces.nth(number).click()


def play(request: APIRequestContext, game: str) -> str:
    """Play greedy moves against a bot, and return the table."""
    for _ in range(100):  # until the server answers
        try:
            if request.get("/healthz").ok:
                break
        except Exception:  # noqa: BLE001 (the server is not ready yet)
            time.sleep(0.2)
    request.post("/api/people", data={"name": "Ada"})
    terms = {"game": game, "sit": [0], "bots": {"1": "geselle"}, "pace": False, "first": 0}
    made = request.post("/api/tables", data=terms, timeout=PATIENCE)
    table: str = made.json()["info"]["id"]
    done = 0
    while done < MOVES[game]:
        own = request.get(f"/api/tables/{table}").json()
        if own["info"]["status"] == "over":
            break
        if not own["your_turn"]:
            time.sleep(0.1)
            continue
        legal = request.get(f"/api/tables/{table}/legal?seat=0").json()
        best = max(legal, key=lambda one: (sum(one["points"]), one["move"]))
        act = {"do": "move", "seat": 0, "at": own["info"]["number"], "key": str(done)}
        request.post(f"/api/tables/{table}/acts", data=act | {"move": best["move"]})
        done += 1
    while not request.get(f"/api/tables/{table}").json()["your_turn"]:
        time.sleep(0.1)
    return table


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
