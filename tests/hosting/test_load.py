"""The load script runs: the server answers all its requests, and its rounds are summed up."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "load.py"


@pytest.mark.parametrize("form", ["view", "record"])
def test_a_small_load_is_borne_without_errors(form: str) -> None:
    small = "--tables 2 --seconds 1 --fast-tables 2 --fast-seconds 1 --most 60 --no-compile-first"
    parts = f"--only generator --only steady --only fast --form {form} --rounds 2 --json"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *small.split(), *parts.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["results"]
    assert [one["load"] for one in results] == ["fast", "fast", "steady"]
    for one in results:
        assert one["moves"] > 0
        assert one["errors"] == {}


def test_rounds_become_medians_and_ratios_within_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    drive, sums = importlib.import_module("drive"), importlib.import_module("medians")

    def row(store: str, per_second: float) -> object:
        figures = {"tables": 2, "seconds": 1.0, "moves": 9, "median_per_second": per_second}
        waits = {"p50_ms": 1.0, "p99_ms": 2.0, "max_ms": 3.0, "frames": 9, "errors": {"late": 1}}
        uses = {"rss_mb": 1.0, "server_cpu": 1.0, "generator_cpu": 1.0}
        texts = {"server": store, "store": store, "load": "fast", "mean_per_second": per_second}
        return drive.Result(**figures, **waits, **uses, **texts)

    # The machine is twice as fast in the second round: the ratio stays 3.
    rounds = [
        [row("SQLite, durable", 300), row("memory", 100)],
        [row("SQLite, durable", 600), row("memory", 200)],
    ]
    mine, theirs = sums.medians([one for each in rounds for one in each])
    assert (mine.mean_per_second, theirs.mean_per_second) == (450, 150)
    assert mine.errors == {"late": 2}
    (ratio,) = sums.ratios(rounds)
    assert (ratio.low, ratio.median, ratio.high) == (3, 3, 3)
