"""Drive the peer: boardgame.io's server, over its clients' socket.io protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from drive import Meter, Slot
from wire import Socket, connect

FOLDER = Path(__file__).parent / "boardgame_io"
MOVES, CELLS = 45, 9  # as in server.js
STORES = {False: "memory", True: "FlatFile"}
NOTE = (
    "boardgame.io: tic-tac-toe, 45 moves a match, no credentials; a move is acknowledged by the "
    "update that its player receives, which is sent before anything is stored"
)
_ENTER, _EVENT = b"40/tic-tac-toe,", b"42/tic-tac-toe,"  # of socket.io


def missing() -> str | None:
    """Return why the peer can't run here, or None if it can."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"{program} is missing"
    return None


def install() -> str | None:
    """Install it from npm beside its script; return why that failed, or None.

    FlatFile uses the last version of node-persist that writes immediately: later ones write once
    a second, and the next move of a match waits for that.
    """
    if (FOLDER / "node_modules" / "boardgame.io").exists():
        return None
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"npm ci failed: {done.stderr.strip()[-300:]}"


def version() -> str:
    """Return the installed version, and that of Node."""
    package = FOLDER / "node_modules" / "boardgame.io" / "package.json"
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    told = json.loads(package.read_text(encoding="utf-8"))
    return f"boardgame.io {told['version']} on Node {node.stdout.strip()}"


def command(port: int, folder: Path | None) -> list[str]:
    """Return the command that starts its server; with a folder, it stores files there."""
    return ["node", str(FOLDER / "server.js"), str(port), *([str(folder)] if folder else [])]


def environment() -> dict[str, str]:
    """Return the environment for production, in which it logs little."""
    return {**os.environ, "NODE_ENV": "production"}


class PeerSlot(Slot):
    """Two players of tic-tac-toe, who open a new match whenever one ends.

    The first request for a match creates it, without credentials: the fastest way. A move's
    only answer is the update that its player receives.
    """

    def __init__(
        self, meter: Meter, pace: float | None, sockets: list[Socket], matches: Iterator[int]
    ) -> None:
        super().__init__(meter, pace)
        self._sockets = sockets
        self._matches = matches
        self._match = ""
        self._done = 0
        self._state = 0
        self._seen = [0, 0]
        self._opening: asyncio.Future[None] | None = None
        for seat, socket in enumerate(sockets):
            socket.told = lambda text, seat=seat: self._told(seat, text)  # type: ignore[misc]

    async def open(self) -> None:
        """Open the first match."""
        self._opening = asyncio.get_running_loop().create_future()
        self.begin()
        await asyncio.wait_for(self._opening, 30)
        self._opening = None

    def begin(self) -> None:
        self._match, self._done = f"m{next(self._matches)}", 0
        self._sync(0)

    def move(self) -> None:
        player = str(self._done % 2)
        payload = {"type": "clickCell", "args": [self._done % CELLS], "playerID": player}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(self._done % 2, ["update", action, self._state, self._match, player])

    def _told(self, seat: int, text: bytes) -> None:
        if text == b"2":  # a ping
            self._sockets[seat].send(b"3")
            return
        if not text.startswith(_EVENT):
            self.meter.errors["unexpected frame"] += 1
            return
        self.meter.frames += 1
        event = orjson.loads(text[len(_EVENT) :])
        if event[1] != self._match:
            return
        if event[0] == "sync":
            self._synced(seat, event[2]["state"])
        elif event[0] == "update":
            number = event[2]["_stateID"]
            if number <= self._seen[seat]:
                self.meter.errors["number did not grow"] += 1
            self._seen[seat] = number
            if seat == self._done % 2 and number == self._state + 1:
                self._state = number
                self._done += 1
                self.acknowledged(over=self._done == MOVES)

    def _synced(self, seat: int, state: dict[str, Any]) -> None:
        self._state = self._seen[seat] = state["_stateID"]
        if seat == 0:
            self._sync(1)
        elif self._opening is not None:
            self._opening.set_result(None)
        else:
            self.proceed()

    def _sync(self, seat: int) -> None:
        self._emit(seat, ["sync", self._match, str(seat), None, 2])

    def _emit(self, seat: int, event: list[Any]) -> None:
        self._sockets[seat].send(_EVENT + orjson.dumps(event))


async def slots(port: int, number: int, meter: Meter, pace: float | None) -> list[PeerSlot]:
    """Return tables with open matches."""
    matches = itertools.count()
    made = []
    for _ in range(number):
        sockets = [await _enter(port), await _enter(port)]
        slot = PeerSlot(meter, pace, sockets, matches)
        await slot.open()
        made.append(slot)
    return made


async def _enter(port: int) -> Socket:
    """Return a socket in the game's room."""
    socket = await connect(port, "/socket.io/?EIO=4&transport=websocket")
    entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def told(text: bytes) -> None:
        if text.startswith(_ENTER) and not entered.done():
            entered.set_result(None)

    socket.told = told
    socket.send(_ENTER)
    await asyncio.wait_for(entered, 30)
    return socket
