"""Browsers, and servers for them to look at."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest

from browsers.firefox import Firefox
from browsers.replays import LISTED, Replays, write_expected
from browsers.webkit import WebKit
from server.conftest import server  # noqa: F401 (a fixture)
from web.conftest import browser, visitor  # noqa: F401 (fixtures)


@pytest.fixture(scope="package")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """The system's Firefox."""
    started = Firefox(tmp_path_factory.mktemp("firefox"))
    yield started
    started.close()


@pytest.fixture(scope="package")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    """The system's WebKit."""
    started = WebKit(tmp_path_factory.mktemp("webkit"))
    yield started
    started.close()


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """What engines must do, written by whichever process comes first: others wait for it."""
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
    """A page that does all of it again."""
    serving = Replays(expected)
    yield serving
    serving.close()
