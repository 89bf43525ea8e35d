"""The supervisor: start workers, replace those that end, and stop them.

It waits for processes and for signals, so it notices both immediately. SIGHUP replaces all
workers, one after the other: each keeps serving until its successor is ready. Workers are forked
from an idle process that has imported everything, so that a new one starts quickly.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import time
from dataclasses import dataclass
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead

from spielwerk.server.process import STOPPING_SECONDS, serve

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess  # which Windows does not have

_log = logging.getLogger(__name__)
_FAILED = 1
_PAUSE = 1.0  # seconds to wait after a worker failed to start
_REPLACE = getattr(signal, "SIGHUP", None)  # Windows has none
_HEEDED = [one for one in (signal.SIGTERM, signal.SIGINT, _REPLACE) if one is not None]


def can_supervise() -> bool:
    """Return whether this system can fork workers and signal their replacement."""
    return _REPLACE is not None and "forkserver" in multiprocessing.get_all_start_methods()


@dataclass(eq=False)
class _Worker:
    """A process that serves, or is starting."""

    process: ForkServerProcess
    told: Connection  # receives a message when it is ready
    instead_of: _Worker | None = None  # stopped once this one is ready
    is_ready: bool = False
    is_leaving: bool = False

    def leave(self) -> None:
        """Stop the worker after its current requests."""
        self.is_leaving = True
        self.process.terminate()


class Supervisor:
    """Keep a given number of workers running."""

    def __init__(self, told: dict[str, Any], number: int) -> None:
        self._told = told
        self._number = number
        self._socket = uvicorn.Config(**told).bind_socket()  # shared by all workers
        self._context = multiprocessing.get_context("forkserver")
        self._workers: list[_Worker] = []
        self._outgoing: list[_Worker] = []  # to be replaced
        self._has_served = False
        self._not_before = 0.0  # earliest time to start a worker
        self._lost_at: float | None = None  # when a worker was noticed to have ended
        self._awaited_since: float | None = None  # the same, once its successor is started
        self._signals, self._heard = Pipe(duplex=False)

    def run(self) -> int:
        """Keep the workers running until a signal ends the server; return the exit code."""
        self._context.set_forkserver_preload(["spielwerk.server.worker"])
        # A signal to the whole process group must not end the fork server.
        resource_tracker.ensure_running()  # else it starts below and unblocks the signals
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEEDED)
        forkserver.ensure_running()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEEDED)
        for heeded in _HEEDED:
            signal.signal(heeded, lambda number, _: self._heard.send(number))
        try:
            while self._can_go_on():
                self._fill_up()
                self._wait()
                if self._signals.poll() and not self._heed(self._signals.recv()):
                    return 0
            return _FAILED
        finally:
            self._stop()

    def _heed(self, number: int) -> bool:
        """Handle a signal; return whether to continue."""
        if number != _REPLACE:
            return False
        _log.info("replacing all workers, one after the other")
        self._outgoing = [worker for worker in self._workers if not worker.is_leaving]
        return True

    def _wait(self) -> None:
        """Wait until something happens."""
        starting = [worker.told for worker in self._workers if not worker.is_ready]
        sentinels = [worker.process.sentinel for worker in self._workers]
        pause = self._not_before - time.monotonic()
        wait([self._signals, *starting, *sentinels], pause if pause > 0 else None)

    def _can_go_on(self) -> bool:
        """Check on the workers; return whether to continue."""
        for worker in list(self._workers):
            if not worker.is_ready and worker.told.poll():
                self._note_ready(worker)
            if worker.process.exitcode is not None:
                self._bury(worker)
                if not worker.is_ready and not self._has_served:
                    return False  # the others would fail as well
        return True

    def _note_ready(self, worker: _Worker) -> None:
        with contextlib.suppress(EOFError):  # it has ended
            worker.told.recv()
            worker.is_ready = self._has_served = True
            if self._awaited_since is not None:
                _log.warning("it serves %.3f s later", time.monotonic() - self._awaited_since)
                self._awaited_since = None
            if worker.instead_of in self._workers:
                worker.instead_of.leave()

    def _bury(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.told.close()
        assert worker.process.pid is not None
        with contextlib.suppress(ProcessLookupError):  # it may outlive the fork server
            os.kill(worker.process.pid, signal.SIGKILL)
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
        if worker.is_leaving:
            return
        if worker.is_ready:
            _log.warning("worker %s has ended: starting another one", worker.process.pid)
            self._lost_at = time.monotonic()
            return
        _log.error("worker %s could not start", worker.process.pid)
        self._not_before = time.monotonic() + _PAUSE
        self._outgoing.clear()  # keep the workers that serve

    def _fill_up(self) -> None:
        """Start missing workers, or the next replacement."""
        if time.monotonic() < self._not_before:
            return
        counted = [
            worker
            for worker in self._workers
            if not worker.is_leaving and (worker.is_ready or worker.instead_of not in self._workers)
        ]
        for _ in range(self._number - len(counted)):
            self._start(None)
        if self._lost_at is not None:
            _log.warning("started it %.3f s later", time.monotonic() - self._lost_at)
            self._awaited_since, self._lost_at = self._lost_at, None
        if all(worker.is_ready and not worker.is_leaving for worker in self._workers):
            while self._outgoing:
                if (old := self._outgoing.pop()) in self._workers:
                    self._start(old)
                    return

    def _start(self, instead_of: _Worker | None) -> None:
        told, tells = Pipe(duplex=False)
        process = self._context.Process(target=_work, args=(self._told, self._socket, tells))
        process.start()
        tells.close()  # so that the worker's exit closes the pipe
        self._workers.append(_Worker(process, told, instead_of))

    def _stop(self) -> None:
        """Stop all workers; kill those that take too long."""
        self._socket.close()
        for worker in self._workers:
            worker.leave()
        until = time.monotonic() + STOPPING_SECONDS + _PAUSE
        for worker in self._workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.exitcode is None:
                _log.error("worker %s did not stop: killing it", worker.process.pid)
                worker.process.kill()
                worker.process.join()


def _work(told: dict[str, Any], listening: socket.socket, tells: Connection) -> None:
    """Serve in a worker process."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # meant for the supervisor
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEEDED)

    def ready() -> None:
        tells.send(True)
        tells.close()

    serve(told, [listening], ready)
