"""Random play of a game in C++ (`benchmarks/GAME.cpp`), to compare our kernels with."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from spielwerk.rules import batch
from spielwerk.rules.batch import Results
from spielwerk.rules.game import Game
from spielwerk.rules.state import Numbers

SOURCES = Path(__file__).resolve().parents[3] / "benchmarks"  # only in a checkout, not in a wheel
COMPILER = "g++"
OPTIONS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")
CHECKED = 256  # games

Play = Callable[[Results, int], None]  # plays games 0, 1, … of a seed, one per row


def source(game: Game) -> Path | None:
    """Return the game's C++ file, or None if there is no file or no compiler."""
    file = SOURCES / f"{game.id}.cpp"
    return file if file.exists() and shutil.which(COMPILER) else None


def compiled(game: Game, seats: int, file: Path) -> Play:
    """Return random play in C++, after checking that it plays the same games as the kernels."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library = Path(folder, f"{game.id}.so")
        subprocess.run([COMPILER, *OPTIONS, "-o", library, file], check=True)
        random_games = ctypes.CDLL(str(library)).random_games
    numbers = np.ctypeslib.ndpointer(np.int64, flags="C_CONTIGUOUS")
    words = [ctypes.c_int64] * 2 + [ctypes.c_uint64] * 2
    random_games.argtypes, random_games.restype = [*words, *[numbers] * 3], None

    def play(results: Results, seed: int) -> None:
        rows: tuple[Numbers, ...] = (results.plies, results.ranks, results.scores)
        random_games(seats, len(results.plies), seed, 0, *rows)

    ours, theirs = (Results.empty(game, seats, CHECKED) for _ in range(2))
    batch.Batch(game, seats, CHECKED).play(ours, seed=1)
    play(theirs, 1)
    for name in ("plies", "ranks", "scores"):
        if not np.array_equal(getattr(ours, name), getattr(theirs, name)):
            raise RuntimeError(f"{file.name} plays other games than our kernels: see their {name}")
    return play
