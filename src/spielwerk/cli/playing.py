"""Commands for players: games, play, replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.shared import (
    CHECK_FAILED,
    FirstSeat,
    GameName,
    Options,
    Parts,
    Seats,
    Seed,
    check_writable,
    out,
    read_first_seat,
    read_options,
    records_in,
)
from spielwerk.rules.errors import BadSetting, RecordError

app = typer.Typer()


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

    match = Match(
        game, seats, seed, first=read_first_seat(first), parts=parts, **read_options(options)
    )
    if not 1 <= humans <= seats:
        raise BadSetting("bad_humans", f"1 to {seats} people can play, not {humans}")
    players = {seat: bots.bot(bot, seed) for seat in range(humans, seats)}
    if record is not None:
        check_writable(record)
    try:
        terminal.play(match, players, out)
    finally:
        if record is not None:
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(match.record(trace=True)) + "\n")
            out.print(f"The record is the last line of {record}.", markup=False)


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
    for number, record in records_in(file):
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
