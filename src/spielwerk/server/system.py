"""What Linux and macOS can do and Windows cannot: masked signals, alarms, giving way to others.

Each is asked for by its own presence; where it is missing, the docstring says what happens instead.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker

# Windows ends a process at once by any signal.
KILL: signal.Signals = getattr(signal, "SIGKILL", signal.SIGTERM)


def yield_to_others(nice: int) -> None:
    """Lower this process's priority by `nice`; a no-op where that is not supported."""
    if hasattr(os, "nice"):
        os.nice(nice)


@contextlib.contextmanager
def blocked(*signals: signal.Signals) -> Iterator[None]:
    """Block signals, also for processes that are started meanwhile.

    Without masks, Ctrl+C reaches these processes, too: the server is about to end them anyway.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or it is started meanwhile, and unblocks them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def on_alarm(call: Callable[..., None]) -> None:
    """Call a function at each alarm; without alarms, never."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, call)


@contextlib.contextmanager
def alarms_every(seconds: float) -> Iterator[None]:
    """Raise periodic alarms; without them, a cancelled thought runs to its end."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
