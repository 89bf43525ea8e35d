"""The server under load, beside boardgame.io's: python benchmarks/load.py [--json]

One server and one who asks, both on this machine. What is measured is told with the figures.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import httpx
import ours
import peer
import typer
import uvloop
from drive import PACE, Load, Meter, Result, measure
from rich.console import Console
from rich.table import Table
from wire import connect

import spielwerk

HERE = Path(__file__).parent
START_SECONDS, STOP_SECONDS = 120, 15
PARTS = ("generator", "steady", "thinking", "fast", "peer")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def main(
    tables: Annotated[int, typer.Option(help="Tables that move once a second.", min=1)] = 1000,
    seconds: Annotated[float, typer.Option(help="For how long they do.", min=1)] = 60,
    fast_tables: Annotated[int, typer.Option(help="Tables that never wait.", min=1)] = 200,
    fast_seconds: Annotated[float, typer.Option(help="For how long they play.", min=1)] = 15,
    bot_tables: Annotated[
        int, typer.Option(help="Tables at which bots think all the time.", min=1)
    ] = 4,
    most: Annotated[
        int, typer.Option(help="Moves a second to prepare for; games that run out end the load.")
    ] = 8000,
    compile_first: Annotated[
        bool, typer.Option(help="Compile what servers would compile in the background.")
    ] = True,
    form: Annotated[
        ours.Form, typer.Option(help="What clients ask for: views, or records as pages do.")
    ] = "view",
    only: Annotated[list[str] | None, typer.Option(help=f"Some of {', '.join(PARTS)}.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the server under load."""
    parts = only or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        raise typer.BadParameter(f"there is no {', '.join(sorted(unknown))}", param_hint="--only")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and end the servers on the way
    lift_limits()
    steady = Load("steady", tables, seconds, PACE)
    thinking = Load("thinking", tables, seconds, PACE)
    fast = Load("fast", fast_tables, fast_seconds, None)
    results: list[Result] = []
    notes = [ours.NOTE]
    if "thinking" in parts:
        notes.append(f"thinking: at {bot_tables} more tables two grossmeisters play meanwhile")
    with err.status("starting") as status:
        if "generator" in parts:
            status.update("how fast can moves be asked for at all?")
            results.append(_generator(fast))
        if compile_first and {"steady", "thinking", "fast"} & set(parts):
            status.update("compiling, the first time")
            ours.compile_all()
        ours_too = (
            (steady, seconds / PACE, 0),
            (thinking, seconds / PACE, bot_tables),
            (fast, most * fast_seconds / fast_tables, 0),
        )
        for load, moves, of_bots in ours_too:
            if load.name in parts:
                status.update(f"Spielwerk, {load.name}: preparing")
                results.append(_ours(load, int(moves), of_bots, form))
        if "peer" in parts:
            if reason := peer.missing() or peer.install():
                notes.append(f"boardgame.io was left out: {reason}")
            else:
                notes.append(peer.NOTE)
                for load, on_files in ((steady, False), (fast, False), (fast, True)):
                    status.update(f"boardgame.io, {load.name}")
                    results.append(_peer(load, on_files))
    if as_json:
        told = {"machine": _machine(), "results": [asdict(one) for one in results], "notes": notes}
        out.print_json(json.dumps(told))
        return
    _print(results, [load for load in (steady, thinking, fast) if load.name in parts], notes)


def _generator(load: Load) -> Result:
    """What the one who asks can do, against a server that does nothing."""
    port = free_port()

    async def run(pid: int) -> Result:
        meter = Meter()
        slots = []
        plies = [ours.Ply(number % 2, "br f10-g10", number) for number in range(45)]
        for number in range(load.tables):
            games = deque(
                ours.Game(f"t{number}g{game}", "", plies)
                for game in range(int(40_000 * load.seconds / load.tables / 45) + 1)
            )
            sockets = [await connect(port, "/"), await connect(port, "/")]
            slot = ours.OurSlot(meter, None, sockets, games)
            await slot.open()
            slots.append(slot)
        return await measure("nothing (an echo)", "none", load, slots, meter, pid)

    with running([sys.executable, str(HERE / "echo.py"), str(port)], port) as pid:
        return uvloop.run(run(pid))


def _ours(load: Load, moves: int, of_bots: int, form: ours.Form) -> Result:
    """Our server on an SQLite file: set up first, then started anew and driven.

    At `of_bots` more tables bots play each other meanwhile.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "load.db"
        command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(port)]
        command += ["--database", f"sqlite:///{file}", "--no-limits", "--log-level", "warning"]
        health = f"http://127.0.0.1:{port}/healthz"
        with running(command, port, health):
            pairs = uvloop.run(ours.prepare(port, file, load.tables, moves))

        async def run(pid: int) -> Result:
            meter = Meter()
            await ours.ready(port)
            slots = await ours.slots(port, pairs, meter, load.pace, form)
            await ours.let_bots_play(port, of_bots, load.seconds)
            name = f"Spielwerk {spielwerk.__version__}, {form}s"
            return await measure(name, "SQLite, durable", load, slots, meter, pid)

        with running(command, port, health) as pid:
            return uvloop.run(run(pid))


def _peer(load: Load, on_files: bool) -> Result:
    """boardgame.io's server, in memory or on files."""
    port = free_port()

    async def run(pid: int) -> Result:
        meter = Meter()
        slots = await peer.slots(port, load.tables, meter, load.pace)
        return await measure(peer.version(), peer.STORES[on_files], load, slots, meter, pid)

    with tempfile.TemporaryDirectory() as folder:
        command = peer.command(port, Path(folder) if on_files else None)
        with running(command, port, environment=peer.environment()) as pid:
            return uvloop.run(run(pid))


@contextmanager
def running(
    command: list[str],
    port: int,
    health: str | None = None,
    environment: dict[str, str] | None = None,
) -> Iterator[int]:
    """A server process, from when it answers; ended at the end."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        try:
            end = time.monotonic() + START_SECONDS
            while not _answers(port, health):
                if process.poll() is not None or time.monotonic() > end:
                    said.seek(0)
                    text = said.read().decode(errors="replace")[-2000:]
                    raise typer.Exit(_fail(f"{command[:4]} does not start:\n{text}"))
                time.sleep(0.05)
            yield process.pid
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _answers(port: int, health: str | None) -> bool:
    try:
        if health is not None:
            return httpx.get(health, timeout=5).is_success
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except (OSError, httpx.TransportError):
        return False
    return True


def _fail(text: str) -> int:
    err.print(text, markup=False)
    return 1


def lift_limits() -> None:
    """Allow as many sockets as may be: a table has two, on both sides."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _machine() -> dict[str, str]:
    told = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next((line.partition(": ")[2] for line in told if "model name" in line), "unknown")
    packages = ("fastapi", "uvicorn", "uvloop", "SQLAlchemy")
    return {
        "cpu": f"{os.cpu_count()} cores, {model}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        **{package: version(package) for package in packages},
    }


def _print(results: list[Result], loads: list[Load], notes: list[str]) -> None:
    table = Table(box=None, pad_edge=False)
    left = ("server", "store", "load")
    right = ("tables", "moves", "moves/s, median", "mean", "p50 ms", "p99 ms", "max ms", "errors")
    for name in (*left, *right, "RSS MB", "server's cores", "asker's cores"):
        table.add_column(name, justify="left" if name in left else "right")
    for one in results:
        table.add_row(
            *(one.server, one.store, one.load, f"{one.tables:,}", f"{one.moves:,}"),
            *(f"{one.median_per_second:,.0f}", f"{one.mean_per_second:,.0f}"),
            *(f"{one.p50_ms:.1f}", f"{one.p99_ms:.1f}", f"{one.max_ms:.1f}"),
            *(f"{sum(one.errors.values())}", f"{one.rss_mb:.0f}"),
            *(f"{one.server_cpu:.2f}", f"{one.generator_cpu:.2f}"),
        )
    out.print(table)
    for load in loads:
        how = "once a second each" if load.pace else "each as soon as the last is acknowledged"
        out.print(f"{load.name}: {load.tables:,} tables for {load.seconds:g} s, {how}")
    for one in results:
        for note in one.notes:
            out.print(f"{one.server}, {one.load}: {note}")
        if one.errors:
            out.print(f"{one.server}, {one.load}: errors {one.errors}")
    for note in notes:
        out.print(note, soft_wrap=True)
    out.print(", ".join(f"{name} {told}" for name, told in _machine().items()))


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    app()
