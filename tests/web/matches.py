"""Matches against a bot: one whole match a game, and a few moves by every other means."""

from itertools import cycle, product
from typing import Any

import spielwerk as sw
from web.conftest import PHONE, Visits
from web.playing import Finger, Hand, Keys, open_table, sit_down

MEANS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Hand, {}),
    "keys": (Keys, {}),
    "finger": (Finger, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
}
WHOLE = list(zip(sw.games(), cycle(MEANS), strict=False))
SHORT = [pair for pair in product(sw.games(), MEANS) if pair not in WHOLE]


def begin(visitor: Visits, game: str, means: str) -> tuple[Hand, str]:
    """Sit down and look at the table; returns the hand that plays there, and the table's name."""
    kind, options = MEANS[means]
    context = visitor.context(**options)
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"})
    return kind(open_table(context, table)), table
