"""A server that is updated while a page is open: the page goes on, or reloads itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.conftest import OPTIONS
from server.process import ServerProcess
from spielwerk.server.page_files import PACKAGE
from wait import wait_until
from web.conftest import Visits
from web.playing import (
    PATIENCE,
    Hand,
    join,
    module,
    open_table,
    play_one,
    play_some,
    sit_down,
    wait_for_turn,
)

LOST = "The connection is lost"
KEPT = "navigator.serviceWorker.controller?.state === 'activated'"
MODULES = ("server.js", "renewal.js")


# As `spielwerk engine` writes it; the engine stays, as what was changed is harmless.
WRITE_ENGINE = """
from spielwerk.engine import beside, manifest
from spielwerk.games import find
game = find("axio")
folder = manifest.folder(game)
manifest.write(game, (folder / manifest.ENGINE).read_bytes(), folder)
beside.write(game, folder)
"""

# It returns before the page is reloaded.
EXPLAIN = """([server, renewal]) => {
    Promise.all([import(server), import(renewal)]).then(async ([{ Refused }, { explained }]) => {
        const { code } = await explained(new Refused({ code: "other_rules", reason: "" }));
        window.code = code;
    });
}"""


class Updated:
    """A server from a copy of the package, which can be changed.

    Its rules run as plain Python: to recompile them would take a minute.
    """

    def __init__(self, folder: Path) -> None:
        self._package = folder / "package" / "spielwerk"
        shutil.copytree(PACKAGE, self._package, ignore=shutil.ignore_patterns("__pycache__"))
        self._environment = {"PYTHONPATH": str(self._package.parent), "NUMBA_DISABLE_JIT": "1"}
        self.process = ServerProcess(folder, *OPTIONS, environment=self._environment)
        self.process.start()

    def update_page(self) -> None:
        """Let the page call its replays otherwise."""
        self.process.stop()
        self._change("web/texts/en.json", '"replay": "', '"replay": "New: ')
        self.process.start()

    def update_rules(self) -> None:
        """Write AXIO's rules otherwise; they stay the same."""
        self.process.stop()
        self._change("games/axio/rules.py", "r.bonus = 0\n", "r.bonus = 1 - 1\n")
        command = [sys.executable, "-c", WRITE_ENGINE]
        subprocess.run(command, env=os.environ | self._environment, check=True)
        self.process.start()

    def _change(self, file: str, old: str, new: str) -> None:
        path = self._package / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def updated(tmp_path: Path) -> Iterator[Updated]:
    server = Updated(tmp_path)
    yield server
    server.process.stop()


@pytest.fixture
def visits(browser: Browser, updated: Updated) -> Iterator[Visits]:
    found = Visits(browser, updated.process.url)
    yield found
    found.close()


def edition(page: Page) -> str:
    """Below which digest the page's files lie."""
    found = re.search(r"/at/(\w+)/", module(page, "app.js"))
    assert found
    return found[1]


def test_an_open_table_renews_itself_and_the_game_goes_on(updated: Updated, visits: Visits) -> None:
    """A file that is loaded late is of another version by then: nothing of the game is lost."""
    ada, ben = (visits.context(service_workers="block") for _ in "ab")
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    play_some(ada, table, 1)
    play_some(ben, table, 1)
    page = open_table(ada, table)
    assert wait_for_turn(page)
    before = edition(page)

    updated.update_page()
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)
    assert edition(page) == before
    page.get_by_role("link", name="Replay").click()  # whose room was not loaded yet
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    after = edition(page)
    assert after != before

    page.goto(f"/table/{table}")
    assert wait_for_turn(page)
    assert edition(page) == after
    expect(page.locator(".moves li")).to_have_count(2)
    play_one(page, Hand(page))
    expect(page.locator(".moves li")).to_have_count(3, timeout=PATIENCE)


def test_a_page_of_other_rules_renews_itself(updated: Updated, visits: Visits) -> None:
    """Before it reads a record by them: as soon as it is connected again."""
    ada = visits.context(service_workers="block")
    table = sit_down(ada, game="axio", seats=2, sit=[0, 1], first=0)
    play_some(ada, table, 2)
    page = open_table(ada, table)
    assert wait_for_turn(page)
    before = edition(page)
    with page.expect_navigation(timeout=3 * PATIENCE):
        updated.update_rules()
    assert wait_for_turn(page)
    assert edition(page) != before
    expect(page.locator(".moves li")).to_have_count(2)
    play_one(page, Hand(page))
    expect(page.locator(".moves li")).to_have_count(3, timeout=PATIENCE)


def test_a_page_renews_itself_once_and_says_that_it_did_not_help(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    expect(page.locator(".card")).to_have_count(5, timeout=PATIENCE)
    with page.expect_navigation():
        page.evaluate(EXPLAIN, [module(page, name) for name in MODULES])
    expect(page.locator(".card")).to_have_count(5, timeout=PATIENCE)
    page.evaluate(EXPLAIN, [module(page, name) for name in MODULES])
    wait_until(lambda: page.evaluate("window.code"), "it is explained")
    assert page.evaluate("window.code") == "other_version"


def test_an_open_page_goes_on_with_files_that_are_kept(updated: Updated, visits: Visits) -> None:
    """The worker of the version before kept them; the next visit is one of the new version."""
    page = visits.context().new_page()
    page.goto("/")
    wait_until(lambda: page.evaluate(KEPT), "the worker is there")
    before = edition(page)
    updated.update_page()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".drop input[type=file]")).to_be_attached(timeout=PATIENCE)
    assert edition(page) == before
    page.reload()
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    assert edition(page) != before
