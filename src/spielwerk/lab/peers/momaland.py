"""MOMAland's Ingenious for two: the game on hexagons, with slightly different rules."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np

from spielwerk.lab.peers.peer import Drive, Mask, Peer, Row, aec


def _legal(env: Any) -> Mask:
    return np.asarray(env.game.return_action_list())


def _ingenious(observe: bool, threads: int) -> Drive:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of packages that it imports
        module = importlib.import_module("momaland.envs.ingenious.moingenious_v0")
    return aec(module.raw_env(), None if observe else _legal)


PEER = Peer(
    "momaland",
    ("momaland",),
    ("momaland",),
    (Row("momaland/ingenious/2/random", _ingenious, like="spielwerk/axio_hex/vector/lists"),),
)
