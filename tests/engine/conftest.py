"""Engines that several tests of a process share."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.beside import Beside
from engine.tables import Table


@pytest.fixture(scope="session")
def beside() -> Callable[[Table], Beside]:
    """Return a game's engine beside its kernels."""
    made: dict[tuple[str, object], Beside] = {}

    def find(table: Table) -> Beside:
        key = table.name, table.options
        if key not in made:
            made[key] = Beside(table.game)
        return made[key]

    return find


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a separate cache for kernels of temporary games: they would displace ours."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("SPIELWERK_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def engine_python() -> str:
    """Return the Python that builds engines, with the versions that the builder knows."""
    python = os.environ.get("ENGINE_PYTHON", sys.executable)
    check = "from spielwerk.engine.numba_inside import check_versions; check_versions()"
    done = subprocess.run([python, "-c", check], capture_output=True, text=True, check=False)
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1]
        pytest.skip(f"{reason}; the committed engines are tested all the same")
    return python
