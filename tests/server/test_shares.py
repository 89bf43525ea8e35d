"""Players' shares in chance: promised when they sit down, opened once all are there."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.process import ServerProcess
from server.seated import ADA, BOB, CYD, do, open_table, play_on, playing, refusal
from server.test_services import guest, with_services
from spielwerk.client import Client
from spielwerk.match.replay import check_fair
from spielwerk.match.shares import Share
from spielwerk.server import acts, turns, wire
from spielwerk.server.api.dependencies import Services
from spielwerk.server.table import LiveTable
from spielwerk.server.table_state import STAND_IN
from wait import wait_until_async

ONE, OTHER = Share.fresh(), Share.fresh()


def told(share: Share) -> str:
    assert share.value is not None
    return share.value.hex()


def full_table() -> LiveTable:
    """Return a table at which Ada and Bob have promised shares, and Cyd's client knows none."""
    table = open_table("axio", 3)
    do(table, ADA, "sit", share=ONE.hash)
    do(table, BOB, "sit", invite="come-in", share=OTHER.hash)
    assert refusal(table, ADA, "open", share=told(ONE))["code"] == "not_opening"
    do(table, CYD, "sit", invite="come-in")
    return table


def shares(table: LiveTable) -> list[Any]:
    record = table.record(None)
    check_fair(record, commitment=table.info()["commitment"])
    return list(record["fair"]["shares"])


def test_a_game_starts_once_all_promised_shares_are_open() -> None:
    table = full_table()
    info = table.info()
    assert (info["status"], info["opening"]) == ("open", True)
    assert [one["share"] for one in info["sitting"]] == [ONE.hash, OTHER.hash, None]
    assert refusal(table, BOB, "stand", seat=1)["code"] == "already_started"
    assert refusal(table, ADA, "start", bot="zufall")["code"] == "already_started"
    do(table, ADA, "open", share=told(ONE))
    assert refusal(table, ADA, "open", share=told(ONE))["code"] == "as_it_is"
    assert refusal(table, BOB, "open", share=told(ONE))["code"] == "wrong_share"
    assert told(ONE) not in json.dumps(table.news(None))
    do(table, BOB, "open", share=told(OTHER))
    assert table.info()["status"] == "running"
    assert refusal(table, BOB, "open", share=told(OTHER))["code"] == "not_opening"
    play_on(table, 3)
    assert shares(table) == [ONE.record(), OTHER.record(), None]


def test_a_share_that_is_not_opened_is_left_out_and_the_record_says_so() -> None:
    table = full_table()
    do(table, BOB, "open", share=told(OTHER))
    acts.start_anyhow(table, 1)
    play_on(table, 3)
    assert shares(table) == [{"hash": ONE.hash, "value": None}, OTHER.record(), None]


def test_a_log_with_shares_tells_the_same_table() -> None:
    table = full_table()
    do(table, ADA, "open", share=told(ONE))
    do(table, BOB, "open", share=told(OTHER))
    again = LiveTable(table.id, table.host, table.terms, table.seed)
    for entry in table.log:
        again.apply(entry)
    assert playing(again).record() == playing(table).record()


def test_without_any_promise_a_game_starts_at_once_and_is_drawn_from_the_seed_alone() -> None:
    table = open_table("axio", 2)
    do(table, ADA, "sit")
    do(table, ADA, "bot", seat=1, bot="zufall")
    assert table.info()["status"] == "running"
    assert "shares" not in playing(table).record()["fair"]


def test_who_sits_at_several_seats_opens_them_all() -> None:
    table = open_table("axio", 2)
    for seat in range(2):
        do(table, ADA, "sit", seat=seat, share=ONE.hash)
    do(table, ADA, "open", share=told(ONE))
    assert [share and share.value for share in playing(table)._proof.shares] == [ONE.value] * 2  # type: ignore[union-attr]


def test_a_client_that_never_opens_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_OPENING", 0.01)

    async def happen(services: Services) -> None:
        ada = await guest(services, "Ada")
        new = wire.NewTable(game="axio", bots={"1": "zufall"}, share=ONE.hash)
        made = await services.actions.create(ada, new)
        assert made["info"]["opening"]
        table = await services.registry.table(made["info"]["id"])

        async def is_running() -> bool:
            return table.status == "running"

        await wait_until_async(is_running, "the game starts")

    with_services(tmp_path, happen)


@pytest.mark.parametrize("opens", [False, True])
def test_a_bot_plays_for_who_leaves_while_shares_are_opened(*, opens: bool) -> None:
    table = full_table()
    do(table, BOB, "leave", seat=1)
    assert refusal(table, BOB, "resign", seat=1)["code"] == "not_started"
    if opens:
        do(table, BOB, "open", share=told(OTHER))
    do(table, ADA, "open", share=told(ONE))
    acts.start_anyhow(table, 1)
    assert table.status == "running"
    assert table.info()["sitting"][1]["away"]
    assert table.bot_for(1) == STAND_IN
    do(table, BOB, "return", seat=1)
    assert table.bot_for(1) is None


def test_who_is_deleted_while_shares_are_opened_leaves_no_ghost_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_OPENING", 0.01)

    async def happen(services: Services) -> None:
        ada, eve = await guest(services, "Ada"), await guest(services, "Eve")
        new = wire.NewTable(game="axio", seats=2, first=1, pace=False)
        made = await services.actions.create(ada, new)
        id_ = made["info"]["id"]
        sits = wire.Sit(do="sit", seat=1, invite=made["invite"], share=OTHER.hash)
        await services.actions.act(id_, eve, sits)
        assert eve.person is not None
        await services.actions.leave_all(eve.person)
        table = await services.registry.table(id_)

        async def is_played() -> bool:
            return table.match is not None and table.match.length > 0

        await wait_until_async(is_played, "a bot moves for who is gone")

    with_services(tmp_path, happen)


def test_programs_have_their_shares_in_the_game_and_in_the_next(server: ServerProcess) -> None:
    with Client(server.url, name="Robo") as robo, Client(server.url, name="Other") as other:
        table = robo.create(game="anubixx", seats=2, pace=False)
        joined = other.table(table.id, table.invite)
        joined.sit()
        table.refresh()
        hashes = [one["share"] for one in table.info["sitting"]]
        assert hashes == [table.share.hash, joined.share.hash]
        assert table.info["status"] == "running"
        table.resign(0)
        following, moved = table.rematch(), joined.rematch()
        following.refresh()
        assert moved.info["opening"] or moved.info["status"] == "running"
        promised = [one["share"] for one in following.info["sitting"]]
        assert sorted(promised) == sorted([following.share.hash, moved.share.hash])
