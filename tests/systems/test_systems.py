"""Test other systems as far as possible here: their folders, and Python without POSIX calls."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from server.guests import Guest
from server.process import ServerProcess
from spielwerk.rules.kernel import cache_root
from spielwerk.server.settings import default_database

LACKING = Path(__file__).parent
ENVIRONMENT = {"PYTHONPATH": str(LACKING), "NUMBA_DISABLE_JIT": "1"}

IMPORT_ALL = """
import importlib, json, os, pkgutil, signal, spielwerk
found, missing = [], []
for one in pkgutil.walk_packages(spielwerk.__path__, "spielwerk."):
    if one.name.endswith((".__main__", ".migrations.env")):  # these run when they are imported
        continue
    try:
        importlib.import_module(one.name)
    except ImportError as error:
        missing.append([one.name, error.name])
    else:
        found.append(one.name)
gone = not hasattr(os, "nice") and not hasattr(signal, "SIGKILL")
print(json.dumps({"found": found, "missing": missing, "gone": gone}))
"""
OPTIONAL = {  # large packages, and those of the engines' builder
    "brotli", "jax", "momaland", "open_spiel", "pgx", "pyspiel", "ray", "sb3_contrib", "torch",
}  # fmt: skip


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run Python without POSIX functions and modules."""
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_every_module_can_be_imported() -> None:
    done = run("-c", IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["gone"]
    assert "spielwerk.server.supervisor" in told["found"]
    missing = [one for one in told["missing"] if not OPTIONAL & {one[1], one[0].split(".")[-1]}]
    assert missing == []


def test_a_server_serves_and_its_bots_think(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--no-compile", environment=ENVIRONMENT)
    server.start()
    try:
        bots, seated = {"0": "lehrling"}, [1]
        with Guest(server.url, "Ada") as ada, ada.line() as line:
            table = ada.post("/api/tables", game="anubixx", seats=2, first=0, bots=bots, sit=seated)
            line.watch(table["info"]["id"], 1)
            line.news(table["info"]["number"] + 1)  # the bot's first move
    finally:
        server.stop()


def test_several_workers_are_refused_in_one_line(tmp_path: Path) -> None:
    database = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    done = run("-m", "spielwerk", "serve", "--workers", "2", "--database", database)
    assert done.returncode != 0
    assert "several workers need Linux or macOS" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


FOLDERS = {  # of data and of caches
    Unix: ("~/.local/share/spielwerk", "~/.cache/spielwerk"),
    MacOS: ("~/Library/Application Support/spielwerk", "~/Library/Caches/spielwerk"),
    Windows: ("C:/Local/spielwerk", "C:/Local/spielwerk"),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, where all systems find it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:/Local")
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "SPIELWERK_CACHE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("system", FOLDERS)
def test_data_and_compiled_kernels_are_in_the_systems_folders(
    system: type[PlatformDirsABC], home: Path
) -> None:
    data, cache = (Path(folder.replace("~", str(home))) for folder in FOLDERS[system])
    folder = system("spielwerk", appauthor=False).user_data_path
    assert default_database(folder) == f"sqlite:///{data / 'spielwerk.db'}"
    assert cache_root(system) == cache


def test_an_earlier_database_is_found_on_a_system_that_keeps_data_elsewhere(home: Path) -> None:
    folder = MacOS("spielwerk", appauthor=False).user_data_path
    assert default_database(folder) == f"sqlite:///{folder / 'spielwerk.db'}"
    earlier = home / ".local" / "share" / "spielwerk" / "spielwerk.db"
    earlier.parent.mkdir(parents=True)
    earlier.touch()
    assert default_database(folder) == f"sqlite:///{earlier}"
