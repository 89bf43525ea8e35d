"""The builder: it builds what is committed, and other games, with known versions only."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import outside
from engine.beside import Beside, play_random_game
from spielwerk.engine import manifest, numba_inside
from spielwerk.engine.errors import EngineError
from spielwerk.games import find, names

pytestmark = pytest.mark.compiled


def test_the_smallest_engine_is_built_anew(engine_python: str, tmp_path: Path) -> None:
    committed = {name: manifest.folder(find(name)) / manifest.ENGINE for name in names()}
    smallest = min(committed, key=lambda name: committed[name].stat().st_size)
    done = run(tmp_path, smallest, "--out", str(tmp_path), python=engine_python)
    assert done.returncode == 0, done.stderr
    both = Beside(find(smallest), (tmp_path / manifest.ENGINE).read_bytes())
    for seats in both.game.seats:
        play_random_game(both, seats, 23, 0)
    assert both.hosted.names() == manifest.read(both.game)["exports"].keys()


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_inside, "NUMBA", "0.1")
    with pytest.raises(
        EngineError, match=r"engines are built with Python 3\.11, Numba 0\.1"
    ) as one:
        numba_inside.check_versions()
    assert "install spielwerk[engine]" in one.value.reason


def run(
    folder: Path, *words: str, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [python, "-m", "spielwerk", "engine", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.usefixtures("own_cache")
def test_a_game_of_somebody_elses_gets_an_engine(engine_python: str, tmp_path: Path) -> None:
    game = outside.load(tmp_path)
    assert (
        "has no engine: build it with `spielwerk engine cards`"
        in run(tmp_path, "cards", "--check").stdout
    )
    done = run(tmp_path, "cards", python=engine_python)
    assert done.returncode == 0, done.stderr
    web = tmp_path / "cards" / "web"
    told = json.loads((web / manifest.MANIFEST).read_text(encoding="utf-8"))
    assert f"rules {told['rules']}, engine {told['engine']}" in done.stdout
    assert run(tmp_path, "cards", "--check").returncode == 0
    both = Beside(game, (web / manifest.ENGINE).read_bytes())
    for number in range(3):
        play_random_game(both, 3, 29, number)

    outside.load(tmp_path, ("ROUNDS = 3, 3, 2", "ROUNDS = 3, 3, 3"))
    stale = run(tmp_path, "cards", "--check")
    assert stale.returncode == 1
    assert (
        "the engine of cards is stale: build it anew with `spielwerk engine cards`" in stale.stdout
    )


def test_an_unknown_game_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "chess")
    assert done.returncode == 2
    assert done.stderr.startswith("spielwerk: there is no game 'chess'")
