"""A bot's decision by an engine, from its declarations alone, as on a page."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from engine.hosted import Hosted
from spielwerk.bots import Thought
from spielwerk.engine.declarations import declarations
from spielwerk.rules.state import States


class Decider:
    """Lets bots decide in an engine; knows only the workspaces that are declared."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted, self._game = hosted, hosted.game
        self._bots = declarations(hosted.game)["bots"]

    def think(self, name: str, seen: States, seats: int, seat: int, seed: int) -> Thought:
        """Return a bot's (such as 'ismcts@600') first thought about what a seat sees."""
        level, _, nodes = name.partition("@")
        told = self._bots["levels"][level]
        sets = told.get("sets", {}).get(str(seats), {})
        if "budget" in told:
            sets |= {told["budget"]: int(nodes)}
        w = self._workspace(seats, sets)
        states = self._game.layout.empty(self._bots["states"])
        states[0] = seen[0]
        luck = np.zeros(1, np.uint64)
        self._hosted.call("seed_stream", luck, np.uint64(seed), np.uint64(0))
        words: list[Any] = [self._game.tables, states, seat, luck[0], *told["arguments"]]
        if columns := told.get("tree"):
            most = int(nodes) + 1
            words += [int(nodes), np.zeros((most, columns), np.int64), np.zeros(most)]
            words.append(np.zeros((0, 2), np.int64))
        self._hosted.call(told["call"], *words, w)
        return Thought.read(w)

    def _workspace(self, seats: int, sets: dict[str, int]) -> np.ndarray[Any, Any]:
        declared = self._bots["workspace"]
        fields = declared["fields"]
        dtype = np.dtype(
            {
                "names": list(fields),
                "formats": [(one["format"], tuple(one["shape"])) for one in fields.values()],
                "offsets": [one["offset"] for one in fields.values()],
                "itemsize": declared["size"],
            }
        )
        w = np.zeros(1, dtype)
        for name, content in (
            declared["initial"] | declared["by_seats"][str(seats)] | sets
        ).items():
            if isinstance(content, str):
                numbers = np.frombuffer(base64.b64decode(content), w[name].dtype)
                w[name] = numbers.reshape(w[name].shape)
            else:
                w[name] = content
        return w
