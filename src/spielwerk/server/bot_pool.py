"""Run bots in separate processes, so that their thinking never delays other requests."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import numpy as np

from spielwerk import bots
from spielwerk.bots.budget import Budget
from spielwerk.bots.knowledge import Knowledge
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules import compilation
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view
from spielwerk.rules.parts import PartsSource
from spielwerk.server.bot_names import MOST_NODES, MOST_SECONDS
from spielwerk.server.refusals import TooMany
from spielwerk.server.system import KILL, alarms_every, blocked, on_alarm, yield_to_others
from spielwerk.server.thought_queue import Thought, ThoughtQueue

_log = logging.getLogger(__name__)
_NICE = 5  # requests have priority
_TRIES = 3
_LOOK_SECONDS = 0.05
_USUAL_SECONDS = 0.5  # assumed for a bot without a budget
_QUICK_SECONDS = 0.01  # the same for a bot that does not search
_QUICK = frozenset(bots.LADDER[: bots.LADDER.index("meister")])
MOST_HINTS = 2  # concurrent hints per person

T = TypeVar("T")
Question = tuple[str, PartsSource | None, tuple[tuple[str, str], ...], int, int, bytes, str]


class BotPool:
    """A pool of processes in which bots think; each receives only what the bot's seat may see.

    `whose` is the person a thought is for, and `network_of` tells from where they play, so that
    many requests of one person or network don't delay others. Cancelling the waiting task also
    stops the thought.
    """

    def __init__(
        self, processes: int, network_of: Callable[[Hashable], Hashable] = lambda whose: None
    ) -> None:
        self._idle = [_Thinker() for _ in range(processes)]
        self._busy: dict[Thought, _Thinker] = {}
        self._network_of = network_of
        self._queue = ThoughtQueue()
        self._hints: Counter[Hashable] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def choose(self, match: Match, seat: int, bot: str, whose: Hashable = None) -> str:
        """Return the move that a bot chooses."""
        move: str = await self._ask(_choose, match, seat, bot, whose)
        return move

    async def explain(
        self, match: Match, seat: int, bot: str, whose: Hashable = None
    ) -> list[dict[str, Any]]:
        """Return a bot's best moves with its reasons; each person may ask for a few at a time."""
        if self._hints[whose] >= MOST_HINTS:
            raise TooMany("too_many", "wait for the hints you have already asked for")
        self._hints[whose] += 1
        try:
            told: list[dict[str, Any]] = await self._ask(_explain, match, seat, bot, whose)
            return told
        finally:
            self._hints -= Counter({whose: 1})

    async def _ask(
        self, work: Callable[..., Any], match: Match, seat: int, bot: str, whose: Hashable
    ) -> Any:
        network, question = self._network_of(whose), _question(match, seat, bot)
        thought = Thought(network, whose, _cost(bot), work, question)
        self._queue.put(thought)
        self._begin()
        try:
            return await thought.answer
        finally:
            if not self._queue.remove(thought) and thought in self._busy:
                self._busy[thought].stop()

    def _begin(self) -> None:
        """Assign queued thoughts to idle processes."""
        while self._idle and (thought := self._queue.take()):
            thinker = self._busy[thought] = self._idle.pop()
            task = asyncio.create_task(self._think(thinker, thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, thinker: _Thinker, thought: Thought) -> None:
        began = time.monotonic()
        try:
            answer = await thinker.think(thought.work, thought.question)
            if not thought.answer.done():
                thought.answer.set_result(answer)
        except Exception as error:  # noqa: BLE001 (passed on to the caller)
            if not thought.answer.done():
                thought.answer.set_exception(error)
        finally:
            self._queue.note(thought, time.monotonic() - began)
            del self._busy[thought]
            self._idle.append(thinker)
            self._begin()

    def close(self) -> None:
        """Stop all thinking and discard the queue."""
        self._queue = ThoughtQueue()
        for task in self._tasks:
            task.cancel()
        for thinker in [*self._idle, *self._busy.values()]:
            thinker.close()


class _Thinker:
    """A process that works on one thought at a time."""

    def __init__(self) -> None:
        self._begun = 0
        self._new_process()

    def _new_process(self) -> None:
        # The number of the latest cancelled thought, in memory shared with the process.
        self._stopped = multiprocessing.get_context("spawn").RawValue("q", 0)
        self._pool = new_pool(1, stopped=self._stopped)

    async def think(self, work: Callable[..., Any], question: Question) -> Any:
        """Return the answer; retry in a new process if this one dies."""
        self._begun += 1
        for attempt in range(_TRIES):
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._pool, work, question, self._begun)
            except BrokenProcessPool:  # the process was killed: start another
                _log.warning("a bot process has ended")
                if attempt == _TRIES - 1:
                    raise
                self._new_process()
        raise AssertionError

    def stop(self) -> None:
        """Cancel the current thought."""
        self._stopped.value = self._begun

    def close(self) -> None:
        """End the process."""
        end_pool(self._pool)


def _cost(bot: str) -> float:
    """Estimate how many seconds a bot thinks about a move."""
    name, at, told = bot.partition("@")
    if not at:
        return _QUICK_SECONDS if name in _QUICK else _USUAL_SECONDS
    budget = Budget.read(told)
    return budget.seconds or (budget.nodes or 0) * MOST_SECONDS / MOST_NODES


class _Pool(ProcessPoolExecutor):
    """A process pool whose processes ignore SIGINT and SIGTERM; the server ends them itself.

    They inherit the signal mask, so even a process that is just starting is protected.
    """

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Submit work with the signals blocked, in case this starts a process."""
        with blocked(signal.SIGINT, signal.SIGTERM):
            return super().submit(fn, *args, **named)


def new_pool(processes: int, nice: int = _NICE, stopped: Any = None) -> ProcessPoolExecutor:
    """Return a pool of low-priority processes, which yield to the one that serves requests.

    `stopped` is the shared number of the latest cancelled thought, for processes that run bots.
    """
    context = multiprocessing.get_context("spawn")
    return _Pool(processes, context, initializer=_begin, initargs=(nice, stopped))


def end_pool(pool: ProcessPoolExecutor) -> None:
    """Kill the pool's processes, whatever they are doing."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _question(match: Match, seat: int, bot: str) -> Question:
    game = match.game
    seen = view(game.layout, match.states, 0, seat).tobytes()
    options = tuple(sorted(game.options.items()))
    return game.id, game.parts_source, options, match.seats, seat, seen, bot


def leave_with_parent(how: signal.Signals) -> None:
    """Send this process a signal once its parent ends, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), how)

    threading.Thread(target=wait, name="parent", daemon=True).start()


# Code that runs in the bot process:


def _begin(nice: int, stopped: Any) -> None:
    global _stopped  # noqa: PLW0603 (a process has one)
    yield_to_others(nice)
    leave_with_parent(KILL)
    if stopped is not None:
        _stopped = stopped
        on_alarm(_look)


@functools.lru_cache(maxsize=32)
def _game(name: str, parts: PartsSource | None, options: tuple[tuple[str, str], ...]) -> Game:
    game = find(name, parts, dict(options))
    compilation.ready(game)
    return game


def _known(question: Question) -> Knowledge:
    name, parts, options, seats, seat, seen, _ = question
    game = _game(name, parts, options)
    states = np.frombuffer(seen, game.layout.dtype).copy()
    return Knowledge(game, seats, seat, states)


class _GivenUp(Exception):
    """The current thought was cancelled."""


_stopped: Any = None
_current = 0


def _look(*_: object) -> None:
    if _stopped.value >= _current:
        raise _GivenUp


@contextlib.contextmanager
def _while_wanted(number: int) -> Iterator[None]:
    """Check many times a second whether the thought was cancelled; running kernels finish first."""
    global _current  # noqa: PLW0603
    _current = number
    _look()
    with alarms_every(_LOOK_SECONDS):
        yield


def _choose(question: Question, number: int) -> str:
    known = _known(question)
    with _while_wanted(number):
        return known.write(bots.bot(question[-1]).think(known).action)


def _explain(question: Question, number: int) -> list[dict[str, Any]]:
    known = _known(question)
    with _while_wanted(number):
        return bots.bot(question[-1]).explain_known(known)
