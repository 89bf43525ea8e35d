"""Loops over many games in flight: one ply each, a new deal where one is due, what seats see.

Each game has its luck from a stream of its own, and what plays at random another one: what
happens in a game hangs neither on its neighbours nor on how many threads there are.
"""

from __future__ import annotations

import numpy as np

from spielwerk.envs.observing import observe
from spielwerk.envs.rewards import write_rewards, write_standing
from spielwerk.rules.asking import allows, mark
from spielwerk.rules.bits import lowest
from spielwerk.rules.dispatch import act, count, legal, nth, odds, start
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.luck import below, seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

NOBODY = -1
CHOICES = np.uint64(1 << 63)  # set in the number of a game's stream for random choices


@long_kernel
def seed_streams(luck, choices, seed, number):
    """Set the streams of the games `number`, `number` + 1, …"""
    for i in range(len(luck)):
        seed_stream(luck[i], seed, np.uint64(number + i))
        seed_stream(choices[i], seed, np.uint64(number + i) | CHOICES)


@kernel
def let_nature_act(t, s, i, stream, weights):
    while s[i].turn == NATURES_TURN:
        act(t, s, i, NATURE, weighted(stream, weights, odds(t, s, i, weights)))


@kernel
def deal(t, s, i, seats, first, luck, weights):
    """Start a game and let nature act; returns the seat to act."""
    start(t, s, i, seats, first if first >= 0 else below(luck, seats))
    let_nature_act(t, s, i, luck, weights)
    return lowest(np.uint64(s[i].turn))


@long_kernel
def restart(
    t, s, which, seats, first, kind, signs, luck, weights, room, seat, before, returns, lengths
):
    """Deal anew where `which` says so."""
    for i in range(len(s)):
        if which[i]:
            seat[i] = deal(t, s, i, seats, first, luck[i], weights)
            write_standing(t, s, i, seats, kind, signs, room, before[row_of(before, i)])
            returns[i] = 0
            lengths[i] = 0


@kernel
def row_of(before, i):
    """A game's row; where nothing is kept from ply to ply, all share one."""
    return min(i, len(before) - 1)


@kernel
def add(rewards, returns):
    """Add what each seat got to what it has got."""
    for seat in range(len(rewards)):
        for k in range(len(rewards[0])):
            returns[seat, k] += rewards[seat, k]


@long_kernel
def first_refused(t, s, seat, actions, over_too):
    """The first game whose action is not legal, or that is over, if that matters; -1 if none."""
    for i in range(len(s)):
        if s[i].turn == 0:
            if over_too:
                return i
        elif not allows(t, s, i, seat[i], actions[i]):
            return i
    return -1


@long_kernel
def advance(
    t,
    s,
    seats,
    kind,
    best,
    signs,
    luck,
    weights,
    room,
    at_random,
    choices,
    actions,
    seat,
    actor,
    rewards,
    terminated,
    over,
    before,
    returns,
    lengths,
    finished_returns,
    finished_lengths,
):
    """Let each seat to act do so, and nature after it.

    `at_random` it chooses now, all its actions being equally likely, and `actions` tells which.
    A game that was over before is marked in `over`, and left as it is. Of seats that act at the
    same time the lowest is asked: their plies commute. Once a game is over `seat` stays the one
    that acted last.
    """
    for i in range(len(s)):
        over[i] = s[i].turn == 0
        terminated[i] = False
        if over[i]:
            rewards[i] = 0
            actor[i] = NOBODY
            continue
        actor[i] = seat[i]
        if at_random:
            k = below(choices[i], count(t, s, i, seat[i]))
            actions[i] = nth(t, s, i, seat[i], k)
        act(t, s, i, seat[i], actions[i])
        let_nature_act(t, s, i, luck[i], weights)
        standing = before[row_of(before, i)]
        write_rewards(t, s, i, seats, kind, best, signs, room, standing, rewards[i])
        add(rewards[i], returns[i])
        lengths[i] += 1
        if s[i].turn == 0:
            terminated[i] = True
            finished_lengths[i] = lengths[i]
            finished_returns[i] = 0
            add(returns[i], finished_returns[i])
        else:
            seat[i] = lowest(np.uint64(s[i].turn))


@long_kernel
def observe_some(t, s, seat, which, out):
    """Write what the seats to act see, of the games that `which` names."""
    for i in range(len(s)):
        if which[i]:
            observe(t, s, i, seat[i], out[i])


# Masks: the actions that the seat to act may choose; none where the game is over


@long_kernel
def list_all(t, s, seat, actions, counts):
    """Write them as lists, and how long each is."""
    for i in range(len(s)):
        counts[i] = legal(t, s, i, seat[i], actions[i]) if s[i].turn != 0 else 0


@long_kernel
def mark_all(t, s, seat, room, words):
    """Write them as bits."""
    for i in range(len(s)):
        words[i] = 0
        if s[i].turn != 0:
            mark(t, s, i, seat[i], room, words[i])


@long_kernel
def tick_all(t, s, seat, room, boxes):
    """Write them as a byte each."""
    for i in range(len(s)):
        boxes[i] = False
        if s[i].turn != 0:
            for k in range(legal(t, s, i, seat[i], room)):
                boxes[i, room[k]] = True
