"""The wheel and the sdist, installed into empty environments by `make test-package`."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

import spielwerk as sw
from server.process import ServerProcess
from web.conftest import Visits
from web.playing import PATIENCE, Hand, play_one, wait_for_turn

ENVIRONMENTS = Path(__file__).parents[2] / "build" / "installed"
GAME = "axio_rota"  # the shortest


class InstalledServer(ServerProcess):
    """The command of an environment in which only the distribution was installed."""

    def __init__(self, environment: Path, home: Path) -> None:
        caches = {"HOME": str(home), "SPIELWERK_CACHE": str(home / "cache")}
        super().__init__(home, environment=caches)
        self._spielwerk = environment / "bin" / "spielwerk"

    def _command(self) -> list[str]:
        return [str(self._spielwerk), "serve", "--port", str(self.port)]


class BareServer(InstalledServer):
    """The command without arguments: it finds a free port, and prints the address that it opens."""

    def __init__(self, environment: Path, home: Path) -> None:
        super().__init__(environment, home)
        self._environment["BROWSER"] = "true %s"  # a program that opens nothing

    def _command(self) -> list[str]:
        return [str(self._spielwerk)]

    def _answers(self) -> bool:
        if told := re.search(r"http://127\.0\.0\.1:(\d+)", self.said):
            self.url, self.port = told[0], int(told[1])
        return super()._answers()


@pytest.fixture(params=["whl", "tar.gz"])
def environment(request: pytest.FixtureRequest) -> Path:
    """Return the environment of one kind of distribution."""
    made = ENVIRONMENTS / str(request.param)
    assert made.exists(), "`make test-package` installs the distributions"
    return made


@pytest.fixture
def installed(environment: Path, tmp_path: Path) -> Iterator[InstalledServer]:
    """Start a server for which nothing was compiled yet."""
    server = InstalledServer(environment, tmp_path)
    server.start()
    yield server
    server.stop()


def test_it_comes_from_the_distribution_alone(environment: Path, tmp_path: Path) -> None:
    program = """
import importlib.util
import spielwerk as sw
print(sw.__file__, sw.__version__, importlib.util.find_spec("pytest"))
"""
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [environment / "bin" / "python", "-c", program],
        cwd=tmp_path,
        env=bare,
        capture_output=True,
        text=True,
        check=True,
    )
    file, version, pytest_there = done.stdout.split()
    assert Path(file).is_relative_to(environment)
    assert version == sw.__version__
    assert pytest_there == "None"


def test_the_command_alone_serves_the_page(environment: Path, tmp_path: Path) -> None:
    server = BareServer(environment, tmp_path)
    server.start()
    try:
        page = httpx.get(server.url)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert server.said.startswith(f"Spielwerk is at {server.url} ")
    finally:
        server.stop()


def test_a_whole_game_is_played_in_a_browser(browser: Browser, installed: InstalledServer) -> None:
    visits = Visits(browser, installed.url)
    page = visits.context().new_page()
    page.goto("/")
    expect(page.locator(".card")).to_have_count(len(sw.games()), timeout=PATIENCE)
    page.locator(f"[data-game={GAME}] button.main").click()
    while wait_for_turn(page):
        play_one(page, Hand(page))
    expect(page.locator(".ended h2")).not_to_be_empty()
    visits.close()
