"""Play in the terminal: show the table, read moves with completion, and run bots."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from rich.console import Console

from spielwerk.bots import Bot
from spielwerk.match.match import Match
from spielwerk.rules.errors import SpielwerkError
from spielwerk.rules.state import Sight

HELP = """\
Type a move in the game's notation; Tab completes it and shows what it would bring.
  moves   list the legal moves        undo    take your latest ply back, while that is possible
  show    draw the table again        quit    leave the game
"""
FEW = 60  # so many completions are shown whole; of more, the beginnings they share


class _Left(Exception):
    """A player has left the game."""


class Moves(Completer):
    """Completes moves, in steps where there are many, and tells the points of each."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        self._legal = match.legal(seat)

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        found = [move for move in self._legal if move.startswith(typed)]
        if len(found) > FEW:
            beginnings = dict.fromkeys(_next_step(move, len(typed)) for move in found)
            for beginning in beginnings:
                yield Completion(beginning, start_position=-len(typed))
            return
        for move in found:
            told = gains(self._match, move, self._seat)
            yield Completion(move, start_position=-len(typed), display_meta=told)


def _next_step(move: str, typed: int) -> str:
    """Return the move up to the next place at which its notation has a joint."""
    joint = re.compile(r"[ :,/-]").search(move, typed)
    return move[: joint.end()] if joint else move


def gains(match: Match, move: str, seat: int) -> str:
    """Return what a move would add to the scoreboard, in words as short as '+3 b +1 r'."""
    added = zip(match.game.score_names(match.seats), match.preview(move, seat), strict=True)
    return " ".join(f"{points:+} {name}" for name, points in added if points)


def play(match: Match, players: Mapping[int, Bot], out: Console) -> None:
    """Play a match to its end, or until somebody leaves; people play the seats without a bot."""
    people = [seat for seat in range(match.seats) if seat not in players]
    ask = _asking_at_a_terminal() if _at_a_terminal() else _reading_lines()
    out.print("All draws follow from a seed disclosed at the end. Its SHA-256:")
    out.print(match.commitment)
    if match.game.has_first:
        how = "drawn by lot" if match.record()["fair"]["first"] == "lot" else "as set"
        out.print(f"Seat {match.view(None)['first']} starts, {how}.")
    out.print("Type 'help' for help.\n")
    hides = any(field.sight is Sight.OWNER for field in match.game.layout.fields.values())
    at_keyboard = people[0] if len(people) == 1 else None
    try:
        while not match.over:
            seat = match.to_act[0]
            if seat in players:
                _bot_plays(match, seat, players[seat], out)
                continue
            if seat != at_keyboard and hides:
                _hand_over(seat, ask, out)
                at_keyboard = seat
            _person_plays(match, seat, ask, out)
    except (_Left, EOFError, KeyboardInterrupt):
        out.print("You have left the game.")
        return
    _tell_end(match, out)


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


Ask = Callable[[str, Completer | None], str]


def _asking_at_a_terminal() -> Ask:
    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, completer: Completer | None) -> str:
        return session.prompt(prompt, completer=completer, complete_while_typing=True)

    return ask


def _reading_lines() -> Ask:
    def ask(prompt: str, completer: Completer | None) -> str:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line.rstrip("\n")

    return ask


def _hand_over(seat: int, ask: Ask, out: Console) -> None:
    """Clear the screen between players, because hands are hidden."""
    if out.is_terminal:
        out.clear()
        ask(f"Seat {seat}, it is your turn: press Enter when you are alone. ", None)


def _bot_plays(match: Match, seat: int, bot: Bot, out: Console) -> None:
    _make(match, seat, bot.choose(match, seat), out)


def _make(match: Match, seat: int, move: str, out: Console) -> None:
    """Make a move, and print what it scored and revealed."""
    told = gains(match, move, seat)
    match.play(move, seat)
    line = f"seat {seat} plays {move}" + (f"  ({told})" if told else "")
    for what, seen in match.view(None)["moves"][-1].get("reveals", {}).items():
        line += f"  {match.game.display.tell(what, seen)}"
    out.print(line, markup=False)


def _person_plays(match: Match, seat: int, ask: Ask, out: Console) -> None:
    """Ask until a ply is made or taken back."""
    out.print(match.game.display.draw(match.view(seat)), "", sep="\n")
    while True:
        typed = ask(f"seat {seat}> ", Moves(match, seat)).strip()
        try:
            if _is_done(match, seat, typed, out):
                return
        except SpielwerkError as error:
            if not _at_a_terminal():
                raise
            out.print(error.reason, markup=False, style="bold")


def _is_done(match: Match, seat: int, typed: str, out: Console) -> bool:
    """Execute the input; return whether it made a ply or took one back."""
    match typed:
        case "quit":
            raise _Left
        case "help" | "?":
            out.print(HELP)
        case "moves":
            out.print("   ".join(match.legal(seat)), markup=False)
        case "show":
            out.print(match.game.display.draw(match.view(seat)), "", sep="\n")
        case "":
            pass
        case "undo":
            match.undo(seat)
            return True
        case _:
            _make(match, seat, typed, out)
            return True
    return False


def _tell_end(match: Match, out: Console) -> None:
    out.print(match.game.display.draw(match.view(None)), "", sep="\n")
    ranks: list[int] = match.ranks or []
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if match.seats > 1:
        who = " and ".join(f"seat {seat}" for seat in winners)
        out.print(f"The game is over: {who} {'wins' if len(winners) == 1 else 'share the win'}.")
    else:
        out.print(f"The game is over: {match.scores(0)}.")
    seed = match.seed
    out.print(f"The seed was {seed.hex() if seed else 'not told'}.", soft_wrap=True)
