"""The command `spielwerk admin backup`: back up a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import Database, read_database


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it (.jsonl.gz).")],
    database: Database = "",
) -> None:
    """Back up the whole database to a file, whether or not the server is running."""
    from spielwerk.server.store.dump import write_dump

    rows = write_dump(read_database(database), file)
    out.print(f"{rows} rows are in {file}.", markup=False)
