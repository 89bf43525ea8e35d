"""The command line, with one module per command."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from spielwerk import __version__
from spielwerk.cli import (
    admin,
    arena,
    baselines,
    bench,
    check,
    engine,
    games,
    lesson,
    perft,
    play,
    replay,
    report,
    serve,
    simulate,
    site,
    soak,
    tune,
)
from spielwerk.cli.console import BAD_INPUT, INTERRUPTED, err, out
from spielwerk.rules.errors import SpielwerkError

app = typer.Typer(
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
    baselines.baselines,
    tune.tune,
    report.report,
    check.check,
    soak.soak,
    perft.perft,
    engine.engine,
    lesson.lesson,
    site.site,
    bench.bench,
):
    app.command()(command)
app.add_typer(admin.app, name="admin")

# What Typer raises for wrong options and arguments; different versions import it from elsewhere.
UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command; report any refusal as one line and an exit code, never as a traceback."""
    sys.path.append("")  # the current folder, which may contain `my_bots:Mine`
    try:
        code = app(standalone_mode=False)
    except SpielwerkError as error:
        code = _refuse(error.reason)
    except UsageError as error:
        code = _refuse(error.format_message())
    except OSError as error:  # a full disk, a file that was removed
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
    show: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Five tabletop games, true to the text of their published rules.

    Without a command: start a server on this machine, and open its page in the browser.
    """
    if context.invoked_subcommand is None and not show:
        serve.play_in_browser()
    if show:
        out.print(f"spielwerk {__version__}")
        raise typer.Exit
