"""A server that is updated while a page is open: the page continues, or reloads itself."""

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
    think_of_one,
    wait_for_turn,
)

LOST = "Connection lost"
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
    """A server from a copy of the package, whose files can be changed.

    Its rules run as plain Python: to recompile them would take a minute.
    """

    def __init__(self, folder: Path) -> None:
        self._package = folder / "package" / "spielwerk"
        shutil.copytree(PACKAGE, self._package, ignore=shutil.ignore_patterns("__pycache__"))
        self._environment = {"PYTHONPATH": str(self._package.parent), "NUMBA_DISABLE_JIT": "1"}
        self.process = ServerProcess(folder, *OPTIONS, environment=self._environment)
        self.process.start()

    def update_page(self) -> None:
        """Change the text of the page's replay link."""
        self.process.stop()
        self._change("web/texts/en.json", '"replay": "', '"replay": "New: ')
        self.process.start()

    def update_rules(self) -> None:
        """Rewrite AXIO's rules without changing them."""
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
    """Return the digest of the page's files."""
    found = re.search(r"/at/(\w+)/", module(page, "app.js"))
    assert found
    return found[1]


def test_an_open_table_renews_itself_and_the_game_goes_on(updated: Updated, visits: Visits) -> None:
    """It reloads once it is connected again; the game loses nothing, nor does what is laid out."""
    ada, ben = (visits.context(service_workers="block") for _ in "ab")
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    play_some(ada, table, 1)
    play_some(ben, table, 1)
    page = open_table(ada, table)
    assert wait_for_turn(page)
    think_of_one(page)
    chosen = page.locator("button.piece[aria-pressed=true]")
    held = chosen.get_attribute("data-piece")
    before = edition(page)

    with page.expect_navigation(timeout=3 * PATIENCE):
        updated.update_page()
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    assert edition(page) != before
    assert wait_for_turn(page)
    expect(chosen).to_have_attribute("data-piece", held or "")
    expect(page.locator(".moves li")).to_have_count(2)
    chosen.click()  # it is put back
    play_one(page, Hand(page))
    expect(page.locator(".moves li")).to_have_count(3, timeout=PATIENCE)


def test_what_is_being_written_stays_until_a_file_is_loaded(
    updated: Updated, visits: Visits
) -> None:
    """Such a file is of another version by then."""
    ada, ben = (visits.context(service_workers="block") for _ in "ab")
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    page = open_table(ada, table)
    assert wait_for_turn(page)
    before = edition(page)
    page.locator(".chat summary").click()
    message = page.get_by_label("Say something")
    message.fill("Just a mo")
    updated.process.stop()
    expect(page.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)
    with page.expect_response(updated.process.url + "/", timeout=3 * PATIENCE):
        updated.update_page()
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)
    expect(message).to_have_value("Just a mo")
    assert edition(page) == before
    page.get_by_role("link", name="Replay").click()  # whose code was not loaded yet
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    assert edition(page) != before


def test_a_page_of_other_rules_renews_itself(updated: Updated, visits: Visits) -> None:
    """Before it reads a record with them: as soon as it is connected again."""
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


def test_an_open_page_renews_itself_though_its_files_are_kept(
    updated: Updated, visits: Visits
) -> None:
    """The previous version's service worker stored them."""
    page = visits.context().new_page()
    page.goto("/")
    wait_until(lambda: page.evaluate(KEPT), "the worker is there")
    before = edition(page)
    with page.expect_navigation(timeout=3 * PATIENCE):
        updated.update_page()
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    assert edition(page) != before


def test_an_open_page_goes_on_with_files_that_are_kept(updated: Updated, visits: Visits) -> None:
    """The worker of the version before kept them; the next visit is one of the new version."""
    page = visits.context().new_page()
    page.goto("/replay")  # which would forget the record that is shown
    wait_until(lambda: page.evaluate(KEPT), "the worker is there")
    before = edition(page)
    updated.process.stop()
    expect(page.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)
    updated.update_page()
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)
    page.locator("a[href='/account']").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    assert edition(page) == before
    page.reload()
    expect(page.get_by_role("link", name="New: ")).to_be_visible(timeout=PATIENCE)
    assert edition(page) != before
