"""Servers and databases to test against."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.postgres import Postgres
from server.process import HypercornProcess, ServerProcess
from spielwerk import cli

Run = Callable[..., tuple[int, str, str]]
OPTIONS = ("--no-limits", "--no-compile", "--log-level", "warning")


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """Start a server that all tests share; they must not stop it."""
    process = new_server(request.config, tmp_path_factory.mktemp("server"))
    process.start()
    yield process
    process.stop()


@pytest.fixture
def own_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """Start a server for one test, which may stop and restart it."""
    process = new_server(request.config, tmp_path_factory.mktemp("own_server"))
    process.start()
    yield process
    process.stop()


def new_server(config: pytest.Config, folder: Path) -> ServerProcess:
    """Prepare a server that is not running yet, under the requested ASGI server."""
    if config.getoption("--asgi") == "hypercorn":
        return HypercornProcess(folder)
    return ServerProcess(folder, *OPTIONS)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a PostgreSQL that all tests share."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database: one of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'spielwerk.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()


@pytest.fixture
def admin(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run a command on the test's database; return its exit code and output."""

    def run(*words: str, on: str = database) -> tuple[int, str, str]:
        words = ("spielwerk", "admin", *words, "--database", on)
        monkeypatch.setattr(sys, "argv", list(words))
        with pytest.raises(SystemExit) as left:
            cli.main()
        told = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return left.value.code, told.out.replace("\n", " ").strip(), told.err

    return run
