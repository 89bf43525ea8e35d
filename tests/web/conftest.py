"""A browser, and a server for it to look at."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from server.conftest import own_server, server  # noqa: F401 (fixtures)
from server.process import ServerProcess

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
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    found = shutil.which("chromium")
    assert found, "Chromium is missing: `make test` installs it where it may"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield started
        started.close()


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
