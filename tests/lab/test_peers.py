"""Peers are driven as they are meant to be, each in a process of its own."""

import dataclasses
import importlib.util
from pathlib import Path

import pytest

import spielwerk as sw
from spielwerk.lab import comparison, peers
from spielwerk.lab.comparison import Comparison, Entry
from spielwerk.lab.peers.driving import Drive, Peer, Row
from spielwerk.lab.peers.lane import Lane

pytestmark = pytest.mark.compiled
TESTED = ("momaland", "open_spiel", "pettingzoo")  # what tests install; others if they are there


def _there(peer: Peer) -> bool:
    return all(importlib.util.find_spec(module) for module in peer.modules)


def _played(observe: bool, threads: int) -> Drive:
    return Drive(lambda: 1)


def test_every_peer_that_is_installed_plays(tmp_path: Path) -> None:
    there = [peer.name for peer in peers.PEERS.values() if _there(peer)]
    assert set(TESTED) <= set(there)
    for name in there:
        peer = peers.find(name)
        with Lane(peer, comparison.usable_cores()[:1], str(tmp_path)) as lane:
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


def test_all_of_ours_play() -> None:
    for row in peers.OURS.rows:
        for observe in (False, True)[: 1 + row.observes]:
            assert row.make(observe, 2 if row.threads else 1).play() > 0, row.name


def test_every_row_is_compared_with_one_of_ours() -> None:
    ours = {row.name: row for row in peers.OURS.rows}
    for peer in peers.PEERS.values():
        for row in peer.rows:
            assert row.name.startswith(f"{peer.name}/")
            assert ours[row.like].observes >= row.observes
            assert ours[row.like].threads


def test_a_peer_that_is_not_known_is_refused() -> None:
    with pytest.raises(sw.BadSetting, match="known: momaland, open_spiel, pgx, pettingzoo") as no:
        peers.find("deep_blue")
    assert no.value.code == "unknown_peer"


def test_a_peer_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = dataclasses.replace(peers.PEERS["pgx"], modules=("pyspiel", "no_such_module"))
    monkeypatch.setitem(peers.PEERS, "pgx", gone)
    with pytest.raises(sw.BadSetting, match="no_such_module is not installed") as refused:
        peers.find("pgx")
    assert refused.value.code == "peer_missing"


def test_a_lane_plays_when_it_is_asked() -> None:
    cores = comparison.usable_cores()
    with Lane(peers.find("open_spiel"), cores[:1], "") as lane:
        for observe in (False, True):
            lane.ask("open_spiel/connect_four/random", observe=observe, seconds=0, alone=True)
            assert lane.answer().rate > 0


def test_a_lane_tells_why_its_peer_does_not_run() -> None:
    broken = Peer("broken", (), (), ())
    with Lane(broken, comparison.usable_cores(), "") as lane:
        lane.ask("broken/game/random", observe=False, seconds=0, alone=True)
        with pytest.raises(sw.BadSetting, match="broken does not run here: KeyError") as refused:
            lane.answer()
    assert refused.value.code == "peer_failed"


def test_ours_come_first_and_peers_as_they_were_named() -> None:
    named = [peers.PEERS["open_spiel"], peers.PEERS["momaland"]]
    told = [entry.name for entry in comparison.entries(named)]
    assert told[:4] == [
        "spielwerk/axio/vector/lists",
        "spielwerk/axio/vector/lists/observations",
        "spielwerk/axio/vector/lists-2-threads",
        "spielwerk/axio/vector/lists/observations-2-threads",
    ]
    assert told[-4:] == [
        "momaland/ingenious/2/random",
        "momaland/ingenious/2/random/observations",
        "momaland/ingenious/2/random-2-processes",
        "momaland/ingenious/2/random/observations-2-processes",
    ]
    assert len(set(told)) == len(told)
    alone = [entry.name for entry in comparison.entries(named[:1], both=False)]
    assert not [name for name in alone if "axio_hex" in name or "-2-" in name]


def test_gains_are_medians_of_round_by_round_ratios() -> None:
    ours = Entry(peers.OURS, peers.OURS.rows[0], observe=False, both=False)
    slow = Row("slow/game/random", _played, observes=False)
    theirs = Entry(Peer("slow", (), ("numpy",), (slow,)), slow, observe=False, both=False)
    played = Comparison([ours, theirs])
    played.rates = {ours: [100.0, 400.0, 90.0], theirs: [50.0, 100.0, 1.0]}
    played.notes = {ours: "", theirs: "3 games"}
    played.compiling, played.memory, played.load = {ours.row.name: 2.0}, 600.0, [0.5, 0.75]
    assert list(played.table()) == [
        ("spielwerk/axio/vector/lists", "100", "", "", "", "2.0", "", ""),
        ("slow/game/random", "50", "", "", "", "", "4.0", ""),
    ]
    told = {figure.name: figure for figure in played.figures()}
    assert told["slow/game/random/our-gain"].value == 4.0
    assert told["slow/game/random"].note.startswith("numpy ")
    assert told["slow/game/random"].note.endswith("; 3 games")
    assert told["spielwerk/axio/vector/lists/compile"].as_dict() == {
        "name": "spielwerk/axio/vector/lists/compile",
        "value": 2.0,
        "unit": "s",
    }
    assert next(played.remarks()) == "A million games of AXIO in flight: 600 MB."
    assert "load 0.5 to 0.8" in list(played.remarks())[2]


def test_lanes_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "ROUNDS", 2)
    monkeypatch.setattr(comparison, "SECONDS", 0.0)
    monkeypatch.setattr(comparison, "seconds_of", lambda program, settings: 3.0)
    monkeypatch.setattr(comparison, "memory_of_a_million", lambda game, seats: 500.0)
    heard: list[str] = []
    played = comparison.compare([peers.find("momaland")], heard.append)
    assert all(len(rates) == 2 and min(rates) > 0 for rates in played.rates.values())
    rounds = [line for line in heard if "round" in line]
    assert [line.split(": round ")[1][0] for line in rounds] == sorted(
        ["1", "2"] * len(played.entries)
    )
    last = list(played.table())[-1]
    assert last[0] == "momaland/ingenious/2/random"
    assert float(last[-2]) > 1
