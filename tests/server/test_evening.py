"""An evening of six people at one address, with all features: nobody reaches a limit."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from server.clocked import Clocked, Socket, clocked
from server.test_handing_in import finished
from spielwerk.server.people import COOKIE

HOME = "192.0.2.7"
NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
SECONDS = 2.0  # seconds between moves at each table, which is fast
PAGE = ("/", "/api/me", "/api/games", "/api/bots", "/api/tables", "/api/me/tables")


@dataclass
class Person:
    """A person with a laptop and a phone."""

    name: str
    http: httpx.AsyncClient
    phone: httpx.AsyncClient
    socket: Socket

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must not be refused."""
        answer = await self.http.request(method, path, json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    async def act(self, table: str, do: str, **what: Any) -> dict[str, Any]:
        """Perform an act that must not be refused."""
        answer = await self.socket.ask(table=table, act={"do": do, **what})
        assert "ok" in answer, answer
        return dict(answer["ok"])


async def arrive(server: Clocked, name: str, opened: AsyncExitStack) -> Person:
    """Open the page on two devices, register the name, and connect both."""
    http, phone = await server.guest(HOME, name), server.client(HOME)
    for path in PAGE:
        for device in (http, phone):
            assert (await device.get(path)).status_code != 429
    kept = {"name": name, "password": f"the secret of {name}"}
    assert (await http.put("/api/me/password", json=kept)).is_success
    assert (await phone.post("/api/sign-in", json=kept | {"password": "a slip"})).status_code == 401
    assert (await phone.post("/api/sign-in", json=kept)).is_success
    assert (await http.post("/api/me/tokens", json={"label": "bot"})).is_success
    devices = [
        await opened.enter_async_context(server.socket(HOME, str(device.cookies[COOKIE])))
        for device in (http, phone)
    ]
    return Person(name, http, phone, devices[0])


async def sit_down(host: Person, guest: Person) -> str:
    """Set up a table, and invite another person."""
    made = await host.ask("POST", "/api/tables", {"game": "axio", "first": 0, "pace": False})
    table = str(made["info"]["id"])
    assert (await host.http.get(f"/api/tables/{table}/invite.svg")).is_success
    await guest.ask("GET", f"/api/tables/{table}?invite={made['invite']}")
    await guest.act(table, "sit", invite=made["invite"])
    for seat, person in enumerate((host, guest)):
        await person.ask("GET", f"/api/tables/{table}/declarations")
        answer = await person.socket.ask(watch={"table": table, "seat": seat, "form": "view"})
        assert "ok" in answer
    return table


async def play_on(table: str, pair: tuple[Person, Person], turn: int) -> bool:
    """Make a move, and everything that comes with it; return whether the game continues."""
    info = (await pair[0].ask("GET", f"/api/tables/{table}"))["info"]
    if info["status"] == "over":
        return False
    told = [(await one.ask("GET", f"/api/tables/{table}"))["your_turn"] for one in pair]
    seat = told.index(True)
    mover = pair[seat]
    legal = await mover.ask("GET", f"/api/tables/{table}/legal?seat={seat}")
    for other in legal[:3]:
        path = f"/api/tables/{table}/preview"
        answer = await mover.http.get(path, params={"seat": seat, "move": other["move"]})
        assert answer.is_success
    if turn % 4 == 0:
        await mover.ask("GET", f"/api/tables/{table}/hint?seat={seat}&bot=lehrling")
    what = {"seat": seat, "at": info["number"], "key": f"{turn}"}
    await mover.act(table, "move", move=legal[turn % len(legal)]["move"], **what)
    await pair[turn % 2].act(table, "say", text=f"well, well ({turn})")
    now = (await mover.ask("GET", f"/api/tables/{table}"))["info"]["status"]
    if turn % 5 == 3 and now == "running":  # the move may have ended the game
        await change_mind(table, pair, seat)
    return True


async def change_mind(table: str, pair: tuple[Person, Person], seat: int) -> None:
    """Go away and come back; then take back the last move, if the other agrees."""
    mover, other = pair[seat], pair[1 - seat]
    for do in ("leave", "return", "ask_back"):
        await mover.act(table, do, seat=seat)
    await other.act(table, "agree", seat=1 - seat)


async def look_after_games(person: Person) -> None:
    """Keep a game that was played on a device, look at it again, and check one's own box."""
    record = finished("axio", 2)
    kept = {"record": record, "sitting": [{"name": person.name}, {"bot": "meister"}], "yours": [0]}
    await person.ask("POST", "/api/records", kept)
    await person.ask("POST", "/api/replays", record)
    box = await person.ask("GET", "/api/games/axio/box")
    checked = await person.ask("POST", "/api/games/axio/box", {"parts": box["parts"]})
    assert checked["wrong"] is None


async def play_in_one_room(people: list[Person]) -> None:
    """A screen shows the board to all, two play with their phones, and two look on elsewhere."""
    screen, *players, one, other = people[:5]
    terms = {"game": "axio", "sit": [], "room": True, "first": 0, "pace": False}
    made = await screen.ask("POST", "/api/tables", terms)
    table = str(made["info"]["id"])
    for watcher in (screen, one, other):
        watch = {"table": table, "seat": None, "invite": made["invite"]}
        assert "ok" in await watcher.socket.ask(watch=watch)
    for seat, player in enumerate(players):
        await player.act(table, "sit", seat=seat, invite=made["invite"])
        assert "ok" in await player.socket.ask(watch={"table": table, "seat": seat})
    for turn, player in enumerate(players):
        legal = await player.ask("GET", f"/api/tables/{table}/legal?seat={turn}")
        number = (await screen.ask("GET", f"/api/tables/{table}"))["info"]["number"]
        what = {"seat": turn, "at": number, "key": f"{turn}"}
        await player.act(table, "move", move=legal[0]["move"], **what)


def test_six_people_at_one_address_meet_no_limit(tmp_path: Path) -> None:
    async def evening() -> None:
        async with clocked(tmp_path) as server, AsyncExitStack() as opened:
            people = [await arrive(server, name, opened) for name in NAMES]  # all at once
            server.now += 10
            pairs = [(people[seat], people[seat + 1]) for seat in (0, 2, 4)]
            tables = [await sit_down(*pair) for pair in pairs]
            going, turn = list(zip(tables, pairs, strict=True)), 0
            while going:
                server.now += SECONDS
                going = [(t, pair) for t, pair in going if await play_on(t, pair, turn)]
                turn += 1
            for table, pair in zip(tables, pairs, strict=True):
                for what in ("record", "fair", "end"):
                    await pair[0].ask("GET", f"/api/tables/{table}/{what}")
                for person in pair:
                    await person.act(table, "rematch")
            for person in people:
                await look_after_games(person)
            await play_in_one_room(people)
            for _ in range(10):  # and between games everybody browses at once
                server.now += SECONDS
                for person in people:
                    for path in PAGE[1:]:
                        assert (await person.phone.get(path)).status_code != 429
                    answer = await person.phone.post(
                        "/api/tables", json={"game": "axio", "sit": [0, 1]}
                    )
                    assert answer.is_success, answer.text

    asyncio.run(asyncio.wait_for(evening(), 300))
