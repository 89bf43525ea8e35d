"""The kernel in which bots act in many games, in each until the learner is to act."""

from __future__ import annotations

import numpy as np

from spielwerk.bots import search
from spielwerk.bots.worlds import SEEN
from spielwerk.envs.plies import Games, Scratch, add, play, row_of
from spielwerk.envs.rewards import Terms, write_rewards
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.luck import next_word

ZUFALL, LEHRLING, GESELLE = range(3)


@kernel
def see(states, i, grants, seat, s):
    """Write to s[SEEN] what a seat is granted of states[i], and zeros elsewhere."""
    size = len(grants[0])
    whole, seen = states.view(np.uint8), s.view(np.uint8)
    for k in range(size):
        seen[SEEN * size + k] = whole[i * size + k] & grants[seat, k]


@kernel
def choose(t, s, seat, level, luck, w):
    """Return the action that a bot of this level chooses for a seat that sees s[SEEN]."""
    if level == ZUFALL:
        search.by_chance(t, s, seat, luck, w)
    elif level == LEHRLING:
        search.by_points(t, s, seat, luck, w)
    elif level == GESELLE:
        search.by_standing(t, s, seat, luck, w)
    else:
        w[0].begun = False
        search.think(t, s, seat, luck, search.ENDLESS, w)
    return w[0].actions[0]


@long_kernel
def let_bots_act(t, rows, reward, memory, bots, desk, pays):
    """Play the bots' plies until the learner is to act, or the game is over.

    All seats that may act at the same time choose before one of them acts, and where the learner
    is among them wait for it (`pending`). If it `pays`, rewards are added to those of the step.
    """
    games, terms, scratch = Games(*rows), Terms(*reward), Scratch(*memory)
    learner, levels, grants, pending = bots
    w, s, paid = desk
    states = games.states
    for i in range(len(states)):
        acted = False
        while states[i].turn != 0:
            turn = np.int64(states[i].turn)
            for seat in range(terms.seats):
                if turn >> seat & 1 and seat != learner and pending[i, seat] < 0:
                    see(states, i, grants, seat, s)
                    luck = next_word(games.choices[i])
                    pending[i, seat] = choose(t, s, seat, levels[seat], luck, w)
            if turn >> learner & 1:
                break
            for seat in range(terms.seats):
                if turn >> seat & 1:
                    action = pending[i, seat]
                    pending[i, seat] = -1
                    play(t, states, i, seat, action, games.luck[i], scratch.weights, None, 0)
                    games.lengths[i] += 1
            acted = True
            if pays:
                before = games.before[row_of(games.before, i)]
                write_rewards(t, states, i, terms, scratch.room, before, paid)
                add(paid, games.rewards[i])
                add(paid, games.returns[i])
        games.seat[i] = learner
        if acted and states[i].turn == 0:
            games.terminated[i] = True
            games.finished_lengths[i] = games.lengths[i]
            games.finished_returns[i] = 0
            add(games.returns[i], games.finished_returns[i])
