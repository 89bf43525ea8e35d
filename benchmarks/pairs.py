"""Compare a server with another version of it: python benchmarks/pairs.py OTHER [--pace 1]

On a machine that does other work, the speeds of two separate runs can't be compared. So both
servers run at the same time, on copies of one database, and take turns of a second each: other
work affects neighbouring turns alike. It prints medians, and the median ratio of paired turns.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import ours
import typer
import uvloop
from drive import Load, Meter, drive
from load import free_port, lift_limits, running
from rich.console import Console
from rich.table import Table

from spielwerk.cli.console import print_table

HERE = Path(__file__).parent
SETTLING = 0.01  # seconds between checks whether everything was answered
RISING = 0.25  # of a turn, until tables have had their first answers: its moves are not counted

out = Console(highlight=False)


@dataclass
class Turn:
    """The results of one server in one turn."""

    per_second: float
    p99_ms: float
    server_us: float  # of its process, per move
    children_us: float
    asker_us: float


@dataclass
class Server:
    """One of the two servers."""

    name: str
    source: Path
    form: ours.Form
    port: int = field(default_factory=free_port)
    pid: int = 0
    slots: list[ours.OurSlot] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def running(self, file: Path) -> AbstractContextManager[int]:
        """Start the server, and end it on exit."""
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{file}", "--no-limits", "--log-level", "warning"]
        health = f"http://127.0.0.1:{self.port}/healthz"
        # Not an option of the command, which another checkout may not have.
        environment = os.environ | {
            "PYTHONPATH": str(self.source),
            "SPIELWERK_CONNECTIONS": str(ours.CONNECTIONS),
        }
        return running(command, self.port, health, environment)


def main(
    other: Annotated[Path, typer.Argument(help="Another checkout.", exists=True)],
    pairs: Annotated[int, typer.Option(help="How many turns each.", min=1)] = 30,
    seconds: Annotated[float, typer.Option(help="How long a turn is.", min=0.5)] = 1.0,
    tables: Annotated[int, typer.Option(min=1)] = 200,
    pace: Annotated[float, typer.Option(help="Seconds from move to move; 0: none.")] = 0.0,
    form: Annotated[ours.Form, typer.Option(help="What clients ask this server for.")] = "record",
    other_form: Annotated[ours.Form, typer.Option(help="And the other one.")] = "view",
    most: Annotated[int, typer.Option(help="Moves a second to prepare for.")] = 8000,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for what is prepared, to be used again.")
    ] = None,
) -> None:
    """Compare two servers."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # an exit that ends the servers, too
    lift_limits()
    load = Load("turn", tables, seconds, pace or None)
    a_second = tables / pace if pace else most
    both = [
        Server("this", HERE.parent / "src", form),
        Server("other", other.resolve() / "src", other_form),
    ]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        kept = keep or Path(folder)
        # With the other version, which may be older: databases can be upgraded, not downgraded.
        prepared = _prepare(both[1], kept, tables, int(a_second * seconds * pairs / tables) + 1)
        for server in both:
            file = Path(folder) / f"{server.name}.db"
            shutil.copy(kept / "pairs.db", file)
            server.pid = stack.enter_context(server.running(file))
        uvloop.run(_compare(both, prepared, load, pairs))
    _print(both)


def _prepare(server: Server, folder: Path, tables: int, moves: int) -> bytes:
    """Set up tables, or reuse kept ones; return the pickled `ours.Pair`s."""
    file, told = folder / "pairs.db", folder / "pairs.pickle"
    if not told.exists():
        with server.running(file):
            prepared = uvloop.run(ours.prepare(server.port, f"sqlite:///{file}", tables, moves))
        told.write_bytes(pickle.dumps(prepared))
    return told.read_bytes()


async def _compare(both: Sequence[Server], prepared: bytes, load: Load, pairs: int) -> None:
    for server in both:
        await ours.ready(server.port)
        tables = pickle.loads(prepared)  # noqa: S301 (written by this script)
        server.slots = await ours.slots(server.port, tables, Meter(), load.pace, server.form)
    for number in range(pairs):
        for server in both if number % 2 else both[::-1]:
            server.turns.append(await _turn(server, load))


async def _turn(server: Server, load: Load) -> Turn:
    meter = Meter()
    for slot in server.slots:
        slot.meter = meter
    before, asker = _cpu(server.pid), time.process_time()
    seconds, _ = await drive(load, server.slots, meter)
    while not (meter.dry or meter.errors) and any(slot.is_under_way for slot in server.slots):
        await asyncio.sleep(SETTLING)
    after, asked = _cpu(server.pid), time.process_time() - asker
    if meter.dry:
        raise RuntimeError("the prepared games ran out: prepare for more with --most")
    if meter.errors or not meter.done_in_all:
        raise RuntimeError(f"{server.name}: errors {dict(meter.errors)}")
    counted = meter.done_between(RISING * seconds, seconds)
    latencies = meter.latencies()
    moves = meter.done_in_all
    return Turn(
        per_second=counted / (seconds * (1 - RISING)),
        p99_ms=latencies[int(0.99 * len(latencies))],
        server_us=1e6 * (after[0] - before[0]) / moves,
        children_us=1e6 * (after[1] - before[1]) / moves,
        asker_us=1e6 * asked / moves,
    )


def _cpu(pid: int) -> tuple[float, float]:
    """Return the CPU seconds of a process, and those of its children."""
    children = [
        int(child)
        for path in Path(f"/proc/{pid}/task").glob("*/children")
        for child in path.read_text().split()
    ]
    return _used(pid), sum(map(_used, children))


def _used(pid: int) -> float:
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def _print(both: Sequence[Server]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("medians")
    for server in both:
        table.add_column(f"{server.name}, {server.form}s", justify="right")
    table.add_column("ratio of a pair, median", justify="right")
    table.add_column("middle half", justify="right")
    what = {
        "per_second": "moves a second",
        "p99_ms": "p99 ms",
        "server_us": "server's µs a move",
        "children_us": "its children's µs a move",
        "asker_us": "asker's µs a move",
    }
    for name, told in what.items():
        ours_, theirs = ([getattr(turn, name) for turn in server.turns] for server in both)
        ratios = [a / b if b else 1.0 for a, b in zip(ours_, theirs, strict=True)]
        low, middle, high = statistics.quantiles(ratios) if len(ratios) > 1 else ratios * 3
        medians = (f"{statistics.median(one):,.1f}" for one in (ours_, theirs))
        table.add_row(told, *medians, f"{middle:.2f}", f"{low:.2f} to {high:.2f}")
    print_table(table, out)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    app()
