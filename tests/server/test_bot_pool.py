"""Processes that think, or compile."""

import asyncio
import os
import signal

import pytest

import spielwerk as sw
from spielwerk.server.bot_names import MOST_NODES
from spielwerk.server.bot_pool import MOST_HINTS, BotPool, end_pool, new_pool
from spielwerk.server.refusals import TooMany


def test_who_stops_the_server_from_its_terminal_stops_the_server_alone() -> None:
    """The server ends its processes, which must print nothing."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    pool = new_pool(1)
    try:
        process = pool.submit(os.getpid).result(60)
        assert pool.submit(signal.raise_signal, signal.SIGINT).exception(60) is None
        assert pool.submit(os.getpid).result(60) == process
    finally:
        end_pool(pool)
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("long_one", ["ismcts@600000ms", "ismcts@2000000", "grossmeister@9999999"])
def test_a_thought_that_nobody_waits_for_is_not_thought_to_its_end(long_one: str) -> None:
    async def work() -> None:
        match = sw.Match("anubixx", seats=2, seed=7)
        pool = BotPool(1)
        try:
            await pool.choose(match, 0, "zufall", "Ada")  # the process is warm now
            long = [
                asyncio.create_task(pool.explain(match, 0, long_one, "Eve"))
                for _ in range(MOST_HINTS)
            ]
            await asyncio.sleep(0)  # the first of them has started
            with pytest.raises(TooMany):
                await pool.explain(match, 0, "ismcts", "Eve")
            ada = asyncio.create_task(pool.choose(match, 0, "zufall", "Ada"))
            for task in long:
                task.cancel()
            assert await asyncio.wait_for(ada, 60) in match.legal(0)
            assert await pool.explain(match, 0, "ismcts@10ms", "Eve")
        finally:
            pool.close()

    asyncio.run(work())


def test_many_guests_with_the_most_nodes_let_a_short_thought_through() -> None:
    """Thoughts are counted, not seconds: at most those already started come first."""

    async def work() -> None:
        match = sw.Match("anubixx", seats=2, seed=7)
        pool = BotPool(1)
        ended: list[str] = []

        async def think(bot: str, whose: str) -> None:
            await pool.explain(match, 0, bot, whose)
            ended.append(whose)

        try:
            await pool.choose(match, 0, "geselle", "Ada")
            guests = [
                asyncio.create_task(think(f"ismcts@{MOST_NODES}", f"Eve {number}"))
                for number in range(12)
            ]
            await asyncio.sleep(0)  # the first of them has started
            await asyncio.wait_for(think("geselle", "Ada"), 300)
            assert ended[-1] == "Ada"
            assert len(ended) <= 2
            for guest in guests:
                guest.cancel()
            await asyncio.gather(*guests, return_exceptions=True)
        finally:
            pool.close()

    asyncio.run(work())
