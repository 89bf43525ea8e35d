"""Servers and databases to test against."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.postgres import Postgres
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL that all tests share."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'spielwerk.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()
