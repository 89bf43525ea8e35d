"""List the files involved in one click, up to the opponent's screen: make trace-click

Two people sit at a table of AXIO, each with a browser of their own. One has chosen a piece and
points at a place; from the click that makes the move until the other's page has drawn it, every
function that runs is recorded. What counts:

- a Python file of the package in which a function ran, in any thread of the server or of a process
  that it has started. Compiled kernels count where Python calls them; their calls of each
  other are invisible, unless `--plain` runs them as plain Python;
- an ES module of which a function was called in either page (Chromium's precise coverage), except
  the service worker, which handles no sockets.

What does not count: functions that also run during some idle seconds (timers, pings), and requests
of the other's page after it has drawn the move (what may be chosen next, where points came from):
these are delayed until the list is made. Both people have made a move before, so that everything
is loaded.

`--source` names the folder with another version's sources; its dependencies must be installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Route, sync_playwright
from rich.console import Console

from server.process import ServerProcess
from web.conftest import ARGUMENTS, LAPTOP
from web.playing import (
    COMPILING,
    PATIENCE,
    Hand,
    join,
    play_it,
    play_one,
    sit_down,
    think_of_one,
    wait_for_move,
    wait_for_turn,
)

HERE = Path(__file__).resolve().parent
QUIET_SECONDS = 8.0  # long enough for the timers of page and server
COMPILE = "import spielwerk; spielwerk.Match('axio', 2)"
COUNTED = "--js-flags=--no-opt --no-maglev"  # inlined functions would not be counted
EDITION = re.compile(r"^/at/\w+/")  # the digest in the path of a page's files
LONG = 300  # lines above which a file is marked

Files = dict[str, set[str]]  # the functions called, by file or by a module's address

out = Console(highlight=False, markup=False, soft_wrap=True)

# Two frames after the last animation, everything has been painted.
AT_REST = """() => new Promise((done) => {
    const look = () => {
        if (document.getAnimations().length) requestAnimationFrame(look);
        else requestAnimationFrame(() => requestAnimationFrame(done));
    };
    look();
})"""


class Person:
    """A person with a browser that records which functions were called."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url, viewport=LAPTOP, locale="en-GB", service_workers="block"
        )
        self.context.set_default_timeout(COMPILING)
        self.page: Page = self.context.new_page()
        self._coverage: CDPSession = self.context.new_cdp_session(self.page)
        self._coverage.send("Profiler.enable")
        # Before anything is loaded: code compiled without counters is not counted precisely.
        wanted = {"callCount": True, "detailed": True}
        self._coverage.send("Profiler.startPreciseCoverage", wanted)

    def rest(self) -> None:
        """Wait until all animations have ended."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(AT_REST)

    def called(self) -> Files:
        """Return the functions called since the last call of this, by their module's address."""
        found: Files = defaultdict(set)
        for script in self._coverage.send("Profiler.takePreciseCoverage")["result"]:
            if not script["url"].startswith("http"):
                continue  # code that this program runs in the page
            for function in script["functions"]:
                whole = function["ranges"][0]
                if whole["count"]:
                    name = function["functionName"] or "(anonymous)"
                    found[script["url"]].add(f"{name}@{whole['startOffset']}")
        return found


class Server(ServerProcess):
    """A server whose calls are written down."""

    def __init__(self, folder: Path, source: Path, plain: bool) -> None:
        super().__init__(folder, "--no-limits", "--no-compile", "--log-level", "warning")
        self._calls = folder / "calls"
        self._calls.mkdir()
        os.environ["PYTHONPATH"] = str(source)
        if plain:
            os.environ["NUMBA_DISABLE_JIT"] = "1"
        subprocess.run([sys.executable, "-c", COMPILE], check=True)  # untraced: compiling is slow
        os.environ |= {
            "PYTHONPATH": os.pathsep.join([str(HERE / "tracing"), str(source)]),
            "CLICK_PACKAGE": str(source / "spielwerk") + os.sep,
            "CLICK_CALLS": str(self._calls),
        }

    def called(self, since: float, until: float) -> Files:
        """Return the functions called between two times of the machine's clock, by file."""
        found: Files = defaultdict(set)
        for process in self._calls.iterdir():
            for line in process.read_text(encoding="utf-8").splitlines():
                moment, file, function = line.split("\t")
                if since <= float(moment) <= until:
                    found[file].add(function)
        return found


class Requests:
    """A page's requests, which can be delayed and then released."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._holding = True
        page.route("**/api/**", self._take)

    def _take(self, route: Route) -> None:
        if self._holding:
            self._held.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        """Release delayed requests, and pass all later ones."""
        self._holding = False
        for route in self._held:
            route.continue_()


def main(
    source: Annotated[Path, typer.Option(help="The sources to trace.")] = HERE.parent / "src",
    plain: Annotated[bool, typer.Option(help="Run kernels as plain Python.")] = False,
    functions: Annotated[bool, typer.Option(help="Name the functions, too.")] = False,
) -> None:
    """Trace one click."""
    source = source.resolve()
    if not (source / "spielwerk").is_dir():
        raise typer.BadParameter(f"{source} holds no package spielwerk")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), source, plain)
        server.start()
        try:
            found = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, COUNTED])
            drawn, later = click(server, browser)
            tell("From the click to the other's drawing", drawn, source, functions)
            tell("Not counted, until the other can choose", later, source, functions)
            browser.close()
        finally:
            server.stop()


def click(server: Server, browser: Browser) -> tuple[Files, Files]:
    """Play with two clients until everything is loaded, then make the traced move.

    Return the files involved up to the other's drawing, and those involved only afterwards.
    """
    ada, ben = people = Person(browser, server.url), Person(browser, server.url)
    table = sit_down(ada.context, game="axio", seats=2, sit=[0], first=0)
    join(ada.context, ben.context, table, "Ben")
    for person in people:
        person.page.goto(f"/table/{table}")
    for person in people:
        wait_for_turn(person.page, COMPILING)
        play_one(person.page, Hand(person.page))
    wait_for_turn(ada.page)
    before = ben.page.locator(".moves li").count()
    think_of_one(ada.page)
    for person in people:
        person.rest()

    always = watch(server, people, lambda: ada.page.wait_for_timeout(1000 * QUIET_SECONDS))
    requests = Requests(ben.page)

    def move() -> None:
        play_it(ada.page)
        wait_for_move(ben.page, before)
        for person in people:
            person.page.evaluate(AT_REST)

    def go_on() -> None:
        requests.release()
        wait_for_turn(ben.page, PATIENCE)
        ben.rest()

    drawn = without(watch(server, people, move), always)
    later = without(watch(server, people, go_on), always)
    return drawn, {file: calls for file, calls in later.items() if file not in drawn}


def watch(server: Server, people: tuple[Person, ...], act: Callable[[], None]) -> Files:
    """Do something; return the functions called meanwhile."""
    for person in people:
        person.called()
    began = time.monotonic()
    act()
    found = server.called(began, time.monotonic())
    for person in people:
        for module, functions in person.called().items():
            found[module] |= functions
    return found


def without(files: Files, others: Files) -> Files:
    """Remove functions that are also called without the click."""
    left = {file: functions - others.get(file, set()) for file, functions in files.items()}
    return {file: functions for file, functions in left.items() if functions}


def tell(title: str, files: Files, source: Path, named: bool) -> None:
    """Print the files with their numbers of lines; mark long ones."""
    modules = sum(file.startswith("http") for file in files)
    python = len(files) - modules
    out.print(f"{title}: {len(files)} files, {python} of Python and {modules} ES modules")
    for file, functions in sorted(files.items(), key=lambda one: (one[0][:4] == "http", one)):
        name, lines = measured(file, source)
        mark = f"  above {LONG} lines" if lines > LONG else ""
        out.print(f"  {name:44} {lines:4} lines, {len(functions):2} functions{mark}")
        if named:
            out.print(f"    {', '.join(sorted(functions))}")


def measured(file: str, source: Path) -> tuple[str, int]:
    """Return a file's name and number of lines; of a module, as the server sends it."""
    if file.startswith("http"):
        with urllib.request.urlopen(file) as sent:  # noqa: S310 (our own server)
            address = EDITION.sub("/", urlsplit(file).path)
            return address, len(sent.read().splitlines())
    path = Path(file)
    return str(path.relative_to(source)), len(path.read_bytes().splitlines())


if __name__ == "__main__":
    typer.run(main)
