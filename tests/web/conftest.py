"""A browser, and a server that it visits."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from server.conftest import own_server, server  # noqa: F401 (fixtures)
from server.process import ServerProcess
from web import playing

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=playing.PATIENCE)
LAPTOP = {"width": 1280, "height": 800}
MACHINE = "spiel.test"
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 740}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium; a process has one at a time."""
    found = shutil.which("chromium")
    assert found, "Chromium is missing: `make test` installs it where it may"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser that all tests of a folder share."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def elsewhere(browser: Browser) -> Iterator[Browser]:
    """Start a browser that resolves the server's machine by a name, as in a home network."""
    resolving = f"--host-resolver-rules=MAP {MACHINE} 127.0.0.1"
    started = browser.browser_type.launch(
        executable_path=shutil.which("chromium"), args=[*ARGUMENTS, resolving]
    )
    yield started
    started.close()


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator["Visits"]:  # noqa: F811
    """Return visits to the server's page; script errors fail the test."""
    visits = Visits(browser, server.url)
    yield visits
    visits.close()


@pytest.fixture
def own_visitor(browser: Browser, own_server: ServerProcess) -> Iterator["Visits"]:  # noqa: F811
    """Return visits to a server of the test's own."""
    visits = Visits(browser, own_server.url)
    yield visits
    visits.close()


@pytest.fixture(scope="package")
def shelf(browser: Browser, server: ServerProcess) -> Iterator["Shelf"]:  # noqa: F811
    """Return tables to look at, in the middle of each game and at its end."""
    shelf = Shelf(browser.new_context(base_url=server.url))
    yield shelf
    shelf.close()


class Shelf:
    """Tables of one person, created on first use; tests may only look at them."""

    def __init__(self, owner: BrowserContext) -> None:
        self._owner = owner
        self._tables: dict[tuple[str, str], str] = {}

    @property
    def owner(self) -> Any:
        """Return the owner's `storage_state`, for browsers that sit there."""
        return self._owner.storage_state()

    def middle(self, game: str) -> str:
        """Return a running table at which the owner has both seats, after some moves."""
        return self._once(game, "middle", self._play, sit=[0, 1], first=0)

    def end(self, game: str) -> str:
        """Return a table whose game is over."""
        bots = {"1": "zufall"}
        return self._once(game, "end", playing.let_bots_finish, sit=[0], bots=bots)

    def open(self, game: str) -> str:
        """Return a table with a free seat."""
        return self._once(game, "open", lambda context, table: None, sit=[0])

    @staticmethod
    def _play(context: BrowserContext, table: str) -> None:
        playing.play_some(context, table, 6)

    def _once(self, game: str, kind: str, then: Callable[..., None], **terms: Any) -> str:
        if (game, kind) not in self._tables:
            table = playing.sit_down(self._owner, game=game, seats=2, **terms)
            then(self._owner, table)
            self._tables[game, kind] = table
        return self._tables[game, kind]

    def close(self) -> None:
        """Close the owner's browser; the tables stay."""
        self._owner.close()


class Visits:
    """People, each with a separate browser context."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.mistakes: list[str] = []

    def context(self, **options: Any) -> BrowserContext:
        """Open an empty browser context: in English and of a laptop's size by default."""
        settings = {"locale": "en-GB", "viewport": LAPTOP, "base_url": self._url} | options
        made = self._browser.new_context(**settings)
        made.on("weberror", lambda error: self.mistakes.append(str(error.error)))
        self._contexts.append(made)
        return made

    def close(self) -> None:
        """Close all contexts; fail if a script failed."""
        for context in self._contexts:
            context.close()
        assert not self.mistakes
