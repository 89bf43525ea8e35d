"""One socket: one thing after the other, whatever has to be waited for, and nobody waits for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, cast

from spielwerk.server.connection import Listener
from spielwerk.server.hall import Hall
from spielwerk.server.live import Socket
from spielwerk.server.people import Person
from spielwerk.server.places import Waiting
from spielwerk.server.refusals import Conflict


class Client:
    """What a client was told; it may be gone, or be read no more."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.is_here = True
        self.is_read = True
        self.say: Listener = print

    def listen(self, listener: Listener) -> None:
        self.say = listener

    def tell(self, text: bytes) -> bool:
        self.told.append(json.loads(text))
        return self.is_here

    def read(self, on: bool) -> None:
        self.is_read = on

    def acts(self, id_: int, text: str = "hi") -> None:
        self.say(json.dumps({"id": id_, "table": "T1", "act": {"do": "say", "text": text}}))

    @property
    def ids(self) -> list[int]:
        """Which messages were answered, in order."""
        return [told["id"] for told in self.told]


class Acts:
    """A hall in which acts are done as their texts say."""

    def __init__(self) -> None:
        self.under_way: list[Waiting] = []
        self.gate = asyncio.Event()
        self.unfollowed: list[tuple[str, int | None]] = []

    def begin(
        self, _: str, __: object, act: Any, waiting: Waiting
    ) -> Coroutine[Any, Any, None] | None:
        match act.text:
            case "at once":
                waiting.acknowledge({"number": 1}, None)
            case "refused":
                raise Conflict("no", "not now")
            case "broken":
                raise ZeroDivisionError
            case "later":
                return self._later(waiting)
            case "later, refused":
                return self._refused()
            case _:
                self.under_way.append(waiting)
        return None

    async def _later(self, waiting: Waiting) -> None:
        await self.gate.wait()
        waiting.acknowledge({"number": 1}, None)

    async def _refused(self) -> None:
        await self.gate.wait()
        raise Conflict("no", "not now")

    def unfollow(self, _: object, table: str, seat: int | None) -> None:
        self.unfollowed.append((table, seat))


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Client, Acts, Socket]]:
    client, hall, gone = Client(), Acts(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "websocket.disconnect"}

    socket = Socket(Person(1, "Ada", True, 0), cast(Hall, hall), None, client)
    running = asyncio.create_task(socket.run(receive))
    await asyncio.sleep(0)
    yield client, hall, socket
    gone.set()
    await asyncio.wait_for(running, 10)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


def test_the_next_waits_until_the_last_is_on_disk() -> None:
    async def work() -> None:
        async with opened() as (client, hall, _):
            client.acts(1)
            client.acts(2)
            client.say('{"id": 3, "ping": true}')
            assert (len(hall.under_way), client.ids, client.is_read) == (1, [], False)
            hall.under_way[0].acknowledge({"number": 1}, b'{"table":"T1"}')
            assert client.told == [{"id": 1, "ok": {"number": 1}, "news": {"table": "T1"}}]
            assert (len(hall.under_way), client.is_read) == (2, False)
            hall.under_way[1].refuse(Conflict("no", "not now"))
            assert client.ids == [1, 2, 3]
            assert client.told[1]["refused"]["code"] == "no"
            assert client.is_read

    run(work())


def test_the_next_waits_until_the_last_could_be_begun() -> None:
    async def work() -> None:
        async with opened() as (client, hall, _):
            client.acts(1, "later")
            client.acts(2, "later, refused")
            client.acts(3, "at once")
            await asyncio.sleep(0)
            assert (client.ids, client.is_read) == ([], False)
            hall.gate.set()
            while client.ids != [1, 2, 3]:
                await asyncio.sleep(0)
            assert client.told[1]["refused"]["code"] == "no"
            assert client.is_read

    run(work())


def test_a_message_that_fails_harms_no_other() -> None:
    async def work() -> None:
        async with opened() as (client, _, __):
            client.acts(1, "broken")
            client.acts(2, "refused")
            client.say("[")
            client.say(None)
            client.acts(3, "at once")
            assert client.ids == [1, 2, None, None, 3]
            codes = [told["refused"]["code"] for told in client.told[:4]]
            assert codes == ["failed", "no", "malformed", "malformed"]

    run(work())


def test_many_can_wait() -> None:
    async def work() -> None:
        async with opened() as (client, hall, _):
            client.acts(0)
            for number in range(1, 5000):
                client.acts(number, "at once")
            hall.under_way[0].acknowledge({"number": 1}, None)
            assert client.ids == list(range(5000))

    run(work())


def test_who_cant_be_told_is_hung_up_on() -> None:
    async def work() -> None:
        client, hall = Client(), Acts()
        socket = Socket(Person(1, "Ada", True, 0), cast(Hall, hall), None, client)
        running = asyncio.create_task(socket.run(asyncio.Event().wait))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        client.is_here = False
        socket.hear(b"{}")
        await asyncio.wait_for(running, 10)
        assert socket.is_lost
        client.acts(1, "at once")
        assert client.told == [{}]  # nobody listens any more

    run(work())


def test_who_leaves_waits_for_nothing() -> None:
    async def work() -> None:
        async with opened() as (client, _, __):
            client.acts(1, "later")
            client.acts(2, "at once")
            await asyncio.sleep(0)
        assert client.ids == []

    run(work())
