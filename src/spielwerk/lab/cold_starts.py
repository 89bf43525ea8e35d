"""Cold starts: the time until a game can be played if nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from spielwerk.lab.rounds import Case, Measurement, Sample, medians
from spielwerk.rules.game import Game

ROUNDS = 3
FIRST_LEGAL_MOVE = """
import spielwerk as sw
match = sw.Match({game!r}, seats={seats}, seed=1)
match.legal(match.to_act[0])[0]
"""
# What `spielwerk serve` does in the background: compile all games, then what their bots call.
ALL_GAMES_WITH_BOTS = """
import asyncio
from spielwerk.server.preparing import Preparing
asyncio.run(Preparing().all())
"""


class ColdStart:
    """A program that runs with an empty cache of kernels."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._processor_seconds = 0.0

    def run(self) -> Sample:
        """Run it, and return the elapsed time in seconds."""
        with tempfile.TemporaryDirectory() as empty:
            settings = os.environ | {"SPIELWERK_CACHE": empty}
            begin, before = time.perf_counter(), _seconds_of_children()
            subprocess.run([sys.executable, "-c", self._program], env=settings, check=True)
            self._processor_seconds = _seconds_of_children() - before
            return Sample(time.perf_counter() - begin)

    def processor_seconds(self) -> Sample:
        """Return the CPU time of the last run, including its child processes."""
        return Sample(self._processor_seconds)


def _seconds_of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def measure_cold(
    games: list[Game], watch: Callable[[str], None], *, with_server: bool
) -> Iterator[Measurement]:
    """Yield the durations of cold starts; `watch` is called with the current measurement."""
    cases = [case for game in games for case in game_cases(game)]
    if with_server:
        cases += server_cases()
    return medians(cases, ROUNDS, watch)


def game_cases(game: Game) -> Iterator[Case]:
    """Yield the cases of a game: the time until a match's first legal move."""
    program = FIRST_LEGAL_MOVE.format(game=game.id, seats=game.seats[-1])
    return _cases(f"{game.id}/cold-to-legal-move", program)


def server_cases() -> Iterator[Case]:
    """Yield the cases of a server: the time until all games and their bots can play."""
    return _cases("serve/cold-to-all-games", ALL_GAMES_WITH_BOTS)


def _cases(name: str, program: str) -> Iterator[Case]:
    start = ColdStart(program)
    yield Case(name, "s", start.run)
    yield Case(f"{name}/processors", "s", start.processor_seconds)  # of the run just before
