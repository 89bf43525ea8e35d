"""Limits for clients: per person, and per network."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from server.clocked import Clocked, clocked
from server.seated import ADA, BOB, EVE, do, move, open_table, table_of
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts
from spielwerk.server.actions import MOST_TABLES
from spielwerk.server.acts import Asker
from spielwerk.server.api import games
from spielwerk.server.bot_pool import BotPool
from spielwerk.server.limits import RATES, network
from spielwerk.server.people import COOKIE
from spielwerk.server.refusals import Conflict
from spielwerk.server.table import LiveTable


def run(folder: Path, work: Callable[[Clocked], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with clocked(folder) as server:
            await asyncio.wait_for(work(server), 120)

    asyncio.run(bounded())


def household(number: int) -> str:
    """Return one of the addresses that one household has."""
    return f"2001:db8:1:2::{number:x}"


async def statuses(times: int, ask: Callable[[int], Awaitable[httpx.Response]]) -> list[int]:
    """Send a request again and again; return the statuses."""
    return [(await ask(number)).status_code for number in range(times)]


def test_new_guests_are_limited_by_network(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        def come(number: int) -> Awaitable[httpx.Response]:
            return server.client(household(number)).post("/api/people", json={"name": "Eve"})

        allowed = int(RATES["guests"].burst)
        assert await statuses(allowed + 1, come) == [201] * allowed + [429]
        await server.guest("2001:db8:1:3::1")

    run(tmp_path, work)


def test_passwords_are_tried_so_often_from_a_network(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        ada = await server.guest("192.0.2.7")
        kept = {"name": "Ada", "password": "a long one"}
        assert (await ada.put("/api/me/password", json=kept)).is_success
        wrong = kept | {"password": "guessed"}

        def guess(number: int) -> Awaitable[httpx.Response]:
            return server.client(household(number)).post("/api/sign-in", json=wrong)

        allowed = int(RATES["sign_ins"].burst)
        assert await statuses(allowed + 1, guess) == [401] * allowed + [429]
        assert (await server.client("192.0.2.8").post("/api/sign-in", json=kept)).is_success

    run(tmp_path, work)


def test_guesses_at_one_name_leave_neighbours_their_sign_ins(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        client = server.client("192.0.2.7")

        def guess(number: int) -> Awaitable[httpx.Response]:
            name = "Ada" if number else "Bob"
            return client.post("/api/sign-in", json={"name": name, "password": "guessed"})

        tried = int(RATES["sign_ins_of_network"].burst) + 1
        for number in range(1, tried + 1):
            server.now += 0.01
            await guess(number)
        assert (await guess(0)).status_code == 401

    run(tmp_path, work)


def test_replays_and_boxes_are_computed_so_often_for_a_network(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        def compute(number: int) -> Awaitable[httpx.Response]:
            client = server.client(household(number))
            if number % 2:
                return client.post("/api/replays", json={})
            return client.post("/api/games/axio/box", json={"parts": "?"})

        allowed = int(RATES["computing"].burst)
        answered = await statuses(allowed + 2, compute)
        assert set(answered[:allowed]) == {200, 422}
        assert answered[allowed:] == [429, 429]
        assert (await server.client("192.0.2.7").post("/api/replays", json={})).status_code == 422

    run(tmp_path, work)


def test_a_long_record_costs_more_than_a_short_one(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        async def replay(plies: int) -> int:
            answer = await server.client("192.0.2.7").post(
                "/api/replays", json={"plies": [0] * plies}
            )
            return answer.status_code

        allowed = int(RATES["computing"].burst)
        assert await replay(50 * (allowed - 2)) == 422
        assert [await replay(49), await replay(49)] == [422, 429]
        server.now += 1000
        assert await replay(50 * allowed * 2) == 422  # as much as is granted at once
        assert await replay(0) == 429

    run(tmp_path, work)


def test_new_passwords_count_for_their_network_as_sign_ins_do(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        allowed = int(RATES["sign_ins_of_network"].burst)
        per_person = int(RATES["sign_ins"].burst)
        answered: list[int] = []
        while len(answered) < allowed + 1:
            guest = await server.guest(household(1), "Eve")
            server.now += 0.001
            for _number in range(min(per_person, allowed + 1 - len(answered))):
                # Refused before it is hashed, but counted
                kept = {"name": "Gast", "password": "a long secret"}
                answered.append((await guest.put("/api/me/password", json=kept)).status_code)
        assert answered == [409] * allowed + [429]

    run(tmp_path, work)


def test_few_passwords_are_hashed_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, most, lock = 0, 0, threading.Lock()

    def verify(hasher: PasswordHasher, hashed: str, password: str) -> bool:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        both.wait()
        with lock:
            inside -= 1
        return False

    both = threading.Barrier(2, timeout=60)
    monkeypatch.setattr(PasswordHasher, "verify", verify)

    async def work(server: Clocked) -> None:
        async def sign_in(number: int) -> int:
            told = {"name": f"Eve {number}", "password": "?"}
            return (await server.client(household(1)).post("/api/sign-in", json=told)).status_code

        assert set(await asyncio.gather(*map(sign_in, range(12)))) == {401}

    run(tmp_path, work)
    assert most == 2


def test_records_are_replayed_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set[str]()

    def views(record: dict[str, Any], seat: int | None) -> str:
        threads.add(threading.current_thread().name)
        return "{}"

    monkeypatch.setattr(games, "_views", views)

    async def work(server: Clocked) -> None:
        client = server.client("192.0.2.7")
        answered = [client.post("/api/replays", json={}) for _number in range(12)]
        assert {one.status_code for one in await asyncio.gather(*answered)} == {200}

    run(tmp_path, work)
    assert len(threads) == 1


def test_sockets_of_nobody_share_the_allowance_of_their_network(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        allowed = int(RATES["messages"].burst)
        async with (
            server.socket(household(1)) as one,
            server.socket(household(2)) as two,
            server.socket("192.0.2.9") as other,
        ):
            told = [await (one, two)[n % 2].ask(ping=True) for n in range(allowed + 1)]
            assert all("ok" in answer for answer in told[:-1])
            assert told[-1]["refused"]["code"] == "too_many"
            assert "ok" in await other.ask(ping=True)

    run(tmp_path, work)


def test_many_guests_of_a_network_share_its_messages(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        allowed, each = (int(RATES[name].burst) for name in ("messages_of_network", "messages"))
        guests = [await server.guest(household(n)) for n in range(allowed // each + 1)]
        stranger = await server.guest("192.0.2.9")
        async with AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(server.socket(household(n), cookie_of(guest)))
                for n, guest in enumerate(guests)
            ]
            other = await stack.enter_async_context(server.socket("192.0.2.9", cookie_of(stranger)))
            message = {"unwatch": {"table": "none"}}
            asked = (sockets[n % len(sockets)].ask(**message) for n in range(allowed + 1))
            told = [await one for one in asked]
            assert all("ok" in answer for answer in told[:-1])
            assert told[-1]["refused"]["code"] == "too_many"
            assert "ok" in await sockets[0].ask(ping=True)
            assert "ok" in await other.ask(**message)

    run(tmp_path, work)


def cookie_of(guest: httpx.AsyncClient) -> str:
    return guest.cookies[COOKIE]


def test_chat_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        ada = await server.guest("192.0.2.7")
        made = await ada.post("/api/tables", json={"game": "axio"})
        path = f"/api/tables/{made.json()['info']['id']}/acts"

        def talk(_: int) -> Awaitable[httpx.Response]:
            return ada.post(path, json={"do": "say", "text": "hi"})

        allowed = int(RATES["chat"].burst)
        assert await statuses(allowed + 1, talk) == [200] * allowed + [429]
        server.now += 1 / RATES["chat"].per_second
        assert (await talk(0)).is_success

    run(tmp_path, work)


def test_tables_are_set_up_so_fast_and_a_host_has_so_many(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        ada = await server.guest("192.0.2.7")

        def set_up(_: int) -> Awaitable[httpx.Response]:
            return ada.post("/api/tables", json={"game": "axio"})

        allowed = int(RATES["tables"].burst)
        assert await statuses(allowed + 1, set_up) == [201] * allowed + [429]
        for _ in range(MOST_TABLES - allowed):
            server.now += 10
            assert (await set_up(0)).is_success
        server.now += 10
        assert (await set_up(0)).json()["code"] == "too_many_tables"

    run(tmp_path, work)


def test_games_played_offline_are_handed_in_so_often(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        guests = [await server.guest(household(number)) for number in range(5)]

        def hand_in(number: int) -> Awaitable[httpx.Response]:
            client = guests[number // allowed]
            return client.post("/api/records", json={"record": {}, "sitting": [], "yours": [0]})

        allowed = int(RATES["records"].burst)
        assert set(await statuses(allowed, hand_in)) == {422}
        server.now += 60
        again = await guests[0].post(
            "/api/records", json={"record": {}, "sitting": [], "yours": [0]}
        )
        assert again.status_code == 429
        more = int(RATES["records_of_network"].burst) - allowed
        for number in range(more):
            server.now += 0.1
            await hand_in(allowed + number)
        assert (await hand_in(allowed * 4)).status_code == 429
        stranger = await server.guest("192.0.2.8")
        guests[0] = stranger
        assert (await hand_in(0)).status_code == 422

    run(tmp_path, work)


def test_a_forged_host_changes_what_its_sender_sees_alone(tmp_path: Path) -> None:
    """A QR code leads to the name that was requested; it is stored for nobody else."""

    async def work(server: Clocked) -> None:
        ada = await server.guest("192.0.2.7")
        made = await ada.post("/api/tables", json={"game": "axio"})
        code = f"/api/tables/{made.json()['info']['id']}/invite.svg"
        honest = await ada.get(code)
        forged = await ada.get(code, headers={"Host": "evil.example"})
        assert forged.content != honest.content
        assert forged.headers["Cache-Control"] == "no-store"
        assert (await ada.get(code)).content == honest.content

    run(tmp_path, work)


# A table's log


def is_full(table: LiveTable, asker: Asker, do_: str, **what: Any) -> bool:
    """Return whether the log is too full for an act."""
    try:
        do(table, asker, do_, **what)
    except Conflict as error:
        return error.code == "log_full"
    return False


def test_no_player_fills_a_log_so_that_no_move_fits_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_ENTRIES_BESIDE", 30)
    monkeypatch.setattr(acts, "MOST_ENTRIES", 40)
    table = table_of("axio", ADA, BOB)
    seat = {"seat": table.to_act[0]}
    mover, other = (ADA, BOB) if seat["seat"] == 0 else (BOB, ADA)
    others = {"seat": 1 - seat["seat"]}
    endless: list[tuple[Asker, str, dict[str, Any]]] = [
        (other, "leave", others),
        (other, "return", others),
        (other, "say", {"text": "hi"}),
        (mover, "ask_back", seat),
        (other, "decline", others),
    ]
    move(table, seat["seat"])
    for _ in range(100):
        for asker, what, which in endless:
            with suppress(SpielwerkError):
                do(table, asker, what, **which)
    assert table.number <= 32
    assert is_full(table, other, "say", text="hi")
    assert is_full(table, mover, "ask_back", **seat)
    move(table, table.to_act[0])
    do(table, other, "resign", **others)
    assert table.status == "over"


def test_whoever_plays_and_takes_back_fills_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_ENTRIES_BESIDE", 20)
    monkeypatch.setattr(acts, "MOST_ENTRIES", 40)
    table = table_of("axio", ADA, BOB)
    for _ in range(100):
        seat = table.to_act[0]
        move(table, seat)
        with suppress(SpielwerkError):
            do(table, Asker(table.sitters[seat].person), "undo", seat=seat, at=table.number)
        if table.number >= 20:
            break
    move(table, table.to_act[0])


def test_nobody_fills_the_log_of_an_open_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_ENTRIES_BESIDE", 20)
    monkeypatch.setattr(acts, "MOST_ENTRIES", 30)
    table = open_table("axio", 3, listed=True)
    do(table, ADA, "sit", seat=0)
    for _ in range(100):
        if is_full(table, EVE, "sit", seat=1):
            break
        do(table, EVE, "stand", seat=1)
    assert table.number <= 21
    assert is_full(table, EVE, "sit", seat=1)
    do(table, ADA, "start", bot="zufall")
    assert table.status == "running"


def test_seats_change_so_often_for_a_person(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        ada, eve = await server.guest("192.0.2.7"), await server.guest("192.0.2.8", "Eve")
        terms = {"game": "axio", "listed": True, "seats": 3}  # the last seat starts the game
        made = await ada.post("/api/tables", json=terms)
        path = f"/api/tables/{made.json()['info']['id']}/acts"

        def come_and_go(number: int) -> Awaitable[httpx.Response]:
            act = {"do": "stand" if number % 2 else "sit", "seat": 1}
            return eve.post(path, json=act)

        allowed = int(RATES["changes"].burst)
        assert await statuses(allowed + 1, come_and_go) == [200] * allowed + [429]
        assert (await ada.post(path, json={"do": "start", "bot": "zufall"})).is_success
        server.now += 1 / RATES["changes"].per_second
        assert (await come_and_go(0)).json()["code"] == "already_started"

    run(tmp_path, work)


def test_a_person_who_has_changed_seats_too_often_can_still_be_deleted(tmp_path: Path) -> None:
    async def work(server: Clocked) -> None:
        eve = await server.guest("192.0.2.8", "Eve")
        allowed = int(RATES["changes"].burst)
        made = await eve.post("/api/tables", json={"game": "axio", "seats": 3})
        path = f"/api/tables/{made.json()['info']['id']}/acts"
        acted = [{"do": "stand" if n % 2 else "sit", "seat": 1} for n in range(allowed)]
        assert [(await eve.post(path, json=act)).status_code for act in acted] == [200] * allowed
        assert (await eve.delete("/api/me")).is_success

    run(tmp_path, work)


def test_bots_think_for_the_network_from_which_a_person_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []

    async def explain(pool: BotPool, match: Any, seat: int, bot: str, whose: Any) -> list[Any]:
        found.append(pool._network_of(whose))
        return []

    monkeypatch.setattr(BotPool, "explain", explain)

    async def work(server: Clocked) -> None:
        eve = await server.guest(household(1), "Eve")
        made = await eve.post("/api/tables", json={"game": "axio", "sit": [0, 1], "first": 0})
        path = f"/api/tables/{made.json()['info']['id']}/hint?seat=0"
        assert (await eve.get(path)).is_success
        away = server.client("192.0.2.9")
        away.cookies.update(eve.cookies)
        assert (await away.get(path)).is_success

    run(tmp_path, work)
    assert found == [network(household(2)), network("192.0.2.9")]
