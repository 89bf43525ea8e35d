"""The load's script runs: what it drives is answered, and nothing is refused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "load.py"


@pytest.mark.parametrize("form", ["view", "record"])
def test_a_small_load_is_borne_without_errors(form: str) -> None:
    small = "--tables 2 --seconds 1 --fast-tables 2 --fast-seconds 1 --most 60 --no-compile-first"
    parts = f"--only generator --only steady --only fast --form {form} --json"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *small.split(), *parts.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["results"]
    assert [one["load"] for one in results] == ["fast", "steady", "fast"]
    for one in results:
        assert one["moves"] > 0
        assert one["errors"] == {}
