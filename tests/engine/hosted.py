"""An engine under wasmtime, called with arrays like the native kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from spielwerk.engine import manifest
from spielwerk.rules.game import Game

PAGE = 1 << 16
ALIGNED = 16


class Hosted:
    """A game's engine; its exports are methods. Arrays are copied in, and back if changed."""

    def __init__(self, game: Game, engine: bytes | None = None) -> None:
        self.game = game
        code = (manifest.folder(game) / manifest.ENGINE).read_bytes() if engine is None else engine
        compiler = wasmtime.Engine()
        self._store = wasmtime.Store(compiler)
        instance = wasmtime.Instance(self._store, wasmtime.Module(compiler, code), [])
        self._exports = instance.exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._base = int(self._exports["__heap_base"].value(self._store))

    def names(self) -> set[str]:
        """Return the names of its exports."""
        return set(self._exports.keys()) - {"memory", "__heap_base"}

    def call(self, name: str, *arguments: Any) -> Any:
        """Call an export like the kernel of that name."""
        top, words, arrays = self._base, [], []
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                assert argument.flags.c_contiguous
                words += [top, *argument.shape]
                arrays.append((top, argument))
                top += -(-argument.nbytes // ALIGNED) * ALIGNED
            elif isinstance(argument, np.uint64):
                words.append(int(argument.view(np.int64)))  # the same bits
            elif isinstance(argument, bool):
                words.append(int(argument))
            else:
                words.append(float(argument))
        missing = top - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        for at, array in arrays:
            self._memory.write(self._store, array.tobytes(), at)
        function: Any = self._exports[name]
        result = function(self._store, *words)
        for at, array in arrays:
            if array.flags.writeable and array.nbytes:
                after = self._memory.read(self._store, at, at + array.nbytes)
                array.view(np.uint8).reshape(-1)[:] = np.frombuffer(after, np.uint8)
        return result


def engine_file(game: Game) -> Path:
    """Return where a game's committed engine lies."""
    return manifest.folder(game) / manifest.ENGINE
