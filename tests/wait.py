"""Wait for conditions that give no signal: poll until a deadline."""

import asyncio
import os
import select
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 60.0  # other tests may be running
_PAUSE = 0.01


def wait_until(what: Callable[[], T], said: str, seconds: float = SECONDS) -> T:
    """Return the first result of `what` that is not None or false."""
    end = time.monotonic() + seconds
    while not (found := what()):
        _check(end, said)
        time.sleep(_PAUSE)
    return found


async def wait_until_async(
    what: Callable[[], Awaitable[T]], said: str, seconds: float = SECONDS
) -> T:
    """Return the first result of `what` that is not None or false, without blocking others."""
    end = time.monotonic() + seconds
    while not (found := await what()):
        _check(end, said)
        await asyncio.sleep(_PAUSE)
    return found


def wait_for_exit(pids: Iterable[int], seconds: float = SECONDS) -> None:
    """Wait until these processes have ended, whoever started them."""
    for pid in pids:
        try:
            process = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            ended = select.poll()
            ended.register(process, select.POLLIN)
            if not ended.poll(1000 * seconds):
                raise TimeoutError(f"process {pid} does not end")
        finally:
            os.close(process)


def _check(end: float, said: str) -> None:
    if time.monotonic() > end:
        raise TimeoutError(f"{said}: it never came to that")
