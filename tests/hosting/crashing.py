"""Players at a server that is killed again and again: every acknowledged act must be there, once.

`python -m hosting.crashing` does it for long, and prints what came of it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
from sqlalchemy import Engine, or_, select, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import spielwerk as sw
from hosting.node_client import NodeClient
from hosting.stranger import Stranger
from server.process import ServerProcess, kill
from spielwerk.server import keys
from spielwerk.server.store import database
from spielwerk.server.store.schema import entries
from spielwerk.server.store.workers import RUNNING
from wait import SECONDS, wait_until_async

OPTIONS = ("--no-limits", "--no-compile", "--log-level", "warning")
PEOPLE = 4
_AGAIN = 0.05  # seconds until a retry
_PATIENCE = 60.0
_COME_AGAIN = {"not_written", "no_answer", "no_database", "too_many", "no_table"}
_SAYS, _UNDOES = 0.05, 0.05  # share of acts other than moves
_BOTS_ROUND = 8  # one round in this many waits for a bot's move
_SEATS: list[tuple[int, dict[str, str]]] = [(2, {}), (2, {"1": "zufall"}), (3, {"2": "zufall"})]


@dataclass(eq=False)
class Eye:
    """A client's knowledge of a table, as a seat (None: a spectator) sees it."""

    table: str
    seat: int | None
    number: int = 0
    info: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    act: dict[str, Any] | None = None  # sent, and not answered yet
    asking: bool = False  # whether it has asked which acts are allowed
    done: int = 0  # the number after its last act
    bot_moves: int = 0  # that it has received
    kind: int = 0  # of its table

    def take(self, told: dict[str, Any]) -> None:
        """Take in news from the server: nothing may be missing or withdrawn."""
        number, events = told["number"], told["events"]
        if number < self.number:
            raise AssertionError(f"table {self.table} went back to {number} from {self.number}")
        if number > self.number and events[0]["number"] > self.number and len(events) < 200:
            raise AssertionError(f"table {self.table}: nobody told of entry {self.number}")
        view = told["view"]
        if view is not None:
            known = self.view["moves"] if self.view else []
            view["moves"] = known[: view.pop("since")] + view["moves"]
        self.number, self.view = number, view
        self.info = told.get("info", self.info)
        sitting = self.info["sitting"]
        self.bot_moves += sum(
            event["kind"] == "move" and sitting[event["seat"]]["bot"] is not None
            for event in events
        )

    @property
    def may_act(self) -> bool:
        """Return whether it is this seat's turn, as far as the client knows."""
        if self.seat is None or self.view is None or self.asking or self.act is not None:
            return False
        over = self.info["status"] == "over"
        return not over and self.number >= self.done and self.seat in self.view["to_act"]


class Player:
    """One client: its socket breaks with the server, and it reconnects with what it knows."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self._crowd = crowd
        self._name = name
        self._keys = itertools.count()
        self._ids = itertools.count()
        self._waiting: dict[int, tuple[str, Eye]] = {}
        self._socket: ClientConnection | None = None
        self.eyes: dict[tuple[str, int | None], Eye] = {}
        self.caught_up: set[Eye] = set()  # over this connection
        self.person = 0
        self.cookie = ""

    @property
    def is_connected(self) -> bool:
        """Return whether it has a socket."""
        return self._socket is not None

    async def sign_in(self) -> None:
        """Sign in."""
        async with httpx.AsyncClient(base_url=self._crowd.url) as http:
            made = await http.post("/api/people", json={"name": self._name})
            self.person = made.json()["id"]
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())

    async def run(self) -> None:
        """Play until cancelled."""
        address = self._crowd.url.replace("http", "ws", 1) + "/api/live"
        while True:
            try:
                headers = {"Cookie": self.cookie}
                async with connect(address, additional_headers=headers) as socket:
                    try:
                        await self._talk(socket)
                    finally:
                        self._crowd.closed[socket.close_code] += 1
            except (WebSocketException, OSError, TimeoutError):
                self._crowd.broken += 1
            finally:
                self._socket = None
            await asyncio.sleep(_AGAIN)

    async def _talk(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting.clear()
        self.caught_up.clear()
        for eye in list(self.eyes.values()):
            eye.asking = False
            await self.watch(eye)
            if eye.act is not None:  # nobody knows whether it was done: send it again
                self._crowd.resent += 1
                await self._send("act", eye, table=eye.table, act=eye.act)
        async for message in socket:
            await self._hear(json.loads(message))

    async def watch(self, eye: Eye) -> None:
        """Subscribe to all entries after those already seen."""
        self.eyes[eye.table, eye.seat] = eye
        told = {"table": eye.table, "seat": eye.seat, "have": eye.number}
        await self._send("watch", eye, watch=told)

    async def unwatch(self, eye: Eye) -> None:
        """Unsubscribe."""
        del self.eyes[eye.table, eye.seat]
        await self._send("unwatch", eye, unwatch={"table": eye.table, "seat": eye.seat})

    async def _send(self, what: str, eye: Eye, **message: Any) -> None:
        if self._socket is None:
            return  # the next connection sends it
        id_ = next(self._ids)
        self._waiting[id_] = (what, eye)
        await self._socket.send(json.dumps({"id": id_, **message}))

    async def _hear(self, told: dict[str, Any]) -> None:
        if "id" not in told:
            eye = self.eyes.get((told["table"], told["seat"]))
            if eye is None:
                return
            eye.take(told)
        else:
            what, eye = self._waiting.pop(told["id"])
            await getattr(self, f"_answered_{what}")(eye, told.get("ok"), told.get("refused"))
            if "news" in told:
                await self._hear(told["news"])
        await self.consider(eye)

    async def consider(self, eye: Eye) -> None:
        """Act if it is the player's turn: the refusal of nonsense lists what is allowed."""
        if self._crowd.playing and eye.may_act:
            eye.asking = True
            act = {"do": "move", "seat": eye.seat, "at": eye.number, "move": "?", "key": "?"}
            await self._send("question", eye, table=eye.table, act=act)

    async def _answered_watch(self, eye: Eye, news: Any, refused: Any) -> None:
        if refused is not None:
            self._crowd.refusals[refused["code"]] += 1
            self._crowd.later(self.watch(eye))
            return
        if news["number"] < eye.done:
            raise AssertionError(f"table {eye.table} is shown without what was acknowledged")
        eye.take(news)
        self.caught_up.add(eye)

    async def _answered_unwatch(self, eye: Eye, done: Any, refused: Any) -> None:
        assert refused is None

    async def _answered_question(self, eye: Eye, done: Any, refused: Any) -> None:
        assert done is None, "nonsense was done"
        eye.asking = False
        may = refused.get("may")
        if may is None:
            self._crowd.refusals[refused["code"]] += 1
            self._crowd.later(self.consider(eye))
            return
        if not may["acts"] or not self._crowd.playing:
            eye.done = max(eye.done, may["number"])  # more news is on its way
            return
        luck, key = self._crowd.luck, f"{self._name}{next(self._keys)}"
        move = luck.choice(may["moves"])
        act = {"do": "move", "seat": eye.seat, "at": may["number"], "move": move, "key": key}
        if (lot := luck.random()) < _SAYS:
            act = {"do": "say", "text": key, "key": key}
        elif lot < _SAYS + _UNDOES:
            act = {"do": "undo", "seat": eye.seat, "at": may["number"], "key": key}
        eye.act = act
        self._crowd.sent[eye.table, f"{self.person}:{key}"] = act
        await self._send("act", eye, table=eye.table, act=act)

    async def _answered_act(self, eye: Eye, done: Any, refused: Any) -> None:
        act = eye.act
        if act is None:  # the same act was sent twice over one connection
            return
        key = (eye.table, f"{self.person}:{act['key']}")
        if done is not None:
            self._crowd.acknowledged[key] = done["number"] - 1
            self._crowd.note(eye.table, done["number"])
            eye.done = done["number"]
        elif refused["code"] in _COME_AGAIN:
            self._crowd.refusals[refused["code"]] += 1
            self._crowd.later(self._again(eye))
            return
        else:
            self._crowd.refusals[refused["code"]] += 1
            self._crowd.refused.add(key)
        eye.act = None

    async def _again(self, eye: Eye) -> None:
        if eye.act is not None:
            await self._send("act", eye, table=eye.table, act=eye.act)


class Crowd:
    """Some people at many tables, and a spectator of all of them."""

    def __init__(self, url: str, seed: int, tables: int) -> None:
        self.url = url
        self.luck = random.Random(seed)
        self.playing = False
        self.sent: dict[tuple[str, str], dict[str, Any]] = {}
        self.acknowledged: dict[tuple[str, str], int] = {}  # the entry's number
        self.newest: dict[str, int] = {}  # the number of acknowledged entries of a table
        self.refused: set[tuple[str, str]] = set()  # for good: never done
        self.refusals: Counter[str] = Counter()
        self.closed: Counter[int | None] = Counter()  # connections, by their close codes
        self.resent = self.broken = self.finished = 0
        self._tables = tables
        self._people = [Player(self, f"p{number}.") for number in range(PEOPLE)]
        self._spectator = Player(self, "s")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def _all(self) -> list[Player]:
        return [*self._people, self._spectator]

    @property
    def eyes(self) -> list[tuple[Player, Eye]]:
        """Return every client's view of every table."""
        return [(player, eye) for player in self._all for eye in player.eyes.values()]

    def later(self, work: Any) -> None:
        """Schedule an act a moment later."""

        async def do() -> None:
            await asyncio.sleep(_AGAIN)
            with suppress(WebSocketException):  # the next connection sends it
                await work

        self.begin(do())

    def note(self, table: str, number: int) -> None:
        """Record how much of a table everybody must know from now on."""
        self.newest[table] = max(number, self.newest.get(table, 0))

    def begin(self, work: Any) -> None:
        """Start a task; `check` raises its errors."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self._failed.done():
            self._failed.set_exception(error)

    async def come(self) -> None:
        """Give everybody a name and a socket."""
        for player in self._all:
            await player.sign_in()
            self.begin(player.run())

    async def leave(self) -> None:
        """Disconnect all."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._failed.done():
            self._failed.exception()

    async def play(self, seconds: float) -> None:
        """Run all clients for this long."""
        self.playing = True
        for player, eye in self.eyes:
            self.later(player.consider(eye))
        await asyncio.wait([self._failed], timeout=seconds)
        self.check()

    async def until_a_bot_moves(self) -> None:
        """Wait until a bot moves: bot processes take longer to start than the server."""
        before = self._bot_moves
        await self.until(lambda: self._bot_moves > before, "a bot moves")

    @property
    def _bot_moves(self) -> int:
        return sum(eye.bot_moves for eye in self._spectator.eyes.values())

    def check(self) -> None:
        """Raise the first fault that a client found."""
        if self._failed.done():
            self._failed.result()

    async def come_back(self, seconds: float) -> None:
        """Wait until every client is connected again."""
        await self.until(
            lambda: all(one.is_connected for one in self._all), "all are back", seconds
        )

    async def until(self, what: Callable[[], bool], said: str, seconds: float = SECONDS) -> None:
        """Wait until a condition holds."""

        async def is_so() -> bool:
            self.check()
            return what()

        await wait_until_async(is_so, said, seconds)

    async def settle(self) -> None:
        """Start nothing new, and wait until everybody has an answer and is up to date."""
        self.playing = False
        await self.until(
            lambda: all(
                eye.act is None and not eye.asking and eye in player.caught_up
                for player, eye in self.eyes
            ),
            "everybody is answered",
        )

    async def same_views(self) -> int:
        """Compare the clients' views with the server's; return how many."""
        compared = 0
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as http:
            for player, eye in self.eyes:
                seen = partial(self._same_view, http, player, eye)
                await wait_until_async(seen, f"seat {eye.seat} of {eye.table} sees the same")
                compared += 1
        return compared

    async def _same_view(self, http: httpx.AsyncClient, player: Player, eye: Eye) -> bool:
        seat = {} if eye.seat is None else {"seat": eye.seat}
        headers = {"Cookie": player.cookie}
        self.check()
        answer = await http.get(f"/api/tables/{eye.table}/view", params=seat, headers=headers)
        if answer.status_code != 200:
            return False
        shown = answer.json()
        if shown.pop("number") != eye.number:  # a bot has moved meanwhile: compare again
            return False
        del shown["since"]
        assert eye.view == shown, f"seat {eye.seat} of {eye.table} sees something else"
        return True

    # Tables

    async def fill(self) -> None:
        """Leave finished tables, and sit down at others of the same kinds."""
        for player, eye in self.eyes:
            if eye.info.get("status") == "over":
                self.finished += player is self._spectator
                await player.unwatch(eye)
        there = {eye.kind for eye in self._spectator.eyes.values()}
        async with httpx.AsyncClient(base_url=self.url, timeout=_PATIENCE) as http:
            for kind in sorted(set(range(self._tables)) - there):
                await self._new_table(http, kind)

    async def _new_table(self, http: httpx.AsyncClient, kind: int) -> None:
        game = sw.games()[kind % len(sw.games())]
        seats, bots = _SEATS[kind // len(sw.games()) % len(_SEATS)]
        host, *others = self.luck.sample(self._people, seats - len(bots))
        terms = {"game": game, "seats": seats, "sit": [0], "bots": bots, "pace": False}
        made = await self._post(http, host, "/api/tables", terms)
        assert made.status_code == 201, made.text
        table, invite = made.json()["info"]["id"], made.json()["invite"]
        for seat, other in enumerate(others, 1):
            act = {"do": "sit", "seat": seat, "invite": invite, "key": f"sit{seat}"}
            done = await self._post(http, other, f"/api/tables/{table}/acts", act)
            assert done.status_code == 200, done.text
            key = (table, f"{other.person}:{act['key']}")
            # Sitting down on the last seat starts the game, in the same commit.
            self.sent[key] = act | ({"do": "start"} if seat == len(others) else {})
            self.acknowledged[key] = done.json()["number"] - 1
            self.note(table, done.json()["number"])
        for seat, player in enumerate([host, *others]):
            await player.watch(Eye(table, seat, kind=kind))
        await self._spectator.watch(Eye(table, None, kind=kind))

    async def _post(
        self, http: httpx.AsyncClient, player: Player, path: str, told: dict[str, Any]
    ) -> httpx.Response:
        """Send a request again as long as the server asks for that: a fault may still last."""
        patience = time.monotonic() + _PATIENCE
        while True:
            answer = await http.post(path, json=told, headers={"Cookie": player.cookie})
            if answer.status_code != 503 or time.monotonic() > patience:
                return answer
            await asyncio.sleep(float(answer.headers["Retry-After"]))


@dataclass
class Tally:
    """The log, compared with what clients were told."""

    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)  # refused, and done nevertheless

    @property
    def holds(self) -> bool:
        """Return whether the promise is kept."""
        return not (self.lost or self.twice or self.undone)


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Open a database that a server uses."""
    engine = database.connect(url)
    try:
        yield engine
    finally:
        engine.dispose()


def compare(url: str, crowd: Crowd) -> Tally:
    """Check that every acknowledged act is in the log, at its place, and once."""
    with opened(url) as engine, engine.execution_options(writes=False).connect() as connection:
        asked_for = or_(entries.c.person.is_not(None), entries.c.key.is_not(None))
        rows = connection.execute(select(entries).where(asked_for)).all()
    tally = Tally(acknowledged=len(crowd.acknowledged))
    found: dict[tuple[str, str], Any] = {}
    for row in rows:
        key = (row.table_id, keys.read(row.key or "")[1])
        if row.key is None:
            if row.kind in {"move", "say", "undo"}:
                tally.twice.append(f"{row.table_id}: entry {row.number} was asked for by nobody")
            continue
        if key in found:
            tally.twice.append(f"{key}: entries {found[key].number} and {row.number}")
        if key in crowd.refused:
            tally.undone.append(f"{key}: entry {row.number}")
        found[key] = row
    for key, number in crowd.acknowledged.items():
        act = crowd.sent[key]
        entry = found.get(key)
        if entry is None or (entry.number, entry.kind) != (number, act["do"]):
            tally.lost.append(f"{key}: {act}, acknowledged as entry {number}")
        elif act["do"] == "move" and (entry.seat, entry.data["move"]) != (act["seat"], act["move"]):
            tally.lost.append(f"{key}: {act} became {entry.data}")
    return tally


def check_all(url: str) -> str:
    """Run `spielwerk admin check`, which must find nothing wrong."""
    command = [sys.executable, "-m", "spielwerk", "admin", "check", "--database", url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout.strip().splitlines()[-1]


def running_workers(url: str) -> int:
    """Return how many workers have joined."""
    with opened(url) as engine, engine.connect() as connection:
        return len(connection.execute(text(RUNNING)).all())


Hurt = Callable[["ServerProcess", "Crowd", "Outcome"], Awaitable[None]]


@dataclass
class Outcome:
    """The result of many crashes."""

    store: str
    rounds: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    tally: Tally = field(default_factory=Tally)
    moves: int = 0
    resent: int = 0
    broken: int = 0
    finished: int = 0
    views: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    by_node: int = 0  # moves over the page's own socket
    looks: int = 0  # by a stranger, at tables
    answers: dict[int, int] = field(default_factory=dict)  # to a stranger, by status
    tracebacks: int = 0  # in the server's log
    checked: str = ""
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Return whether nothing was lost, and no failure was reported."""
        return self.tally.holds and not self.tracebacks and not self.refusals.get("failed")

    def told(self) -> str:
        """Summarize it in a few lines."""
        killed = ", ".join(f"{what} {times}×" for what, times in sorted(self.killed.items()))
        tally = self.tally
        lines = [
            f"{self.store}: {self.rounds} rounds in {self.seconds:.0f} s ({killed})",
            f"  acknowledged {tally.acknowledged} acts, of them {self.moves} moves",
            f"  of these {self.by_node} by the page's own socket",
            f"  lost {len(tally.lost)}, done twice {len(tally.twice)}",
            f"  refused and done all the same {len(tally.undone)}",
            f"  sent again {self.resent}, broken connections {self.broken}",
            f"  games played to the end {self.finished}, views compared {self.views}",
            f"  a stranger's looks that showed all {self.looks}, answers {self.answers}",
            f"  tracebacks {self.tracebacks}, refusals {self.refusals}",
            f"  admin check: {self.checked}",
        ]
        wrong = [*self.tally.lost, *self.tally.twice, *self.tally.undone]
        return "\n".join(lines + [f"  {one}" for one in wrong[:20]])


async def crash(
    server: ServerProcess,
    *,
    rounds: int,
    seed: int,
    tables: int = 15,
    workers: int = 1,
    most_seconds: float = float("inf"),
    longest: float = 1.0,
    hurt: Hurt | None = None,
    told: Callable[[Outcome], None] = lambda outcome: None,
) -> Outcome:
    """Run clients while the server is killed or harmed repeatedly."""
    hurt = hurt or killing(workers, longest)
    began = time.monotonic()
    outcome = Outcome(server.database.partition(":")[0])
    crowd = Crowd(server.url, seed, tables)
    await asyncio.to_thread(server.start)
    try:
        await crowd.come()
        stranger, node = Stranger(crowd, seed), NodeClient(crowd)
        while outcome.rounds < rounds and time.monotonic() - began < most_seconds:
            if workers > 1:
                await _until_joined(server, workers)
            await crowd.fill()
            if outcome.rounds == 0:
                crowd.begin(stranger.run())
                crowd.begin(node.run())
            await crowd.play(crowd.luck.uniform(0.1, longest))
            if outcome.rounds % _BOTS_ROUND == 0:
                await crowd.until_a_bot_moves()
            await hurt(server, crowd, outcome)
            outcome.rounds += 1
            outcome.tally = compare(server.database, crowd)
            if not outcome.tally.holds:
                break
            await crowd.settle()
            outcome.views += await crowd.same_views()
            outcome.seconds = time.monotonic() - began
            told(outcome)
        await crowd.settle()
    finally:
        await crowd.leave()
    await asyncio.to_thread(server.stop)
    outcome.tally = compare(server.database, crowd)
    outcome.moves = sum(crowd.sent[key]["do"] == "move" for key in crowd.acknowledged)
    outcome.resent, outcome.broken = crowd.resent, crowd.broken
    outcome.finished, outcome.refusals = crowd.finished, dict(crowd.refusals)
    outcome.by_node = node.moves
    outcome.looks, outcome.answers = stranger.looks, dict(stranger.answers)
    outcome.tracebacks = server.said.count("Traceback")
    outcome.checked = await asyncio.to_thread(check_all, server.database)
    outcome.seconds = time.monotonic() - began
    return outcome


def killing(workers: int, longest: float) -> Hurt:
    """Kill the server and restart it, or kill one of its workers, which is replaced."""

    async def hurt(server: ServerProcess, crowd: Crowd, outcome: Outcome) -> None:
        if workers > 1 and crowd.luck.random() < 0.7:
            outcome.killed["a worker"] += 1
            kill(crowd.luck.choice(server.workers))
            await crowd.play(crowd.luck.uniform(0.5, 0.5 + longest))  # the others continue
            return
        outcome.killed["the server"] += 1
        server.kill()
        await asyncio.to_thread(server.start)

    return hurt


async def _until_joined(server: ServerProcess, workers: int) -> None:
    async def joined() -> bool:
        return await asyncio.to_thread(running_workers, server.database) >= workers

    try:
        await wait_until_async(joined, "the workers have joined")
    except TimeoutError as error:
        raise RuntimeError(f"the workers never came:\n{server.said[-2000:]}") from error
