"""Convert a log of numbers, as compiled loops write it, to a match."""

from __future__ import annotations

from spielwerk.match.fair import ToldChance
from spielwerk.match.match import Match
from spielwerk.match.position import Position
from spielwerk.rules.game import Game
from spielwerk.rules.state import NATURE, Numbers


def retell(game: Game, seats: int, first: int, log: Numbers) -> Match:
    """Return the match for a log of (seat, action), including nature's; every ply is checked."""
    plies = log.tolist()
    outcomes = iter([action for seat, action in plies if seat == NATURE])
    match = Match.told(Position(game, seats, first), ToldChance(outcomes))
    for seat, action in plies:
        if seat != NATURE:
            match.play(game.write(match._position.states, 0, seat, action), seat)
    return match
