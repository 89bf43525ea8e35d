"""The command `spielwerk play`: play in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import (
    FirstSeat,
    GameName,
    Parts,
    RuleOptions,
    Seats,
    check_writable,
    read_first_seat,
    read_rule_options,
)
from spielwerk.rules.errors import BadSetting


def play(
    game: GameName,
    seats: Seats = 2,
    humans: Annotated[int, typer.Option(help="How many seats people take, from seat 0 on.")] = 1,
    bot: Annotated[
        str, typer.Option(help="The bot at the other seats: a name, or module:Class.")
    ] = "zufall",
    seed: Annotated[int | None, typer.Option(help="A number that fixes all chance.")] = None,
    first: FirstSeat = "0",
    options: RuleOptions = None,
    parts: Parts = None,
    record: Annotated[
        Path | None, typer.Option(help="Add the record to this file at the end.")
    ] = None,
) -> None:
    """Play in the terminal, against bots or with others at the same keyboard."""
    from spielwerk import bots, terminal
    from spielwerk.match.match import Match

    match = Match(
        game, seats, seed, first=read_first_seat(first), parts=parts, **read_rule_options(options)
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
