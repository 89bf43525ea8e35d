"""Take pictures of the rules' examples for docs/games: `python docs/pictures/examples.py`.

Each is drawn by the page itself, from the files that `spielwerk site` writes.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from spielwerk.games import names
from spielwerk.server.site import write

FOLDER = Path(__file__).parent / "examples"
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]


def main() -> None:
    """Take one picture of each position in which a reader can continue."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write(Path(folder))
        handler = partial(SimpleHTTPRequestHandler, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        for game in names():
            take(browser, f"http://127.0.0.1:{server.server_port}/", game)
        browser.close()
        server.shutdown()


def take(browser: Browser, url: str, game: str) -> None:
    """Take the pictures of one game."""
    context = browser.new_context(locale="en-GB", color_scheme="light")
    page = context.new_page()
    page.goto(f"{url}#/rules/{game}")
    page.locator("figure .try").first.wait_for()
    taken = set()
    for figure in page.locator("figure:has(> .try)").all():
        name = figure.get_attribute("data-position")
        if name not in taken:
            figure.locator(".pictures").screenshot(path=FOLDER / f"{game}.{name}.png")
        taken.add(name)
    context.close()


if __name__ == "__main__":
    main()
