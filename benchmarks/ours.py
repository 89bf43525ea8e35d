"""Our tables under load: prepared games, two guests and two sockets per table.

A client under load must neither request its legal moves nor compute them. So tables are set up
beforehand over REST, their seeds are read from the server's database, and whole games are
played here first, at random: all moves sent later are known to be legal.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple

import httpx
import orjson
from drive import Meter, Slot
from sqlalchemy import select
from wire import Socket, connect

from spielwerk import Match, games
from spielwerk.bots.compilation import for_bots
from spielwerk.engine.manifest import rules_digest
from spielwerk.games import find
from spielwerk.rules import compilation
from spielwerk.server.store.database import connect as database_of
from spielwerk.server.store.schema import tables

Form = Literal["view", "record"]  # of news

AT_ONCE = 20  # concurrent requests while tables are set up
READY_SECONDS = 300  # without a cache all games are compiled first
CONNECTIONS = 100_000  # accepted from one address: all come from this machine
NOTE = (
    "Spielwerk: all games in turn, random moves, set up beforehand over REST; the second guest of "
    "a table sits down when its turn has come; a move is acknowledged once it is on disk; limits "
    f"are off, and one address may have {CONNECTIONS} connections instead of 256"
)
_LEFT_OVER = 1.02  # prepare a little more than is needed


class Ply(NamedTuple):
    """A prepared move: as text, and as an action number."""

    seat: int
    move: str
    action: int


@dataclass(frozen=True)
class Game:
    """A table, and its prepared moves."""

    table: str
    invite: str
    plies: list[Ply]
    rules: str = ""  # the digest of the rules that number actions

    def move(self, number: int, form: Form) -> dict[str, Any]:
        """Return the fields of a move's act: programs send text, pages send numbers."""
        ply = self.plies[number]
        if form == "record":
            return {"seat": ply.seat, "action": ply.action, "rules": self.rules}
        return {"seat": ply.seat, "move": ply.move}


@dataclass
class Pair:
    """Two guests who play one game after another."""

    cookies: list[str]
    games: deque[Game] = field(default_factory=deque)

    @property
    def moves(self) -> int:
        """The number of prepared moves."""
        return sum(len(game.plies) for game in self.games)


class OurSlot(Slot):
    """Two guests at a table, who move to the next one when a game is over."""

    def __init__(
        self,
        meter: Meter,
        pace: float | None,
        sockets: Sequence[Socket],
        games: deque[Game],
        form: Form = "view",
    ) -> None:
        super().__init__(meter, pace)
        self._form = form
        self._sockets = sockets
        self._games = games
        self._game = Game("", "", [])
        self._done = 0
        self._number = 0  # of the table's last entry
        self._seen = [0, 0]  # the same, as each socket received it
        self._id = 0  # of the latest message
        self._waiting = 0  # answers outstanding before the game can continue
        self._moving = -1  # the id of the message with the move
        self._opening: asyncio.Future[None] | None = None
        for seat, socket in enumerate(sockets):
            socket.told = lambda text, seat=seat: self._told(seat, text)  # type: ignore[misc]
            socket.lost = self._lost

    async def open(self) -> None:
        """Sit down at the first table."""
        self._opening = asyncio.get_running_loop().create_future()
        self.begin()
        await asyncio.wait_for(self._opening, 60)
        self._opening = None

    def begin(self) -> None:
        if not self._games:
            self.meter.run_dry()
            return
        if self._game.table:
            for seat in (0, 1):
                self._send(seat, {"unwatch": {"table": self._game.table, "seat": seat}})
        self._game, self._done, self._number, self._seen = self._games.popleft(), 0, 0, [0, 0]
        self._waiting = 3
        sit = {"do": "sit", "seat": 1, "invite": self._game.invite, "key": "sit"}
        self._send(1, {"table": self._game.table, "act": sit})

    def move(self) -> None:
        move = self._game.move(self._done, self._form)
        act = {"do": "move", "at": self._number, "key": f"{self._done}", **move}
        self._moving = self._send(move["seat"], {"table": self._game.table, "act": act})

    def close(self) -> None:
        """Close the connections."""
        for socket in self._sockets:
            socket.close()

    def _send(self, seat: int, message: dict[str, Any]) -> int:
        self._id += 1
        self._sockets[seat].send(orjson.dumps({"id": self._id, **message}))
        return self._id

    def _told(self, seat: int, text: bytes) -> None:
        self.meter.frames += 1
        message = orjson.loads(text)
        if "id" not in message:
            self._news(seat, message)
        elif "refused" in message:
            self._refused(message["refused"])
        elif message["id"] == self._moving:
            if "news" in message:
                self._news(seat, message["news"])
            self._number = message["ok"]["number"]
            self._done += 1
            self.acknowledged(over=self._done == len(self._game.plies))
        elif self._waiting:
            self._answered(seat, message["ok"])

    def _answered(self, seat: int, ok: dict[str, Any]) -> None:
        """Handle a sit or watch event: the game continues once both guests watch."""
        if "number" not in ok:  # to an unwatch
            return
        self._waiting -= 1
        self._number = max(self._number, ok["number"])
        if self._waiting == 2:
            form = {"form": self._form} if self._form != "view" else {}  # older servers' default
            for each in (0, 1):
                watch = {"table": self._game.table, "seat": each, "have": 0, **form}
                self._send(each, {"watch": watch})
        elif "table" in ok:
            self._news(seat, ok)
        if self._waiting == 0:
            if self._opening is not None:
                self._opening.set_result(None)
            else:
                self.proceed()

    def _news(self, seat: int, news: dict[str, Any]) -> None:
        if news["table"] == self._game.table:
            if news["number"] <= self._seen[seat]:
                self.meter.errors["number did not grow"] += 1
            self._seen[seat] = news["number"]

    def _refused(self, refusal: dict[str, Any]) -> None:
        self.meter.errors[refusal["code"]] += 1
        if self._opening is not None:
            reason = f"{refusal['code']}: {refusal['reason']}"
            self._opening.set_exception(RuntimeError(reason))
        elif self.meter.running:
            self.begin()  # leave a table that refuses; this counts as an error

    def _lost(self) -> None:
        if self.meter.running:
            self.meter.errors["connection lost"] += 1


def compile_all() -> None:
    """Compile everything that a server compiles in the background on its first run."""
    for game in map(find, games()):
        compilation.ready(game)
        compilation.ready(game, for_bots)


async def ready(port: int) -> None:
    """Wait until the server has loaded all games, so that loading is not measured."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        for _ in range(READY_SECONDS * 10):
            states = (await http.get("/healthz")).json()["games"].values()
            if set(states) == {"ready"}:
                return
            await asyncio.sleep(0.1)
    raise TimeoutError(f"the games are not ready after {READY_SECONDS} s")


async def slots(
    port: int, pairs: Sequence[Pair], meter: Meter, pace: float | None, form: Form
) -> list[OurSlot]:
    """Return tables with both guests seated."""
    made = []
    for pair in pairs:
        sockets = [await connect(port, "/api/live", {"Cookie": one}) for one in pair.cookies]
        slot = OurSlot(meter, pace, sockets, pair.games, form)
        await slot.open()
        made.append(slot)
    return made


async def let_bots_play(port: int, tables: int, seconds: float) -> None:
    """Set up tables at which two of the strongest bots play and think for about that long in total.

    Each table has a spectator, since bots wait for one if no person plays.
    """
    name = f"grossmeister@{int(1000 * min(seconds / 20, 5))}ms"  # a game has more than 20 moves
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for number in range(tables):
            cookie = await _guest(http, f"Host {number}")
            new = {"game": "axio", "sit": [], "bots": {"0": name, "1": name}, "pace": False}
            answer = await http.post("/api/tables", json=new, headers={"Cookie": cookie})
            answer.raise_for_status()
            spectator = await connect(port, "/api/live")
            watch = {"table": answer.json()["info"]["id"]}
            spectator.send(orjson.dumps({"id": 1, "watch": watch}))


async def prepare(port: int, database: str, number: int, moves: int) -> list[Pair]:
    """Return guests with tables for at least that many moves each; games take turns."""
    names = games()
    digests = {name: rules_digest(find(name)) for name in names}
    enough = int(moves * _LEFT_OVER) + 1
    limits = httpx.Limits(max_connections=AT_ONCE)
    url = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as http:
        guests = await _together([_guest(http, f"Guest {n}") for n in range(2 * number)])
        pairs = [Pair(guests[2 * n : 2 * n + 2]) for n in range(number)]
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as players:
            turn = 0
            while wanting := [(n, pair) for n, pair in enumerate(pairs) if pair.moves < enough]:
                made = await _together(
                    [_table(http, pair, names[(n + turn) % len(names)]) for n, pair in wanting]
                )
                seeds = _seeds(database, [table for table, _ in made])
                played = players.map(play, (seeds[table] for table, _ in made), chunksize=20)
                for (n, pair), (table, invite), plies in zip(wanting, made, played, strict=True):
                    rules = digests[names[(n + turn) % len(names)]]
                    pair.games.append(Game(table, invite, plies, rules))
                turn += 1
    return pairs


async def _together(requests: Sequence[Any]) -> list[Any]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(request: Any) -> Any:
        async with gate:
            return await request

    return await asyncio.gather(*(one(request) for request in requests))


async def _guest(http: httpx.AsyncClient, name: str) -> str:
    """Sign a guest in, and return the cookie header."""
    answer = await http.post("/api/people", json={"name": name})
    answer.raise_for_status()
    http.cookies.clear()  # each guest has one, which is sent explicitly
    return answer.headers["Set-Cookie"].partition(";")[0]


async def _table(http: httpx.AsyncClient, pair: Pair, game: str) -> tuple[str, str]:
    """Set up a table at which the first guest sits; return its id and invitation."""
    new = {"game": game, "seats": 2, "sit": [0], "pace": False}
    answer = await http.post("/api/tables", json=new, headers={"Cookie": pair.cookies[0]})
    answer.raise_for_status()
    told = answer.json()
    return told["info"]["id"], told["invite"]


def _seeds(database: str, ids: list[str]) -> dict[str, tuple[bytes, dict[str, Any]]]:
    """Return the seed, and the game, of each of these tables."""
    engine = database_of(database).execution_options(writes=False)
    wanted, asked = set(ids), select(tables.c.id, tables.c.seed, tables.c.terms)
    with engine.connect() as connection:
        found = {row.id: (bytes(row.seed), row.terms) for row in connection.execute(asked)}
    engine.dispose()
    return {id_: told for id_, told in found.items() if id_ in wanted}


def play(table: tuple[bytes, dict[str, Any]]) -> list[Ply]:
    """Play a whole game at random, and return its plies."""
    seed, terms = table
    match = Match(terms["game"], terms["seats"], seed, first=terms["first"], **terms["options"])
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.to_act)
        states = match.states
        action = int(chance.choice(match.game.legal(states, 0, seat)))
        match.play(match.game.write(states, 0, seat, action), seat)
    return [Ply(ply.seat, ply.move, ply.action) for ply in match.plies]
