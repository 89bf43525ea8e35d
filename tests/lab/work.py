"""Work for tests of executors; in a separate module, which other processes can import."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from spielwerk.envs.vector import VectorGames
from spielwerk.rules.state import Numbers


@dataclass(frozen=True)
class Squares:
    """Work that is done at once, and reports its worker."""

    deadly: int = -1  # the piece that kills its worker

    def ready(self) -> None:
        pass

    def __call__(self, number: int) -> tuple[int, int]:
        if number == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number, os.getpid()


@dataclass(frozen=True)
class Fragile:
    """Work of which some pieces kill their worker the first time."""

    folder: Path

    def ready(self) -> None:
        (self.folder / f"ready-{os.getpid()}").touch()

    def __call__(self, number: int) -> int:
        been = self.folder / f"been-{number}"
        if number in (3, 8) and not been.exists():
            been.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


def at_random(games: VectorGames, luck: np.random.Generator) -> Numbers:
    """A policy: any legal action."""
    chosen: Numbers = games.masks[np.arange(games.n), luck.integers(games.counts)].astype(np.int64)
    return chosen
