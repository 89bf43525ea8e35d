"""Benchmarks print their figures; the speed itself is for `spielwerk bench`."""

import json
import subprocess
import time
from pathlib import Path

import pytest

from spielwerk.games import find, names
from spielwerk.lab import bench, cold_starts, peers, reference, rounds
from spielwerk.lab.rounds import Case, Measurement, Sample

pytestmark = pytest.mark.compiled

CASES_OF_A_GAME = (
    bench._kernel_cases,
    bench._vector_cases,
    bench._opponent_cases,
    bench._process_cases,
)


def test_measurements_are_medians_of_rounds_that_take_turns() -> None:
    order: list[str] = []
    samples = {"a": iter([3.0, 1.0, 2.0]), "b": iter([5.0, 5.0, 50.0])}

    def case(name: str) -> Case:
        def run() -> Sample:
            order.append(name)
            return Sample(next(samples[name]))

        return Case(name, "s", run)

    found = list(rounds.medians([case("a"), case("b")], 3, lambda _: None))
    assert order == ["a", "b"] * 3
    assert found == [Measurement("a", 2.0, "s"), Measurement("b", 5.0, "s")]


def test_gains_compare_rounds_by_the_same_clock() -> None:
    # A busy machine: one thread has half a core.
    alone = iter([Sample(10.0, 5.0), Sample(12.0, 6.0), Sample(8.0, 4.0)])
    both = iter([Sample(10.0), Sample(6.0), Sample(6.0)])
    cpp = iter([Sample(20.0, 7.0), Sample(20.0, 20.0), Sample(20.0, 5.0)])
    cases = [
        Case("one", "plies/s", lambda: next(alone)),
        Case("two", "plies/s", lambda: next(both), gain_over="one", tell_best=True),
        Case("cpp", "plies/s", lambda: next(cpp), gain_over="one", shown=False),
    ]
    assert list(rounds.medians(cases, 3, lambda _: None)) == [
        Measurement("one", 10.0, "plies/s"),
        Measurement("two", 6.0, "plies/s"),
        Measurement("two/gain", 1.5, "x"),
        Measurement("two/gain-at-best", 2.0, "x"),
        Measurement("cpp/gain", 2.0, "x"),
    ]


def test_one_thread_is_measured_by_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"own": 5.0, "clock": 100.0}
    monkeypatch.setattr(rounds, "own_time", lambda: now["own"])
    monkeypatch.setattr(time, "perf_counter", lambda: now["clock"])
    alone, shared = rounds.Stopwatch(), rounds.Stopwatch(threads=2)
    now |= {"own": 7.0, "clock": 110.0}  # most of the time the core was with others
    assert alone.rate(20) == Sample(10.0, 2.0)
    assert shared.rate(20) == Sample(2.0)
    assert alone.cost(20, 1000) == Sample(100.0, 500.0)
    assert shared.cost(20, 1000) == Sample(500.0)


def test_the_page_names_every_measurement_of_every_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    told = [bench.import_case().name]
    for game in map(find, names()):
        told += [f"{game.id}/state"]
        told += [one.name for of in CASES_OF_A_GAME for one in of(game)]
    assert [name for name in told if f"`{name}`" not in page] == []
    for case in (*cold_starts.game_cases(find("axio")), *cold_starts.server_cases()):
        assert case.name.partition("/processors")[0] in page
    for peer in peers.PEERS.values():
        assert [row.name for row in peer.rows if f"`{row.name}`" not in page] == []


def test_every_case_of_a_game_runs() -> None:
    game = find("axio")
    told = []
    for case in bench._kernel_cases(game):
        assert case.run().value > 0
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
    compared = {case.name: case.gain_over for case in bench._reference_cases(game)}
    cpp = {"axio/2/random-cpp": None, "axio/2/random": "axio/2/random-cpp"}
    assert compared == (cpp if reference.source(game) else {})
    assert all(case.run().value > 0 for case in bench._reference_cases(game))
    costs = {case.name: case for case in bench._bot_cases(game)}
    assert list(costs)[-2:] == ["axio/4/meister-move", "axio/4/meister-worst"]
    assert costs["axio/2/geselle-move"].run().value > 0
    assert costs["axio/2/geselle-worst"].run().value > 0
    [memory] = bench._memory_cases(game)
    first_move, cold = bench._process_cases(game)
    assert first_move.run().value > 0
    assert memory.name == "axio/2/vector/memory-of-a-million"
    assert cold.name == "axio/cold-compile"
    assert bench.import_case().unit == "ms"
    assert json.dumps(Measurement("a", 1.0, "s").as_dict())


def test_many_games_are_measured_with_every_mask_on_one_thread_and_on_two() -> None:
    cases = {case.name: case for case in bench._vector_cases(find("axio"))}
    assert all(case.run().value > 0 for case in cases.values())
    for form in ("", "/bits", "/lists", "/bools", "/observations"):
        one = f"axio/2/vector{form}"
        assert cases[one].run().by_clock is not None
        assert cases[f"{one}-2-threads"].run().by_clock is None
        assert cases[f"{one}-2-threads"].gain_over == one
    assert cases["axio/2/vector/lists"].gain_over == "axio/2/random"
    assert not cases["axio/2/random"].shown


def test_answers_of_opponents_are_measured_in_many_games_and_in_one() -> None:
    cases = {case.name: case for case in bench._opponent_cases(find("anubixx"))}
    assert list(cases) == ["anubixx/2/vector/meister", "anubixx/2/gymnasium/meister"]
    assert all(case.run().value > 0 for case in cases.values())


def test_a_cold_start_finds_nothing_on_disk_and_counts_its_own_processes() -> None:
    program = """
import os, subprocess, sys
assert os.listdir(os.environ["SPIELWERK_CACHE"]) == []
subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"], check=True)
"""
    start = cold_starts.ColdStart(program)
    assert start.run().value > 0
    assert start.processor_seconds().value > 0.1
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
