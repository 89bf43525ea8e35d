"""Expected results of engines at every table, and a page on which browsers repeat them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from engine.beside import Beside, Positions, play_random_game, positions
from engine.expected import Expected
from engine.hosted import engine_file
from engine.tables import TABLES, with_own_parts
from spielwerk.games import find, names
from spielwerk.rules.game import Game
from spielwerk.server.guard import CONTENT_SECURITY
from wait import wait_until

GAMES = 3
PLIES = (0, 9, 1 << 20)
SEEDS = (0, 2**63 + 12345)
DEEP = (3, 14)
LISTED = "tables.json"

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
SCRIPTS = ("src/spielwerk/web/engine.js", "tests/browsers/page.mjs", "tests/engine/replay.mjs")
PAGE = b"""<!doctype html><meta charset="utf-8"><title>Replay</title>
<link rel="icon" href="data:,"><script type="module" src="/tests/browsers/page.mjs"></script>"""
TYPES = {".json": "application/json", ".wasm": "application/wasm"}


class Setup(NamedTuple):
    """A game as set up at a table, with a readable title."""

    title: str
    game: Game
    seats: int


class Replays:
    """A page that repeats all calls and decisions, on a server of its own.

    What is expected lies in files, as processes that test different browsers share it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answer, folder))
        Thread(target=self._server.serve_forever).start()

    @property
    def address(self) -> str:
        """Return the page's address."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    def check(self, run: Callable[..., Any], tries: int = 1) -> None:
        """Check that the page refused `eval`, and got the expected results at each table.

        It waits table by table: for a page that is slow, not for one that is stuck. With several
        `tries`, a table may be replayed on a fresh engine where one differs.
        """
        wait_until(lambda: run("() => 'replayed' in globalThis"), "the page has begun")
        assert run("() => isStrict"), "the policy is not in force"
        tables = json.loads((self._folder / LISTED).read_text(encoding="utf-8"))
        for number, table in enumerate(tables):
            wanted = table["counts"] | {"differences": []}
            found = run("(number) => replayed[number]", number)
            for _ in range(tries - 1):
                if found != wanted:
                    found = run("(number) => again(number)", number)
            assert found == wanted, table["title"]

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


def write_expected(folder: Path) -> None:
    """Write the expected results of each table, the engines, and last a list of all."""
    listed = []
    for name in names():
        shutil.copy(engine_file(find(name)), folder / f"{name}.wasm")
    for number, setup in enumerate(_setups(folder)):
        expected = _expected(setup)
        (folder / f"{number}.json").write_text(json.dumps(expected), encoding="utf-8")
        listed.append(
            {
                "title": setup.title,
                "engine": f"/{setup.game.id}.wasm",
                "expected": f"/{number}.json",
                "counts": {key: len(expected[key]) for key in ("calls", "decisions")},
            }
        )
    (folder / LISTED).write_text(json.dumps(listed), encoding="utf-8")


def _setups(folder: Path) -> Iterator[Setup]:
    for table in TABLES:
        yield Setup(str(table), table.game, table.seats)
    for name in names():
        yield Setup(f"{name} with own parts", with_own_parts(name, folder), find(name).seats[-1])


def _expected(setup: Setup) -> Json:
    both, seats = Beside(setup.game, keeps_calls=True), setup.seats
    asking = Positions(both, 5, thorough=True)
    for number in range(GAMES):
        play_random_game(both, seats, 2**64 - 1, number)
    for s in positions(both, seats, 23, PLIES):
        asking.look_at(s, seats)
    expected = Expected(both)
    expected.decide(seats, SEEDS, DEEP)
    return expected.written()


class _Answer(BaseHTTPRequestHandler):
    """Serves the page, its scripts, and files of the folder."""

    def __init__(self, folder: Path, *request: Any) -> None:
        self._folder = folder
        super().__init__(*request)

    def do_GET(self) -> None:
        path = self.path.removeprefix("/")
        if not path:
            self._send("text/html", PAGE)
        elif path in SCRIPTS:
            self._send("text/javascript", (ROOT / path).read_bytes())
        elif (file := self._folder / path).suffix in TYPES and file.parent == self._folder:
            self._send(TYPES[file.suffix], file.read_bytes())
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _send(self, kind: str, content: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", CONTENT_SECURITY)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words: Any) -> None:
        """Log nothing."""
