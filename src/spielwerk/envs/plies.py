"""The kernels under single environments: a seat's ply with nature's after it, and masks."""

from __future__ import annotations

from spielwerk.envs.observing import observe
from spielwerk.rules.dispatch import act, legal, odds
from spielwerk.rules.kernel import kernel
from spielwerk.rules.luck import weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

NOBODY = -1


@kernel
def play(t, s, i, seat, action, stream, weights, log, rows):
    """Let a seat act, or NOBODY when the cards are to be dealt, and nature as long as it may.

    Plies are written into `log` from row `rows` on. Returns whose turn it is, and how many rows
    the log has: more than it has room for if it is too short.
    """
    while seat != NOBODY or s[i].turn == NATURES_TURN:
        if seat == NOBODY:
            seat = NATURE
            action = weighted(stream, weights, odds(t, s, i, weights))
        act(t, s, i, seat, action)
        if rows < len(log):
            log[rows, 0] = seat
            log[rows, 1] = action
        rows += 1
        seat = NOBODY
    return s[i].turn, rows


@kernel
def write_mask(t, s, i, seat, actions, mask):
    """A 1 for each action that the seat may choose; `actions` is room to list them in."""
    mask[:] = 0
    for k in range(legal(t, s, i, seat, actions)):
        mask[actions[k]] = 1


@kernel
def look(t, s, i, seat, out):
    """What a seat sees of s[i]; Python finds a game's kernel quicker here than by itself."""
    observe(t, s, i, seat, out)
