"""Executors: each piece exactly once, wherever it is done, even if workers die."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

import spielwerk as sw
from lab.work import Squares
from spielwerk.lab.executors import Executor, Processes, Serial, WorkerDied, in_order, named


@pytest.mark.parametrize("executor", [Serial(), Processes(2)], ids=["here", "processes"])
def test_each_piece_is_done_once(executor: Executor) -> None:
    done = [(number, square) for number, (square, _) in executor.run(Squares(), range(3, 40))]
    assert sorted(done) == [(number, number * number) for number in range(3, 40)]


def test_other_processes_do_the_work() -> None:
    doers = {doer for _, (_, doer) in Processes(2).run(Squares(), range(30))}
    assert os.getpid() not in doers


def test_results_are_put_in_order() -> None:
    shuffled = iter([(2, "c"), (0, "a"), (3, "d"), (1, "b")])
    assert list(in_order(shuffled, range(4))) == ["a", "b", "c", "d"]


def test_who_has_seen_enough_leaves_no_process_behind() -> None:
    results = Processes(2).run(Squares(), range(10_000))
    next(results)
    assert isinstance(results, Iterator)
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_a_killed_worker_is_told() -> None:
    with pytest.raises(WorkerDied) as told:
        list(Processes(2).run(Squares(deadly=5), range(20)))
    assert told.value.code == "worker_died"


@pytest.mark.parametrize(
    ("on", "workers", "code"), [("mars", 1, "unknown_executor"), ("ray", 2, "bad_workers")]
)
def test_executors_that_cannot_be_are_refused(on: str, workers: int, code: str) -> None:
    with pytest.raises(sw.BadSetting) as refused:
        named(on, workers)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("pyarrow", ["simulate", "anubixx", "--results", "never.parquet"]),
        ("matplotlib", ["report", "anubixx", "-o", "/dev/null"]),
        ("ray", ["arena", "anubixx", "--bots", "zufall,zufall", "--on", "ray"]),
    ],
)
def test_what_is_not_installed_is_told_before_anybody_plays(missing: str, words: list[str]) -> None:
    program = (
        "import sys; sys.modules[sys.argv.pop(1)] = None; from spielwerk.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, missing, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"pip install 'spielwerk[{'ray' if missing == 'ray' else 'lab'}]'" in done.stderr
