"""docs/adding-a-game.md holds: its game is built from the page, played, and tested like ours."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
MORE_GAMES = "import spielwerk.games\n\nspielwerk.games.__path__.append({folder!r})\n"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's game, and a module that makes it known."""
    made = tmp_path_factory.mktemp("games")
    text = PAGE.read_text(encoding="utf-8")
    files = re.findall(
        r"^`(pig/[a-z_.]+)`\n\n```[a-z]+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE
    )
    assert len(files) == 5
    (made / "pig").mkdir()
    for name, content in files:
        (made / name).write_text(content, encoding="utf-8")
    (made / "more_games.py").write_text(MORE_GAMES.format(folder=str(made)), encoding="utf-8")
    return made


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": str(folder), "SPIELWERK_CACHE": str(folder / "cache")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def command(folder: Path, *words: str) -> str:
    return run(folder, "-c", "import more_games; from spielwerk.cli import main; main()", *words)


def test_commands_know_the_game(folder: Path) -> None:
    assert "pig: 2 to 4 seats" in command(folder, "games").splitlines()
    records = str(folder / "games.jsonl")
    told = command(folder, "simulate", "pig", "--seats", "3", "--games", "20", "--records", records)
    assert told.startswith("20 games of pig, 3 seats")
    assert command(folder, "replay", records) == "20 of 20 records hold\n"
    assert command(folder, "perft", "pig", "--depth", "3").splitlines() == [
        "0 1",
        "1 1",
        "2 6",
        "3 11",
    ]
    assert "0 games break an invariant" in command(folder, "soak", "pig", "--number", "500")


def test_the_tests_of_all_games_pass(folder: Path) -> None:
    tests = "tests/games/test_properties.py"
    told = run(folder, "-m", "pytest", "-p", "more_games", "-q", "-k", "pig", tests)
    assert re.search(r"^\d{2} passed", told, re.MULTILINE), told


def test_bots_that_judge_play_it_by_its_scoreboard(folder: Path) -> None:
    words = ("arena", "pig", "--bots", "meister,zufall", "--games", "60", "--json")
    told = json.loads(command(folder, *words))
    assert told["bots"][0]["share"] > 0.55


def test_a_report_tells_of_it(folder: Path) -> None:
    words = ("--games", "20", "--ladder", "zufall,lehrling", "--workers", "1")
    command(folder, "report", "pig", "-o", str(folder / "pig.html"), *words)
    assert "<h1>pig</h1>" in (folder / "pig.html").read_text(encoding="utf-8")


def test_its_source_is_clean(folder: Path) -> None:
    settings = ("--config", str(ROOT / "pyproject.toml"), "--ignore", "I001")  # it lies elsewhere
    run(folder, "-m", "ruff", "check", *settings, str(folder / "pig"))
    run(folder, "-m", "ruff", "format", "--check", *settings[:2], str(folder / "pig"))
