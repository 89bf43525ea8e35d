"""The peers of a comparison, and its report; tests/research has peers that play."""

import dataclasses

import pytest

import spielwerk as sw
from spielwerk.lab import peers
from spielwerk.lab.peers import benchmark
from spielwerk.lab.peers.benchmark import Entry, PeerBenchmark
from spielwerk.lab.peers.lane import Lane
from spielwerk.lab.peers.peer import Drive, Peer, Row

pytestmark = pytest.mark.compiled


def _played(observe: bool, threads: int) -> Drive:
    return Drive(lambda: 1)


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
    gone = dataclasses.replace(peers.PEERS["pgx"], modules=("numpy", "no_such_module"))
    monkeypatch.setitem(peers.PEERS, "pgx", gone)
    with pytest.raises(sw.BadSetting, match="no_such_module is not installed") as refused:
        peers.find("pgx")
    assert refused.value.code == "peer_missing"


def test_a_lane_tells_why_its_peer_does_not_run() -> None:
    broken = Peer("broken", (), (), ())
    with Lane(broken, benchmark.usable_cores(), "") as lane:
        lane.ask("broken/game/random", observe=False, seconds=0, alone=True)
        with pytest.raises(sw.BadSetting, match="broken does not run here: KeyError") as refused:
            lane.answer()
    assert refused.value.code == "peer_failed"


def test_ours_come_first_and_peers_as_they_were_named() -> None:
    named = [peers.PEERS["open_spiel"], peers.PEERS["momaland"]]
    told = [entry.name for entry in benchmark.entries(named)]
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
    alone = [entry.name for entry in benchmark.entries(named[:1], both=False)]
    assert not [name for name in alone if "axio_hex" in name or "-2-" in name]


def test_gains_are_medians_of_round_by_round_ratios() -> None:
    ours = Entry(peers.OURS, peers.OURS.rows[0], observe=False, both=False)
    slow = Row("slow/game/random", _played, observes=False)
    theirs = Entry(Peer("slow", (), ("numpy",), (slow,)), slow, observe=False, both=False)
    played = PeerBenchmark([ours, theirs])
    played.rates = {ours: [100.0, 400.0, 90.0], theirs: [50.0, 100.0, 1.0]}
    played.notes = {ours: "", theirs: "3 games"}
    played.compiling, played.memory, played.load = {ours.row.name: 2.0}, 600.0, [0.5, 0.75]
    assert list(played.table()) == [
        ("spielwerk/axio/vector/lists", "100", "", "", "", "2.0", "", ""),
        ("slow/game/random", "50", "", "", "", "", "4.0", ""),
    ]
    told = {one.name: one for one in played.measurements()}
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
