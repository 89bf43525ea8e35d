"""Long runs of servers that are killed or whose database fails, under load: `make crash`."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from hosting import faults
from hosting.crashing import OPTIONS, Hurt, Outcome, crash
from hosting.forking import ForkedServer
from server.postgres import Postgres
from server.process import ServerProcess
from spielwerk.cli.console import out

_AWAY_SECONDS = 8.0
_LOCKED_SECONDS = 20.0  # writers wait
_REFUSED_SECONDS = 35.0  # longer than they wait (`busy_timeout`)
_FAULT_SECONDS = 3.0
_START_SECONDS = 300.0  # until all play, on a busy machine


class Rounds:
    """Runs parts of a crash test one after the other, each on a server of its own."""

    def __init__(self, stack: ExitStack, seed: int, seconds: float) -> None:
        self._stack = stack
        self._seed = seed
        self._seconds = seconds
        self.hold = True

    def folder(self) -> Path:
        """Create a folder."""
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="crash")))

    def postgres(self) -> Postgres:
        """Start a PostgreSQL that may be stopped."""
        postgres = Postgres()
        self._stack.callback(postgres.stop)
        return postgres

    def run(
        self,
        name: str,
        rounds: int,
        make: Callable[[], tuple[ServerProcess, Hurt | None]],
        *,
        lasts: float = 0.0,
        workers: int = 1,
    ) -> None:
        """Let people play these rounds, with faults of `lasts` seconds, and print the result."""
        if rounds == 0:
            return
        server, hurt = make()
        self._stack.callback(server.kill)
        outcome = asyncio.run(
            crash(
                server,
                rounds=rounds,
                seed=self._seed,
                workers=workers,
                most_seconds=_START_SECONDS + rounds * (lasts + self._seconds),
                hurt=hurt,
                told=_tell_progress,
            )
        )
        out.print(f"{name}: {outcome.told()}", markup=False, soft_wrap=True)
        complete = outcome.rounds == rounds and outcome.by_node > 0
        if not complete:
            out.print(f"{name}: incomplete, {outcome.rounds} of {rounds} rounds", markup=False)
        self.hold = self.hold and outcome.holds and complete


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="kills on SQLite")
    parser.add_argument("--worker-rounds", type=int, default=50, help="kills on PostgreSQL")
    parser.add_argument("--locked-rounds", type=int, default=30, help="SQLite's file is locked")
    parser.add_argument("--refused-rounds", type=int, default=10, help="for longer than it waits")
    parser.add_argument("--fault-rounds", type=int, default=30, help="SQLite: disk full, file gone")
    parser.add_argument("--clock-rounds", type=int, default=10, help="needs libfaketime")
    parser.add_argument("--away-rounds", type=int, default=30, help="PostgreSQL: away, silent, cut")
    parser.add_argument(
        "--seconds",
        type=float,
        default=60,
        help="at most, for a round beside its fault, on average",
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.clock_rounds and faults.FAKED is None:
        parser.error("the clock can't be set back: apt install faketime, or --clock-rounds 0")
    # Killed processes leave semaphores behind, as intended here: no warnings about them.
    os.environ["PYTHONWARNINGS"] = "ignore::UserWarning:multiprocessing.resource_tracker"
    with ExitStack() as stack:
        rounds = Rounds(stack, asked.seed, asked.seconds)

        def killed() -> tuple[ServerProcess, None]:
            return ForkedServer(rounds.folder(), *OPTIONS), None

        def locked() -> tuple[ServerProcess, Hurt]:
            server = ServerProcess(rounds.folder(), *OPTIONS)
            return server, faults.suffer([faults.file_locked], _LOCKED_SECONDS)

        def refused() -> tuple[ServerProcess, Hurt]:
            server = ServerProcess(rounds.folder(), *OPTIONS)
            return server, faults.suffer([faults.file_locked], _REFUSED_SECONDS)

        def hurt() -> tuple[ServerProcess, Hurt]:
            server = ServerProcess(rounds.folder(), *OPTIONS)
            return server, faults.suffer([faults.disk_full, faults.file_gone], _FAULT_SECONDS)

        def set_back() -> tuple[ServerProcess, Hurt]:
            folder = rounds.folder()
            server = ServerProcess(folder, *OPTIONS, environment=faults.faked_clock(folder))
            return server, faults.suffer([faults.clock_set_back], _FAULT_SECONDS)

        def workers() -> ServerProcess:
            options = (*OPTIONS, "--workers", "2")
            return ServerProcess(rounds.folder(), *options, database=rounds.postgres().fresh())

        def away() -> tuple[ServerProcess, Hurt]:
            postgres, options = rounds.postgres(), (*OPTIONS, "--workers", "2")
            server = ServerProcess(rounds.folder(), *options, database=postgres.fresh())
            kinds = [
                faults.away(postgres),
                faults.silent(postgres),
                faults.listening_cut,
                faults.all_cut,
            ]
            return server, faults.suffer(kinds, _AWAY_SECONDS)

        run = rounds.run
        run("killed", asked.rounds, killed)
        run("workers killed", asked.worker_rounds, lambda: (workers(), None), workers=2)
        run("file locked", asked.locked_rounds, locked, lasts=_LOCKED_SECONDS)
        run("file locked for long", asked.refused_rounds, refused, lasts=_REFUSED_SECONDS)
        run("disk full or file gone", asked.fault_rounds, hurt, lasts=_FAULT_SECONDS)
        run("clock set back", asked.clock_rounds, set_back, lasts=_FAULT_SECONDS)
        run(
            "PostgreSQL away, silent or cut",
            asked.away_rounds,
            away,
            lasts=_AWAY_SECONDS,
            workers=2,
        )
    sys.exit(0 if rounds.hold else 1)


def _tell_progress(outcome: Outcome) -> None:
    if outcome.rounds % 10 == 0:
        done = f"{outcome.rounds} rounds, {outcome.tally.acknowledged} acknowledged acts"
        out.print(f"{outcome.store}: {done}, {outcome.seconds:.0f} s", markup=False)


if __name__ == "__main__":
    main()
