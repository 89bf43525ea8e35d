"""The command `spielwerk site`: write the page as static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.rules.errors import BadSetting


def site(
    folder: Annotated[
        Path, typer.Option("--output", "-o", help="The folder to write; new, or of an earlier run.")
    ],
) -> None:
    """Write the page as a folder of static files, playable from any web host without a server."""
    from spielwerk.server.site import is_free, write

    if not is_free(folder):
        raise BadSetting("not_empty", f"{folder} holds other files: name a new folder")
    games = write(folder)
    out.print(f"{folder}: {', '.join(games)}", markup=False, soft_wrap=True)
    out.print("Put it on any web host; opened as a file it does not run.")
    out.print(
        f"To try it: python -m http.server --directory {folder}", markup=False, soft_wrap=True
    )
