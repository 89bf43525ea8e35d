"""Axio on hexagons judged by a seat's tracks."""

from __future__ import annotations

from spielwerk.bots.judging import register
from spielwerk.bots.judging.dominoes import weigh_up
from spielwerk.bots.judging.tracks import judge
from spielwerk.games.axio_hex import table

register(table.open_layout, judge, weighed_by=weigh_up)
