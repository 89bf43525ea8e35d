"""One source, compiled and plain: the same games from the same seeds, to the last byte."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.driving import EVERY_TABLE, finished
from spielwerk.games import find, names
from spielwerk.match.replay import replay
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination

pytestmark = pytest.mark.compiled

GAMES = 3


def digests() -> str:
    """Return a line for each game and number of seats: all states, plies and redealt hands."""
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
    assert _run_plain() == digests()


def test_good_games_are_the_same_too(tmp_path: Path) -> None:
    """Random ones seldom see a second board, a bonus turn, or all the pyramids in use."""
    matches = [finished(name, seats, seats, 1.0) for name, seats in EVERY_TABLE]
    file = tmp_path / "good.jsonl"
    file.write_text("\n".join(json.dumps(m.record(trace=True)) for m in matches), encoding="utf-8")
    assert _run_plain(str(file)).splitlines() == [m.states.tobytes().hex() for m in matches]


def _run_plain(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, __file__, *words],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def replayed(file: Path) -> str:
    """Return the final states of the records in a file."""
    records = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return "\n".join(replay(record).states.tobytes().hex() for record in records)


if __name__ == "__main__":
    sys.stdout.write(replayed(Path(sys.argv[1])) if len(sys.argv) > 1 else digests())
