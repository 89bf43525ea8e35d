"""A crowd plays at a server that is killed again and again: what it was told must be there, once.

`python -m hosting.crashing` does it for long, and prints what came of it.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Engine, or_, select, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import spielwerk as sw
from hosting.forking import ForkedServer
from server.postgres import Postgres
from server.process import ServerProcess, kill
from spielwerk.cli.console import out
from spielwerk.server.neighbours import _RUNNING
from spielwerk.server.store import database
from spielwerk.server.store.schema import entries
from wait import wait_until_async

OPTIONS = ("--no-limits", "--no-compile", "--log-level", "warning")
PEOPLE = 4
_AGAIN = 0.05  # seconds until something is tried again
_PATIENCE = 60.0
_COME_AGAIN = {"not_written", "no_answer", "failed", "too_many", "no_table"}
_SAYS, _UNDOES = 0.05, 0.05  # how many acts are no moves
_BOTS_ROUND = 8  # in so many rounds, one in which a bot gets to move
_SEATS: list[tuple[int, dict[str, str]]] = [(2, {}), (2, {"1": "zufall"}), (3, {"2": "zufall"})]


@dataclass(eq=False)
class Eye:
    """What a client knows of a table, as a seat (None: a spectator) sees it."""

    table: str
    seat: int | None
    number: int = 0
    info: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    act: dict[str, Any] | None = None  # sent, and not answered yet
    asking: bool = False  # what it may do
    done: int = 0  # the number after its last act
    bot_moves: int = 0  # that it has heard of
    kind: int = 0  # of its table

    def take(self, told: dict[str, Any]) -> None:
        """Learn what the server tells: nothing may be left out or be taken back."""
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
        """Whether it is this seat's turn, as far as it knows."""
        if self.seat is None or self.view is None or self.asking or self.act is not None:
            return False
        over = self.info["status"] == "over"
        return not over and self.number >= self.done and self.seat in self.view["to_act"]


class Player:
    """One client: its socket breaks with the server, and comes again with what it knows."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self._crowd = crowd
        self._name = name
        self._keys = itertools.count()
        self._ids = itertools.count()
        self._waiting: dict[int, tuple[str, Eye]] = {}
        self._socket: ClientConnection | None = None
        self.eyes: dict[tuple[str, int | None], Eye] = {}
        self.caught_up: set[Eye] = set()  # by this connection
        self.person = 0
        self.cookie = ""

    async def sign_in(self) -> None:
        """Become somebody."""
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
            if eye.act is not None:  # nobody knows whether it was done: the same again
                self._crowd.resent += 1
                await self._send("act", eye, table=eye.table, act=eye.act)
        async for message in socket:
            await self._hear(json.loads(message))

    async def watch(self, eye: Eye) -> None:
        """Ask for all that happens from what it has seen on."""
        self.eyes[eye.table, eye.seat] = eye
        told = {"table": eye.table, "seat": eye.seat, "have": eye.number}
        await self._send("watch", eye, watch=told)

    async def unwatch(self, eye: Eye) -> None:
        """Ask for no more."""
        del self.eyes[eye.table, eye.seat]
        await self._send("unwatch", eye, unwatch={"table": eye.table, "seat": eye.seat})

    async def _send(self, what: str, eye: Eye, **message: Any) -> None:
        if self._socket is None:
            return  # it is said with the next connection
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
        """Act if it is one's turn: what may be done is told with the refusal of nonsense."""
        if self._crowd.playing and eye.may_act:
            eye.asking = True
            act = {"do": "move", "seat": eye.seat, "at": eye.number, "move": "?", "key": "?"}
            await self._send("question", eye, table=eye.table, act=act)

    async def _answered_watch(self, eye: Eye, news: Any, refused: Any) -> None:
        if refused is not None:
            self._crowd.refusals[refused["code"]] += 1
            self._crowd.later(self.watch(eye))
            return
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
            eye.done = max(eye.done, may["number"])  # more news are on their way
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
        if act is None:  # the same was sent twice over one connection
            return
        key = (eye.table, f"{self.person}:{act['key']}")
        if done is not None:
            self._crowd.acknowledged[key] = done["number"] - 1
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
    """Some people at many tables, and a spectator who looks at all of them."""

    def __init__(self, url: str, seed: int, tables: int) -> None:
        self.url = url
        self.luck = random.Random(seed)
        self.playing = False
        self.sent: dict[tuple[str, str], dict[str, Any]] = {}
        self.acknowledged: dict[tuple[str, str], int] = {}  # the entry's number
        self.refused: set[tuple[str, str]] = set()  # for good: never done
        self.refusals: Counter[str] = Counter()
        self.closed: Counter[int | None] = Counter()  # connections, by the code they ended with
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
        """Who sees what."""
        return [(player, eye) for player in self._all for eye in player.eyes.values()]

    def later(self, work: Any) -> None:
        """Do something a moment later."""

        async def do() -> None:
            await asyncio.sleep(_AGAIN)
            with suppress(WebSocketException):  # it is said with the next connection
                await work

        self._begin(do())

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self._failed.done():
            self._failed.set_exception(error)

    async def come(self) -> None:
        """Everybody gets a name and a socket."""
        for player in self._all:
            await player.sign_in()
            self._begin(player.run())

    async def leave(self) -> None:
        """Hang up."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._failed.done():
            self._failed.exception()

    async def play(self, seconds: float) -> None:
        """Let everybody act for so long."""
        self.playing = True
        for player, eye in self.eyes:
            self.later(player.consider(eye))
        await asyncio.wait([self._failed], timeout=seconds)
        self.check()

    async def until_a_bot_moves(self) -> None:
        """Their processes take longer to start than the server does."""
        before = self._bot_moves
        await self.until(lambda: self._bot_moves > before, "a bot moves")

    @property
    def _bot_moves(self) -> int:
        return sum(eye.bot_moves for eye in self._spectator.eyes.values())

    def check(self) -> None:
        """Raise what anybody found wrong."""
        if self._failed.done():
            self._failed.result()

    async def until(self, what: Callable[[], bool], said: str) -> None:
        """Wait until something is so."""

        async def is_so() -> bool:
            self.check()
            return what()

        await wait_until_async(is_so, said)

    async def settle(self) -> None:
        """Begin nothing more, and wait until everybody has an answer and knows all there is."""
        self.playing = False
        await self.until(
            lambda: all(
                eye.act is None and not eye.asking and eye in player.caught_up
                for player, eye in self.eyes
            ),
            "everybody is answered",
        )

    async def same_views(self) -> int:
        """Compare what clients have put together with what the server shows; how many it were."""
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
        if shown.pop("number") != eye.number:  # a bot moves meanwhile: look again
            return False
        del shown["since"]
        assert eye.view == shown, f"seat {eye.seat} of {eye.table} sees something else"
        return True

    # Tables

    async def fill(self) -> None:
        """Leave tables that are done, and sit down at others of their kinds."""
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
        made = await http.post("/api/tables", json=terms, headers={"Cookie": host.cookie})
        assert made.status_code == 201, made.text
        table, invite = made.json()["info"]["id"], made.json()["invite"]
        for seat, other in enumerate(others, 1):
            act = {"do": "sit", "seat": seat, "invite": invite, "key": f"sit{seat}"}
            path, headers = f"/api/tables/{table}/acts", {"Cookie": other.cookie}
            done = await http.post(path, json=act, headers=headers)
            assert done.status_code == 200, done.text
            key = (table, f"{other.person}:{act['key']}")
            # Sitting down on the last seat starts the game, in the same commit.
            self.sent[key] = act | ({"do": "start"} if seat == len(others) else {})
            self.acknowledged[key] = done.json()["number"] - 1
        for seat, player in enumerate([host, *others]):
            await player.watch(Eye(table, seat, kind=kind))
        await self._spectator.watch(Eye(table, None, kind=kind))


@dataclass
class Tally:
    """What the log says to what clients were told."""

    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)  # refused, and done all the same

    @property
    def holds(self) -> bool:
        """Whether the promise is kept."""
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
    """Look whether everything acknowledged is in the log, where it was said to be, and once."""
    with opened(url) as engine, engine.execution_options(writes=False).connect() as connection:
        asked_for = or_(entries.c.person.is_not(None), entries.c.key.is_not(None))
        rows = connection.execute(select(entries).where(asked_for)).all()
    tally = Tally(acknowledged=len(crowd.acknowledged))
    found: dict[tuple[str, str], Any] = {}
    for row in rows:
        key = (row.table_id, row.key)
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
    """What `spielwerk admin check` says; it must find nothing wrong."""
    command = [sys.executable, "-m", "spielwerk", "admin", "check", "--database", url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout.strip().splitlines()[-1]


def running_workers(url: str) -> int:
    """How many workers have joined."""
    with opened(url) as engine, engine.connect() as connection:
        return len(connection.execute(text(_RUNNING)).all())


@dataclass
class Outcome:
    """What came of many crashes."""

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
    checked: str = ""
    seconds: float = 0.0

    def told(self) -> str:
        """In a few lines."""
        killed = ", ".join(f"{what} {times}×" for what, times in sorted(self.killed.items()))
        tally = self.tally
        lines = [
            f"{self.store}: {self.rounds} rounds in {self.seconds:.0f} s ({killed})",
            f"  acknowledged {tally.acknowledged} acts, {self.moves} of them moves",
            f"  lost {len(tally.lost)}, done twice {len(tally.twice)}",
            f"  refused and done all the same {len(tally.undone)}",
            f"  sent again {self.resent}, broken connections {self.broken}",
            f"  games played to the end {self.finished}, views compared {self.views}",
            f"  admin check: {self.checked}; refusals: {self.refusals}",
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
    told: Callable[[Outcome], None] = lambda outcome: None,
) -> Outcome:
    """Let a crowd play, and kill the server under it, again and again."""
    began = time.monotonic()
    outcome = Outcome(server.database.partition(":")[0])
    crowd = Crowd(server.url, seed, tables)
    await asyncio.to_thread(server.start)
    try:
        await crowd.come()
        while outcome.rounds < rounds and time.monotonic() - began < most_seconds:
            if workers > 1:
                await _until_joined(server, workers)
            await crowd.fill()
            await crowd.play(crowd.luck.uniform(0.1, longest))
            if outcome.rounds % _BOTS_ROUND == 0:
                await crowd.until_a_bot_moves()
            await _kill(server, crowd, outcome, workers, longest)
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
    outcome.checked = await asyncio.to_thread(check_all, server.database)
    outcome.seconds = time.monotonic() - began
    return outcome


async def _kill(
    server: ServerProcess, crowd: Crowd, outcome: Outcome, workers: int, longest: float
) -> None:
    """Kill the server and start it again, or one of its workers, which comes again by itself."""
    if workers > 1 and crowd.luck.random() < 0.7:
        outcome.killed["a worker"] += 1
        kill(crowd.luck.choice(server.workers))
        await crowd.play(crowd.luck.uniform(0.5, 0.5 + longest))  # the others go on
        return
    outcome.killed["the server"] += 1
    server.kill()
    await asyncio.to_thread(server.start)


async def _until_joined(server: ServerProcess, workers: int) -> None:
    async def joined() -> bool:
        return await asyncio.to_thread(running_workers, server.database) >= workers

    try:
        await wait_until_async(joined, "the workers have joined")
    except TimeoutError as error:
        raise RuntimeError(f"the workers never came:\n{server.said[-2000:]}") from error


def main() -> None:
    """Crash for long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="on SQLite")
    parser.add_argument("--worker-rounds", type=int, default=50, help="on PostgreSQL, two workers")
    parser.add_argument("--seconds", type=float, default=1200, help="at most, for each of them")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    # Who is killed leaves semaphores behind: that is what is done here, and nothing to be told.
    os.environ["PYTHONWARNINGS"] = "ignore::UserWarning:multiprocessing.resource_tracker"
    holds = True
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crash")))
        for workers, rounds in ((1, asked.rounds), (2, asked.worker_rounds)):
            if rounds == 0:
                continue
            server: ServerProcess = ForkedServer(folder, *OPTIONS)
            if workers > 1:
                postgres = Postgres()
                stack.callback(postgres.stop)
                options = (*OPTIONS, "--workers", str(workers))
                server = ServerProcess(folder, *options, database=postgres.fresh())
            stack.callback(server.kill)
            outcome = asyncio.run(
                crash(
                    server,
                    rounds=rounds,
                    seed=asked.seed,
                    workers=workers,
                    most_seconds=asked.seconds,
                    told=_tell_progress,
                )
            )
            out.print(outcome.told(), markup=False, soft_wrap=True)
            holds = holds and outcome.tally.holds and outcome.rounds == rounds
    sys.exit(0 if holds else 1)


def _tell_progress(outcome: Outcome) -> None:
    if outcome.rounds % 10 == 0:
        done = f"{outcome.rounds} rounds, {outcome.tally.acknowledged} acknowledged acts"
        out.print(f"{outcome.store}: {done}, {outcome.seconds:.0f} s", markup=False)


if __name__ == "__main__":
    main()
