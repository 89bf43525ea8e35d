"""The faults that `make quick-proof` seeds still fit the sources."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAULTS = tomllib.loads((ROOT / "benchmarks" / "quick_faults.toml").read_text(encoding="utf-8"))


def test_every_room_has_eight() -> None:
    assert {room: len(faults) for room, faults in FAULTS.items()} == dict.fromkeys(
        ("games", "match", "bots", "server", "page"), 8
    )


def test_the_text_of_each_fault_occurs_once_in_its_file() -> None:
    for fault in (fault for faults in FAULTS.values() for fault in faults):
        text = (ROOT / fault["file"]).read_text(encoding="utf-8")
        assert text.count(fault["old"]) == 1, fault["what"]
        assert fault["old"] != fault["new"]
