"""Commands that play many games: simulate, arena, bench, perft, soak."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from spielwerk.cli.shared import (
    CHECK_FAILED,
    MAX_SEED,
    AsJson,
    FirstSeat,
    GameName,
    On,
    Options,
    Parts,
    Seats,
    Threads,
    Workers,
    check_writable,
    counting,
    err,
    out,
    read_first_seat,
    read_options,
)
from spielwerk.rules.errors import BadSetting

if TYPE_CHECKING:  # imports inside commands keep `--help` quick
    from spielwerk.lab.simulate import Simulation
    from spielwerk.lab.spreading import Place
    from spielwerk.rules.batch import Results

app = typer.Typer()


@app.command()
def simulate(
    game: GameName,
    seats: Seats = 2,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1000,
    seed: Annotated[
        int, typer.Option(help="A number that fixes all chance.", min=0, max=MAX_SEED)
    ] = 1,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one a seat: a,b.")
    ] = "zufall",
    first: FirstSeat = "0",
    threads: Threads = 1,
    workers: Workers = 1,
    on: On = "here",
    options: Options = None,
    parts: Parts = None,
    results: Annotated[
        Path | None,
        typer.Option(help="Write a row a game to FILE.parquet, or to a folder of such files."),
    ] = None,
    records: Annotated[Path | None, typer.Option(help="Write each game here, a line each.")] = None,
    trace: Annotated[bool, typer.Option(help="Records tell legal moves and scores too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games at once and tell what came of them.

    With --results a run that was broken off goes on where it was when it is started again.
    """
    from spielwerk.games import find
    from spielwerk.lab import simulate as lab
    from spielwerk.lab.spreading import place
    from spielwerk.rules.batch import LOT

    if trace and records is None:
        raise BadSetting("bad_trace", "--trace says what --records writes; name a file for them")
    found = find(game, parts, read_options(options))
    found.check_seats(seats)
    players = lab.check_bots(bots.split(","), seats)
    chosen = read_first_seat(first)
    start = LOT if chosen == "lot" else found.check_first(chosen, seats)
    telling: lab.Telling = "nothing" if records is None else "trace" if trace else "records"
    where = place(on, workers)
    if records is not None:
        check_writable(records)
    simulation = lab.Simulation(found, tuple(players), games, seed, start, telling, threads)
    tally = lab.Tally(seats, len(found.score_names(seats)))
    with counting() as progress:
        task = progress.add_task(f"{game}: {bots}", total=games)
        for part in _played(simulation, where, results, records):
            tally.add(part)
            progress.advance(task, len(part.plies))
    summary = tally.summary()
    if as_json:
        out.print_json(json.dumps({"game": game, "seed": seed, **summary.as_dict()}))
        return
    mean = summary.plies / summary.games
    out.print(
        f"{summary.games} games of {game}, {seats} seats, seed {seed}: {summary.plies} plies, "
        f"{mean:.1f} a game ({summary.fewest_plies} to {summary.most_plies})",
        soft_wrap=True,
    )
    table = Table("seat", "wins", "mean rank", *found.score_names(seats), box=None)
    for number, seat in enumerate(summary.seats):
        scores = [f"{score:.2f}" for score in seat.mean_scores]
        table.add_row(str(number), f"{seat.win_share:.1%}", f"{seat.mean_rank:.2f}", *scores)
    out.print(table)


def _played(
    simulation: Simulation, where: Place, results: Path | None, records: Path | None
) -> Iterator[Results]:
    """Play, and write what is to be written."""
    from spielwerk.lab.simulate import run

    if results is not None:
        from spielwerk.lab.dataset import Dataset

        kept = Dataset(results, simulation, records)
        yield from kept.play(where)
        for part in kept.broken:
            err.print(f"part {part} of {results} was broken, and was played again")
        return
    with records.open("w", encoding="utf-8") if records else contextlib.nullcontext() as file:
        for outcome in run(simulation, where):
            if file is not None:
                file.writelines(f"{record}\n" for record in outcome.records)
            yield outcome.results


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who meets: a,b. Budgets as in ismcts@200ms.")],
    seats: Annotated[int | None, typer.Option(help="How many sit at a table; all of them.")] = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 400,
    seed: Annotated[int, typer.Option(help="A number that fixes all chance.", min=0)] = 1,
    workers: Workers = 1,
    on: On = "here",
    sprt: Annotated[
        str, typer.Option(help="Stop once the first bot's share is settled: 0.5,0.55.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play each other on the same deals, seats rotated, and tell what that proves."""
    from spielwerk.lab import arena as lab
    from spielwerk.lab.spreading import place

    names = bots.split(",")
    contest = lab.Contest(game, tuple(names), seats or len(names), games, seed)
    test = lab.Sprt.read(sprt) if sprt else None
    ledger = lab.Ledger(contest)
    verdict = None
    where = place(on, workers)
    with counting() as progress:
        task = progress.add_task(f"{game}: {bots}", total=contest.deals)
        for deal in lab.run(contest, where):
            ledger.add(deal)
            progress.advance(task)
            verdict = test.verdict(ledger.shares(0)) if test else None
            if verdict:
                break
    if as_json:
        out.print_json(json.dumps(ledger.as_dict() | ({"sprt": verdict} if test else {})))
        return
    told = ledger.as_dict()
    out.print(f"{told['games']} games of {game} on {told['deals']} deals, seed {seed}")
    table = Table(
        "bot", "wins", "95 %", "rating", "mean rank", "result", "spread", "best", box=None
    )
    for one in ledger.standings():
        numbers = (f"{one.rating:.1f}", f"{one.mean_rank:.2f}", f"{one.mean_result:.2f}")
        between = f"{one.low:.1%} to {one.high:.1%}"
        spread = (f"{one.spread:.2f}", f"{one.best:g}")
        table.add_row(one.name, f"{one.share:.1%}", between, *numbers, *spread)
    out.print(table)
    if contest.seats == 1:  # alone there is nobody to beat: how often came which result?
        for one in ledger.standings():
            tally = ", ".join(f"{result}: {times}" for result, times in one.tally.items())
            out.print(f"results of {one.name}: {tally}")
    if test:
        out.print(f"SPRT: {verdict or 'not settled'}")


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all if none.")] = None,
    against: Annotated[
        str, typer.Option(help="Measure the same moves in peers: a,b. Alone, nothing else.")
    ] = "",
    markdown: Annotated[bool, typer.Option(help="Print tables for the docs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure speed: medians of rounds that take turns.

    Peers are momaland, open_spiel, pgx and pettingzoo.
    """
    from spielwerk.games import find, names
    from spielwerk.lab import peers
    from spielwerk.lab.bench import measure
    from spielwerk.lab.comparison import COLUMNS, compare

    others = [peers.find(name) for name in dict.fromkeys(against.split(",")) if name]
    chosen = [find(name) for name in games or (() if others else names())]
    with err.status("measuring") as status:
        figures = list(measure(chosen, status.update))
        compared = compare(others, status.update) if others else None
    if as_json:
        figures += compared.figures() if compared else ()
        out.print_json(json.dumps([figure.as_dict() for figure in figures]))
        return
    if figures:
        lines = ((one.name, _told_number(one.value), one.unit) for one in figures)
        _print_figures(("what", "", "unit"), lines, markdown)
    if compared:
        _print_figures(COLUMNS, compared.table(), markdown)
        for remark in compared.remarks():
            out.print(remark, soft_wrap=True)


def _told_number(value: float) -> str:
    return f"{value:,.{0 if value >= 1000 else 2}f}"


def _print_figures(
    columns: tuple[str, ...], lines: Iterable[tuple[str, ...]], markdown: bool
) -> None:
    """A table whose first column names what is measured; numbers and units follow."""
    if markdown:
        marks = ("---" if column in ("unit", columns[0]) else "---:" for column in columns)
        out.print(f"| {' | '.join(columns)} |\n|{'|'.join(marks)}|", soft_wrap=True)
        for name, *cells in lines:
            out.print(f"| `{name}` | {' | '.join(cells)} |", soft_wrap=True)
        return
    table = Table(*columns, box=None)
    for column in table.columns[1:]:
        column.justify = "left" if column.header == "unit" else "right"
    for line in lines:
        table.add_row(*line)
    out.print(table)


@app.command()
def perft(
    game: GameName,
    seats: Seats = 2,
    seed: Annotated[int, typer.Option(help="Which random game.", min=0, max=MAX_SEED)] = 1,
    plies: Annotated[
        int, typer.Option(help="After how many of its seats' plies.", min=0, max=100_000)
    ] = 0,
    depth: Annotated[int, typer.Option(help="How many plies deep.", min=0, max=100)] = 3,
    parts: Parts = None,
) -> None:
    """Count the positions that many plies below a position, every draw being a ply."""
    from spielwerk.games import find
    from spielwerk.rules import batch, warm

    found = find(game, parts)
    found.check_seats(seats)
    warm.ready(found, warm.for_batches)
    position = batch.position(found, seats, seed, plies)
    for level in range(depth + 1):
        out.print(f"{level} {batch.perft(found, position, level)}")


@app.command()
def soak(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all if none.")] = None,
    number: Annotated[int, typer.Option(help="How many games a table.", min=1)] = 100_000,
    seed: Annotated[
        int, typer.Option(help="A number that fixes all chance.", min=0, max=MAX_SEED)
    ] = 1,
    threads: Threads = 2,
) -> None:
    """Play random games at every number of seats, and look at every state for what can't be."""
    from spielwerk.games import find, names
    from spielwerk.lab.soak import soak as soaked
    from spielwerk.lab.soak import told_fault

    chosen = [find(name) for name in games or names()]
    broken, seconds = 0, 0.0
    for table in soaked(chosen, number, seed, threads):
        told = f"{table.game}, {table.seats} seats: {table.games} games, {table.plies} plies"
        out.print(f"{told}, {table.seconds:.1f} s")
        for bad, wrong in table.faults:
            out.print(f"  game {bad} of seed {seed}: {told_fault(wrong)}")
        broken += len(table.faults)
        seconds += table.seconds
    out.print(f"{broken} games break an invariant; {seconds:.1f} s in all")
    if broken:
        raise typer.Exit(CHECK_FAILED)
