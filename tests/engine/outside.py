"""A small game of another package, loaded from a folder without being installed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from lab.outside import install
from spielwerk.rules.game import Game

NAME = "cards"


def load(folder: Path, *changes: tuple[str, str]) -> Game:
    """Write the game into a folder, with some of its text replaced, and return it."""
    install(folder, NAME, *changes)
    spec = importlib.util.spec_from_file_location(NAME, folder / NAME / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module  # by which the game finds its folder
    spec.loader.exec_module(module)
    game: Game = module.Cards()
    return game
