"""Drive tables: time their moves, and measure how long acknowledgements take."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import statistics
import time
from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

PACE = 1.0  # seconds from one move of a table to the next, at a steady rate


@dataclass(frozen=True)
class Load:
    """A load profile: how many tables move, for how long, and how fast."""

    name: str
    tables: int
    seconds: float
    pace: float | None  # seconds between moves; None: each as soon as the last is acknowledged


@dataclass
class Result:
    """One row of results."""

    server: str
    store: str
    load: str
    tables: int
    seconds: float
    moves: int
    median_per_second: float  # over windows of one second
    mean_per_second: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    frames: int  # received, including acknowledgements
    errors: dict[str, int]
    rss_mb: float
    server_cpu: float  # cores
    generator_cpu: float
    notes: list[str] = field(default_factory=list)


class Meter:
    """Count moves and their latencies while it runs."""

    def __init__(self) -> None:
        self.running = False
        self.began = 0.0
        self.frames = 0
        self.errors: Counter[str] = Counter()
        self.ended = asyncio.Event()
        self.dry = False  # the prepared games ran out
        self.done_in_all = 0  # moves, including those acknowledged after the stop
        self._times = array("d")
        self._latencies = array("d")

    def start(self) -> None:
        """Start counting."""
        self.began = time.perf_counter()
        self.running = True

    def stop(self) -> None:
        """Stop counting, and start no more moves."""
        self.running = False
        self.ended.set()

    def run_dry(self) -> None:
        """Stop once a table runs out of games: a lighter load would flatter the results."""
        if self.running:
            self.dry = True
            self.stop()

    def done(self, sent: float) -> None:
        """Count a move that was sent at that time and is now acknowledged."""
        self.done_in_all += 1
        if self.running:
            now = time.perf_counter()
            self._times.append(now - self.began)
            self._latencies.append(now - sent)

    def done_between(self, start: float, end: float) -> int:
        """Return how many moves were acknowledged between two times after the start."""
        return sum(start <= moment < end for moment in self._times)

    def windows(self, seconds: float) -> list[int]:
        """Return how many moves were acknowledged in each whole second."""
        counts = [0] * max(1, int(seconds))
        for moment in self._times:
            if moment < len(counts):
                counts[int(moment)] += 1
        return counts

    def latencies(self) -> list[float]:
        """Return the latencies of all moves, in milliseconds, sorted."""
        return sorted(1000 * latency for latency in self._latencies)


class Slot(ABC):
    """One of the tables that are driven: two sockets, and one game after another.

    Subclasses open the next game in `begin` and then call `proceed`; they send one move in `move`,
    and call `acknowledged` when its answer arrives.
    """

    def __init__(self, meter: Meter, pace: float | None) -> None:
        self.meter = meter
        self._pace = pace
        self._due = 0.0
        self._sent = 0.0
        self._is_over = False  # the last game has ended, and no other has begun
        self.is_under_way = False  # a move or the opening of a game
        self._timer: asyncio.TimerHandle | None = None  # of the next move
        self._loop = asyncio.get_running_loop()

    def start(self, delay: float) -> None:
        """Schedule the next move, `delay` seconds from now."""
        if self._timer is not None:  # left from before the stop
            self._timer.cancel()
        self._due = self._loop.time() + delay
        self._timer = self._loop.call_at(self._due, self._begin_if_over)

    @abstractmethod
    def begin(self) -> None:
        """Open the next game."""

    @abstractmethod
    def move(self) -> None:
        """Send the next move."""

    def ready(self) -> None:
        """Send the next move now."""
        if self.meter.running:
            self._sent = time.perf_counter()
            self.is_under_way = True
            self.move()

    def acknowledged(self, over: bool) -> None:
        """Count the move, and go on; `over`: it ended the game."""
        self.meter.done(self._sent)
        self._is_over, self.is_under_way = over, False
        if not self.meter.running:
            return
        if over:
            self._begin_if_over()
        else:
            self.proceed()

    def _begin_if_over(self) -> None:
        if self._is_over:
            self._is_over, self.is_under_way = False, True
            self.begin()
        else:
            self.ready()

    def proceed(self) -> None:
        """Schedule the next move."""
        self.is_under_way = False
        if self._pace is None:
            self.ready()
        else:
            self._due = max(self._due + self._pace, self._loop.time())
            self._timer = self._loop.call_at(self._due, self.ready)


async def drive(load: Load, slots: Sequence[Slot], meter: Meter) -> tuple[float, float]:
    """Drive all tables; return the seconds taken, and the cores that this process used."""
    gc.collect()
    gc.freeze()  # prepared data is never garbage: collecting it would delay answers
    cpu = time.process_time()
    meter.start()
    for number, slot in enumerate(slots):
        slot.start((load.pace or 0.0) * number / len(slots))
    try:
        await asyncio.wait_for(meter.ended.wait(), load.seconds)
    except TimeoutError:
        meter.stop()
    seconds = time.perf_counter() - meter.began
    cores = (time.process_time() - cpu) / seconds
    gc.unfreeze()
    return seconds, cores


@dataclass(frozen=True)
class Usage:
    """The resources that a process has used so far."""

    cpu: float  # seconds
    rss_mb: float

    @classmethod
    def of(cls, pid: int) -> Usage:
        """Return the usage of a running process and of all its descendants."""
        every = [cls._alone(pid)]
        for child in _children(pid):
            with contextlib.suppress(FileNotFoundError):  # it has already ended
                every.append(cls.of(child))
        return cls(sum(one.cpu for one in every), sum(one.rss_mb for one in every))

    @classmethod
    def _alone(cls, pid: int) -> Usage:
        told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        resident = re.search(r"^VmRSS:\s+(\d+) kB$", told, re.MULTILINE)  # none once it has ended
        # The name in brackets may contain blanks; the 12th and 13th fields after it are the times.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return cls(ticks / 100, int(resident[1]) / 1024 if resident else 0.0)


def _children(pid: int) -> list[int]:
    told = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for line in told for child in line.split()]


async def measure(
    server: str, store: str, load: Load, slots: Sequence[Slot], meter: Meter, pid: int
) -> Result:
    """Drive the tables of a server, and return the results."""
    before = Usage.of(pid)
    seconds, cores = await drive(load, slots, meter)
    after = Usage.of(pid)
    latencies = meter.latencies()
    notes = [f"the prepared games ran out after {seconds:.1f} s"] if meter.dry else []
    return Result(
        server=server,
        store=store,
        load=load.name,
        tables=len(slots),
        seconds=round(seconds, 2),
        moves=len(latencies),
        median_per_second=statistics.median(meter.windows(seconds)),
        mean_per_second=round(len(latencies) / seconds, 1),
        p50_ms=_at(latencies, 0.5),
        p99_ms=_at(latencies, 0.99),
        max_ms=_at(latencies, 1.0),
        frames=meter.frames,
        errors=dict(meter.errors),
        rss_mb=round(after.rss_mb, 1),
        server_cpu=round((after.cpu - before.cpu) / seconds, 2),
        generator_cpu=round(cores, 2),
        notes=notes,
    )


def _at(latencies: list[float], share: float) -> float:
    if not latencies:
        return float("nan")
    return round(latencies[min(len(latencies) - 1, int(share * len(latencies)))], 2)
