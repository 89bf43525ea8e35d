"""A server as a host runs it: a process of its own, on loopback, that tests may end and start."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

_START_SECONDS, _STOP_SECONDS = 60, 20


class ServerProcess:
    """`spielwerk serve` on a database in a folder; `options` are the command's."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'spielwerk.db'}"
        self._log = folder / "server.log"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def said(self) -> str:
        """What it has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(self.port)]
        command += ["--database", self.database, *self._options]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.monotonic() + _START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                self.stop()
                raise RuntimeError(f"the server does not start:\n{self.said[-2000:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it as a host does."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            self._process = None

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).is_success
        except httpx.TransportError:
            return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
