"""AXIO judged by a seat's tracks."""

from __future__ import annotations

from spielwerk.bots.judging import register
from spielwerk.bots.judging.tracks import judge
from spielwerk.games.axio import table

register(table.layout, judge)
