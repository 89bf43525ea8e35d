"""AXIO judged by a seat's tracks."""

from __future__ import annotations

from spielwerk.bots.judging import register
from spielwerk.bots.judging.dominoes import weigh_up
from spielwerk.bots.judging.tracks import judge
from spielwerk.games.axio import table

register(table.layout, judge, weighed_by=weigh_up)
