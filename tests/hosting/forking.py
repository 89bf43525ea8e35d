"""Servers that start quickly: forked from a process that has loaded everything."""

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from server.process import Running, ServerProcess
from spielwerk import cli
from spielwerk.games import find, names
from spielwerk.rules import compilation


class ForkedServer(ServerProcess):
    """The same server, starting seconds faster, for tests that start it hundreds of times."""

    _context: ForkServerContext | None = None

    def _launch(self, command: list[str]) -> Running:
        cls = type(self)
        if cls._context is None:
            cls._context = multiprocessing.get_context("forkserver")
            cls._context.set_forkserver_preload(["hosting.forked"])
        words = command[command.index("serve") :]
        process = cls._context.Process(target=_serve, args=(words, self._log))
        process.start()
        return _Forked(process)


class _Forked:
    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.terminate = process.terminate
        self.kill = process.kill

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("spielwerk", timeout or 0)
        return self._process.exitcode


def _serve(words: list[str], log: Path) -> None:
    with log.open("ab") as file, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.stdin = os.fdopen(0)
    sys.argv = ["spielwerk", *words]
    cli.main()


def load() -> None:
    """Load everything that a server needs."""
    import spielwerk.server.running  # noqa: F401

    for name in names():
        compilation.load(find(name))
