"""Bots whose seed is exactly the given number."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np

from spielwerk.bots import Bot


@contextmanager
def plain_seeds() -> Iterator[None]:
    """Make bots created meanwhile use their seed as it is.

    Goldens were taken with a version whose bots let NumPy make their first word of a seed.
    """
    begin = Bot.__init__

    @functools.wraps(begin)
    def begin_plainly(player: Any, seed: int | None = None, *args: Any, **kwargs: Any) -> None:
        begin(player, seed, *args, **kwargs)
        if seed is not None and hasattr(player, "_seed"):
            player._seed = np.uint64(seed)

    with mock.patch.object(Bot, "__init__", begin_plainly):
        yield
