"""The command `spielwerk engine`: build a game's WebAssembly engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import CHECK_FAILED, err, out
from spielwerk.cli.options import GameName


def engine(
    game: GameName,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write to; default: the game's `web`."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only check whether the engine is up to date.")
    ] = False,
    only_declarations: Annotated[
        bool, typer.Option("--declarations", help="Only write the declarations for pages.")
    ] = False,
    any_version: Annotated[
        bool, typer.Option("--any-version", help="Also build with untested versions.")
    ] = False,
) -> None:
    """Build a game's engine: its rules and bots as WebAssembly, and its declarations for pages."""
    from spielwerk.engine import beside, manifest
    from spielwerk.engine.errors import EngineError
    from spielwerk.games import find

    found = find(game)
    folder = out_folder or manifest.folder(found)
    if check:
        try:
            manifest.check(found, folder)
            beside.check(found, folder)
        except EngineError as error:
            out.print(error.reason, markup=False, soft_wrap=True)
            raise typer.Exit(CHECK_FAILED) from None
        out.print(f"the engine of {game} is up to date")
        return
    if only_declarations:
        beside.write(found, folder)
        out.print(f"{folder / beside.DECLARATIONS}", markup=False, soft_wrap=True)
        return
    from spielwerk.engine.builder import build

    with err.status(f"building the engine of {game}"):
        built = build(game, any_version=any_version)
    manifest.write(found, built, folder)
    beside.write(found, folder)
    told = manifest.read(found, folder)
    out.print(f"{folder / manifest.ENGINE}: {_sizes(built)}", markup=False, soft_wrap=True)
    out.print(f"rules {told['rules']}, engine {told['engine']}")


def _sizes(built: bytes) -> str:
    """Return an engine's size, and its compressed sizes for transfer."""
    import gzip

    sizes = [f"{len(built):,} bytes", f"{len(gzip.compress(built, 9)):,} by gzip"]
    try:
        import brotli
    except ImportError:
        return ", ".join(sizes)
    return ", ".join([*sizes, f"{len(brotli.compress(built)):,} by brotli"])
