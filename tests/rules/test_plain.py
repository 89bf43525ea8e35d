"""One source, compiled and plain: the same games from the same seeds, to the last byte."""

import hashlib
import os
import subprocess
import sys

import pytest

from spielwerk.games import find, names
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination

pytestmark = pytest.mark.compiled

GAMES = 3


def digests() -> str:
    """A line for each game and number of seats: all states, plies and imagined hands in one."""
    lines = []
    for name in names():
        game = find(name)
        for seats in game.seats:
            digest = hashlib.sha256()
            for number in range(GAMES):
                states, log = batch.trace(game, seats, 5, number, first=batch.LOT)
                digest.update(states.tobytes() + log.tobytes())
                middle, _ = batch.trace(game, seats, 5, number, plies=len(log) // 4)
                for seat in range(seats):
                    stream = batch.stream(5, number)
                    Imagination(game.layout, game.tables, seat).deal(middle, 0, stream)
                    digest.update(middle.tobytes())
            position = batch.position(game, seats, 5, 9)
            digest.update(repr([batch.perft(game, position, depth) for depth in (1, 2)]).encode())
            lines.append(f"{name} {seats} {digest.hexdigest()}")
    return "\n".join(lines)


def test_compiled_and_plain_games_are_the_same() -> None:
    plain = subprocess.run(
        [sys.executable, __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == digests()


if __name__ == "__main__":
    sys.stdout.write(digests())
