"""Games on the device: the rules in Python accept what the page plays and records."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.games import find
from spielwerk.match.watching import granted

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    """Return whole games, of all games at all tables, with what every seat was granted."""
    done = subprocess.run(
        ["node", HERE / "device.mjs"], capture_output=True, text=True, check=True, timeout=600
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_games_are_played_at_all_tables(played: list[dict[str, Any]]) -> None:
    tables = {(one["record"]["game"], one["record"]["seats"]) for one in played}
    assert tables == {(game, seats) for game in sw.games() for seats in find(game).seats}


def test_records_hold(played: list[dict[str, Any]]) -> None:
    for one in played:
        match = sw.replay(one["record"])
        assert match.over
        assert match.record() == one["record"]


def ordered(plies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return plies without the order in which dice were rolled, which no record contains."""
    return [ply | {"known": sorted(ply["known"])} for ply in plies]


def test_every_seat_is_granted_what_a_server_would_grant(played: list[dict[str, Any]]) -> None:
    for one in played:
        viewers = [None, *range(one["record"]["seats"])]
        for viewer, seen, plies in zip(viewers, one["granted"], one["plies"], strict=True):
            told = granted(one["record"], viewer)
            assert ordered(plies) == ordered(told.plies)
            for mine, theirs in zip(seen, told.records, strict=True):
                assert {key: mine[key] for key in theirs} == theirs
