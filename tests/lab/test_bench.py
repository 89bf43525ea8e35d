"""Benchmarks print what they should; how fast is for `spielwerk bench` to say."""

import json
import subprocess
from pathlib import Path

import pytest

from spielwerk.games import find, names
from spielwerk.lab import bench, cold_starts, peers

pytestmark = pytest.mark.compiled


def test_measurements_are_medians_of_rounds_that_take_turns() -> None:
    order: list[str] = []
    samples = {"a": iter([3.0, 1.0, 2.0]), "b": iter([5.0, 5.0, 50.0])}

    def case(name: str) -> bench.Case:
        def run() -> float:
            order.append(name)
            return next(samples[name])

        return bench.Case(name, "s", run)

    found = list(bench.medians([case("a"), case("b")], 3, lambda _: None))
    assert order == ["a", "b"] * 3
    assert found == [bench.Measurement("a", 2.0, "s"), bench.Measurement("b", 5.0, "s")]


def test_the_page_names_every_measurement_of_every_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for game in map(find, names()):
        cases = (*bench._kernel_cases(game), *bench._vector_cases(game))
        told = [case.name for case in (*cases, *bench._process_cases(game))]
        assert [name for name in (f"{game.id}/state", *told) if f"`{name}`" not in page] == []
    for case in (*cold_starts.game_cases(find("axio")), *cold_starts.server_cases()):
        assert case.name.partition("/processors")[0] in page
    for peer in peers.PEERS.values():
        assert [row.name for row in peer.rows if f"`{row.name}`" not in page] == []


def test_every_case_of_a_game_runs() -> None:
    game = find("axio")
    told = []
    for case in bench._kernel_cases(game):
        assert case.run() > 0
        told.append(case.name)
    assert told == [
        "axio/1/random",
        "axio/2/random",
        "axio/3/random",
        "axio/4/random",
        "axio/2/random-2-threads",
        "axio/2/step",
        "axio/2/match-play",
    ]
    costs = {case.name: case for case in bench._bot_cases(game)}
    assert list(costs)[-2:] == ["axio/4/meister-move", "axio/4/meister-worst"]
    mean, worst = costs["axio/2/geselle-move"].run(), costs["axio/2/geselle-worst"].run()
    assert min(mean, worst) > 0
    for case in bench._vector_cases(game):
        assert case.run() > 0
    [memory] = bench._memory_cases(game)
    first_move, cold = bench._process_cases(game)
    assert first_move.run() > 0
    assert memory.name == "axio/2/vector/memory-of-a-million"
    assert cold.name == "axio/cold-compile"
    assert json.dumps(bench.Measurement("a", 1.0, "s").as_dict())


def test_a_cold_start_finds_nothing_on_disk_and_counts_its_own_processes() -> None:
    program = """
import os, subprocess, sys
assert os.listdir(os.environ["SPIELWERK_CACHE"]) == []
subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"], check=True)
"""
    start = cold_starts.ColdStart(program)
    assert start.run() > 0
    assert start.processor_seconds() > 0.1
    with pytest.raises(subprocess.CalledProcessError):
        cold_starts.ColdStart("raise SystemExit(1)").run()


def test_cold_starts_run_and_are_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # the same programs, in seconds instead of minutes
    monkeypatch.setattr(cold_starts, "ROUNDS", 1)
    heard: list[str] = []
    found = cold_starts.measure_cold([find("anubixx")], heard.append, with_server=True)
    assert [(one.name, one.unit, one.value > 0) for one in found] == [
        ("anubixx/cold-to-legal-move", "s", True),
        ("anubixx/cold-to-legal-move/processors", "s", True),
        ("serve/cold-to-all-games", "s", True),
        ("serve/cold-to-all-games/processors", "s", True),
    ]
    assert len(heard) == 4
