"""Executors: they take numbered pieces of work and yield each result once, in any order.

Where it is done (here, in processes of this machine, on a Ray cluster) affects no result: a piece
depends only on the work and on its own number.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from spielwerk.rules.errors import BadSetting, SpielwerkError

Result = TypeVar("Result")
Made_co = TypeVar("Made_co", covariant=True)
AHEAD = 4  # pieces submitted per worker before results are collected


class Work(Protocol[Made_co]):
    """Work that consists of independent pieces; it is sent to the process that does it."""

    def ready(self) -> None:
        """Compile the kernels it needs; called on each machine before the first piece."""

    def __call__(self, number: int, /) -> Made_co:
        """Do one piece and return its result."""


class Executor(Protocol):
    """Executes work in this process, in others, or on a cluster."""

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number and result, as they arrive."""


class WorkerDied(SpielwerkError):
    """A worker process was killed."""


class Serial:
    """Executes work in this process, one piece after another."""

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number and result, in order."""
        work.ready()
        for number in numbers:
            yield number, work(number)


class Processes:
    """Executes work in several processes of this machine, which share compiled kernels."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number and result, as they arrive."""
        work.ready()
        # Spawned, not forked: libraries that run threads of their own don't survive a fork.
        pool = ProcessPoolExecutor(
            self._workers, multiprocessing.get_context("spawn"), initializer=_begin
        )
        left, under_way = iter(numbers), dict[Future[Result], int]()
        try:
            while True:
                for number in _some(left, AHEAD * self._workers - len(under_way)):
                    under_way[pool.submit(work, number)] = number
                if not under_way:
                    return
                for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(done), done.result()
        except BrokenProcessPool:
            reason = "a worker process was ended from outside; start again to go on"
            raise WorkerDied("worker_died", reason) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ignore interrupts, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def _some(numbers: Iterator[int], most: int) -> Iterator[int]:
    for _ in range(most):
        try:
            yield next(numbers)
        except StopIteration:
            return


class Ray:
    """Executes work on a Ray cluster: that of `RAY_ADDRESS`, or one on this machine.

    A task whose worker or machine dies is repeated elsewhere. Results are collected here, one
    for each number.
    """

    RETRIES = 10  # then a piece that keeps killing its worker is abandoned

    def __init__(self) -> None:
        try:
            import ray
        except ImportError:
            reason = "Ray is not installed; pip install 'spielwerk[ray]'"
            raise BadSetting("no_ray", reason) from None
        self._ray: Any = ray

    def _begin(self) -> None:
        if self._ray.is_initialized():
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            self._ray.init(os.environ.get("RAY_ADDRESS", "local"), **quiet)
        except (OSError, RuntimeError, ValueError) as error:
            raise BadSetting("no_cluster", f"no Ray cluster answers: {error}") from None

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number and result, as they arrive."""
        self._begin()
        ray = self._ray
        task = ray.remote(max_retries=self.RETRIES, scheduling_strategy="SPREAD")(_do)
        sent = ray.put(work)
        self._make_ready(sent)
        workers = int(ray.cluster_resources().get("CPU", 1))
        left, under_way = iter(numbers), dict[Any, int]()
        try:
            while True:
                for number in _some(left, AHEAD * workers - len(under_way)):
                    under_way[task.remote(sent, number)] = number
                if not under_way:
                    return
                for done in ray.wait(list(under_way))[0]:
                    result = ray.get(done)
                    yield under_way.pop(done), result
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.ObjectLostError) as error:
            raise WorkerDied("worker_died", f"Ray gave up: {error}") from None
        finally:
            for task_left in under_way:
                ray.cancel(task_left)

    def _make_ready(self, sent: Any) -> None:
        """Compile once on each machine, so that its workers do not all compile at the same time."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

        ready = self._ray.remote(max_retries=self.RETRIES)(_make_ready)
        machines = [node["NodeID"] for node in self._ray.nodes() if node["Alive"]]
        there = [ready.options(scheduling_strategy=On(node, soft=True)) for node in machines]
        self._ray.get([task.remote(sent) for task in there])


def _do(work: Work[Result], number: int) -> Result:
    return work(number)


def _make_ready(work: Work[Any]) -> None:
    work.ready()


def in_order(results: Iterator[tuple[int, Result]], numbers: Sequence[int]) -> Iterator[Result]:
    """Yield results in the order of their numbers; keep early ones until it is their turn."""
    early: dict[int, Result] = {}
    for number in numbers:
        while number not in early:
            found, result = next(results)
            early[found] = result
        yield early.pop(number)


def named(on: str, workers: int = 1) -> Executor:
    """Return the executor with that name: 'here', with `workers` processes, or 'ray'."""
    if on == "ray":
        if workers > 1:
            reason = "a Ray cluster has workers of its own; leave --workers out"
            raise BadSetting("bad_workers", reason)
        return Ray()
    if on != "here":
        raise BadSetting("unknown_executor", f"work is done 'here' or on 'ray', not on {on!r}")
    return Serial() if workers == 1 else Processes(workers)
