"""The commands: a file each."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from spielwerk import __version__
from spielwerk.cli import (
    admin,
    arena,
    bench,
    check,
    engine,
    games,
    perft,
    play,
    replay,
    report,
    serve,
    simulate,
    soak,
    tune,
)
from spielwerk.cli.console import BAD_INPUT, INTERRUPTED, err, out
from spielwerk.rules.errors import SpielwerkError

app = typer.Typer(
    help="Five tabletop games, exact to the rulebook.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    games.games,
    play.play,
    replay.replay,
    serve.serve,
    simulate.simulate,
    arena.arena,
    tune.tune,
    report.report,
    check.check,
    soak.soak,
    perft.perft,
    engine.engine,
    bench.bench,
):
    app.command()(command)
app.add_typer(admin.app, name="admin")

# What Typer raises for wrong options and arguments; which package it comes from has changed.
UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command; whatever is refused is one line and an exit code, never a traceback."""
    sys.path.append("")  # the current folder, where `my_bots:Mine` may lie
    try:
        code = app(standalone_mode=False)
    except SpielwerkError as error:
        code = _refuse(error.reason)
    except UsageError as error:
        code = _refuse(error.format_message())
    except OSError as error:  # a full disk, a file that was taken away
        code = _refuse(str(error))
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(reason: str) -> int:
    err.print(f"spielwerk: {reason}", markup=False, soft_wrap=True)
    return BAD_INPUT


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    show: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Five tabletop games, exact to the rulebook. Without a command: play in the browser."""
    if context.invoked_subcommand is None and not show:
        serve.play_in_browser()
    if show:
        out.print(f"spielwerk {__version__}")
        raise typer.Exit
