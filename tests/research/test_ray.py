"""On Ray: a real cluster of two machines, one of which is killed; the same numbers as locally."""

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from lab.work import Fragile, at_random
from spielwerk.games import find
from spielwerk.lab import arena
from spielwerk.lab.arena import Contest
from spielwerk.lab.dataset import Dataset
from spielwerk.lab.executors import Ray, Serial
from spielwerk.lab.selfplay import SelfPlay
from spielwerk.lab.simulate import Simulation
from spielwerk.lab.tuning import Tuning


def ignore(what: str, done: int, all_: int) -> None:
    """Ignore progress."""


class Machines:
    """A cluster whose head plays nothing, and two machines with one worker each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0}
        self._cluster: Any = Cluster(initialize_head=True, connect=True, head_node_args=head)
        self._alive: list[Any] = []
        self.restore()

    def kill_one(self) -> None:
        """Kill a machine, its worker and its data; a new one replaces it later."""
        self._cluster.remove_node(self._alive.pop(0), allow_graceful=False)

    def restore(self) -> None:
        while len(self._alive) < 2:
            self._alive.append(self._cluster.add_node(num_cpus=1))

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def end(self) -> None:
        import ray

        ray.shutdown()
        self._cluster.shutdown()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Machines]:
    # Workers import what the tests import.
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        # Ray's own: which variable will hide GPUs, and processes that it leaves to the system.
        warnings.filterwarnings("ignore", category=FutureWarning, module="ray")
        warnings.filterwarnings("ignore", category=ResourceWarning)
        machines = Machines()
    yield machines
    machines.end()


@pytest.fixture
def machines(cluster: Machines) -> Machines:
    cluster.restore()
    return cluster


def test_work_of_killed_workers_is_done_again(machines: Machines, tmp_path: Path) -> None:
    done = list(Ray().run(Fragile(tmp_path), range(12)))
    assert sorted(done) == [(number, number * number) for number in range(12)]
    assert {been.name for been in tmp_path.glob("been-*")} == {"been-3", "been-8"}
    assert len(list(tmp_path.glob("ready-*"))) >= 2  # on each machine


def test_a_machine_killed_in_the_middle_loses_no_game_and_doubles_none(
    machines: Machines, tmp_path: Path
) -> None:
    simulation = Simulation(find("second_chance"), ("geselle", "lehrling"), 120, seed=4)
    one, other = tmp_path / "here.parquet", tmp_path / "ray.parquet"
    list(Dataset(one, simulation).play(Serial()))
    for number, _ in enumerate(Dataset(other, simulation).play(Ray())):
        if number == 20:
            machines.kill_one()
    assert pq.read_table(other)["number"].to_pylist() == list(range(120))
    assert one.read_bytes() == other.read_bytes()


def test_tuning_is_the_same_on_ray(machines: Machines) -> None:
    tuning = Tuning("anubixx", "meister", {"candidates": (1, 3), "worlds": (1, 2)}, 4, games=2)
    assert tuning.search(Ray(), ignore) == tuning.search(Serial(), ignore)


def test_the_command_goes_to_the_cluster_that_is_named(machines: Machines) -> None:
    words = ["simulate", "second_chance", "--games", "20000", "--json"]
    run = partial(
        subprocess.run,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"RAY_ADDRESS": machines.address},
    )
    here, ray = (
        run([sys.executable, "-m", "spielwerk", *words, "--on", on]) for on in ("here", "ray")
    )
    assert here.stdout == ray.stdout


def test_the_arena_is_the_same_on_ray(machines: Machines) -> None:
    contest = Contest("second_chance", ("geselle", "lehrling"), 2, 12, seed=3)
    assert list(arena.run(contest, Ray())) == list(arena.run(contest))


def test_self_play_is_the_same_on_ray(machines: Machines) -> None:
    work = SelfPlay("anubixx", 2, at_random, games=8, steps=4, seed=2)
    here, ray = dict(Serial().run(work, range(4))), dict(Ray().run(work, range(4)))
    for number, plies in here.items():
        assert [part.tobytes() for part in plies] == [part.tobytes() for part in ray[number]]
