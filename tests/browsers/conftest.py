"""Browsers, and servers that they visit."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest

from browsers.firefox import Firefox
from browsers.replays import LISTED, Replays, write_expected
from browsers.webkit import WebKit
from server.conftest import own_server, server  # noqa: F401 (fixtures)
from web.conftest import browser, visitor  # noqa: F401 (fixtures)


@pytest.fixture(scope="package")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Start the system's Firefox."""
    started = Firefox(tmp_path_factory.mktemp("firefox"))
    yield started
    started.close()


@pytest.fixture(scope="package")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    """Start the system's WebKit."""
    started = WebKit(tmp_path_factory.mktemp("webkit"))
    yield started
    started.close()


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the expected results of engines, written by the first process; others wait for it."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "expected"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / LISTED).exists():
            write_expected(folder)
    return folder


@pytest.fixture
def replays(expected: Path) -> Iterator[Replays]:
    """Return a page that repeats all of it."""
    serving = Replays(expected)
    yield serving
    serving.close()
