"""`spielwerk admin prune`."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import Database, read_database


def prune(
    days: Annotated[int, typer.Option(help="What has not changed for so many days.", min=1)] = 365,
    database: Database = "",
) -> None:
    """Delete tables that ended or were never started, and guests without a table."""
    from spielwerk.server.store.pruning import prune_all

    tables, people = prune_all(read_database(database), days)
    out.print(f"{tables} tables and {people} guests are gone.")
