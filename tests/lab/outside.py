"""A small game by another author, whole or broken, as a package found in a folder.

Each of two or three seats is dealt a card, calls a card twice, and gets a point, or three if it
holds what it calls. Nobody may call what was called just before.
"""

from pathlib import Path

RULES = '''
"""Calling cards."""

import numpy as np

from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel, stamp
from spielwerk.rules.notation import Form, Words
from spielwerk.rules.state import NATURE, NATURES_TURN, Layout, owner, public, secret

SEATS, CARDS, ROUNDS = 3, 3, 2

layout = Layout(
    stamp(__file__),
    turn=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    dealt=public("u1"),
    called=public("u1"),  # how often
    last=public("u1"),
    points=public("u1", SEATS),
    held=public("u1", SEATS),
    hand=owner("u1", SEATS, CARDS, pool="cards", size="held"),
    bag=secret("u1", CARDS, pool="cards"),
)
tables_dtype = np.dtype((np.record, [("cards", "u1", CARDS)]))


@kernel
def start(t, s, i, seats, first):
    r = s[i]
    r.seats, r.first, r.turn = seats, first, NATURES_TURN
    r.dealt, r.called, r.last = 0, 0, CARDS
    r.points[:] = 0
    r.held[:] = 0
    r.hand[:] = 0
    for card in range(CARDS):
        r.bag[card] = t[0].cards[card]


@kernel
def legal(t, s, i, seat, out):
    n = 0
    for card in range(CARDS):
        if card != s[i].last:
            out[n] = card
            n += 1
    return n


@kernel
def count(t, s, i, seat):
    return CARDS if s[i].last == CARDS else CARDS - 1


@kernel
def nth(t, s, i, seat, k):
    return k if k < s[i].last else k + 1


@kernel
def odds(t, s, i, out):
    for card in range(CARDS):
        out[card] = s[i].bag[card]
    return CARDS


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        r.hand[r.dealt, action] += 1
        r.held[r.dealt] += 1
        r.bag[action] -= 1
        r.dealt += 1
        if r.dealt == r.seats:
            r.turn = 1 << r.first
    else:
        r.points[seat] += 3 if r.hand[seat, action] > 0 else 1
        r.last = action
        r.called += 1
        after = seat + 1 if seat + 1 < r.seats else 0
        r.turn = 1 << after if r.called < ROUNDS * r.seats else 0


@kernel
def scores(t, s, i, seat, out):
    out[0] = s[i].points[seat]
    return 1


@kernel
def ranks(t, s, i, out):
    for seat in range(s[i].seats):
        out[seat] = 1
        for other in range(s[i].seats):
            if s[i].points[other] > s[i].points[seat]:
                out[seat] += 1


@kernel
def move(t, s, i, seat, action, out):
    out[0], out[1] = 0, action


@kernel
def find(t, s, i, seat, move):
    return move[1]


@kernel
def why_not(t, s, i, seat, move, out):
    return 1 if move[1] == s[i].last else 0


class Cards(Game):
    id = "cards"
    seats = range(2, SEATS + 1)
    layout = layout
    kernels = Kernels(
        start, legal, count, nth, odds, act, scores, ranks, move=move, find=find, why_not=why_not
    )
    actions = most_legal = most_odds = CARDS
    forms = (Form("call", "call {card}"),)

    def names(self):
        return {"card": Words(("low", "middle", "high"))}

    def read_parts(self, path):
        tables = np.zeros(1, tables_dtype)
        tables["cards"] = 2
        return tables
'''


def install(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """Write the game into a folder under that name, with some of its text replaced."""
    rules = RULES.replace('id = "cards"', f'id = "{name}"')
    for old, new in changes:
        assert rules.count(old) == 1, old
        rules = rules.replace(old, new)
    written = {
        f"{name}/__init__.py": rules,
        f"{name}-0.1.dist-info/METADATA": f"Name: {name}\nVersion: 0.1\n",
        f"{name}-0.1.dist-info/entry_points.txt": f"[spielwerk.games]\n{name} = {name}:Cards\n",
    }
    for file, text in written.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
