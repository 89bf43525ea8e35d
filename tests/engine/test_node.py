"""`web/engine.js` calls engines in Node as kernels are called here, with the same bytes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.beside import Beside, Positions, play_random_game, positions
from engine.expected import Expected
from engine.hosted import engine_file
from spielwerk.games import find, names

NODE = Path(__file__).with_name("node.mjs")

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node"),
]


@pytest.mark.parametrize("name", names())
def test_node_calls_the_same_kernels(name: str, tmp_path: Path) -> None:
    game = find(name)
    both = Beside(game, keeps_calls=True)
    asking = Positions(both, 3)
    seats = game.seats[-1]
    play_random_game(both, seats, 2**64 - 1, 1)
    for s in positions(both, seats, 19, (0, 7)):
        asking.look_at(s, seats)
    expected = Expected(both)
    expected.decide(2, (2**63 + 5,), (2,))
    written = expected.written()
    file = tmp_path / "expected.json"
    file.write_text(json.dumps(written), encoding="utf-8")
    done = subprocess.run(
        ["node", str(NODE), str(engine_file(game)), str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["differences"] == []
    assert found["calls"] == len(both.calls) > 50
    assert found["decisions"] == len(written["decisions"]) > 5
