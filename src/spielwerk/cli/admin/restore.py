"""The command `spielwerk admin restore`: restore a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import Database, read_database


def restore(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.")],
    database: Database = "",
) -> None:
    """Restore a backup into an empty database of the same kind or another."""
    from spielwerk.server.store.dump import read_dump

    rows = read_dump(read_database(database), file)
    out.print(f"{rows} rows were restored.")
