"""Environments for PettingZoo, Gymnasium and OpenSpiel.

Importing this registers `spielwerk/axio-v0` and its like with Gymnasium and PettingZoo, where
these are installed. Every installed game is a module here as well (`axio_v0`), for PettingZoo;
OpenSpiel's games are registered by `open_spiel`.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from spielwerk.envs.registry import PettingZooModules, register_all

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Stand for the modules that are made when they are imported."""


sys.meta_path.append(PettingZooModules())
if find_spec("gymnasium") and find_spec("pettingzoo"):  # many games at once need neither
    register_all()
