"""`spielwerk admin check`."""

from __future__ import annotations

import typer

from spielwerk.cli.console import CHECK_FAILED, out
from spielwerk.cli.options import Database, read_database


def check(database: Database = "") -> None:
    """Play every match again; a line for each that does not hold, and exit code 1."""
    from spielwerk.server.checking import check_all

    tables = broken = 0
    for table, wrong in check_all(read_database(database)):
        tables += 1
        if wrong is not None:
            broken += 1
            out.print(f"table {table}: {wrong}", markup=False, soft_wrap=True)
    out.print(f"{tables - broken} of {tables} tables hold")
    if broken:
        raise typer.Exit(CHECK_FAILED)
