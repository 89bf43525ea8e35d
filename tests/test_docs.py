"""The docs are true: their examples run, and what they name exists."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_readmes_python_runs() -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=options
    )
    assert failed == 0
    assert tried >= 10


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


def test_every_rule_id_stands_at_its_line_and_in_the_docs() -> None:
    folder = ROOT / "src" / "spielwerk" / "games" / "axio"
    sources = "".join(
        f.read_text(encoding="utf-8") for f in sorted(folder.iterdir()) if f.is_file()
    )
    page = (ROOT / "docs" / "games" / "axio.md").read_text(encoding="utf-8")
    tests = "".join(
        f.read_text(encoding="utf-8")
        for f in sorted((ROOT / "tests" / "games" / "axio").glob("test_*.py"))
    )
    for text in (sources, page, tests):
        named = {int(number) for number in re.findall(r"\bAX-(\d+)\b", text)}
        assert named >= set(range(1, 21))
