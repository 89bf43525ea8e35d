"""Check a game for its author before anybody plays it: as plain Python first, then compiled.

Both run in processes of their own: Ctrl+C ends a kernel that does not end by itself, and a crash
is reported like any other problem.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

from spielwerk.games import find, game_type
from spielwerk.match import lessons
from spielwerk.rules.errors import UnknownGame

SILENCE = 60.0  # seconds without a sign of life after which a kernel counts as endless


@dataclass
class _Heard:
    """The report of one of the processes."""

    problems: list[str] = field(default_factory=list)
    traces: str | None = None
    at: str = "the beginning"


def check(
    name: str,
    games: int = 5,
    watch: Callable[[str], None] = lambda at: None,
    silence: float = SILENCE,
) -> list[str]:
    """Return a game's mistakes, one sentence each; `games` are played at each table.

    `watch` is called with the current check. An unknown game is refused.
    """
    try:
        game_type(name)
    except UnknownGame as error:
        if error.code == "unknown_game":
            raise
        return [error.reason]
    plain = _run("plain", name, games, watch, silence)
    if plain.problems:
        return plain.problems  # once compiled, these could write anywhere
    compiled = _run("compiled", name, games, watch, 10 * silence)  # compiling reports nothing
    if not compiled.problems and plain.traces != compiled.traces:
        return ["compiled, the same kernels play other games than as plain Python"]
    return compiled.problems or list(lessons.check(find(name)))


def _run(mode: str, name: str, games: int, watch: Callable[[str], None], silence: float) -> _Heard:
    """Check in a process; `mode` is plain or compiled."""
    words = ["-W", "error::RuntimeWarning", "-m", "spielwerk.lab.check.process"]
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1" if mode == "plain" else "0"}
    heard = _Heard()
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors,
        subprocess.Popen(
            [sys.executable, *words, mode, name, str(games), str(silence)],
            env=settings,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            for line in process.stdout or ():
                told = json.loads(line)
                heard.at = told.get("at", heard.at)
                heard.traces = told.get("traces")
                heard.problems += told.get("problems", ())
                watch(heard.at)
        except BaseException:
            process.kill()
            raise
        if code := process.wait():
            heard.problems.append(_end(code, errors, heard.at))
    return heard


def _end(code: int, errors: IO[str], at: str) -> str:
    """Return a sentence about why a process ended early."""
    errors.seek(0)
    lines = errors.read().strip().splitlines()
    if any(line.startswith("Timeout (") for line in lines):  # as `faulthandler` writes
        return f"a compiled kernel does not come to an end ({at})"
    if code < 0:
        return f"the process was ended by {signal.Signals(-code).name} ({at})"
    return f"{lines[-1] if lines else 'it ended without a word'} ({at})"
