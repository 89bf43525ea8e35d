"""The command `spielwerk simulate`: play many games."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from spielwerk.cli.console import err, out, print_table, progress_bar
from spielwerk.cli.options import (
    AsJson,
    FirstSeat,
    GameName,
    On,
    Parts,
    RuleOptions,
    Seats,
    StreamSeed,
    Threads,
    Workers,
    check_writable,
    read_first_seat,
    read_rule_options,
)
from spielwerk.rules.errors import BadSetting

if TYPE_CHECKING:
    from spielwerk.lab.executors import Executor
    from spielwerk.lab.simulate import Simulation
    from spielwerk.rules.batch import Results


def simulate(
    game: GameName,
    seats: Seats = 2,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 1000,
    seed: StreamSeed = 1,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one per seat: a,b.")
    ] = "zufall",
    first: FirstSeat = "0",
    threads: Threads = 1,
    workers: Workers = 1,
    on: On = "here",
    options: RuleOptions = None,
    parts: Parts = None,
    results: Annotated[
        Path | None,
        typer.Option(help="Write one row per game to FILE.parquet, or to a folder of such files."),
    ] = None,
    records: Annotated[Path | None, typer.Option(help="Write one record per game to FILE.")] = None,
    trace: Annotated[bool, typer.Option(help="Add legal moves and scores to records.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and summarise the results.

    With --results, an interrupted run resumes where it stopped when it is started again.
    """
    from spielwerk.games import find
    from spielwerk.lab import executors
    from spielwerk.lab import simulate as lab
    from spielwerk.rules.batch import LOT

    if trace and records is None:
        raise BadSetting("bad_trace", "--trace needs --records FILE")
    found = find(game, parts, read_rule_options(options))
    found.check_seats(seats)
    players = lab.check_bots(bots.split(","), seats)
    chosen = read_first_seat(first)
    start = LOT if chosen == "lot" else found.check_first(chosen, seats)
    telling: lab.Telling = "nothing" if records is None else "trace" if trace else "records"
    executor = executors.named(on, workers)
    if records is not None:
        check_writable(records)
    simulation = lab.Simulation(found, tuple(players), games, seed, start, telling, threads)
    tally = lab.Tally(seats, len(found.score_names(seats)))
    with progress_bar() as progress:
        task = progress.add_task(f"{game}: {bots}", total=games)
        for part in _played(simulation, executor, results, records):
            tally.add(part)
            progress.advance(task, len(part.plies))
    summary = tally.summary()
    if as_json:
        out.print_json(json.dumps({"game": game, "seed": seed, **summary.as_dict()}))
        return
    mean = summary.plies / summary.games
    out.print(
        f"{summary.games} games of {game}, {seats} seats, seed {seed}: {summary.plies} plies, "
        f"{mean:.1f} per game ({summary.fewest_plies} to {summary.most_plies})",
        soft_wrap=True,
    )
    table = Table("seat", "wins", "mean rank", *found.score_names(seats), box=None)
    for number, seat in enumerate(summary.seats):
        scores = [f"{score:.2f}" for score in seat.mean_scores]
        table.add_row(str(number), f"{seat.win_share:.1%}", f"{seat.mean_rank:.2f}", *scores)
    print_table(table)


def _played(
    simulation: Simulation, executor: Executor, results: Path | None, records: Path | None
) -> Iterator[Results]:
    """Play, and write results and records as requested."""
    from spielwerk.lab.simulate import run

    if results is not None:
        from spielwerk.lab.dataset import Dataset

        kept = Dataset(results, simulation, records)
        yield from kept.play(executor)
        for part in kept.broken:
            err.print(f"part {part} of {results} was damaged, and was played again")
        return
    with records.open("w", encoding="utf-8") if records else contextlib.nullcontext() as file:
        for outcome in run(simulation, executor):
            if file is not None:
                file.writelines(f"{record}\n" for record in outcome.records)
            yield outcome.results
