"""A server as a host runs it: a process of its own, on loopback, that tests may end and start."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Protocol

from wait import wait_for_exit, wait_until

_START_SECONDS = 60
_STOP_SECONDS = 60  # uvicorn waits up to 30 for a worker that was killed while it was being asked


class Running(Protocol):
    """A process, as `subprocess.Popen` knows it."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class ServerProcess:
    """`spielwerk serve` on a database, by default in its folder; `options` are the command's.

    `environment` is added to this process's own.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        database: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = own_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'spielwerk.db'}"
        self._log = folder / "server.log"
        self._options = options
        self._environment = dict(environment or {})
        self._process: Running | None = None

    @property
    def said(self) -> str:
        """What it has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The processes that it has begun to serve with it, where it has several."""
        return [pid for pid in _children(self.pid) if "spawn_main" in _command(pid)]

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(self.port)]
        command += ["--database", self.database, *self._options]
        self._process = self._launch(command)
        try:
            wait_until(self._answers, "it answers", _START_SECONDS)
        except (ChildProcessError, TimeoutError) as error:
            self.stop()
            raise RuntimeError(f"the server does not start:\n{self.said[-2000:]}") from error

    def _launch(self, command: list[str]) -> Running:
        with self._log.open("ab") as log:
            env = os.environ | self._environment
            return subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def stop(self) -> int:
        """End it as a host does; its exit code."""
        if self._process is None:
            return 0
        self._process.terminate()
        try:
            code = self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._process = None
        return code

    def kill(self) -> None:
        """End it as a power cut does: it and all that it has started, at once."""
        if self._process is not None:
            below = descendants(self._process.pid)
            self._process.kill()
            for pid in below:
                kill(pid)
            self._process.wait()
            self._process = None
            wait_for_exit(below, _STOP_SECONDS)

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise ChildProcessError("it has ended")
        asked = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            asked.request("GET", "/healthz")
            return asked.getresponse().status == 200
        except OSError:
            return False
        finally:
            asked.close()


def kill(pid: int) -> None:
    """End one process, which may have ended already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    return [found for child in _children(pid) for found in (child, *descendants(child))]


def _children(pid: int) -> list[int]:
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in file.read_text(encoding="ascii").split()]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def own_port() -> int:
    """Return a port that the system gives to nobody else while this process lives.

    A socket stays bound to it and never listens, so whoever connects is refused until a server
    that was told the number listens there.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do, to share the port
    held.bind(("127.0.0.1", 0))
    port = int(held.getsockname()[1])
    held.detach()
    return port
