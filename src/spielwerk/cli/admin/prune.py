"""The command `spielwerk admin prune`: delete old tables and guests."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import counted, out
from spielwerk.cli.options import Database, read_database


def prune(
    days: Annotated[
        int, typer.Option(help="Delete what has not changed for this many days.", min=1)
    ] = 365,
    abandoned: Annotated[
        int | None,
        typer.Option(help="Also delete running games without activity for this many days.", min=1),
    ] = None,
    database: Database = "",
) -> None:
    """Delete finished and never started tables, and guests without a table."""
    from spielwerk.server.store.pruning import prune_all

    tables, people = prune_all(read_database(database), days, abandoned)
    out.print(f"Deleted: {counted(tables, 'table')} and {counted(people, 'guest')}")
