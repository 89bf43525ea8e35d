"""The command `spielwerk admin check`: verify the matches in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import CHECK_FAILED, counted, out
from spielwerk.cli.options import Database, read_database
from spielwerk.cli.replay import records_in


def check(
    database: Database = "",
    record: Annotated[
        Path | None, typer.Option(help="Look for the logs of these records instead (JSON Lines).")
    ] = None,
) -> None:
    """Replay every match; print a line for each invalid one, and exit with code 1."""
    from spielwerk.server.checking import check_all

    if record is not None:
        _check_records(read_database(database), record)
        return
    tables = broken = 0
    for table, wrong in check_all(read_database(database)):
        tables += 1
        if wrong is not None:
            broken += 1
            out.print(f"table {table}: {wrong}", markup=False, soft_wrap=True)
    out.print(f"Valid: {tables - broken} of {counted(tables, 'table')}")
    if broken:
        raise typer.Exit(CHECK_FAILED)


def _check_records(database: str, file: Path) -> None:
    """Report for every record whether a log in the database still agrees with it."""
    from spielwerk.server.checking import check_heads

    numbered = list(records_in(file))
    broken = 0
    for (number, _), wrong in zip(
        numbered, check_heads(database, [record for _, record in numbered]), strict=True
    ):
        if wrong is not None:
            broken += 1
            out.print(f"record {number}: {wrong}", markup=False, soft_wrap=True)
    out.print(f"Found in logs: {len(numbered) - broken} of {counted(len(numbered), 'record')}")
    if broken:
        raise typer.Exit(CHECK_FAILED)
