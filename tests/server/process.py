"""A server as a host runs it: a separate process on loopback, which tests may stop and restart."""

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

from spielwerk.server.settings import Settings
from wait import wait_for_exit, wait_until

_START_SECONDS = 240.0  # several workers on a busy machine
_STOP_SECONDS = 20  # a server promises half of that


class Running(Protocol):
    """A process, as `subprocess.Popen` represents it."""

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
        own_group: bool = False,
    ) -> None:
        self.port = own_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'spielwerk.db'}"
        self._log = folder / "server.log"
        self._options = options
        self._environment = dict(environment or {})
        self._own_group = own_group
        self._process: Running | None = None

    @property
    def said(self) -> str:
        """Return what it has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        """The number of the current process."""
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """Return its worker processes, if it has several."""
        forked_from = [one for one in _children(self.pid) if "forkserver" in _command_line(one)]
        return [worker for one in forked_from for worker in _children(one)]

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = self._launch(self._command())
        try:
            wait_until(self._answers, "it answers", _START_SECONDS)
        except (ChildProcessError, TimeoutError) as error:
            self.stop()
            raise RuntimeError(f"the server does not start:\n{self.said[-2000:]}") from error

    def _command(self) -> list[str]:
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(self.port)]
        return [*command, "--database", self.database, *self._options]

    def _launch(self, command: list[str]) -> Running:
        with self._log.open("ab") as log:
            env = os.environ | self._environment
            return subprocess.Popen(
                command, stdout=log, stderr=log, env=env, start_new_session=self._own_group
            )

    def stop(self) -> int:
        """Stop it, or its own process group, as a host does; return its exit code."""
        if self._process is None:
            return 0
        if self._own_group:
            with contextlib.suppress(ProcessLookupError):  # all have ended
                os.killpg(self._process.pid, signal.SIGTERM)
        else:
            self._process.terminate()
        try:
            code = self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._process = None
        return code

    def kill(self) -> None:
        """Kill it and all its processes at once, like a power cut."""
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
            asked.request("GET", "/healthz/ready")
            return asked.getresponse().status == 200
        except OSError:
            return False
        finally:
            asked.close()


class HypercornProcess(ServerProcess):
    """The same application under another ASGI server, without limits."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        settings = Settings(self.database, limits=False, compile=False, log_level="warning")
        settings.to_environment(self._environment)

    def _command(self) -> list[str]:
        app = "spielwerk.server.worker:from_environment()"
        return [sys.executable, "-m", "hypercorn", "--bind", f"127.0.0.1:{self.port}", app]


def kill(pid: int) -> None:
    """Kill one process, which may have ended already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and their descendants."""
    return [found for child in _children(pid) for found in (child, *descendants(child))]


def _children(pid: int) -> list[int]:
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in file.read_text(encoding="ascii").split()]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def own_port() -> int:
    """Return a free port.

    On Linux a socket stays bound to it, without listening, so the system gives it to nobody else
    while this process lives. Elsewhere a bound port could not be shared with the server.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do, to share it
        held.bind(("127.0.0.1", 0))
        port = int(held.getsockname()[1])
        if sys.platform == "linux":
            held.detach()
    return port
