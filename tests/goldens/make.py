"""Write the goldens: python -m goldens.make (with `tests` on Python's path).

To take them from another version, run this with that version's Python. To see what a digest that
differs is about, let both versions show its text, and compare: `--show match/axio/2/0 views`. How
many of the bots' decisions differ from those kept: `--count`.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from goldens import cases, decisions
from goldens.digests import Facets

HERE = Path(__file__).parent
GOLDENS, DECISIONS = HERE / "goldens.json", HERE / "decisions.json"

out = Console(highlight=False, soft_wrap=True, markup=False)


def kept(file: Path) -> dict[str, dict[str, Any]]:
    """Return the goldens of a file."""
    found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def digests(case: cases.Case) -> dict[str, str]:
    """Return a case's digests, by facet."""
    facets = Facets()
    case(facets)
    return facets.digests()


def main(
    show: Annotated[tuple[str, str] | None, typer.Option(help="Print a case's facet.")] = None,
    count: Annotated[bool, typer.Option(help="Count the decisions that differ.")] = False,
) -> None:
    """Write, show or count."""
    every = cases.plain() | cases.research()
    if show:
        facets = Facets(shown=show[1])
        every[show[0]](facets)
        for line in facets.lines:
            out.print(line)
    elif count:
        _count()
    else:
        _write(GOLDENS, {name: digests(case) for name, case in every.items()})
        found = {f"{table}/{n}": decisions.decide(table, n) for table, n in decisions.positions()}
        _write(DECISIONS, found)
        out.print(f"written in {time.process_time():.0f} s of this process")


def _write(file: Path, goldens: dict[str, dict[str, Any]]) -> None:
    """Write them, one per line."""
    lines = [
        f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}"
        for name, value in goldens.items()
    ]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _count() -> None:
    before, total, positions = kept(DECISIONS), Counter[tuple[str, str]](), decisions.positions()
    for table, number in positions:
        key = f"{table}/{number}"
        total += decisions.differences(before[key], decisions.decide(table, number))
    out.print(f"{len(positions)} positions; each bot has two choices and one list in each")
    for (bot, what), number in sorted(total.items()):
        out.print(f"{bot}: {number} {what} differ")


if __name__ == "__main__":
    typer.run(main)
