"""Work for tests of executors; in a module of its own, which other processes can import."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Squares:
    """Work that is done at once, and says who did it."""

    deadly: int = -1  # the piece that kills whoever does it

    def ready(self) -> None:
        pass

    def __call__(self, number: int) -> tuple[int, int]:
        if number == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number, os.getpid()


@dataclass(frozen=True)
class Fragile:
    """Work of which some pieces kill their worker, the first time that they are done."""

    folder: Path

    def ready(self) -> None:
        (self.folder / f"ready-{os.getpid()}").touch()

    def __call__(self, number: int) -> int:
        been = self.folder / f"been-{number}"
        if number in (3, 8) and not been.exists():
            been.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number
