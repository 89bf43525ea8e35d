"""Cold starts: how long it takes with nothing compiled until somebody can play."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from spielwerk.lab.bench import Case, Measurement, medians
from spielwerk.rules.game import Game

ROUNDS = 3
FIRST_LEGAL_MOVE = """
import spielwerk as sw
match = sw.Match({game!r}, seats={seats}, seed=1)
match.legal(match.to_act[0])[0]
"""
# As `spielwerk serve` does in the background: all games, then what their bots call.
ALL_GAMES_WITH_BOTS = """
import asyncio
from spielwerk.server.preparing import Preparing
asyncio.run(Preparing().all())
"""


class ColdStart:
    """A program that is run with an empty cache of kernels."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._processor_seconds = 0.0

    def run(self) -> float:
        """Run it, and return how many seconds passed by the clock."""
        with tempfile.TemporaryDirectory() as empty:
            settings = os.environ | {"SPIELWERK_CACHE": empty}
            begin, before = time.perf_counter(), _seconds_of_children()
            subprocess.run([sys.executable, "-c", self._program], env=settings, check=True)
            self._processor_seconds = _seconds_of_children() - before
            return time.perf_counter() - begin

    def processor_seconds(self) -> float:
        """Return what the last run took of all cores, its own processes included."""
        return self._processor_seconds


def _seconds_of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def measure_cold(
    games: list[Game], watch: Callable[[str], None], *, with_server: bool
) -> Iterator[Measurement]:
    """Yield what cold starts take; `watch` hears what is being measured."""
    cases = [case for game in games for case in game_cases(game)]
    if with_server:
        cases += server_cases()
    return medians(cases, ROUNDS, watch)


def game_cases(game: Game) -> Iterator[Case]:
    """Yield the cases of a game: until the first legal move of a match is known."""
    program = FIRST_LEGAL_MOVE.format(game=game.id, seats=game.seats[-1])
    return _cases(f"{game.id}/cold-to-legal-move", program)


def server_cases() -> Iterator[Case]:
    """Yield the cases of a server: until all games and their bots can play."""
    return _cases("serve/cold-to-all-games", ALL_GAMES_WITH_BOTS)


def _cases(name: str, program: str) -> Iterator[Case]:
    start = ColdStart(program)
    yield Case(name, "s", start.run)
    yield Case(f"{name}/processors", "s", start.processor_seconds)  # of the run just before
