"""Processes that think, or compile."""

import os
import signal

from spielwerk.server.thinkers import end_pool, new_pool


def test_who_stops_the_server_from_its_terminal_stops_the_server_alone() -> None:
    """It ends its processes then: they have nothing to say about it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    pool = new_pool(1)
    try:
        process = pool.submit(os.getpid).result(60)
        assert pool.submit(signal.raise_signal, signal.SIGINT).exception(60) is None
        assert pool.submit(os.getpid).result(60) == process
    finally:
        end_pool(pool)
        signal.signal(signal.SIGINT, before)
