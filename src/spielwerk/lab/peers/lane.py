"""A lane: a process pinned to its own cores that plays one peer on request.

So peers can't disturb each other, and one core remains one core, however many threads they start.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Self

from spielwerk.lab.peers.peer import Drive, Peer
from spielwerk.rules.errors import BadSetting


@dataclass(frozen=True)
class Sample:
    """A lane's measurement of one stretch of play."""

    rate: float  # moves a second
    compiling: float
    note: str


class Lane:
    """The parent's handle on the process."""

    def __init__(self, peer: Peer, cores: Sequence[int], folder: str) -> None:
        """`folder` is a cache for compiled programs, shared by the lanes of one peer."""
        self.peer = peer.name
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        words = [sys.executable, "-m", __name__, peer.name, ",".join(map(str, cores))]
        settings = {
            "JAX_PLATFORMS": "cpu",
            "JAX_COMPILATION_CACHE_DIR": folder,
            "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        }
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=os.environ | settings,
        )

    def ask(self, row: str, *, observe: bool, seconds: float, alone: bool) -> None:
        """Start playing for that long, without waiting.

        Alone on one core, CPU time is measured, so that other work does not count.
        """
        asked = {"row": row, "observe": observe, "seconds": seconds, "alone": alone}
        question = json.dumps(asked)
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # `answer` reports the reason
            self._process.stdin.write(f"{question}\n")
            self._process.stdin.flush()

    def answer(self) -> Sample:
        """Return the result."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._errors.seek(0)
            last = (self._errors.read().strip() or "it ended").splitlines()[-1]
            raise BadSetting("peer_failed", f"{self.peer} does not run here: {last}")
        return Sample(**json.loads(line))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()


def _play(drive: Drive, seconds: float, clock: Callable[[], float]) -> float:
    """Return moves per second, over at least that time."""
    moves, begin, spent = 0, clock(), 0.0
    while spent < seconds or not moves:
        moves += drive.play()
        spent = clock() - begin
    return moves / spent


def _serve(peer: Peer, threads: int, questions: IO[str], answers: IO[str]) -> None:
    rows = {row.name: row for row in peer.rows}
    drives: dict[tuple[str, bool], Drive] = {}
    for line in questions:
        asked: dict[str, Any] = json.loads(line)
        which = asked["row"], asked["observe"]
        if which not in drives:
            drives[which] = rows[asked["row"]].make(asked["observe"], threads)
        drive = drives[which]
        clock = time.process_time if asked["alone"] else time.perf_counter
        rate = _play(drive, asked["seconds"], clock)
        sample = Sample(rate, drive.compiling, drive.note)
        answers.write(f"{json.dumps(sample.__dict__)}\n")
        answers.flush()


def main(name: str, cores: set[int]) -> None:
    """Answer questions from standard input until it ends."""
    from spielwerk.lab.peers import OURS, PEERS

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # packages may print
    _serve({OURS.name: OURS, **PEERS}[name], len(cores), sys.stdin, answers)


if __name__ == "__main__":
    main(sys.argv[1], set(map(int, sys.argv[2].split(","))))
