"""Benchmarks print what they should; how fast is for `spielwerk bench` to say."""

import json
from pathlib import Path

import pytest

from spielwerk.games import find
from spielwerk.lab import bench

pytestmark = pytest.mark.compiled


def test_figures_are_medians_of_rounds_that_take_turns() -> None:
    order: list[str] = []
    samples = {"a": iter([3.0, 1.0, 2.0]), "b": iter([5.0, 5.0, 50.0])}

    def case(name: str) -> bench.Case:
        def run() -> float:
            order.append(name)
            return next(samples[name])

        return bench.Case(name, "s", run)

    figures = list(bench._medians([case("a"), case("b")], 3, lambda _: None))
    assert order == ["a", "b"] * 3
    assert figures == [bench.Figure("a", 2.0, "s"), bench.Figure("b", 5.0, "s")]


def test_every_case_of_a_game_runs() -> None:
    game = find("axio")
    names = []
    for case in bench._kernel_cases(game):
        assert case.run() > 0
        names.append(case.name)
    assert names == [
        "axio/1/random",
        "axio/2/random",
        "axio/3/random",
        "axio/4/random",
        "axio/2/random-2-threads",
        "axio/2/step",
        "axio/2/match-play",
    ]
    first_move, cold = bench._process_cases(game)
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name in ("axio/state", *names, first_move.name, cold.name):
        assert f"`{name}`" in page
    assert first_move.run() > 0
    assert cold.name == "axio/cold-compile"
    assert json.dumps(bench.Figure("a", 1.0, "s").__dict__)
