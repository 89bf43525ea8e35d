"""Refusals that are also Gymnasium's own error types."""

from __future__ import annotations

from gymnasium import error

from spielwerk.envs.episode import Mask
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.given import quoted, whole


class BadAction(IllegalMove, error.InvalidAction):
    """A value that is not an action of this game."""


class GameOver(IllegalMove, error.ResetNeeded):
    """A step after the end, or before the first deal."""

    def __init__(self, code: str = "game_over", reason: str = "") -> None:
        super().__init__(code, reason or "there is no game going on: reset() begins one")


def number_of(action: object, actions: int) -> int:
    """Return an action's number."""
    number = whole(action)
    if number is None or not 0 <= number < actions:
        reason = f"an action is a number from 0 to {actions - 1}, not {quoted(action)}"
        raise BadAction("bad_action", reason)
    return number


def legal_number(action: object, mask: Mask) -> int:
    """Return the number of an action that the mask allows."""
    number = number_of(action, len(mask))
    if not mask[number]:
        raise IllegalMove("masked_out", f"action {number} is masked out: it is not legal now")
    return number
