"""Executors of work: numbered pieces in, what came of each out, in any order, each exactly once.

Where it is done (here, in processes of this machine, on a Ray cluster) changes no number: all
that a piece of work needs follows from the work and the piece's number.
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
AHEAD = 4  # pieces that are handed out for each worker before results are looked at


class Work(Protocol[Made_co]):
    """Something that can be done piece by piece, anywhere: it is sent to where it is done."""

    def ready(self) -> None:
        """Compile what will be needed; called on each machine before anything is done there."""

    def __call__(self, number: int, /) -> Made_co:
        """Do a piece."""


class Executor(Protocol):
    """Does work: in this process, in others, or on a cluster."""

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number with what came of it, as they come in."""


class WorkerDied(SpielwerkError):
    """Somebody ended a process that was working for us."""


class Serial:
    """In this process, one piece after the other."""

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number with what came of it, in order."""
        work.ready()
        for number in numbers:
            yield number, work(number)


class Processes:
    """In processes of this machine, which share what is compiled."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, work: Work[Result], numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
        """Yield each piece's number with what came of it, as they come in."""
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
    """Leave it to the parent to be interrupted, and never outlive it."""
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
    """On a Ray cluster: the one that `RAY_ADDRESS` names, or one of this machine alone.

    A task whose worker or machine dies is done again elsewhere. Results are taken in here, one
    for each number.
    """

    RETRIES = 10  # a piece that keeps killing its worker is given up

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
        """Yield each piece's number with what came of it, as they come in."""
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
        """Compile on every machine once, before all of its workers would do so at once."""
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
    """Yield results by their numbers, however they come in; those that come early wait."""
    early: dict[int, Result] = {}
    for number in numbers:
        while number not in early:
            found, result = next(results)
            early[found] = result
        yield early.pop(number)


def named(on: str, workers: int = 1) -> Executor:
    """Return the executor of that name: 'here', with so many processes, or 'ray'."""
    if on == "ray":
        if workers > 1:
            reason = "a Ray cluster has workers of its own; leave --workers out"
            raise BadSetting("bad_workers", reason)
        return Ray()
    if on != "here":
        raise BadSetting("unknown_executor", f"work is done 'here' or on 'ray', not on {on!r}")
    return Serial() if workers == 1 else Processes(workers)
