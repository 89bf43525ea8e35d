"""The docs are true: their examples run, and what they name exists."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spielwerk.games import find, names
from spielwerk.rules.observation import Observation

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_readmes_python_runs() -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=options
    )
    assert failed == 0
    assert tried >= 10


def test_the_table_for_researchers_is_true() -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    for name in names():
        game = find(name)
        seats = f"{game.seats[0]}-{game.seats[-1]}"
        plies, draws = game.most_plies(2) or (0, 0)
        size = Observation(game).size
        assert f"| `{name}` | {seats} | {game.actions} | {size} | {plies}, {draws} |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_command_and_flag_named_exists() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    used: dict[str, set[str]] = {}
    for command, rest in re.findall(r"(?<!import )spielwerk ([a-z]+)((?: [^\n`|#]*)?)", told):
        used.setdefault(command, set()).update(re.findall(r"--[a-z-]+", rest))
    assert {"play", "simulate", "replay", "perft", "bench"} <= set(used)
    for command, flags in used.items():
        done = subprocess.run(
            [sys.executable, "-m", "spielwerk", command, "--help"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, command
        for flag in flags:
            assert re.search(rf"{flag}\b", done.stdout), f"{command} has no {flag}"


def test_every_make_target_named_exists() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"(?:^|`|[A-Z]=\S+ )make ([a-z-]+)", told, re.MULTILINE))
    assert {"play", "test", "ci"} <= named
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


# How many rules each game has, and what their ids begin with. HX-14 to HX-17 are a web page's.
RULES = {
    "axio": ("AX", 20),
    "axio_hex": ("HX", 13),
    "axio_rota": ("RO", 17),
    "second_chance": ("SC", 16),
    "anubixx": ("AN", 28),
}


def test_every_game_has_rules_and_a_page() -> None:
    assert sorted(RULES) == names()


@pytest.mark.parametrize("game", RULES)
def test_every_rule_id_stands_at_its_line_and_in_the_docs(game: str) -> None:
    prefix, number = RULES[game]
    source = ROOT / "src" / "spielwerk"
    folders = (source / "dominoes", source / "games")  # what games share, and what is their own
    files = [f for folder in folders for f in folder.rglob("*") if f.suffix in (".py", ".toml")]
    page = ROOT / "docs" / "games" / f"{game}.md"
    tests = sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))
    for texts in (files, [page], tests):
        text = "".join(f.read_text(encoding="utf-8") for f in texts)
        named = {int(n) for n in re.findall(rf"\b{prefix}-(\d+)\b", text)}
        assert named >= set(range(1, number + 1)), sorted(set(range(1, number + 1)) - named)
