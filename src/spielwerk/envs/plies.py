"""The kernels of all environments: deals, plies, masks and observations.

Each game has its own random stream for draws, and another for random choices: a game depends
neither on its neighbours nor on the number of threads.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.envs.rewards import Terms, write_rewards, write_standing
from spielwerk.rules.bits import lowest
from spielwerk.rules.dispatch import act, allows, count, legal, mark, nth, observe, odds, start
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.luck import Stream, below, seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN, Numbers, States

NOBODY = -1
CHOICES = np.uint64(1 << 63)  # set in the number of a game's stream for random choices

Flags = npt.NDArray[np.bool_]
Rewarded = npt.NDArray[np.float32]


# One game


@kernel
def let_nature_act(t, s, i, luck, weights, log, rows):
    """Make nature's plies as long as it may act.

    Unless it is None, `log` gets (seat, action) of each from row `rows` on, as far as it has rows.
    Returns whose turn it is then, and how many rows the log would have.
    """
    while s[i].turn == NATURES_TURN:
        outcome = weighted(luck, weights, odds(t, s, i, weights))
        act(t, s, i, NATURE, outcome)
        write_down(log, rows, NATURE, outcome)
        rows += 1
    return s[i].turn, rows


@kernel
def write_down(log, row, seat, action):
    """Write a ply to the log, if there is one and it has that row."""
    if log is not None:  # which Numba knows when it compiles
        if row < len(log):
            log[row, 0] = seat
            log[row, 1] = action


@kernel
def deal(t, s, i, seats, first, luck, weights, log):
    """Start a game and make nature's plies; return the same as `let_nature_act`."""
    start(t, s, i, seats, first)
    return let_nature_act(t, s, i, luck, weights, log, 0)


@kernel
def play(t, s, i, seat, action, luck, weights, log, rows):
    """Make a seat's ply and nature's after it; return the same as `let_nature_act`."""
    act(t, s, i, seat, action)
    write_down(log, rows, seat, action)
    return let_nature_act(t, s, i, luck, weights, log, rows + 1)


@kernel
def write_mask(t, s, i, seat, room, mask):
    """Write a 1 for each action that the seat may choose; `room` is to list them in."""
    mask[:] = 0
    for k in range(legal(t, s, i, seat, room)):
        mask[room[k]] = 1


@kernel
def look(t, s, i, seat, out):
    """Write what a seat sees of s[i]: compiled also where a game leaves that to be derived."""
    observe(t, s, i, seat, out)


# Many games. Numba finds the type of a plain tuple several times faster than that of a named one:
# loops are handed plain ones, and name them.


class Games(NamedTuple):
    """Many games in progress, one row each; `VectorGames` describes the public arrays."""

    states: States
    luck: Stream
    choices: Stream
    actions: Numbers  # of the last step
    over: Flags  # before the last step
    before: npt.NDArray[np.int32]  # what rewards are counted from; one row if from nothing
    returns: Rewarded  # of each seat, in all
    lengths: npt.NDArray[np.int32]  # plies of seats
    seat: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    rewards: Rewarded
    terminated: Flags
    finished_returns: Rewarded
    finished_lengths: npt.NDArray[np.int32]

    def part(self, begin: int, end: int) -> Games:
        """Return some of the games, as views."""
        n = len(self.states)
        return Games._make(rows if len(rows) < n else rows[begin:end] for rows in self)


class Scratch(NamedTuple):
    """A thread's working memory."""

    weights: Numbers  # of nature's outcomes
    room: Numbers  # for lists of actions, and for scoreboards


@long_kernel
def seed_streams(luck, choices, seed, number):
    """Set the streams of the games `number`, `number` + 1, …"""
    for i in range(len(luck)):
        seed_stream(luck[i], seed, np.uint64(number + i))
        seed_stream(choices[i], seed, np.uint64(number + i) | CHOICES)


@long_kernel
def restart(t, rows, which, first, reward, memory):
    """Deal the games in the mask `which` again; if `first` < 0, draw the starting seat by lot."""
    games, terms, scratch = Games(*rows), Terms(*reward), Scratch(*memory)
    s = games.states
    for i in range(len(s)):
        if which[i]:
            luck = games.luck[i]
            starts = first if first >= 0 else below(luck, terms.seats)
            deal(t, s, i, terms.seats, starts, luck, scratch.weights, None)
            games.seat[i] = lowest(np.uint64(s[i].turn))
            write_standing(t, s, i, terms, scratch.room, games.before[row_of(games.before, i)])
            games.returns[i] = 0
            games.lengths[i] = 0


@kernel
def row_of(before, i):
    """Return a game's row; where nothing is kept from ply to ply, all share one."""
    return min(i, len(before) - 1)


@kernel
def add(rewards, returns):
    """Add each seat's reward to its total."""
    for seat in range(len(rewards)):
        for k in range(len(rewards[0])):
            returns[seat, k] += rewards[seat, k]


@long_kernel
def first_refused(t, s, seat, actions, over_too):
    """Return the first game whose action is illegal, or (if `over_too`) that is over; else -1."""
    for i in range(len(s)):
        if s[i].turn == 0:
            if over_too:
                return i
        elif not allows(t, s, i, seat[i], actions[i]):
            return i
    return -1


@long_kernel
def choose_listed(choices, masks, counts, actions):
    """Choose an action of each list at random, which is faster than `count` and `nth`."""
    for i in range(len(counts)):
        if counts[i] > 0:
            actions[i] = masks[i, below(choices[i], counts[i])]


@long_kernel
def advance(t, rows, reward, memory, at_random):
    """Make the ply of each seat to act, and nature's after it.

    With `at_random`, choose uniformly and store the choice in `actions`. A game that was already
    over is marked in `over`, and does not change. Of seats that act simultaneously the lowest acts
    first: their plies commute. Once a game is over, `seat` is the one that acted last.
    """
    games, terms, scratch = Games(*rows), Terms(*reward), Scratch(*memory)
    s, seat, actions = games.states, games.seat, games.actions
    for i in range(len(s)):
        games.over[i] = s[i].turn == 0
        games.terminated[i] = False
        if games.over[i]:
            games.rewards[i] = 0
            games.actor[i] = NOBODY
            continue
        games.actor[i] = seat[i]
        if at_random:
            k = below(games.choices[i], count(t, s, i, seat[i]))
            actions[i] = nth(t, s, i, seat[i], k)
        play(t, s, i, seat[i], actions[i], games.luck[i], scratch.weights, None, 0)
        before = games.before[row_of(games.before, i)]
        write_rewards(t, s, i, terms, scratch.room, before, games.rewards[i])
        add(games.rewards[i], games.returns[i])
        games.lengths[i] += 1
        if s[i].turn == 0:
            games.terminated[i] = True
            games.finished_lengths[i] = games.lengths[i]
            games.finished_returns[i] = 0
            add(games.returns[i], games.finished_returns[i])
        else:
            seat[i] = lowest(np.uint64(s[i].turn))


@long_kernel
def observe_some(t, s, seat, which, out):
    """Write the observations of the seats to act, for the games in the mask `which`."""
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
        if s[i].turn != 0:
            write_mask(t, s, i, seat[i], room, boxes[i])
        else:
            boxes[i] = False
