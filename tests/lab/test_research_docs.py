"""docs/research.md: its examples of simulations and reports are run, with smaller numbers."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
SMALL = {
    "simulate": ["--games", "30"],
    "tune": ["--candidates", "2", "--games", "2", "--proof", "2"],
    "report": ["--games", "20", "--ladder", "zufall,lehrling", "--workers", "1"],
}


def _blocks(section: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", SECTIONS[section], re.MULTILINE | re.DOTALL)


def _run(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def test_every_line_about_simulations_and_reports_runs(tmp_path: Path) -> None:
    told = []
    for section in ("Many simulations", "A report"):
        for line in "".join(_blocks(section, "sh")).splitlines():
            _, command, *words = shlex.split(line, comments=True)
            if "ray" in words:  # tests/research/test_ray.py has a cluster
                continue
            if command == "report" and "--lang" not in words:
                continue  # the same again takes its time
            told.append(_run(["-m", "spielwerk", command, *words, *SMALL[command]], tmp_path))
        told += [_run(["-c", program], tmp_path) for program in _blocks(section, "python")]
    assert len(told) == 8
    assert (tmp_path / "bericht.html").stat().st_size > 50_000
