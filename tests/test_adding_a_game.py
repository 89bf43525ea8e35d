"""docs/adding-a-game.md is true: its package is built, installed, played and checked."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.conftest import engine_python  # noqa: F401 (fixture)
from server.process import ServerProcess
from spielwerk.client import Client
from wait import wait_until
from web.conftest import Visits, chromium
from web.lessons import NEXT, do, open_lesson
from web.playing import COMPILING, Hand, open_table, sit_down, wait_for_move, wait_for_turn

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`([a-z_/]+\.[a-z]+)`\n\n```[a-z]+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILES = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
BOARD = ("pig/web/board.js", "pig/web/look.css")  # these come later,
LESSON = ("pig/lesson.json", "pig/web/lesson/de.json", "pig/web/lesson/en.json")  # and so do these
ENOUGH = 8  # points at risk that are worth keeping

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page's files, as they are before the board is written."""
    folder = tmp_path_factory.mktemp("package")
    assert len(FILES) == 11
    for name in FILES.keys() - {*BOARD, *LESSON}:
        write(folder, name)
    return folder


def write(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(FILES[name], encoding="utf-8")


@pytest.fixture(scope="module")
def installed(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package into an empty folder."""
    folder = tmp_path_factory.mktemp("installed")
    words = ("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(written))
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return folder


def environment(installed: Path) -> dict[str, str]:
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    cache = {"SPIELWERK_CACHE": str(installed / "cache")}
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | cache


def run(installed: Path, *words: str, python: str = sys.executable) -> str:
    done = subprocess.run(
        [python, *words],
        env=environment(installed),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def command(installed: Path, *words: str) -> str:
    return run(installed, "-m", "spielwerk", *words)


def test_nothing_is_wrong_with_it(installed: Path) -> None:
    assert command(installed, "check", "pig", "--games", "2").startswith("pig: nothing is wrong")


def test_commands_know_the_game(installed: Path) -> None:
    assert "pig: 2 to 4 seats" in command(installed, "games").splitlines()
    records = str(installed / "games.jsonl")
    words = ("simulate", "pig", "--seats", "3", "--games", "20", "--records", records)
    assert command(installed, *words).startswith("20 games of pig, 3 seats")
    assert command(installed, "replay", records) == "20 of 20 records are valid\n"
    assert command(installed, "perft", "pig", "--depth", "3").splitlines() == [
        "0 1",
        "1 1",
        "2 6",
        "3 11",
    ]
    assert "0 games break an invariant" in command(installed, "soak", "pig", "--number", "500")


def test_the_tests_of_all_games_pass(installed: Path) -> None:
    tests = "tests/games/test_properties.py"
    told = run(installed, "-m", "pytest", "-q", "-k", "pig", tests)
    assert re.search(r"^\d{2} passed", told, re.MULTILINE), told


def test_bots_play_it_by_its_scoreboard(installed: Path) -> None:
    words = ("arena", "pig", "--bots", "meister,zufall", "--games", "60", "--json")
    told = json.loads(command(installed, *words))
    assert told["bots"][0]["share"] > 0.55


def test_a_report_tells_of_it(installed: Path) -> None:
    words = ("--games", "20", "--ladder", "zufall,lehrling", "--workers", "1")
    command(installed, "report", "pig", "-o", str(installed / "pig.html"), *words)
    assert "<h1>Pig</h1>" in (installed / "pig.html").read_text(encoding="utf-8")


ENVIRONMENTS = """
import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from spielwerk.envs import pig_v0
from spielwerk.envs.vector import VectorGames

warnings.simplefilter("ignore")
api_test(pig_v0.env(seats=3), num_cycles=200)
check_env(gymnasium.make("spielwerk/pig-v0", flat=True).unwrapped, skip_render_check=True)
games = VectorGames("pig", 2, 64, seed=1)
for _ in range(200):
    games.random_step()
print(games.finished_lengths.min() > 0)
"""


def test_environments_know_it(installed: Path) -> None:
    assert run(installed, "-c", ENVIRONMENTS).splitlines()[-1] == "True"


@pytest.fixture(scope="module")
def server(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server that knows the game."""
    process = ServerProcess(
        tmp_path_factory.mktemp("server"),
        *("--no-limits", "--no-compile", "--log-level", "warning"),
        environment=environment(installed),
    )
    process.start()
    yield process
    process.stop()


def test_the_server_knows_it(server: ServerProcess) -> None:
    with Client(server.url, name="Ada") as client:
        table = client.create(game="pig", bots={"1": "geselle"})
        for turn in table.turns(0):
            legal = turn.legal()
            turn.play(next(one["move"] for one in legal))
        assert sorted(table.info["ranks"]) == [1, 2]


@pytest.fixture(scope="module")
def engine(installed: Path, engine_python: str) -> Path:  # noqa: F811
    """Build its engine, and return the engine's folder."""
    words = ("-m", "spielwerk", "engine", "pig")
    assert "engine.wasm" in run(installed, *words, python=engine_python)
    return installed / "pig" / "web"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium, and close it after these tests: others have one of their own."""
    with chromium() as started:
        yield started


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Visits]:
    """Return visits to the server's page; script errors fail the test."""
    visits = Visits(browser, server.url)
    yield visits
    visits.close()


def play_to_the_end(visitor: Visits, shows: str, choose: Callable[[Page, int], None]) -> None:
    """Play against a bot by what the page shows; `choose` receives the points at risk."""
    context = visitor.context()
    page = open_table(
        context, sit_down(context, game="pig", seats=2, sit=[0], bots={"1": "geselle"}, first=0)
    )
    expect(page.locator(shows)).to_be_visible()
    while wait_for_turn(page, COMPILING):
        before = page.locator(".moves li").count()
        choose(page, int(page.locator(shows).text_content() or "0"))
        wait_for_move(page, before)
    expect(page.locator(".status")).to_have_text("Game over")
    expect(page.locator(".ended h2")).to_have_text(
        re.compile("^(You win|This time Journeyman wins), ")
    )


@pytest.mark.usefixtures("engine")
def test_it_is_played_on_the_page_without_a_board(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    card = page.locator("[data-game=pig]")
    expect(card.get_by_role("button", name="Play Pig", exact=True)).to_be_visible()
    expect(card).not_to_contain_text("spielwerk engine")

    def choose(page: Page, at_risk: int) -> None:
        wanted = "Hold" if at_risk >= ENOUGH else "Roll"
        page.locator(".hand").get_by_role("button", name=wanted).click()

    play_to_the_end(visitor, ".contents dt:text-is('At risk') + dd", choose)


@pytest.mark.usefixtures("engine")
def test_its_box_is_changed_on_the_page(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    page.locator("[data-game=pig]").get_by_role("button", name="With friends").click()
    page.get_by_role("link", name="Play with the parts from your box").click()
    goal = page.get_by_label("Points that win", exact=True)
    expect(goal).to_have_value("30")
    goal.fill("1")
    told = page.locator("[data-table=goal]").get_by_role("alert")
    expect(told).to_have_text("Points that win: This must be a whole number from 2 to 100.")
    goal.fill("12")
    expect(page.locator(".verdict")).to_contain_text("All good")
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/table/*", timeout=COMPILING)
    table = page.url.rpartition("/")[2]
    record = f"/api/tables/{table}/record"
    told_parts = wait_until(lambda: page.request.get(record).json().get("parts_text"), "it starts")
    assert told_parts == "[goal]\npoints = 12\n"


def test_it_is_played_on_a_board_of_its_own(visitor: Visits, engine: Path) -> None:
    assert len(FILES[BOARD[0]].splitlines()) < 100
    for name in BOARD:
        write(engine.parents[1], name)

    def choose(page: Page, at_risk: int) -> None:
        name = re.compile("^Hold" if at_risk >= ENOUGH else "^Roll")
        page.get_by_role("gridcell", name=name).click()

    play_to_the_end(visitor, ".pig .sum", choose)


def test_it_is_taught_by_playing(visitor: Visits, engine: Path, installed: Path) -> None:
    for name in (*BOARD, *LESSON):
        write(engine.parents[1], name)
    command(installed, "lesson", "pig")
    assert command(installed, "check", "pig", "--games", "1").startswith("pig: nothing is wrong")
    page = visitor.context(reduced_motion="reduce").new_page()
    open_lesson(page, "pig")
    for step in json.loads(FILES[LESSON[0]]):
        do(page, Hand(page), step["solution"])
        expect(page.locator(".lesson")).to_have_attribute("data-state", "done")
        page.locator(NEXT).click()
    expect(page.get_by_role("heading", name="You did it!")).to_be_visible()


def test_its_source_is_clean(written: Path, installed: Path) -> None:
    # Without sorting of imports: here the package is somewhere else.
    settings = ("--config", str(ROOT / "pyproject.toml"), "--ignore", "I001")
    run(installed, "-m", "ruff", "check", *settings, str(written / "pig"))
    run(installed, "-m", "ruff", "format", "--check", *settings[:2], str(written / "pig"))
