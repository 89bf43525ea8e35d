"""Generic loops over whole games."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.dispatch import (
    act,
    count,
    fault,
    legal,
    nth,
    odds,
    ranks,
    scores,
    start,
)
from spielwerk.rules.kernel import inlined, kernel, long_kernel
from spielwerk.rules.luck import below, seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

MOST = 1 << 40  # more plies than any game lasts
LONGEST = 100_000  # plies, including nature's, after which a checked game counts as endless
NO_MOVE, NO_OUTCOME, ENDLESS = -1, -2, -3  # faults that any game could have


@inlined
def random_plies(t, s, i, stream, weights, most, log):
    """Play random plies until the game is over or seats have made `most` plies.

    Writes (seat, action) of every ply, including nature's, into `log` while it has rows left.
    Returns the seats' plies and all plies. Among seats that act simultaneously the lowest goes
    first: their plies commute.
    """
    plies = 0
    rows = 0
    while s[i].turn != 0 and (plies < most or s[i].turn == NATURES_TURN):
        if s[i].turn == NATURES_TURN:
            seat = NATURE
            action = weighted(stream, weights, odds(t, s, i, weights))
        else:
            seat = lowest(np.uint64(s[i].turn))
            action = nth(t, s, i, seat, below(stream, count(t, s, i, seat)))
            plies += 1
        if rows < len(log):
            log[rows, 0] = seat
            log[rows, 1] = action
        act(t, s, i, seat, action)
        rows += 1
    return plies, rows


@inlined
def random_game(t, s, i, seats, first, seed, number, stream, weights, most, log):
    """Play game `number` of `seed` at random from the deal; return the same as `random_plies`.

    If `first` is negative, the starting seat is drawn at random.
    """
    seed_stream(stream, seed, np.uint64(number))
    start(t, s, i, seats, first if first >= 0 else below(stream, seats))
    return random_plies(t, s, i, stream, weights, most, log)


@long_kernel
def random_games(t, s, seats, first, seed, number, stream, weights, log, plies, places, points):
    """Play games `number`, `number` + 1, … of `seed` to the end, one per state.

    Writes each game's plies by seats, ranks and scoreboards; `stream`, `weights` and `log` (with
    no rows) are scratch space.
    """
    for i in range(len(s)):
        game = number + i
        plies[i] = random_game(t, s, i, seats, first, seed, game, stream, weights, MOST, log)[0]
        ranks(t, s, i, places[i])
        for seat in range(seats):
            scores(t, s, i, seat, points[i, seat])


@kernel
def checked_game(t, s, i, seats, seed, number, stream, weights):
    """Play game `number` of `seed` at random, choosing at random among the seats that may act.

    Checks the state after every ply. Returns the plies, including nature's, and the fault that
    stopped the game, or 0.
    """
    seed_stream(stream, seed, np.uint64(number))
    start(t, s, i, seats, below(stream, seats))
    plies = 0
    wrong = fault(t, s, i)
    while wrong == 0 and s[i].turn != 0:
        if s[i].turn == NATURES_TURN:
            seat = NATURE
            n = odds(t, s, i, weights)
            total = 0
            for outcome in range(n):
                total += weights[outcome]
            if total == 0:
                return plies, NO_OUTCOME
            action = weighted(stream, weights, n)
        else:
            acting = np.uint64(s[i].turn)
            seat = nth_bit(acting, below(stream, popcount(acting)))
            n = count(t, s, i, seat)
            if n == 0:
                return plies, NO_MOVE
            action = nth(t, s, i, seat, below(stream, n))
        act(t, s, i, seat, action)
        plies += 1
        wrong = ENDLESS if plies > LONGEST else fault(t, s, i)
    return plies, wrong


@long_kernel
def checked_games(t, s, seats, seed, number, games, stream, weights):
    """Play `games` such games in s[0]; return the plies, and a bad game's number and fault."""
    plies = 0
    for game in range(number, number + games):
        more, wrong = checked_game(t, s, 0, seats, seed, game, stream, weights)
        plies += more
        if wrong != 0:
            return plies, game, wrong
    return plies, -1, 0


@long_kernel
def perft(t, s, depth, actions, found, here, weights):
    """Count the nodes `depth` (> 0) plies below s[0]; each outcome of nature counts as a ply.

    s[1:], with one state per ply, and the other arrays, with one row per ply, are scratch space.
    Among seats that act simultaneously only the lowest is expanded: their plies commute.
    """
    nodes = 0
    level = 0
    enter(t, s, 0, actions, found, here, weights)
    while level >= 0:
        if level == depth - 1:
            nodes += found[level]
            level -= 1
        elif here[level] < found[level]:
            s[level + 1] = s[level]
            seat = lowest(np.uint64(s[level].turn))
            act(t, s, level + 1, seat, actions[level, here[level]])
            here[level] += 1
            level += 1
            enter(t, s, level, actions, found, here, weights)
        else:
            level -= 1
    return nodes


@kernel
def enter(t, s, level, actions, found, here, weights):
    """List the actions to try from the state at `level`."""
    here[level] = 0
    found[level] = 0
    if s[level].turn == NATURES_TURN:
        for outcome in range(odds(t, s, level, weights)):
            if weights[outcome] > 0:
                actions[level, found[level]] = outcome
                found[level] += 1
    elif s[level].turn != 0:
        seat = lowest(np.uint64(s[level].turn))
        found[level] = legal(t, s, level, seat, actions[level])
