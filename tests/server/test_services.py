"""All services, without HTTP: what people do at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from spielwerk.server import wire
from spielwerk.server.acts import Asker
from spielwerk.server.administering import block
from spielwerk.server.api.dependencies import Services
from spielwerk.server.app import _caller, running_services
from spielwerk.server.metrics import Metrics
from spielwerk.server.refusals import NotAllowed, NotSignedIn
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.webhooks import Webhooks


def with_services(
    folder: Path | str, happen: Callable[[Services], Awaitable[None]], *, webhooks: bool = False
) -> None:
    """Run something in a server without a port, on a given database or one in a folder."""
    database = folder if isinstance(folder, str) else f"sqlite:///{folder / 'spielwerk.db'}"
    settings = Settings(database, limits=False, compile=False, webhooks=webhooks)

    async def live() -> None:
        async with running_services(settings, Metrics()) as services:
            await happen(services)

    asyncio.run(live())


async def guest(services: Services, name: str) -> Asker:
    return Asker((await services.people.welcome(name)).id, name)


def test_an_act_sent_twice_while_its_game_is_compiled_is_done_once(tmp_path: Path) -> None:
    async def happen(services: Services) -> None:
        ada, bob = await guest(services, "Ada"), await guest(services, "Bob")
        made = await services.actions.create(ada, wire.NewTable(game="axio", seats=4))
        table = made["info"]["id"]
        compiled = asyncio.Event()

        async def wait(game: str) -> None:
            await compiled.wait()

        services.preparing.ready = wait  # type: ignore[method-assign]
        act = wire.Sit(do="sit", invite=made["invite"], key="k")
        both = [asyncio.create_task(services.actions.act(table, bob, act)) for _ in range(2)]
        await asyncio.sleep(0)
        compiled.set()
        first, second = await asyncio.gather(*both)
        assert first == second
        assert (await services.registry.table(table)).seats_of(bob.person) == [1]

    with_services(tmp_path, happen)


def _calls(task: asyncio.Task[object]) -> bool:
    """Whether it calls somebody: calls are made beside the game."""
    return getattr(task.get_coro(), "__qualname__", "").startswith(f"{_caller.__name__}.")


@pytest.mark.parametrize("allowed", [True, False])
def test_whose_turn_has_come_is_called_where_the_host_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(Webhooks, "put", lambda _, *call: calls.append(call))

    async def happen(services: Services) -> None:
        ada, bob = await guest(services, "Ada"), await guest(services, "Bob")
        for person, hook in ((ada.person, "https://a.test"), (bob.person, "https://b.test")):
            keep = {"webhook": hook, "webhook_secret": "s"}
            await services.store.write(queries.change_person, person, **keep)
        made = await services.actions.create(ada, wire.NewTable(game="axio", first=1))
        id_ = made["info"]["id"]
        await services.actions.act(id_, bob, wire.Sit(do="sit", invite=made["invite"]))
        table = await services.registry.table(id_)
        assert table.match is not None
        for seat, who in ((1, bob), (0, ada)):
            assert table.to_act == (seat,)
            move, at = table.match.legal(seat)[0], table.number
            act = wire.Move(do="move", seat=seat, at=at, move=move, key=str(at))
            await services.actions.act(id_, who, act)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if _calls(task)))
        # Not Bob when it starts: he has just sat down, and is there.
        turns = [("https://a.test", 0, ada), ("https://b.test", 1, bob)]
        told = [(url, "s", {"table": id_, "seat": seat}, who.person) for url, seat, who in turns]
        assert sorted(calls, key=str) == (told if allowed else [])  # whoever was found first

    with_services(tmp_path, happen, webhooks=allowed)


def test_a_deleted_account_leaves_no_word_behind_in_memory(tmp_path: Path) -> None:
    async def happen(services: Services) -> None:
        ada = await guest(services, "Ada")
        made = await services.actions.create(ada, wire.NewTable(game="axio", seats=2))
        id_ = made["info"]["id"]
        await services.actions.act(id_, ada, wire.Say(do="say", text="a secret of mine"))
        table = await services.registry.table(id_)
        assert "a secret" in str(table.news(None))
        assert ada.person is not None
        services.presence.hear(f"!{ada.person}")  # as another worker tells it
        assert "a secret" not in str(table.news(None))
        assert "Ada" not in str(table.news(None))

    with_services(tmp_path, happen)


def test_a_name_that_another_worker_tells_is_known_here(tmp_path: Path) -> None:
    async def happen(services: Services) -> None:
        ada = await guest(services, "Ada")
        made = await services.actions.create(ada, wire.NewTable(game="axio", seats=2))
        services.presence.hear(f"={ada.person}:Bea: the 2nd")
        table = await services.registry.table(made["info"]["id"])
        assert table.info()["sitting"][0]["name"] == "Bea: the 2nd"

    with_services(tmp_path, happen)


@pytest.mark.parametrize("late", ["keep", "rename", "add_token", "change"])
@pytest.mark.parametrize("meanwhile", ["forget", "sign_out_everywhere"])
def test_who_was_deleted_or_signed_out_meanwhile_changes_nothing(
    tmp_path: Path, meanwhile: str, late: str
) -> None:
    """The request was admitted before; hashing a password, for one, takes a while."""

    async def happen(services: Services) -> None:
        people = services.people
        ada = await people.welcome("Ada")
        await getattr(people, meanwhile)(ada)
        before = await services.store.read(queries.person, ada.id)
        changes: dict[str, Callable[[], Awaitable[object]]] = {
            "keep": lambda: people.keep(ada, "Ada", "a long password", None),
            "rename": lambda: people.rename(ada, "Eva"),
            "add_token": lambda: people.add_token(ada, "bot"),
            "change": lambda: people.change(ada, webhook="https://a.test"),
        }
        with pytest.raises(NotSignedIn):
            await changes[late]()
        assert await services.store.read(queries.person, ada.id) == before

    with_services(tmp_path, happen)


def test_a_block_holds_against_a_change_of_password_that_has_begun(tmp_path: Path) -> None:
    async def happen(services: Services) -> None:
        people = services.people
        ada = await people.keep(await people.welcome("Ada"), "Ada", "a long password", None)
        await asyncio.to_thread(block, services.settings.database, "Ada")
        with pytest.raises(NotSignedIn):
            await people.keep(ada, "Ada", "another password", "a long password")
        with pytest.raises(NotAllowed):
            await people.sign_in("Ada", "a long password")

    with_services(tmp_path, happen)
