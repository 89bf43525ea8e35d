"""Measure random moves per second, ours and peers', in interleaved rounds on one and two cores."""

from __future__ import annotations

import contextlib
import math
import os
import platform
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spielwerk.games import find
from spielwerk.lab.bench import memory_of_a_million, seconds_of
from spielwerk.lab.peers import OURS
from spielwerk.lab.peers.lane import Lane, Sample
from spielwerk.lab.peers.peer import Peer, Row
from spielwerk.lab.rounds import Measurement

ROUNDS = 5
SECONDS = 0.15  # of play per row and round, at least
GAME = "axio"  # the game of ours measured beside every peer
COMPILED = f"spielwerk/{GAME}/vector/lists"
COLUMNS = (
    "environment",
    "moves/s",
    "observed",
    "2 cores",
    "2 cores, observed",
    "compile, s",
    "ours over it, x",
    "observed, x",
)

_EITHER = (False, True)
_COLD = f"""
from spielwerk.envs.vector import VectorGames
VectorGames({GAME!r}, 2, 1024, seed=1).random_step()
"""


@dataclass(frozen=True)
class Entry:
    """A row as it is measured: with observations or without, on one core or on two."""

    peer: Peer
    row: Row
    observe: bool
    both: bool

    @property
    def name(self) -> str:
        """The name in measurements."""
        kind = "threads" if self.row.threads else "processes"
        observed = "/observations" if self.observe else ""
        return f"{self.row.name}{observed}" + (f"-2-{kind}" if self.both else "")


class PeerBenchmark:
    """The rounds played, and the results."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.rates: dict[Entry, list[float]] = {entry: [] for entry in entries}
        self.notes: dict[Entry, str] = {}
        self.compiling: dict[str, float] = {}
        self.memory = 0.0
        self.load: list[float] = []

    def rate(self, entry: Entry) -> float:
        """Return the median of its rounds."""
        return statistics.median(self.rates[entry])

    def gain(self, entry: Entry) -> float | None:
        """Our row's speed relative to this peer, round by round."""
        if entry.peer is OURS:
            return None
        ways = entry.observe, entry.both
        [ours] = [
            one
            for one in self.entries
            if one.row.name == entry.row.like and (one.observe, one.both) == ways
        ]
        pairs = zip(self.rates[ours], self.rates[entry], strict=True)
        return statistics.median(fast / slow for fast, slow in pairs)

    def measurements(self) -> Iterator[Measurement]:
        """Yield all measurements in the form of `bench`."""
        for entry in self.entries:
            note = "; ".join(filter(None, (entry.peer.versions(), self.notes[entry])))
            yield Measurement(entry.name, self.rate(entry), "moves/s", note)
            gain = self.gain(entry)
            if gain is not None:
                yield Measurement(f"{entry.name}/our-gain", gain, "x", f"{entry.row.like} over it")
        for name, seconds in self.compiling.items():
            yield Measurement(f"{name}/compile", seconds, "s")
        yield Measurement(f"spielwerk/{GAME}/vector/memory-of-a-million", self.memory, "MB")
        yield Measurement("load", max(self.load), "processes", "the most that was seen meanwhile")

    def table(self) -> Iterator[tuple[str, ...]]:
        """Yield one line per row, with the columns of `COLUMNS`."""
        for row in dict.fromkeys(entry.row for entry in self.entries):
            found = {(one.observe, one.both): one for one in self.entries if one.row is row}
            ways = [found.get((observe, both)) for both in _EITHER for observe in _EITHER]
            rates = ["" if one is None else f"{self.rate(one):,.0f}" for one in ways]
            gains = [None if one is None else self.gain(one) for one in ways[:2]]
            compiling = self.compiling.get(row.name)
            yield (
                row.name,
                *rates,
                "" if compiling is None else f"{compiling:.1f}",
                *("" if gain is None else f"{gain:,.{1 if gain < 100 else 0}f}" for gain in gains),
            )

    def remarks(self) -> Iterator[str]:
        """Yield the machine and the versions measured."""
        yield f"A million games of {GAME.upper()} in flight: {self.memory:,.0f} MB."
        yield "; ".join(peer.versions() for peer in dict.fromkeys(e.peer for e in self.entries))
        low, high = min(self.load), max(self.load)
        yield (
            f"{os.cpu_count()} cores of {_processor()}, Python {platform.python_version()}, "
            f"load {low:.1f} to {high:.1f}"
        )


def compare(peers: Sequence[Peer], watch: Callable[[str], None]) -> PeerBenchmark:
    """Measure ours and these peers; `watch` is called with the current measurement."""
    cores = usable_cores()
    played = PeerBenchmark(list(entries(peers, both=len(cores) == 2)))
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        lanes: dict[tuple[str, int | None], Lane] = {}
        for peer in (OURS, *peers):
            for number, core in enumerate(cores):
                lane = Lane(peer, [core], folder)
                lanes[peer.name, number] = stack.enter_context(lane)
        lanes[OURS.name, None] = stack.enter_context(Lane(OURS, cores, folder))

        def sample(entry: Entry, seconds: float) -> list[Sample]:
            if entry.both and entry.row.threads:
                used = [lanes[entry.peer.name, None]]
            else:
                used = [lanes[entry.peer.name, number] for number in range(1 + entry.both)]
            for lane in used:
                alone = not entry.both
                lane.ask(entry.row.name, observe=entry.observe, seconds=seconds, alone=alone)
            return [lane.answer() for lane in used]

        for entry in played.entries:
            watch(f"{entry.name}: getting ready")
            first = sample(entry, 0)[0]
            played.notes[entry] = first.note
            if first.compiling:
                played.compiling.setdefault(entry.row.name, first.compiling)
        for number in range(ROUNDS):
            for entry in played.entries:
                watch(f"{entry.name}: round {number + 1} of {ROUNDS}")
                rate = sum(one.rate for one in sample(entry, SECONDS))
                played.rates[entry].append(rate)
            played.load.append(_load())
    watch(f"{GAME}: compiling, with nothing on disk")
    with tempfile.TemporaryDirectory() as empty:
        played.compiling[COMPILED] = seconds_of(_COLD, {"SPIELWERK_CACHE": empty})
    watch(f"{GAME}: a million games")
    played.memory = memory_of_a_million(find(GAME), 2)
    return played


def entries(peers: Sequence[Peer], *, both: bool = True) -> Iterator[Entry]:
    """Yield all entries, ours first, with only those of our games that peers are compared with."""
    games = {row.like.split("/")[1] for peer in peers for row in peer.rows} | {GAME}
    for peer in (OURS, *peers):
        for row in peer.rows:
            if peer is OURS and row.name.split("/")[1] not in games:
                continue
            for on_both in _EITHER[: 1 + both]:
                for observe in _EITHER[: 1 + row.observes]:
                    yield Entry(peer, row, observe, on_both)


def usable_cores() -> list[int]:
    """Return two cores that we may use, or the only one."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))[:2]
    return list(range(os.cpu_count() or 1))[:2]


def _load() -> float:
    """Return the system's load; unknown on Windows."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan


def _processor() -> str:
    """Return the processor's name, if the system provides it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
