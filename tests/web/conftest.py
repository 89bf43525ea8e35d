"""A browser, and a server for it to look at."""

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
PHONE = {"width": 390, "height": 844}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium; a process has one at a time."""
    found = shutil.which("chromium")
    assert found, "Chromium is missing: `make test` installs it where it may"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The same until the last of these tests."""
    with chromium() as started:
        yield started


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator["Visits"]:  # noqa: F811
    """Lets people come to the server's page; the page's own mistakes fail the test."""
    visits = Visits(browser, server.url)
    yield visits
    visits.close()


@pytest.fixture
def own_visitor(browser: Browser, own_server: ServerProcess) -> Iterator["Visits"]:  # noqa: F811
    """The same at a server of the test's own."""
    visits = Visits(browser, own_server.url)
    yield visits
    visits.close()


@pytest.fixture(scope="package")
def shelf(browser: Browser, server: ServerProcess) -> Iterator["Shelf"]:  # noqa: F811
    """Tables to look at, in the middle of each game and at its end."""
    shelf = Shelf(browser.new_context(base_url=server.url))
    yield shelf
    shelf.close()


class Shelf:
    """Tables of one person, set up when they are first asked for; whoever asks may only look."""

    def __init__(self, owner: BrowserContext) -> None:
        self._owner = owner
        self._tables: dict[tuple[str, str], str] = {}

    @property
    def owner(self) -> Any:
        """Whom a browser must be to sit there, as `storage_state`."""
        return self._owner.storage_state()

    def middle(self, game: str) -> str:
        """A running table at which the owner has both seats, some moves old."""
        return self._once(game, "middle", self._play, sit=[0, 1], first=0)

    def end(self, game: str) -> str:
        """A table whose game is over."""
        bots = {"1": "zufall"}
        return self._once(game, "end", playing.let_bots_finish, sit=[0], bots=bots)

    def open(self, game: str) -> str:
        """A table that waits for somebody else."""
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
        """All tables stay; their owner leaves."""
        self._owner.close()


class Visits:
    """People with browsers of their own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.mistakes: list[str] = []

    def context(self, **options: Any) -> BrowserContext:
        """A browser that knows nothing yet; English, on a laptop, unless told otherwise."""
        settings = {"locale": "en-GB", "viewport": LAPTOP, "base_url": self._url} | options
        made = self._browser.new_context(**settings)
        made.on("weberror", lambda error: self.mistakes.append(str(error.error)))
        self._contexts.append(made)
        return made

    def close(self) -> None:
        """Everybody leaves."""
        for context in self._contexts:
            context.close()
        assert not self.mistakes
