"""What one client is sent: at once where nothing holds it up, else in order, and not for ever."""

import asyncio
from typing import Any

from spielwerk.server.outbox import _WAITING, Outbox


class Client:
    """Takes what is sent while its gate is open; afterwards it may be gone."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_gone = False

    async def send(self, message: Any) -> None:
        await self.gate.wait()
        if self.is_gone:
            raise OSError
        self.heard.append(message["text"])


def test_a_text_is_sent_before_anything_else_happens() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send)
        assert outbox.put("a")
        assert outbox.put("b")
        assert client.heard == ["a", "b"]  # nothing was waited for
        await outbox.close()

    asyncio.run(run())


def test_a_slow_client_hears_all_in_order() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send)
        client.gate.clear()
        assert [outbox.put(text) for text in "abc"] == [True] * 3
        await asyncio.sleep(0.01)
        assert client.heard == []
        client.gate.set()
        await asyncio.sleep(0.01)
        assert client.heard == ["a", "b", "c"]
        assert outbox.put("d")
        assert client.heard == ["a", "b", "c", "d"]
        await outbox.close()

    asyncio.run(run())


def test_who_falls_too_far_behind_is_given_up() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send)
        client.gate.clear()
        assert {outbox.put("x") for _ in range(_WAITING + 1)} == {True}  # one is being sent
        assert not outbox.put("x")
        await outbox.close()
        client.gate.set()
        await asyncio.sleep(0.01)
        assert client.heard == []

    asyncio.run(run())


def test_who_has_gone_is_given_up() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send)
        client.gate.clear()
        assert outbox.put("a")
        client.is_gone = True
        client.gate.set()
        await asyncio.sleep(0.01)  # which ends the sending that was held up
        assert not outbox.put("b")
        assert client.heard == []
        await outbox.close()

    asyncio.run(run())
