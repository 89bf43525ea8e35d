"""The command `spielwerk report`: write a report about a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import out, progress_bar
from spielwerk.cli.options import GameName, On, Seed, check_writable


def report(
    game: GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")],
    games: Annotated[int, typer.Option(help="Games per number of seats.", min=20)] = 300,
    seed: Seed = 1,
    bots: Annotated[str, typer.Option(help="The bot at all seats.")] = "geselle",
    ladder: Annotated[
        str, typer.Option(help="The ladder's bots, weakest first: a,b,c.")
    ] = "zufall,lehrling,geselle,meister",
    lang: Annotated[str, typer.Option(help="The page's language: de or en.")] = "en",
    workers: Annotated[
        int | None, typer.Option(help="Processes that play; default: one per core.", min=1)
    ] = None,
    on: On = "here",
) -> None:
    """Analyse a game, and write a report as one self-contained page."""
    from spielwerk.lab import executors
    from spielwerk.lab.report.findings import find_out
    from spielwerk.lab.report.language import Language
    from spielwerk.lab.report.page import page
    from spielwerk.lab.report.study import Study, conduct

    study = Study(game, bots, tuple(ladder.split(",")), games, seed)
    words = Language(lang, game)
    executor = executors.named(on, workers or (1 if on == "ray" else os.cpu_count() or 1))
    check_writable(output)
    with progress_bar() as progress:
        task = progress.add_task(game)
        played = conduct(
            study, executor, lambda done, all_: progress.update(task, completed=done, total=all_)
        )
    output.write_text(page(find_out(study, played), words), encoding="utf-8")
    out.print(f"{output}: {game}, {games} games per number of seats, seed {seed}", soft_wrap=True)
