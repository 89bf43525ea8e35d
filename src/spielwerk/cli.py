"""The commands."""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spielwerk import __version__
from spielwerk.rules.errors import BadSetting, RecordError, SpielwerkError
from spielwerk.rules.numbers import quoted

app = typer.Typer(
    help="Five tabletop games, exact to the rulebook.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class _Output(Console):
    """A console that leaves quietly when whoever reads it has had enough."""

    def on_broken_pipe(self) -> None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        raise typer.Exit


out = _Output(highlight=False)
err = Console(stderr=True, highlight=False)

MAX_SEED = (1 << 64) - 1  # of simulations, whose streams are of 64 bits
CHECK_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

GameName = Annotated[str, typer.Argument(help="The game, as `spielwerk games` lists it.")]
Seats = Annotated[int, typer.Option(help="How many seats play.")]
Seed = Annotated[int | None, typer.Option(help="A number that fixes all chance.")]
FirstSeat = Annotated[str, typer.Option(help="The starting seat, or 'lot' to draw it.")]
Threads = Annotated[int, typer.Option(help="How many threads play.", min=1)]
Parts = Annotated[Path | None, typer.Option(help="Play with the parts in this file.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option, like hands=hidden.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

# What Typer raises for wrong options and arguments; which package it comes from has changed.
UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command; whatever is refused is one line and an exit code, never a traceback."""
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
def version(
    show: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Five tabletop games, exact to the rulebook."""
    if show:
        out.print(f"spielwerk {__version__}")
        raise typer.Exit


@app.command()
def games() -> None:
    """List the games."""
    from spielwerk.games import find, names

    for name in names():
        game = find(name)
        out.print(f"{name}: {game.seats[0]} to {game.seats[-1]} seats")


@app.command()
def play(
    game: GameName,
    seats: Seats = 2,
    humans: Annotated[int, typer.Option(help="How many seats people take, from seat 0 on.")] = 1,
    bot: Annotated[str, typer.Option(help="Who takes the other seats.")] = "zufall",
    seed: Seed = None,
    first: FirstSeat = "0",
    options: Options = None,
    parts: Parts = None,
    record: Annotated[
        Path | None, typer.Option(help="Add the record to this file at the end.")
    ] = None,
) -> None:
    """Play in the terminal, against bots or with others at the same keyboard."""
    from spielwerk import bots, terminal
    from spielwerk.match.match import Match

    match = Match(game, seats, seed, first=_first(first), parts=parts, **_options(options))
    if not 1 <= humans <= seats:
        raise BadSetting("bad_humans", f"1 to {seats} people can play, not {humans}")
    players = {seat: bots.bot(bot, seed) for seat in range(humans, seats)}
    if record is not None:
        _check_writable(record)
    try:
        terminal.play(match, players, out)
    finally:
        if record is not None:
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(match.record(trace=True)) + "\n")
            out.print(f"The record is the last line of {record}.", markup=False)


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
    options: Options = None,
    parts: Parts = None,
    records: Annotated[Path | None, typer.Option(help="Write each game here, a line each.")] = None,
    trace: Annotated[bool, typer.Option(help="Records tell legal moves and scores too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games at once and tell what came of them."""
    from spielwerk.games import find
    from spielwerk.lab import simulate as lab
    from spielwerk.rules import warm
    from spielwerk.rules.batch import LOT

    if trace and records is None:
        raise BadSetting("bad_trace", "--trace says what --records writes; name a file for them")
    found = find(game, parts, _options(options))
    found.check_seats(seats)
    players = lab.check_bots(bots.split(","), seats)
    chosen = _first(first)
    start = LOT if chosen == "lot" else found.check_first(chosen, seats)
    if records is not None:
        _check_writable(records)

    warm.ready(found, warm.for_batches)
    tally = lab.Tally(seats, len(found.score_names(seats)))
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        if set(players) == {"zufall"}:
            for part in lab.simulate(found, seats, games, seed, first=start, threads=threads):
                tally.add(part)
                progress.advance(task, len(part.plies))
            told = lab.records(found, seats, games, seed, first=start, trace=trace)
            wanted = games if records is not None else 0
        else:
            told = lab.between_bots(found, players, games, seed, tally, first=start, trace=trace)
            wanted = games
        for _ in lab.write_records(records, itertools.islice(told, wanted)):
            progress.advance(task)
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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="Records, a line each (JSON Lines).")],
    fair: Annotated[bool, typer.Option(help="Check all chance against the seed told.")] = False,
    commitment: Annotated[
        str | None, typer.Option(help="With --fair: the SHA-256 that was shown at the start.")
    ] = None,
    parts: Parts = None,
) -> None:
    """Check every record in a file; a line for each that does not hold, and exit code 1."""
    from spielwerk.match.replay import check_fair
    from spielwerk.match.replay import replay as replay_record

    if commitment is not None and not fair:
        raise BadSetting("bad_commitment", "--commitment goes with --fair")
    checked = failed = 0
    for number, record in _records_in(file):
        checked += 1
        try:
            if fair:
                check_fair(record, parts=parts, commitment=commitment)
            else:
                replay_record(record, parts=parts)
        except RecordError as error:
            failed += 1
            out.print(f"record {number}: {error.reason}", markup=False, soft_wrap=True)
    told = "hold, and so does their chance" if fair else "hold"
    out.print(f"{checked - failed} of {checked} records {told}")
    if failed:
        raise typer.Exit(CHECK_FAILED)


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
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all if none.")] = None,
    against: Annotated[
        str, typer.Option(help="Peers to measure too, where they have the game: a,b.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Measure speed: medians of rounds that take turns."""
    from spielwerk.games import find, names
    from spielwerk.lab import peers
    from spielwerk.lab.bench import measure

    chosen = [find(name) for name in games or names()]
    others = [peers.find(name) for name in against.split(",") if name]
    with err.status("measuring") as status:
        figures = list(measure(chosen, status.update, others))
    if as_json:
        out.print_json(json.dumps([figure.__dict__ for figure in figures]))
        return
    table = Table("what", "", "unit", box=None)
    table.columns[1].justify = "right"
    for figure in figures:
        digits = 0 if figure.value >= 1000 else 2
        table.add_row(figure.name, f"{figure.value:,.{digits}f}", figure.unit)
    out.print(table)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who meets: a,b. Budgets as in ismcts@200ms.")],
    seats: Annotated[int | None, typer.Option(help="How many sit at a table; all of them.")] = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 400,
    seed: Annotated[int, typer.Option(help="A number that fixes all chance.", min=0)] = 1,
    workers: Annotated[int, typer.Option(help="How many processes play.", min=1)] = 1,
    sprt: Annotated[
        str, typer.Option(help="Stop once the first bot's share is settled: 0.5,0.55.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play each other on the same deals, seats rotated, and tell what that proves."""
    from spielwerk.lab import arena as lab

    names = bots.split(",")
    contest = lab.Contest(game, tuple(names), seats or len(names), games, seed)
    test = lab.Sprt.read(sprt) if sprt else None
    ledger = lab.Ledger(contest)
    verdict = None
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(f"{game}: {bots}", total=contest.deals)
        for deal in lab.run(contest, workers):
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


def _options(given: list[str] | None) -> dict[str, str]:
    """Rule options as the command line gives them."""
    for option in given or []:
        if "=" not in option:
            raise BadSetting("bad_option", f"write an option like hands=hidden, not {option!r}")
    return dict(option.split("=", 1) for option in given or [])


def _first(text: str) -> int | Literal["lot"]:
    """A starting seat as the option gives it."""
    if text == "lot":
        return "lot"
    if not re.fullmatch("[0-9]{1,2}", text):
        reason = f"the first seat must be a number or 'lot', not {quoted(text)}"
        raise BadSetting("bad_first", reason)
    return int(text)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _check_writable(file: Path) -> None:
    """Refuse a file that can't be written before anything is played for it."""
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadSetting("unwritable", f"{file}: {error.strerror}") from None


def _records_in(file: Path) -> Iterator[tuple[int, Any]]:
    """The records of a file, each with its number from 1; a broken file is refused."""
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(
                        line, object_pairs_hook=_each_key_once, parse_constant=_no_number
                    )
                except (ValueError, RecursionError) as error:
                    reason = f"{file}, line {number}: this is not JSON ({error})"
                    raise BadSetting("broken_file", reason) from None
                yield number, record
    except OSError as error:
        raise BadSetting("unreadable", f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadSetting("unreadable", f"{file}: this is not a text file") from None
