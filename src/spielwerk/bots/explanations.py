"""Explain a bot's choice as data: how the best candidates differ, for a page to put into words.

A term is one number that a move changes: an entry of the seat's scoreboard, a fact that its bot
considers, or the most that the next seat could score in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.extending import overload

from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.workspace import workspace
from spielwerk.rules.dispatch import act, facts, kernels_of, scores, threat
from spielwerk.rules.kernel import INLINED, kernel, long_kernel

SCORE, FIT, ANSWER = range(3)  # the subject of a term
KINDS = ("score", "fit", "answer")
MOST_TERMS = 3
COLUMNS = 6
KIND, NUMBER, BEFORE, AFTER, BEFORE_IN, AFTER_IN = range(COLUMNS)  # of a term
# The extra value of a point on a low track: 2 ** (-track / 4) plus a tenth
QUARTERS = (1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605)


@long_kernel
def explain(t, s, seat, actions, by_need, facts_told, room, w, out):
    """Write the most important terms of each action, those that other actions lack first.

    s[0] is what the seat sees, s[1] is scratch space for trying actions. out[k] has one row per
    term, and their number in its last row. `facts_told` has rows for the facts before and after.
    """
    n = write_facts(t, s, 0, seat, room, w, facts_told[0])
    for k in range(len(actions)):
        s[1] = s[0]
        act(t, s, 1, seat, actions[k])
        write_facts(t, s, 1, seat, room, w, facts_told[1])
        found = 0
        for one in range(n):
            if is_changed(facts_told[0, one], facts_told[1, one]):
                write_term(facts_told[0, one], facts_told[1, one], out[k, found])
                found += 1
        out[k, len(out[0]) - 1, 0] = found
    for k in range(len(actions)):
        sort_terms(out, k, by_need)


@kernel
def write_facts(t, s, i, seat, room, w, out):
    """Write all facts of a state, one row each: kind, number, value, and in what."""
    n = 0
    for number in range(scores(t, s, i, seat, room)):
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = SCORE, number, room[number], 0
        n += 1
    for number in range(facts(t, s, i, seat, room)):
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = FIT, number, room[number], 0
        n += 1
    if s[i].seats > 1:
        answering = (seat + 1) % s[i].seats
        if write_threat(t, s, i, answering, w, room):
            out[n, 0], out[n, 1], out[n, 2], out[n, 3] = ANSWER, answering, room[0], room[1]
            n += 1
    return n


@kernel
def is_changed(before, after):
    return before[2] != after[2] or before[3] != after[3]


@kernel
def write_term(before, after, out):
    out[KIND], out[NUMBER] = after[0], after[1]
    out[BEFORE], out[AFTER] = before[2], after[2]
    out[BEFORE_IN], out[AFTER_IN] = before[3], after[3]


@kernel
def sort_terms(out, k, by_need):
    """Sort the terms of action k: first those that not all actions share, then by magnitude."""
    n = out[k, len(out[0]) - 1, 0]
    for one in range(1, n):
        at = one
        while at > 0 and comes_before(out, k, at, at - 1, by_need):
            for column in range(COLUMNS):
                kept = out[k, at, column]
                out[k, at, column] = out[k, at - 1, column]
                out[k, at - 1, column] = kept
            at -= 1


@kernel
def comes_before(out, k, one, other, by_need):
    shared, other_shared = is_shared(out, k, one), is_shared(out, k, other)
    if shared != other_shared:
        return other_shared
    return step(out[k, one], by_need) > step(out[k, other], by_need)


@kernel
def is_shared(out, k, term):
    """Return whether every action has the same term."""
    for other in range(len(out)):
        found = False
        for one in range(out[other, len(out[0]) - 1, 0]):
            same = True
            for column in range(COLUMNS):
                if out[other, one, column] != out[k, term, column]:
                    same = False
            found = found or same
        if not found:
            return False
    return True


@kernel
def step(term, by_need):
    """Return a term's weighted change: among tracks, low ones need points most."""
    distance = float(abs(term[AFTER] - term[BEFORE]))
    if term[KIND] == ANSWER:
        return distance / 2
    if term[KIND] == SCORE and by_need:
        low = QUARTERS[term[BEFORE] & 3]
        for _ in range(term[BEFORE] >> 2):
            low /= 2
        return distance * (low + 0.1)
    return distance


def write_threat(t: Any, s: Any, i: int, seat: int, w: Any, out: Any) -> bool:
    """Write the most points that `seat` could score in one place, and in what, if known."""
    if kernels_of(s.dtype).threat is None:
        return False
    _write_known_threat(t, s, i, seat, w, out)
    return True


@overload(write_threat, jit_options=INLINED, strict=False)
def _write_threat(t: Any, s: Any, i: Any, seat: Any, w: Any, out: Any) -> Any:
    if kernels_of(s.dtype).threat is None:
        return lambda t, s, i, seat, w, out: False

    def known(t, s, i, seat, w, out):  # type: ignore[no-untyped-def]
        _write_known_threat(t, s, i, seat, w, out)
        return True

    return known


@kernel
def _write_known_threat(t, s, i, seat, w, out):
    out[0], out[1] = threat(t, s, i, seat, w)


def reasons(known: Knowledge, actions: Sequence[int]) -> list[list[dict[str, Any]]]:
    """Return the two or three most important terms of each action."""
    game = known.game
    names = game.score_names(known.seats)
    most = len(names) + len(game.fact_names) + 1
    states = game.layout.empty(2)
    states[0] = known.seen[0]
    out = np.zeros((len(actions), most + 1, COLUMNS), np.int64)
    told, room = np.zeros((2, most, 4), np.int64), np.zeros(max(most, known.seats), np.int64)
    w = workspace(game, known.seats, game.depth)
    chosen = np.array(actions, np.int64)
    explain(game.tables, states, known.seat, chosen, game.lowest_counts, told, room, w, out)
    lowest = min(game.scores(known.seen, 0, known.seat))
    return [
        [_term(game, names, lowest, row) for row in rows[: min(rows[-1][0], MOST_TERMS)]]
        for rows in out.tolist()
    ]


def _term(game: Any, names: tuple[str, ...], lowest: int, row: list[int]) -> dict[str, Any]:
    """Return a term as JSON: its subject and its numbers."""
    kind, number, before, after, before_in, after_in = row
    term: dict[str, Any] = {"term": KINDS[kind], "from": before, "to": after}
    if kind == SCORE:
        return term | {"name": names[number], "lowest": game.lowest_counts and before == lowest}
    if kind == FIT:
        return term | {"name": game.fact_names[number]}
    return term | {"name": str(number), "from_in": names[before_in], "in": names[after_in]}
