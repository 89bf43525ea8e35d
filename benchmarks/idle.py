"""Measure idle spectators: how many sockets a server holds, and the cost of each."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import httpx
import orjson
from drive import Usage
from wire import Socket, connect

TABLES = 100  # watched
AT_ONCE = 20  # concurrent handshakes
ANSWER_SECONDS = 60


@dataclass
class Held:
    """Results for idle sockets."""

    sockets: int
    seconds: float  # of silence
    answered: int  # afterwards
    kb_per_socket: float
    cores: float  # used by the server during the silence


async def hold(port: int, pid: int, number: int, seconds: float) -> Held:
    """Open spectators' sockets, leave them idle, and then ask each for an answer."""
    tables = await _tables(port)
    before = Usage.of(pid)
    sockets: list[Socket] = []
    while len(sockets) < number:
        some = range(len(sockets), min(len(sockets) + AT_ONCE, number))
        sockets += await asyncio.gather(*(connect(port, "/api/live") for _ in some))
    watches = ({"table": tables[one % TABLES], "form": "record"} for one in range(number))
    await _answers(sockets, [orjson.dumps({"id": 1, "watch": watch}) for watch in watches])
    opened = Usage.of(pid)
    await asyncio.sleep(seconds)
    after = Usage.of(pid)
    answered = await _answers(sockets, [b'{"id": 2, "ping": true}'] * number)
    return Held(
        sockets=number,
        seconds=seconds,
        answered=answered,
        kb_per_socket=round(1024 * (after.rss_mb - before.rss_mb) / number, 1),
        cores=round((after.cpu - opened.cpu) / seconds, 3),
    )


async def _tables(port: int) -> list[str]:
    url = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=url, timeout=ANSWER_SECONDS) as http:
        (await http.post("/api/people", json={"name": "Host"})).raise_for_status()
        made = [await http.post("/api/tables", json={"game": "axio"}) for _ in range(TABLES)]
        return [one.json()["info"]["id"] for one in made]


async def _answers(sockets: Sequence[Socket], messages: Sequence[bytes]) -> int:
    """Send each socket a message; return how many answer."""
    heard: set[int] = set()
    all_heard = asyncio.Event()

    def hear(number: int) -> None:
        heard.add(number)
        if len(heard) == len(sockets):
            all_heard.set()

    for number, (one, message) in enumerate(zip(sockets, messages, strict=True)):
        one.told = lambda text, number=number: hear(number)  # type: ignore[misc]
        one.send(message)
    with contextlib.suppress(TimeoutError):  # some don't answer
        await asyncio.wait_for(all_heard.wait(), ANSWER_SECONDS)
    return len(heard)
