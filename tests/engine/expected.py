"""Results of native kernels and bots at a table, written for JavaScript to reproduce."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.beside import Beside, positions
from spielwerk.bots import Knowledge, bot
from spielwerk.engine.declarations import declarations
from spielwerk.rules.hidden import view

LEVELS = {"zufall": 0, "lehrling": 0, "geselle": 0, "meister": 0, "grossmeister": 40, "ismcts": 50}

Json = dict[str, Any]


class Expected:
    """Calls and decisions; each array is stored once, however often it is named."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._arrays: dict[str, int] = {}
        self._decisions: list[Json] = []

    def decide(self, seats: int, seeds: Iterable[int], plies: Iterable[int]) -> None:
        """Return the decisions of all bots after these numbers of plies."""
        game = self._beside.game
        for s in positions(self._beside, seats, 17, plies):
            for seat in game.to_act(s, 0)[:1]:
                known = Knowledge(game, seats, seat, view(game.layout, s, 0, seat))
                for seed in seeds:
                    self._let_bots_think(known, seed)

    def _let_bots_think(self, known: Knowledge, seed: int) -> None:
        for level, nodes in LEVELS.items():
            thought = bot(f"{level}@{nodes}" if nodes else level, seed).think(known)
            self._decisions.append(
                {
                    "seen": self._number(known.seen),
                    "seats": known.seats,
                    "seat": known.seat,
                    "seed": str(seed),
                    "level": level,
                    "nodes": nodes,
                    "candidates": [
                        [one.action, struct.pack(">d", one.value).hex(), one.visits]
                        for one in thought.candidates
                    ],
                }
            )

    def written(self) -> Json:
        """Return everything as JSON: the calls so far, decisions, and the arrays of both."""
        return {
            "calls": [
                {
                    "name": call.name,
                    "given": list(map(self._written, call.arguments)),
                    "result": None if call.result is None else float(call.result),
                    "after": [
                        self._number(one) if isinstance(one, np.ndarray) else None
                        for one in call.after
                    ],
                }
                for call in self._beside.calls
            ],
            "decisions": self._decisions,
            "declared": declarations(self._beside.game),
            "arrays": list(self._arrays),
        }

    def _written(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return {
                "format": "" if value.dtype.names else value.dtype.str[1:],
                "size": value.dtype.itemsize,
                "shape": value.shape,
                "array": self._number(value),
            }
        if isinstance(value, np.uint64):
            return {"word": str(value)}
        return value.item() if isinstance(value, np.generic) else value

    def _number(self, array: np.ndarray[Any, Any]) -> int:
        text = base64.b64encode(array.tobytes()).decode()
        return self._arrays.setdefault(text, len(self._arrays))
