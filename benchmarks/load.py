"""Measure the server under load, beside boardgame.io's: python benchmarks/load.py [--json]

One server and one client process on the same machine. The output explains each figure.
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
from collections.abc import Callable, Iterator
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
from drive import PACE, Load, Meter, Result, Usage, measure
from idle import Held, hold
from medians import medians, ratios
from rich.console import Console
from rich.table import Table
from wire import connect

import spielwerk
from spielwerk.cli.console import print_table

HERE = Path(__file__).parent
START_SECONDS, STOP_SECONDS = 300, 15  # the machine may be busy
PARTS = ("generator", "steady", "thinking", "fast", "workers", "idle", "peer")
WORKERS = 2

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
    idle_sockets: Annotated[int, typer.Option(help="Sockets that only look on.", min=1)] = 10_000,
    idle_seconds: Annotated[float, typer.Option(help="For how long they do.", min=1)] = 60,
    most: Annotated[
        int, typer.Option(help="Moves a second to prepare for; games that run out end the load.")
    ] = 8000,
    compile_first: Annotated[
        bool, typer.Option(help="Compile what servers would compile in the background.")
    ] = True,
    form: Annotated[
        ours.Form, typer.Option(help="What clients ask for: views, or records as pages do.")
    ] = "record",
    rounds: Annotated[
        int, typer.Option(help="How often all this is measured in turns; medians are shown.", min=1)
    ] = 1,
    only: Annotated[list[str] | None, typer.Option(help=f"Some of {', '.join(PARTS)}.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the server under load."""
    parts = only or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        raise typer.BadParameter(f"there is no {', '.join(sorted(unknown))}", param_hint="--only")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # an exit that ends the servers, too
    lift_limits()
    steady = Load("steady", tables, seconds, PACE)
    thinking = Load("thinking", tables, seconds, PACE)
    fast = Load("fast", fast_tables, fast_seconds, None)
    measured: list[list[Result]] = []
    held: Held | None = None
    notes = [ours.NOTE]
    if "thinking" in parts:
        notes.append(f"thinking: at {bot_tables} more tables two grossmeisters play meanwhile")
    with err.status("starting") as status:
        if compile_first and {"steady", "thinking", "fast", "workers"} & set(parts):
            status.update("compiling, the first time")
            ours.compile_all()
        with_peer = "peer" in parts
        if with_peer and (reason := peer.missing() or peer.install()):
            with_peer = False
            notes.append(f"boardgame.io was left out: {reason}")
        elif with_peer:
            notes.append(peer.NOTE)
        room = int(most * fast_seconds / fast_tables)  # moves to prepare for each table
        paced = int(seconds / PACE)
        # Compared runs follow each other directly: a shared machine's speed changes by the minute.
        turns: tuple[tuple[bool, str, Callable[[], Result]], ...] = (
            ("generator" in parts, "no server", lambda: _generator(fast)),
            ("fast" in parts, "Spielwerk, fast", lambda: _ours(fast, room, 0, form)),
            (with_peer, "boardgame.io, fast", lambda: _peer(fast, on_files=False)),
            ("steady" in parts, "Spielwerk, steady", lambda: _ours(steady, paced, 0, form)),
            (with_peer, "boardgame.io, steady", lambda: _peer(steady, on_files=False)),
            (
                "thinking" in parts,
                "Spielwerk, thinking",
                lambda: _ours(thinking, paced, bot_tables, form),
            ),
            (with_peer, "boardgame.io on files, fast", lambda: _peer(fast, on_files=True)),
            ("workers" in parts, f"{WORKERS} workers", lambda: _workers(fast, room, form)),
        )
        for number in range(1, rounds + 1):
            measured.append([])
            for is_asked, name, run in turns:
                if is_asked:
                    status.update(f"round {number} of {rounds}: {name}")
                    measured[-1].append(run())
        if "idle" in parts:
            status.update(f"Spielwerk, {idle_sockets:,} sockets that only look on")
            held = _idle(idle_sockets, idle_seconds)
    results, compared = medians([one for each in measured for one in each]), ratios(measured)
    if as_json:
        told = {"machine": _machine(), "results": [asdict(one) for one in results], "notes": notes}
        told |= {"ratios": [asdict(one) for one in compared], "idle": held and asdict(held)}
        out.print_json(json.dumps(told))
        return
    if held is not None:
        notes.append(
            f"idle: {held.answered:,} of {held.sockets:,} sockets answered after {held.seconds:g} "
            f"s of silence; {held.kb_per_socket:g} KB each, {held.cores:g} of a core in all"
        )
    if rounds > 1:
        notes.append(f"medians of {rounds} rounds; ratios are those of each round")
    _print(results, [load for load in (steady, thinking, fast) if load.name in parts], notes)
    for one in compared:
        out.print(f"{one.name}: {one.median:g} ({one.low:g} to {one.high:g})")


def _generator(load: Load) -> Result:
    """Measure the client's own limit against a no-op server."""
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
    """Measure our server on an SQLite file, while bots play each other at `of_bots` more tables."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'load.db'}"
        return _served(url, "SQLite, durable", load, moves, form, of_bots=of_bots)


def _workers(load: Load, moves: int, form: ours.Form) -> Result:
    """Measure several of our workers on a PostgreSQL of their own."""
    from server.postgres import Postgres  # the tests have one

    postgres = Postgres(durable=True)
    try:
        store = f"PostgreSQL, durable, {WORKERS} workers"
        return _served(postgres.fresh(), store, load, moves, form, WORKERS, beside=postgres.pid)
    finally:
        postgres.stop()


def _served(
    url: str,
    store: str,
    load: Load,
    moves: int,
    form: ours.Form,
    workers: int = 1,
    of_bots: int = 0,
    beside: int | None = None,
) -> Result:
    """Set up tables at our server, restart it and drive it; `beside` is its database's process."""
    port = free_port()
    command = _command(port, url, "--workers", str(workers))
    health = f"http://127.0.0.1:{port}/healthz"
    with running(command, port, health):
        pairs = uvloop.run(ours.prepare(port, url, load.tables, moves))

    async def run(pid: int) -> Result:
        meter = Meter()
        await ours.ready(port)
        slots = await ours.slots(port, pairs, meter, load.pace, form)
        await ours.let_bots_play(port, of_bots, load.seconds)
        name = f"Spielwerk {spielwerk.__version__}, {form}s"
        before = None if beside is None else Usage.of(beside).cpu
        result = await measure(name, store, load, slots, meter, pid)
        spent = {"server": result.server_cpu * result.seconds}
        if beside is not None and before is not None:
            spent["database"] = Usage.of(beside).cpu - before
        per_move = {who: 1e6 * cpu / max(1, result.moves) for who, cpu in spent.items()}
        told = ", ".join(f"{who} {micros:.0f} µs" for who, micros in per_move.items())
        result.notes.append(f"{store}: a move takes the processors {told}")
        return result

    with running(command, port, health) as pid:
        return uvloop.run(run(pid))


def _idle(sockets: int, seconds: float) -> Held:
    """Measure our server with many idle sockets."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = _command(port, f"sqlite:///{Path(folder) / 'load.db'}", "--no-compile")
        with running(command, port, f"http://127.0.0.1:{port}/healthz") as pid:
            return uvloop.run(hold(port, pid, sockets, seconds))


def _command(port: int, url: str, *options: str) -> list[str]:
    command = [sys.executable, "-m", "spielwerk", "serve", "--port", str(port)]
    command += ["--database", url, "--no-limits", "--log-level", "warning"]
    return [*command, "--connections", str(ours.CONNECTIONS), *options]


def _peer(load: Load, *, on_files: bool) -> Result:
    """Measure boardgame.io's server, in memory or on files."""
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
    """Start a server process, yield its id once it answers, and end it."""
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
    """Raise the limit of open sockets to the maximum: a table has two, on both sides."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port() -> int:
    """Return a free port."""
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
    print_table(table, out)
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
