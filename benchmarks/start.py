"""Measure how fast a server with many tables starts, and its memory: make start-speed

On SQLite and on PostgreSQL, beside a server without tables; everything on this machine. It prints
medians of several starts. Then many tables are opened at once, and unloaded again.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.console import Console
from rich.table import Table

from server.postgres import Postgres
from server.process import ServerProcess
from spielwerk.cli.console import print_table
from spielwerk.games import names
from spielwerk.rules import compilation
from spielwerk.server import acts, bookkeeping, setting_up, wire
from spielwerk.server.acts import Asker
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.log import now
from spielwerk.server.table import LiveTable

out = Console(highlight=False)

GROUP = 500  # tables per transaction
PLIES = 12
ASKED = 20  # requests for the public list
IDLE_SECONDS = 5.0  # instead of ten minutes
QUIET_SECONDS = 180


def main(
    tables: Annotated[int, typer.Option(help="Tables that play.", min=100)] = 10_000,
    open_tables: Annotated[int, typer.Option(help="Public tables with a free seat.")] = 1000,
    starts: Annotated[int, typer.Option(help="Starts of which the median is told.", min=1)] = 5,
    rush: Annotated[int, typer.Option(help="Tables that are opened at once.")] = 2000,
) -> None:
    """Measure how a server with many tables starts."""
    for name in names():
        compilation.ready(compilation_of(name))
    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            lines = [
                measure("SQLite, no table", folder, sqlite(folder, "empty"), starts),
                measure("PostgreSQL, no table", folder, postgres.fresh(), starts),
            ]
            for kind, url in (
                ("SQLite", sqlite(folder, "full")),
                ("PostgreSQL", postgres.fresh()),
            ):
                ids = fill(url, tables, open_tables)
                lines.append(measure(f"{kind}, {tables:,} tables", folder, url, starts))
                if kind == "SQLite":
                    held = memory(folder, url, ids[:rush])
        show(lines, held, rush)
    finally:
        postgres.stop()


def compilation_of(name: str) -> Any:
    """Return a game, which is compiled before anything is measured."""
    return wire.Terms(game=name).find_game()


def sqlite(folder: Path, name: str) -> str:
    """Return the database URL of a file."""
    return f"sqlite:///{folder / name}.db"


def fill(url: str, count: int, waiting: int) -> list[str]:
    """Write tables in play, and some that wait for players; return those in play.

    Half of them have a bot, whose turn it is at one in a hundred; a tenth have a clock.
    """
    engine, at, ids = open_database(url), now(), []
    with engine.begin() as connection:
        hosts = [queries.add_person(connection, f"Guest {number}", at) for number in range(500)]
    for begin in range(0, count + waiting, GROUP):
        with engine.begin() as connection:
            for number in range(begin, min(begin + GROUP, count + waiting)):
                host = Asker(hosts[number % 500], "Guest")
                table = make(host, number, at, is_open=number >= count)
                row = setting_up.row(table, at)
                people = {s: host.person for s, one in enumerate(table.sitters) if one.person}
                queries.add_table(connection, row, people, table.log)  # type: ignore[arg-type]
                queries.note(connection, bookkeeping.everything(table))
                if table.status == "running":
                    ids.append(table.id)
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()
    return ids


def make(host: Asker, number: int, at: int, *, is_open: bool) -> LiveTable:
    """Return one of many tables, some plies after its start."""
    games = names()
    with_bot = number % 2 == 0
    new = wire.NewTable(
        game=games[number % len(games)],
        listed=is_open,
        clock=wire.Clock(days=3) if number % 10 == 1 else None,
        first=0,
        pace=False,
        sit=[0] if with_bot or is_open else [0, 1],
        bots={"1": "zufall"} if with_bot and not is_open else {},
    )
    table = setting_up.new_table(host, new, at)
    if is_open:
        return table
    acts.start_if_full(table, at)
    plies = 0
    while table.match is not None and table.to_act and (plies < PLIES or 1 in table.to_act):
        seat = table.to_act[-1] if plies < PLIES else 1
        acts.move(table, seat, table.number, table.match.legal(seat)[0], at, host.person)
        plies += 1
        if number % 100 == 0 and 1 in table.to_act:
            break
    return table


def measure(name: str, folder: Path, url: str, starts: int) -> dict[str, Any]:
    """Return when a server serves, when it answers with a list, and what it has loaded."""
    ready, worked, listed, loaded, megabytes = [], [], [], 0, 0.0
    for _ in range(starts):
        process = ServerProcess(folder, "--no-limits", "--log-level", "error", database=url)
        began = time.perf_counter()
        process.start()
        try:
            ready.append(time.perf_counter() - began)
            worked.append(processor_seconds(process.pid))
            with httpx.Client(base_url=process.url) as client:
                for _ in range(ASKED):
                    began = time.perf_counter()
                    client.get("/api/tables").raise_for_status()
                    listed.append(time.perf_counter() - began)
                loaded, megabytes = live_tables(client), resident(process.pid)
        finally:
            process.stop()
    return {
        "name": name,
        "ready": statistics.median(ready),
        "worked": statistics.median(worked),
        "list": statistics.median(listed),
        "loaded": loaded,
        "megabytes": megabytes,
    }


def memory(folder: Path, url: str, ids: list[str]) -> list[float]:
    """Return the megabytes before a rush, during it, and after its tables are unloaded."""
    process = Unloading(folder, url)
    process.start()
    try:
        with httpx.Client(base_url=process.url, timeout=60) as client:
            wait_for_games(client)
            for id_ in ids[:20]:  # loads each game's kernels and answers
                client.get(f"/api/tables/{id_}/view").raise_for_status()
            held = [resident(process.pid)]
            with ThreadPoolExecutor(8) as askers:
                paths = [f"/api/tables/{id_}/view" for id_ in ids]
                for answer in askers.map(client.get, paths):
                    answer.raise_for_status()
            held.append(resident(process.pid))
            end = time.monotonic() + QUIET_SECONDS
            while live_tables(client) > 0 and time.monotonic() < end:
                time.sleep(1)
            held.append(resident(process.pid))
            return held
    finally:
        process.stop()


class Unloading(ServerProcess):
    """The same server, except that it unloads tables sooner."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder, database=url)
        settings = Settings(url, limits=False, log_level="error", idle_seconds=IDLE_SECONDS)
        settings.to_environment(self._environment)

    def _command(self) -> list[str]:
        app = "spielwerk.server.worker:from_environment"
        port = ["--host", "127.0.0.1", "--port", str(self.port), "--log-level", "error"]
        return [sys.executable, "-m", "uvicorn", "--factory", *port, app]


def wait_for_games(client: httpx.Client) -> None:
    """Wait until all games are loaded, which also takes memory."""
    while set(client.get("/healthz").json()["games"].values()) != {"ready"}:
        time.sleep(0.2)


def live_tables(client: httpx.Client) -> int:
    """Return how many tables are loaded."""
    told = re.search(r"^spielwerk_live_tables (\S+)", client.get("/metrics").text, re.MULTILINE)
    return int(float(told[1])) if told else -1


def resident(pid: int) -> float:
    """Return the memory of a process, in megabytes."""
    told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", told)
    assert found is not None
    return int(found[1]) / 1024


def processor_seconds(pid: int) -> float:
    """Return the CPU time of a process, which depends less on other work here."""
    told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def show(lines: list[dict[str, Any]], held: list[float], rush: int) -> None:
    """Print the figures."""
    table = Table("", "serves after", "processor", "GET /api/tables", "tables loaded", "memory")
    for line in lines:
        table.add_row(
            line["name"],
            f"{line['ready']:.2f} s",
            f"{line['worked']:.2f} s",
            f"{1000 * line['list']:.1f} ms",
            str(line["loaded"]),
            f"{line['megabytes']:.0f} MB",
        )
    print_table(table)
    before, during, after = held
    out.print(f"{rush:,} tables opened: {before:.0f} MB before, {during:.0f} MB with them,")
    out.print(f"{after:.0f} MB once they are unloaded. Python {platform.python_version()}.")


if __name__ == "__main__":
    typer.run(main)
