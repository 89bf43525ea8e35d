"""Compiled kernels are remembered for each copy of a game."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spielwerk.rules import compilation
from spielwerk.rules.compilation import Call
from spielwerk.rules.game import Game


def nothing(game: Game) -> Iterator[Call]:
    """Run a stage without kernels."""
    yield from ()


def copy_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a game whose sources are the same in every folder."""
    folder.mkdir()
    file = folder / "game.py"
    file.write_text("class Copied:\n    id = 'copied'\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(folder.name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, folder.name, module)  # where `inspect` looks
    return module.Copied()


@pytest.mark.compiled
def test_another_copy_of_the_same_sources_is_compiled_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (copy_of(tmp_path / name, monkeypatch) for name in ("copy_1", "copy_2"))
    compilation.ready(first, nothing)
    assert compilation.is_compiled(first, nothing)
    assert not compilation.is_compiled(second, nothing)
