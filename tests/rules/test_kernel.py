"""The two traps of Numba's disk cache are avoided: nothing stale is run, nothing compiled twice."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from numba import config

import spielwerk
from spielwerk.rules import kernel

pytestmark = pytest.mark.compiled

# Scores of random games, through loops of `rules` around rules of `games` in another file.
SCORES = """
from spielwerk.games import find
from spielwerk.rules import batch, loops
results = batch.random_games(find("axio"), 2, 50, 1)
print(int(results.scores.max()), int(results.scores.sum()))
stats = loops.random_games.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(program: str, source: Path, cache: Path) -> list[list[int]]:
    settings = {"PYTHONPATH": str(source), "SPIELWERK_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    return [[int(number) for number in line.split()] for line in done.stdout.splitlines()]


def test_a_changed_rule_acts_and_an_unchanged_one_is_not_compiled_again(tmp_path: Path) -> None:
    source, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(Path(spielwerk.__file__).parent, source / "spielwerk")
    compiled, again = run(SCORES, source, cache), run(SCORES, source, cache)
    assert compiled[0] == again[0]
    assert compiled[1] == [0, 1]  # no hit, one miss
    assert again[1] == [1, 0]
    files = sorted(file.name for file in cache.rglob("*.nbc"))
    assert len(files) == len(set(files))  # nothing was stored a second time

    rule = source / "spielwerk" / "dominoes" / "scoring.py"
    old = "        points += 1\n"
    text = rule.read_text(encoding="utf-8")
    assert text.count(old) == 1
    rule.write_text(text.replace(old, "        points += 2\n"), encoding="utf-8")
    changed = run(SCORES, source, cache)
    assert changed[0][1] > 1.3 * compiled[0][1]
    assert changed[1] == [0, 1]


def test_kernels_stand_in_watched_rooms_alone() -> None:
    package = Path(spielwerk.__file__).parent
    holding = [f for f in package.rglob("*.py") if "\n@kernel\n" in f.read_text(encoding="utf-8")]
    rooms = {file.relative_to(package).parts[0] for file in holding}
    assert rooms <= set(kernel.ROOMS_WITH_KERNELS)
    assert {"rules", "games", "bots"} <= rooms


def test_a_game_outside_the_package_is_watched_too(tmp_path: Path) -> None:
    here = Path(kernel.__file__).parent
    game = tmp_path / "game"
    game.mkdir()
    (game / "rules.py").write_text("ONE = 1\n", encoding="utf-8")
    before = kernel.source_digest.__wrapped__(game)
    assert kernel.source_digest.__wrapped__(game) == before
    assert kernel.source_digest.__wrapped__(here) != before
    (game / "rules.py").write_text("ONE = 2\n", encoding="utf-8")
    assert kernel.source_digest.__wrapped__(game) != before


def test_settings_of_the_compiler_are_part_of_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(kernel.__file__).parent
    before = kernel.source_digest.__wrapped__(here)
    monkeypatch.setattr(config, "BOUNDSCHECK", 1 - (config.BOUNDSCHECK or 0))
    assert kernel.source_digest.__wrapped__(here) != before


def test_old_digests_are_cleared_away_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
    kernels = tmp_path / "kernels"
    for age in range(6):
        for folder in (
            kernels / f"{age:016x}",
            kernels / f"thesis-{age}",
            tmp_path / f"photos-{age}",
        ):
            folder.mkdir(parents=True)
            os.utime(folder, (age, age))
    assert kernel.cache_folder.__wrapped__("f" * 16) == kernels / ("f" * 16)
    left = {folder.name for folder in kernels.iterdir()}
    assert left == {f"thesis-{age}" for age in range(6)} | {f"{age:016x}" for age in (3, 4, 5)} | {
        "f" * 16
    }
    assert sum(folder.name.startswith("photos") for folder in tmp_path.iterdir()) == 6


def test_a_cache_that_cannot_be_kept_is_replaced_by_one_of_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("SPIELWERK_CACHE", str(blocked))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = kernel.cache_folder.__wrapped__("digest")
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0
    assert folder != kernel.cache_folder.__wrapped__("digest")
