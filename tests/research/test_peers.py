"""Peers are used as intended, each in a process of its own."""

import importlib.util
from pathlib import Path

import pytest

from spielwerk.lab import peers
from spielwerk.lab.peers import benchmark
from spielwerk.lab.peers.lane import Lane
from spielwerk.lab.peers.peer import Peer

TESTED = ("momaland", "open_spiel", "pettingzoo")  # what tests install; others if they are there


def _there(peer: Peer) -> bool:
    return all(importlib.util.find_spec(module) for module in peer.modules)


def test_every_peer_that_is_installed_plays(tmp_path: Path) -> None:
    there = [peer.name for peer in peers.PEERS.values() if _there(peer)]
    assert set(TESTED) <= set(there)
    for name in there:
        peer = peers.find(name)
        with Lane(peer, benchmark.usable_cores()[:1], str(tmp_path)) as lane:
            for row in peer.rows[: 3 if name == "pettingzoo" else 1]:
                for observe in (False, True):
                    lane.ask(row.name, observe=observe, seconds=0, alone=True)
                    assert lane.answer().rate > 0, (row.name, observe)


def test_open_spiel_plays_all_three_games_in_both_ways() -> None:
    rows = {row.name: row for row in peers.find("open_spiel").rows}
    assert rows["open_spiel/hex_11x11/random"].make(False, 1).play() in range(21, 122)
    assert rows["open_spiel/go_9x9/random"].make(True, 1).play() > 2
    rollouts = rows["open_spiel/connect_four/rollouts"].make(False, 1)
    assert rollouts.play() in range(200 * 15, 200 * 30)  # games of some 21 moves
    assert "moves in the mean" in rollouts.note


def test_a_lane_plays_when_it_is_asked() -> None:
    cores = benchmark.usable_cores()
    with Lane(peers.find("open_spiel"), cores[:1], "") as lane:
        for observe in (False, True):
            lane.ask("open_spiel/connect_four/random", observe=observe, seconds=0, alone=True)
            assert lane.answer().rate > 0


def test_lanes_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "ROUNDS", 2)
    monkeypatch.setattr(benchmark, "SECONDS", 0.0)
    monkeypatch.setattr(benchmark, "seconds_of", lambda program, settings: 3.0)
    monkeypatch.setattr(benchmark, "memory_of_a_million", lambda game, seats: 500.0)
    heard: list[str] = []
    played = benchmark.compare([peers.find("momaland")], heard.append)
    assert all(len(rates) == 2 and min(rates) > 0 for rates in played.rates.values())
    rounds = [line for line in heard if "round" in line]
    assert [line.split(": round ")[1][0] for line in rounds] == sorted(
        ["1", "2"] * len(played.entries)
    )
    last = list(played.table())[-1]
    assert last[0] == "momaland/ingenious/2/random"
    assert float(last[-2]) > 1
