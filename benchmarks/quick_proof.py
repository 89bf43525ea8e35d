"""Prove that `make quick` catches mistakes by seeding faults one at a time: make quick-proof

It writes each fault of quick_faults.toml into a copy of this tree, and runs the steps of
`make quick` there until one fails, the step nearest to the fault's room first. It names faults
that pass all steps. This takes long.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from spielwerk.cli.console import print_table

ROOT = Path(__file__).resolve().parent.parent
FAULTS = Path(__file__).with_name("quick_faults.toml")
ENOUGH = 38
PER_ROOM = 8
LEFT_OUT = (".git", ".venv*", "build", "dist", "__pycache__", ".hypothesis", ".pytest_cache")
STEPS = ("lint", "page", "plain")  # make quick-…
FIRST = {"page": "page", "games": "plain", "match": "plain", "bots": "plain", "server": "plain"}

out = Console(highlight=False)


class StaleFault(Exception):
    """A fault whose text is not in the source exactly once."""


@dataclass(frozen=True)
class Fault:
    """A small edit of one file."""

    room: str
    what: str
    file: str
    old: str
    new: str

    def seed(self, tree: Path) -> None:
        """Make the edit in a copy of the sources."""
        source = tree / self.file
        text = source.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            times = text.count(self.old)
            raise StaleFault(f"{self.what}: its text occurs {times} times in {self.file}, not once")
        source.write_text(text.replace(self.old, self.new), encoding="utf-8")

    def mend(self, tree: Path) -> None:
        """Undo the edit: restore this tree's file, with its time stamp."""
        shutil.copy2(ROOT / self.file, tree / self.file)


def read_faults() -> list[Fault]:
    """Return all faults, in the order of their rooms."""
    rooms = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    return [Fault(room, **fault) for room, faults in rooms.items() for fault in faults]


def failing_step(tree: Path, room: str | None = None) -> str | None:
    """Return the first step of `make quick` that fails in a tree; None if all pass."""
    first = FIRST.get(room or "", STEPS[0])
    for step in sorted(STEPS, key=lambda step: step != first):
        command = ["make", f"VENV={ROOT / '.venv'}", f"quick-{step}"]
        environment = os.environ | {"PYTHONPATH": str(tree / "src")}
        done = subprocess.run(
            command, cwd=tree, env=environment, check=False, capture_output=True, text=True
        )
        if done.returncode != 0:
            (tree / "failed.log").write_text(done.stdout + done.stderr, encoding="utf-8")
            return step
    return None


def main(
    room: Annotated[str | None, typer.Option(help="Seed the faults of one room alone.")] = None,
) -> None:
    """Seed all faults, print how many are caught, and fail if there are too few."""
    faults = [fault for fault in read_faults() if room in {None, fault.room}]
    caught: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for fault in faults:  # before the slow part
            fault.seed(tree)
            fault.mend(tree)
        if step := failing_step(tree):
            sys.stderr.write((tree / "failed.log").read_text(encoding="utf-8"))
            sys.exit(f"make quick-{step} fails without any fault")
        for fault in faults:
            began = time.monotonic()
            fault.seed(tree)
            step = failing_step(tree, fault.room)
            fault.mend(tree)
            caught[fault.room] = caught.get(fault.room, 0) + (step is not None)
            told = f"quick-{step}" if step else "MISSED"
            out.print(f"{fault.room:8}{told:12}{time.monotonic() - began:5.0f} s  {fault.what}")
    table = Table("room", "caught", "of")
    for name, number in caught.items():
        table.add_row(name, str(number), str(sum(fault.room == name for fault in faults)))
    found = sum(caught.values())
    table.add_row("all", str(found), str(len(faults)))
    print_table(table, out)
    if len(faults) - found > len(read_faults()) - ENOUGH:
        sys.exit(f"{ENOUGH} of {len(read_faults())} are wanted")


if __name__ == "__main__":
    typer.run(main)
