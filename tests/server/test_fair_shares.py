"""Fair shares of thinking: one person's requests to bots do not delay another's game."""

import asyncio

import pytest
from starlette.requests import Request

from server.guests import Guest
from server.process import ServerProcess
from server.serving import request
from server.test_connections import connected
from server.test_socket_fuzz import failures
from spielwerk.server.api.dependencies import unless_gone
from spielwerk.server.people import COOKIE
from spielwerk.server.refusals import NotReady
from wait import wait_until

LONG = "ismcts@5000ms"


def plays_against_a_bot(server: ServerProcess, name: str) -> None:
    """Make a move at a table with a bot, and wait until the bot has moved, too."""
    with Guest(server.url, name) as guest:
        table, _ = guest.create(seats=2, bots={"1": "geselle"})
        made = guest.move(table, 0)["number"]
        wait_until(lambda: guest.info(table)["number"] > made, "the bot moves")


def test_what_nobody_waits_for_is_cancelled() -> None:
    """At once, not when it is done: a thought takes seconds, or never ends."""

    async def run() -> None:
        heard: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        client = Request({"type": "http"}, heard.get)
        thought = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(unless_gone(client, thought))
        heard.put_nowait({"type": "http.request"})
        await asyncio.sleep(0)
        assert not thought.done()
        heard.put_nowait({"type": "http.disconnect"})
        with pytest.raises(NotReady):
            await asyncio.wait_for(waiting, 30)
        assert thought.cancelled()

    asyncio.run(run())


def test_hints_that_nobody_waits_for_are_given_up(server: ServerProcess) -> None:
    with Guest(server.url, "Eve") as eve:
        table, _ = eve.create(seats=2, sit=[0, 1])
        path = f"/api/tables/{table}/hint?seat=0&bot={LONG}"
        asked = request("GET", path, Cookie=f"{COOKIE}={eve.cookie}")
        lines = [connected(server, asked) for _ in range(40)]
        for line in lines:
            line.close()
        plays_against_a_bot(server, "Ada")

        def may_ask_again() -> bool:
            params = {"seat": 0, "bot": "ismcts@10ms"}
            return eve.ask("GET", f"/api/tables/{table}/hint", **params).is_success

        wait_until(may_ask_again, "hints that were given up are not counted")
    assert failures(server) == []


def test_bots_among_themselves_wait_until_somebody_looks(server: ServerProcess) -> None:
    with Guest(server.url, "Eve") as eve, eve.line() as line:
        bots = {"0": LONG, "1": LONG}
        tables = [eve.create(seats=2, sit=[], bots=bots)[0] for _ in range(40)]
        plays_against_a_bot(server, "Ada")
        assert {eve.info(table)["number"] for table in tables} == {3}  # two bots, and the start
        line.watch(tables[0])
        assert line.news(4)["number"] == 4


def test_bots_play_on_for_who_has_left(server: ServerProcess) -> None:
    with Guest(server.url, "Ada") as ada, ada.line() as line:
        table, _ = ada.create(seats=2, bots={"1": "zufall"})
        left = ada.act(table, "leave", seat=0)["number"]
        line.watch(table)
        assert line.news(left + 2)["number"] >= left + 2
