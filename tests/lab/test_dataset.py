"""Results on disk: what the columns contain, and runs that were interrupted, changed or damaged."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import spielwerk as sw
from spielwerk.games import find
from spielwerk.lab.dataset import Dataset
from spielwerk.lab.executors import Processes, Serial
from spielwerk.lab.simulate import Simulation, Tally
from spielwerk.rules import batch
from wait import wait_for_exit

pytestmark = pytest.mark.compiled

BOTS = ("geselle", "lehrling")


def simulation(games: int = 12, seed: int = 5, **changes: object) -> Simulation:
    return Simulation(find("second_chance"), BOTS, games, seed, **changes)  # type: ignore[arg-type]


def play(path: Path, what: Simulation, records: Path | None = None) -> Dataset:
    kept = Dataset(path, what, records)
    list(kept.play(Serial()))
    return kept


def test_a_row_tells_a_game(tmp_path: Path) -> None:
    game = find("axio")
    what = Simulation(game, ("zufall",) * 3, 10_000, seed=2, first=batch.LOT)
    play(tmp_path / "games.parquet", what)
    table = pq.read_table(tmp_path / "games.parquet")
    seats = range(3)
    assert table.schema.names == [
        *("number", "seed", "first", "plies"),
        *(f"rank_{seat}" for seat in seats),
        *(f"result_{seat}" for seat in seats),
        *(f"{colour}_{seat}" for seat in seats for colour in "rgbop"),
    ]
    assert json.loads(table.schema.metadata[b"spielwerk"]) == what.settings()
    assert table.num_rows == 10_000
    alone = batch.random_games(game, 3, 1, 2, first=batch.LOT, number=9_000)
    row = table.slice(9_000, 1).to_pylist()[0]
    assert (row["number"], row["seed"]) == (9_000, 2)
    assert row["first"] == batch.first_seat(3, 2, 9_000, batch.LOT)
    assert row["plies"] == alone.plies[0]
    for seat in seats:
        colours = [row[f"{colour}_{seat}"] for colour in "rgbop"]
        assert colours == alone.scores[0, seat].tolist()
        assert row[f"rank_{seat}"] == alone.ranks[0, seat]
        assert row[f"result_{seat}"] == min(colours)


def test_workers_and_threads_change_no_byte(tmp_path: Path) -> None:
    for name, executor in (("one", Serial()), ("two", Processes(2))):
        list(Dataset(tmp_path / f"{name}.parquet", simulation()).play(executor))
        random = Simulation(find("anubixx"), ("zufall",) * 2, 20_000, 1, threads=len(name) - 1)
        list(Dataset(tmp_path / f"{name}-random.parquet", random).play(executor))
    for kind in ("", "-random"):
        one, two = (tmp_path / f"{name}{kind}.parquet" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_a_folder_is_a_dataset_of_parts(tmp_path: Path) -> None:
    folder, file = tmp_path / "games", tmp_path / "games.parquet"
    play(folder, simulation())
    play(file, simulation())
    parts = sorted(folder.glob("*.parquet"))
    assert len(parts) == 12
    rows = [row for part in parts for row in pq.read_table(part).to_pylist()]
    assert rows == pq.read_table(file).to_pylist()
    assert not file.with_name("games.parquet.parts").exists()


@pytest.mark.parametrize("name", ["games.parquet", "games"])
def test_a_finished_run_is_told_again_and_not_played(name: str, tmp_path: Path) -> None:
    class Nowhere:
        def run(self, work: object, numbers: list[int]) -> list[object]:
            assert not numbers
            return []

    play(tmp_path / name, simulation())
    tallies = []
    for executor in (Serial(), Nowhere()):
        tallies.append(Tally(2, 2))
        for part in Dataset(tmp_path / name, simulation()).play(executor):  # type: ignore[arg-type]
            tallies[-1].add(part)
    assert tallies[0].summary() == tallies[1].summary()
    assert tallies[0].summary().games == 12


KILLED = """
import sys
from pathlib import Path
from lab.test_dataset import simulation
from spielwerk.lab.dataset import Dataset
from spielwerk.lab.executors import Processes
results, records = map(Path, sys.argv[1:])
for _ in Dataset(results, simulation(120, telling="records"), records).play(Processes(2)):
    print("part", flush=True)
"""


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    name = "games.parquet"
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    what = simulation(120, telling="records")
    play(whole / name, what, whole / "games.jsonl")

    run = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(broken / name), str(broken / "games.jsonl")],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.stdout is not None
    for _ in range(8):
        assert run.stdout.readline() == b"part\n"
    workers = _children(run.pid)
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    there = len(list((broken / "games.parquet.parts").glob("part-*.parquet")))
    assert 8 <= there < 120
    assert workers
    wait_for_exit(workers)  # they notice that their parent is gone: nobody is left to play on

    again = Dataset(broken / name, what, broken / "games.jsonl")
    played: list[int] = []

    class Watched:
        def run(self, work: Simulation, numbers: list[int]) -> object:
            played.extend(numbers)
            return Serial().run(work, numbers)

    list(again.play(Watched()))  # type: ignore[arg-type]
    assert len(played) == 120 - there
    assert again.broken == []
    assert _contents(broken) == _contents(whole)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def _truncate(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-20])


def _flip(part: Path) -> None:
    content = bytearray(part.read_bytes())
    content[40] ^= 1
    part.write_bytes(content)


def _exchange(part: Path) -> None:
    part.write_bytes(part.with_name("part-000003.parquet").read_bytes())


@pytest.mark.parametrize("damage", [_truncate, _flip, _exchange, Path.unlink])
def test_a_damaged_part_is_noticed_and_played_again(damage: object, tmp_path: Path) -> None:
    play(tmp_path / "games", simulation())
    before = _contents(tmp_path)
    damage(tmp_path / "games" / "part-000007.parquet")  # type: ignore[operator]
    assert _contents(tmp_path) != before
    again = play(tmp_path / "games", simulation())
    assert again.broken == ([7] if damage is not Path.unlink else [])
    assert _contents(tmp_path) == before


@pytest.mark.parametrize("name", ["games.parquet", "games"])
@pytest.mark.parametrize(
    ("changes", "setting"),
    [({"seed": 6}, "seed"), ({"games": 13}, "games"), ({"telling": "records"}, "telling")],
)
def test_other_settings_are_refused(
    changes: dict[str, int], setting: str, name: str, tmp_path: Path
) -> None:
    play(tmp_path / name, simulation())
    with pytest.raises(sw.BadSetting) as refused:
        Dataset(tmp_path / name, simulation(**changes))
    assert refused.value.code == "other_settings"
    assert refused.value.details["setting"] == setting


def test_other_rules_are_refused_half_way(tmp_path: Path) -> None:
    Dataset(tmp_path / "games", simulation())
    manifest = tmp_path / "games" / "simulation.json"
    manifest.write_text(manifest.read_text().replace('"source": "', '"source": "0'))
    with pytest.raises(sw.BadSetting) as refused:
        Dataset(tmp_path / "games", simulation())
    assert refused.value.details["setting"] == "source"


def test_what_is_no_simulation_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    (tmp_path / "cat.parquet").write_text("no Parquet")
    for name in ("photos", "cat.parquet"):
        with pytest.raises(sw.BadSetting) as refused:
            Dataset(tmp_path / name, simulation())
        assert refused.value.code == "not_a_simulation"


def test_records_that_are_gone_are_told(tmp_path: Path) -> None:
    what, records = simulation(telling="records"), tmp_path / "games.jsonl"
    play(tmp_path / "games.parquet", what, records)
    assert len(records.read_text().splitlines()) == 12
    play(tmp_path / "games.parquet", what, records)
    records.unlink()
    with pytest.raises(sw.BadSetting) as refused:
        Dataset(tmp_path / "games.parquet", what, records)
    assert refused.value.code == "no_records"
