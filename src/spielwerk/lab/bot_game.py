"""Play one game between bots, with chance from a stream."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spielwerk.bots import Bot
from spielwerk.rules.game import Game
from spielwerk.rules.luck import Stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN, Numbers, States


def play(game: Game, players: Sequence[Bot], first: int, stream: Stream) -> tuple[States, Numbers]:
    """Return the final state, and a log with a row (seat, action) per ply, including nature's."""
    seats = len(players)
    s = game.layout.empty(1)
    log: list[tuple[int, int]] = []
    game.kernels.start(game.tables, s, 0, seats, first)
    while s["turn"][0] != 0:
        if s["turn"][0] == NATURES_TURN:
            seat, weights = NATURE, game.odds(s, 0)
            action = int(weighted(stream, weights, len(weights)))
        else:
            seat = game.to_act(s, 0)[0]
            action = players[seat].think(players[seat].know(game, seats, seat, s)).action
        game.kernels.act(game.tables, s, 0, seat, action)
        log.append((seat, action))
    return s, np.array(log, np.int64)
