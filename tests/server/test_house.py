"""The hall, without a door: what people do at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from spielwerk.server import wire
from spielwerk.server.acts import Asker
from spielwerk.server.api.asking import House
from spielwerk.server.app import _caller, _house
from spielwerk.server.metrics import Metrics
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.webhooks import Webhooks


def in_a_house(
    folder: Path, happen: Callable[[House], Awaitable[None]], *, webhooks: bool = False
) -> None:
    """Let something happen in a server that nobody can reach."""
    database = f"sqlite:///{folder / 'spielwerk.db'}"
    settings = Settings(database, limits=False, compile=False, webhooks=webhooks)

    async def live() -> None:
        async with _house(settings, Metrics()) as house:
            await happen(house)

    asyncio.run(live())


async def guest(house: House, name: str) -> Asker:
    return Asker((await house.people.welcome(name)).id, name)


def test_an_act_sent_twice_while_its_game_is_compiled_is_done_once(tmp_path: Path) -> None:
    async def happen(house: House) -> None:
        ada, bob = await guest(house, "Ada"), await guest(house, "Bob")
        made = await house.hall.create(ada, wire.NewTable(game="axio", seats=4))
        table = made["info"]["id"]
        compiled = asyncio.Event()

        async def wait(game: str) -> None:
            await compiled.wait()

        house.preparing.ready = wait  # type: ignore[method-assign]
        act = wire.Sit(do="sit", invite=made["invite"], key="k")
        both = [asyncio.create_task(house.hall.act(table, bob, act)) for _ in range(2)]
        await asyncio.sleep(0)
        compiled.set()
        first, second = await asyncio.gather(*both)
        assert first == second
        assert (await house.hall.table(table)).seats_of(bob.person) == [1]

    in_a_house(tmp_path, happen)


def _calls(task: asyncio.Task[object]) -> bool:
    """Whether it calls somebody: calls are made beside the game."""
    return getattr(task.get_coro(), "__qualname__", "").startswith(f"{_caller.__name__}.")


@pytest.mark.parametrize("allowed", [True, False])
def test_whose_turn_has_come_is_called_where_the_host_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    calls: list[tuple[str, str, dict[str, object]]] = []
    monkeypatch.setattr(Webhooks, "put", lambda _, *call: calls.append(call))

    async def happen(house: House) -> None:
        ada, bob = await guest(house, "Ada"), await guest(house, "Bob")
        for person, hook in ((ada.person, "https://a.test"), (bob.person, "https://b.test")):
            keep = {"webhook": hook, "webhook_secret": "s"}
            await house.store.write(queries.change_person, person, **keep)
        made = await house.hall.create(ada, wire.NewTable(game="axio", first=1))
        id_ = made["info"]["id"]
        await house.hall.act(id_, bob, wire.Sit(do="sit", invite=made["invite"]))
        table = await house.hall.table(id_)
        assert table.match is not None
        for seat, who in ((1, bob), (0, ada)):
            assert table.to_act == (seat,)
            move, at = table.match.legal(seat)[0], table.number
            act = wire.Move(do="move", seat=seat, at=at, move=move, key=str(at))
            await house.hall.act(id_, who, act)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if _calls(task)))
        # Not Bob when it starts: he has just sat down, and is there.
        turns = [("https://a.test", 0), ("https://b.test", 1)]
        told = [(url, "s", {"table": id_, "seat": seat}) for url, seat in turns]
        assert sorted(calls, key=str) == (told if allowed else [])  # whoever was found first

    in_a_house(tmp_path, happen, webhooks=allowed)


def test_a_deleted_account_leaves_no_word_behind_in_memory(tmp_path: Path) -> None:
    async def happen(house: House) -> None:
        ada = await guest(house, "Ada")
        made = await house.hall.create(ada, wire.NewTable(game="axio", seats=2))
        id_ = made["info"]["id"]
        await house.hall.act(id_, ada, wire.Say(do="say", text="a secret of mine"))
        table = await house.hall.table(id_)
        assert "a secret" in str(table.news(None))
        assert ada.person is not None
        house.hear(f"!{ada.person}")  # as another worker tells it
        assert "a secret" not in str(table.news(None))
        assert "Ada" not in str(table.news(None))

    in_a_house(tmp_path, happen)


def test_a_name_that_another_worker_tells_is_known_here(tmp_path: Path) -> None:
    async def happen(house: House) -> None:
        ada = await guest(house, "Ada")
        made = await house.hall.create(ada, wire.NewTable(game="axio", seats=2))
        house.hear(f"={ada.person}:Bea: the 2nd")
        table = await house.hall.table(made["info"]["id"])
        assert table.info()["sitting"][0]["name"] == "Bea: the 2nd"

    in_a_house(tmp_path, happen)
