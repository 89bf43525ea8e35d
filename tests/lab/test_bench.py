"""Benchmarks print what they should; how fast is for `spielwerk bench` to say."""

import json
from pathlib import Path

import pytest

from spielwerk.games import find, names
from spielwerk.lab import bench, peers

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


def test_the_page_names_every_figure_of_every_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for game in map(find, names()):
        cases = (*bench._kernel_cases(game), *bench._vector_cases(game))
        told = [case.name for case in (*cases, *bench._process_cases(game))]
        assert [name for name in (f"{game.id}/state", *told) if f"`{name}`" not in page] == []
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
    assert json.dumps(bench.Figure("a", 1.0, "s").as_dict())
