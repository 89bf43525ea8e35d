"""Second Chance foreseen: drawings are tried; a series is looked at game by game."""

from __future__ import annotations

from spielwerk.bots.foresight import Foresight, best_tried, register, room_for_actions
from spielwerk.games.second_chance.table import layout
from spielwerk.rules.kernel import kernel


@kernel
def part(t, s, i):
    return s[i].game


register(layout, Foresight(best_tried, None, room_for_actions, part=part))
