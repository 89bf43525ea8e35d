"""One socket: messages are handled in order, whatever they wait for, and delay nobody else."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, cast

from spielwerk.server.actions import Actions
from spielwerk.server.limits import Limits
from spielwerk.server.live import Socket
from spielwerk.server.outbox import MOST_BEHIND
from spielwerk.server.people import Person
from spielwerk.server.receipt import Receipt
from spielwerk.server.refusals import Conflict
from spielwerk.server.registry import TableRegistry
from wait import wait_until_async


class Client:
    """A client of an ASGI connection: what it sends, and what it receives."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.told: list[dict[str, Any]] = []
        self.reads = asyncio.Event()
        self.reads.set()

    def say(self, text: str | None) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect"})

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        self.told.append(json.loads(message["text"]))

    def acts(self, id_: int, text: str = "hi") -> None:
        self.say(json.dumps({"id": id_, "table": "T1", "act": {"do": "say", "text": text}}))

    @property
    def ids(self) -> list[int]:
        """Return which messages were answered, in order."""
        return [told["id"] for told in self.told]

    async def hears(self, *ids: int | None) -> None:
        """Wait until these messages were answered, in this order."""

        async def heard() -> bool:
            return self.ids == list(ids)

        await wait_until_async(heard, f"{ids} are answered")


class Acts:
    """Tables whose acts do what their texts say."""

    def __init__(self) -> None:
        self.under_way: list[Receipt] = []
        self.gate = asyncio.Event()
        self.unfollowed: list[tuple[str, int | None]] = []

    async def act(self, _: str, __: object, act: Any, receipt: Receipt) -> dict[str, Any]:
        match act.text:
            case "at once":
                receipt.acknowledge({"number": 1})
            case "refused":
                raise Conflict("no", "not now")
            case "broken":
                raise ZeroDivisionError
            case "later":
                await self.gate.wait()
                receipt.acknowledge({"number": 1})
            case "later, refused":
                await self.gate.wait()
                raise Conflict("no", "not now")
            case _:
                self.under_way.append(receipt)
        return await receipt.answer

    def unfollow(self, _: object, table: str, seat: int | None) -> None:
        self.unfollowed.append((table, seat))


def socket_at(tables: Acts) -> Socket:
    ada = Person(1, "Ada", True, 0)
    return Socket(ada, cast(TableRegistry, tables), cast(Actions, tables), Limits(on=False))


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Client, Acts, Socket]]:
    client, tables = Client(), Acts()
    socket = socket_at(tables)
    running = asyncio.create_task(socket.run(client.said.get, client.send))
    yield client, tables, socket
    client.leave()
    await asyncio.wait_for(running, 10)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


async def under_way(tables: Acts, number: int) -> None:
    """Wait until this many acts were started."""

    async def begun() -> bool:
        return len(tables.under_way) == number

    await wait_until_async(begun, f"{number} acts are begun")


def test_the_next_waits_until_the_last_is_on_disk() -> None:
    async def work() -> None:
        async with opened() as (client, tables, _):
            client.acts(1)
            client.acts(2)
            client.say('{"id": 3, "ping": true}')
            await under_way(tables, 1)
            assert (client.ids, client.said.qsize()) == ([], 2)  # the rest is not even read
            tables.under_way[0].acknowledge({"number": 1}, b'{"table":"T1"}')
            await under_way(tables, 2)
            await client.hears(1)
            assert client.told == [{"id": 1, "ok": {"number": 1}, "news": {"table": "T1"}}]
            tables.under_way[1].refuse(Conflict("no", "not now"))
            await client.hears(1, 2, 3)
            assert client.told[1]["refused"]["code"] == "no"

    run(work())


def test_the_answer_comes_before_later_news() -> None:
    async def work() -> None:
        async with opened() as (client, tables, socket):
            client.acts(1)
            await under_way(tables, 1)
            tables.under_way[0].acknowledge({"number": 1}, None)
            socket.hear(b'{"id": 0, "number": 2}')
            await client.hears(1, 0)

    run(work())


def test_the_next_waits_until_the_last_could_be_begun() -> None:
    async def work() -> None:
        async with opened() as (client, tables, _):
            client.acts(1, "later")
            client.acts(2, "later, refused")
            client.acts(3, "at once")
            await asyncio.sleep(0)
            assert client.ids == []
            tables.gate.set()
            await client.hears(1, 2, 3)
            assert client.told[1]["refused"]["code"] == "no"

    run(work())


def test_a_message_that_fails_harms_no_other() -> None:
    async def work() -> None:
        async with opened() as (client, _, __):
            client.acts(1, "broken")
            client.acts(2, "refused")
            client.say("[")
            client.say(None)
            client.acts(3, "at once")
            await client.hears(1, 2, None, None, 3)
            codes = [told["refused"]["code"] for told in client.told[:4]]
            assert codes == ["failed", "no", "malformed", "malformed"]

    run(work())


def test_a_client_that_does_not_read_is_hung_up_on() -> None:
    async def work() -> None:
        client, tables = Client(), Acts()
        socket = socket_at(tables)
        running = asyncio.create_task(socket.run(client.said.get, client.send))
        client.reads.clear()
        while not socket.is_lost:
            socket.hear(b'"%b"' % (b"x" * (MOST_BEHIND // 8)))
        await asyncio.wait_for(running, 10)
        assert socket.is_behind
        client.reads.set()
        socket.hear(b"{}")
        await asyncio.sleep(0)
        assert client.told == []  # nothing is sent afterwards

    run(work())


def test_a_client_that_leaves_waits_for_nothing() -> None:
    async def work() -> None:
        async with opened() as (client, _, socket):
            client.acts(1, "later")
            client.acts(2, "at once")
            await asyncio.sleep(0)
            socket.hang_up()
        assert client.ids == []

    run(work())
