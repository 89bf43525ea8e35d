"""The command `spielwerk bench`: measure speed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.table import Table

from spielwerk.cli.console import err, out, print_table
from spielwerk.cli.options import AsJson, GameNames


def bench(
    games: GameNames = None,
    against: Annotated[
        str, typer.Option(help="Measure only the comparison with these peers: a,b.")
    ] = "",
    cold: Annotated[
        bool, typer.Option("--cold", help="Measure only starts with nothing compiled.")
    ] = False,
    markdown: Annotated[bool, typer.Option(help="Print tables for the docs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure speed: medians of interleaved rounds.

    Peers are momaland, open_spiel, pgx and pettingzoo. Cold starts take minutes: each game until
    its first legal move, and (if no game is named) all games with bots, as `serve` compiles them;
    in elapsed time and in CPU seconds.
    """
    from spielwerk.games import find, names
    from spielwerk.lab import peers
    from spielwerk.lab.bench import measure
    from spielwerk.lab.cold_starts import measure_cold
    from spielwerk.lab.peers.benchmark import COLUMNS, compare

    others = [peers.find(name) for name in dict.fromkeys(against.split(",")) if name]
    chosen = [find(name) for name in games or (() if others else names())]
    with err.status("measuring") as status:
        if cold:
            measured = list(measure_cold(chosen, status.update, with_server=not games))
        else:
            measured = list(measure(chosen, status.update))
        compared = compare(others, status.update) if others else None
    if as_json:
        measured += compared.measurements() if compared else ()
        out.print_json(json.dumps([one.as_dict() for one in measured]))
        return
    if measured:
        lines = ((one.name, _told_number(one.value), one.unit) for one in measured)
        _print_table(("what", "", "unit"), lines, markdown)
    if compared:
        _print_table(COLUMNS, compared.table(), markdown)
        for remark in compared.remarks():
            out.print(remark, soft_wrap=True)


def _told_number(value: float) -> str:
    return f"{value:,.{0 if value >= 1000 else 2}f}"


def _print_table(
    columns: tuple[str, ...], lines: Iterable[tuple[str, ...]], markdown: bool
) -> None:
    """Print a table; the first column names the measurement, numbers and units follow."""
    if markdown:
        marks = ("---" if column in ("unit", columns[0]) else "---:" for column in columns)
        out.print(f"| {' | '.join(columns)} |\n|{'|'.join(marks)}|", soft_wrap=True)
        for name, *cells in lines:
            out.print(f"| `{name}` | {' | '.join(cells)} |", soft_wrap=True)
        return
    table = Table(*columns, box=None)
    for column in table.columns[1:]:
        column.justify = "left" if column.header == "unit" else "right"
    for line in lines:
        table.add_row(*line)
    print_table(table)
