"""Whole matches against a bot: of each game on a phone and by keys alone, one by mouse."""

from itertools import product
from typing import Any

import spielwerk as sw
from web.conftest import SMALL_PHONE, Visits
from web.playing import Finger, Hand, Keys, open_table, sit_down

MEANS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Hand, {}),
    "keys": (Keys, {}),
    "finger": (Finger, {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}),
}
WHOLE = [*product(sw.games(), ("finger", "keys")), ("second_chance", "mouse")]
SHORT = [pair for pair in product(sw.games(), MEANS) if pair not in WHOLE]


def begin(visitor: Visits, game: str, means: str) -> tuple[Hand, str]:
    """Sit down and open the table; return what plays there, and the table's id."""
    kind, options = MEANS[means]
    context = visitor.context(**options)
    table = sit_down(context, game=game, seats=2, sit=[0], bots={"1": "zufall"})
    return kind(open_table(context, table)), table
