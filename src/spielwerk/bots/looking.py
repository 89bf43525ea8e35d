"""Looking one ply ahead: each of a seat's actions tried, and what comes of it judged."""

from __future__ import annotations

from spielwerk.bots.judging import glance, judge
from spielwerk.rules.dispatch import act
from spielwerk.rules.kernel import long_kernel


@long_kernel
def values_after(t, s, seat, actions, room, out):
    """How `seat` stands in s[0] after each of its actions; s[1] is room to try them in."""
    for k in range(len(actions)):
        s[1] = s[0]
        act(t, s, 1, seat, actions[k])
        out[k] = judge(t, s, 1, seat, room)


@long_kernel
def glances_after(t, s, seat, actions, room, out):
    """How it seems to stand after each of them."""
    for k in range(len(actions)):
        s[1] = s[0]
        act(t, s, 1, seat, actions[k])
        out[k] = glance(t, s, 1, seat, room)
