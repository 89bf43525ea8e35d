"""The process that checks a game, and writes its findings as lines of JSON."""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

from spielwerk.games import find
from spielwerk.lab.check.inspection import Inspection
from spielwerk.lab.check.wrong import Wrong, telling
from spielwerk.rules import batch
from spielwerk.rules.game import Game

FEW = 3  # games at each table that are played both plain and compiled


class Report:
    """Report to the parent process; after a timeout, report where a kernel hangs."""

    def __init__(self, silence: float) -> None:
        self._silence, self._alive, self._at = silence, threading.Event(), ""
        self._channel = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)  # a game's prints do not mix with the report
        threading.Thread(target=self._watch, daemon=True).start()

    def write(self, **told: Any) -> None:
        """Write a line."""
        self._channel.write(json.dumps(told) + "\n")
        self._channel.flush()

    def at(self, what: str) -> None:
        """Report the current check, as a sign of life."""
        # While a compiled kernel runs, no other thread does: then this ends the process.
        faulthandler.dump_traceback_later(2 * self._silence, exit=True)
        self._alive.set()
        self._at = what
        self.write(at=what)

    def _watch(self) -> None:
        while self._alive.wait(self._silence):
            self._alive.clear()
        frame = sys._current_frames()[threading.main_thread().ident or 0]
        while frame.f_back and "site-packages" in frame.f_code.co_filename:
            frame = frame.f_back
        place = f"{frame.f_code.co_filename}, line {frame.f_lineno}; {self._at}"
        self.write(problems=[f"`{frame.f_code.co_name}` does not come to an end ({place})"])
        os._exit(0)


def check(mode: str, name: str, games: int, report: Report) -> None:
    """Check a game; the mode is 'plain' or 'compiled'."""
    report.at("setting it up")
    try:
        with telling("it can't be set up"):
            variants = list(_variants(name))
        if mode == "compiled":
            from spielwerk.lab.check.compiled import compile_all  # not needed for plain games

            compile_all(variants[0], report.at)
    except Wrong as wrong:
        report.write(problems=[str(wrong)])
        return
    if mode == "plain":
        problems = [told for game in variants for told in Inspection(game, report.at).run(games)]
        if problems:
            report.write(problems=problems)
            return
    report.at("traces of random games")
    report.write(traces=_traces(variants[0], min(games, FEW)))


def _variants(name: str) -> Iterator[Game]:
    """Yield a game with its default options, and with each other value of each option."""
    yield find(name)
    for option, values in find(name).known_options.items():
        for value in values[1:]:
            yield find(name, None, {option: value})


def _traces(game: Game, games: int) -> str:
    """Return a digest of random games, which must not depend on how kernels run."""
    digest = hashlib.sha256()
    for seats in game.seats:
        for number in range(games):
            states, log = batch.trace(game, seats, 1, number)
            digest.update(states.tobytes() + log.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    mode_: Any
    mode_, name_, games_, silence_ = sys.argv[1:]
    check(mode_, name_, int(games_), Report(float(silence_)))
