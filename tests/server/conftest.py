"""Servers to test against."""

from collections.abc import Iterator

import pytest

from server.process import ServerProcess

OPTIONS = ("--no-limits", "--no-compile", "--log-level", "warning")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server that all tests share: leave it running."""
    process = ServerProcess(tmp_path_factory.mktemp("server"), *OPTIONS)
    process.start()
    yield process
    process.stop()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server of the test's own, which it may end and start again."""
    process = ServerProcess(tmp_path_factory.mktemp("own_server"), *OPTIONS)
    process.start()
    yield process
    process.stop()
