"""docs/bots.md is true: your own bot plays wherever a bot is named."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
PATIENT = '''

class Patient(First):
    """Takes a budget, and does not need it."""

    takes_budget = True

    def __init__(self, seed=None, budget=None):
        super().__init__(seed)
        self.budget = budget
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page's bot."""
    folder = tmp_path_factory.mktemp("bots")
    [bot] = re.findall(
        r"^```python\n(.*?class First.*?)^```$",
        PAGE.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    (folder / "my_bots.py").write_text(bot + PATIENT, encoding="utf-8")
    return folder


def run(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, plain, and as a script, which does not search that folder."""
    given = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    paths = os.pathsep.join(str(Path(path).resolve()) for path in given)
    return subprocess.run(
        [sys.executable, "-P", "-m", "spielwerk", *words],
        cwd=folder,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths, "COLUMNS": "100"},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def told(folder: Path, *words: str, typed: str = "") -> str:
    done = run(folder, *words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_plays_in_the_terminal(folder: Path) -> None:
    out = told(folder, "play", "axio", "--bot", "my_bots:First", "--seed", "7", typed="br g8-g9\n")
    assert "seat 1 plays " in out


def test_it_is_simulated(folder: Path) -> None:
    words = ("--bots", "my_bots:First,zufall", "--games", "2", "--json")
    assert json.loads(told(folder, "simulate", "anubixx", *words))["games"] == 2


def test_it_meets_others_in_the_arena_also_in_other_processes(folder: Path) -> None:
    bots = "my_bots:First,my_bots:Patient@20"
    words = ("--bots", bots, "--games", "4", "--workers", "2", "--json")
    found = json.loads(told(folder, "arena", "anubixx", *words))
    assert [one["name"] for one in found["bots"]] == bots.split(",")


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("my_bots:Second", "can't be loaded: module 'my_bots' has no attribute 'Second'"),
        ("your_bots:First", "can't be loaded: No module named 'your_bots'"),
        ("my_bots:Bot.name", "there is no bot 'my_bots:Bot.name' (known: zufall, "),
        ("json:loads", "'json:loads' is no class derived from spielwerk.bots.Bot"),
        ("my_bots:First@20", "my_bots:First does not accept a thinking time"),
    ],
)
def test_what_is_no_bot_is_refused(folder: Path, bot: str, reason: str) -> None:
    done = run(folder, "simulate", "anubixx", "--bots", bot, "--games", "1")
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_installed_one_has_a_name(folder: Path) -> None:
    info = folder / "my_bots-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: my_bots\nVersion: 0.1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[spielwerk.bots]\nfirst = my_bots:First\n", encoding="utf-8"
    )
    words = ("--bots", "first,zufall", "--games", "1", "--json")
    assert json.loads(told(folder, "simulate", "anubixx", *words))["games"] == 1
    known = run(folder, "simulate", "anubixx", "--bots", "x").stderr
    assert "(known: zufall, lehrling, geselle, meister, grossmeister, ismcts, first)" in known
