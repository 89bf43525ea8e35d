"""A browser, and the website that `make docs` built."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from web.conftest import Visits, browser  # noqa: F401 (a fixture)
from web.static import hosted

BUILT = Path(__file__).parents[2] / "build" / "site"


@pytest.fixture
def reader(browser: Browser) -> Iterator[Visits]:  # noqa: F811
    """A reader of the website; a mistake in a page's script fails the test."""
    assert (BUILT / "index.html").exists(), "`make docs` builds the website"
    with hosted(BUILT) as url:
        visits = Visits(browser, url)
        yield visits
        visits.close()
