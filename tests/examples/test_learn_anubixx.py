"""The example that learns: it runs, its result is saved, and its page describes it correctly."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import spielwerk as sw

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "learn_anubixx.py"
PAGE = ROOT / "docs" / "learning.md"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_anubixx", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_and_tells_how_well_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "learned.npz"

    def run(*args: str) -> list[str]:
        command = [sys.executable, str(SCRIPT), "--file", str(file), *args]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )

    told = run("--lessons", "2")
    assert re.fullmatch(r"lesson 2, \d+ s: values were off by \d+\.\d\d points", told[1])
    line = run("--evaluate", "zufall", "--games", "4")[0]
    assert re.fullmatch(r"4 games against zufall: [\d.]+% \([\d.]+% to [\d.]+%\)", line)


def test_a_network_comes_closer_to_its_targets(example: ModuleType) -> None:
    luck = np.random.default_rng(1)
    network = example.Network.new(luck)
    rows = luck.integers(0, 2, (64, 780)).astype(np.uint8)
    targets = rows[:, :20].mean(1, dtype=np.float32)
    errors = [network.learn(rows, targets, 1e-3) for _ in range(60)]
    assert errors[-1] < errors[0] / 10
    assert network.lessons == 60


def test_slopes_are_those_of_the_error(example: ModuleType) -> None:
    """A first step of Adam has the learning rate's size, against the sign of the differences."""
    luck = np.random.default_rng(2)
    rows = luck.integers(0, 2, (8, 780)).astype(np.uint8)
    targets = luck.normal(size=8).astype(np.float32)
    network = example.Network.new(luck)
    network.weights = [w.astype(np.float64) for w in network.weights]
    before = [w.copy() for w in network.weights]
    network.learn(rows, targets, 1e-3)
    moved = [after - b for after, b in zip(network.weights, before, strict=True)]

    def error(layer: int, place: tuple[int, ...], step: float) -> float:
        network.weights = [w.copy() for w in before]
        network.weights[layer][place] += step
        return float(((network.values(rows) - targets) ** 2).mean())

    for layer, weights in enumerate(before):
        place = tuple(int(luck.integers(n)) for n in weights.shape)
        slope = (error(layer, place, 1e-4) - error(layer, place, -1e-4)) / 2e-4
        if abs(slope) > 1e-3:
            assert moved[layer][place] == pytest.approx(-1e-3 * np.sign(slope), rel=0.01)


def test_values_are_blended_from_the_end_backwards(example: ModuleType) -> None:
    """One game ends with 40 points to 30, and the next one has just begun."""
    seats, values = [0, 0, 1, 0, 1], [0.5, 0.25, 0.0, 3.0, -2.0]
    plies = [
        example.Ply(
            np.zeros((1, 780), np.uint8),
            np.array([value], np.float32),
            np.array([seat], np.int8),
            np.array([number == 2]),
            np.array([[4, 3]], np.float32),
        )
        for number, (seat, value) in enumerate(zip(seats, values, strict=True))
    ]
    keep = example.LAMBDA
    expected = [keep * 1 + (1 - keep) * 0.25, 1, -1, np.nan, np.nan]
    assert example.look_back(plies)[:, 0] == pytest.approx(expected, nan_ok=True)


def test_the_best_afterstate_is_the_likeliest(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "TEMPERATURE", 0.0)
    luck = np.random.default_rng(1)
    games = example.VectorGames("anubixx", 2, 5, seed=3, reward="points", autoreset="same_step")
    network = example.Network.new(luck)
    for _ in range(10):
        rows, ends = games.afterstates(), np.cumsum(games.counts)
        lists = [games.masks[i, : games.counts[i]].copy() for i in range(games.n)]
        ply = example.play_on(games, network, luck)
        for i, found in enumerate(np.split(rows, ends[:-1])):
            best = int(network.values(found).argmax())
            assert games.chosen[i] == lists[i][best]
            assert (ply.rows[i] == found[best]).all()


def test_a_kept_network_is_the_same(example: ModuleType, tmp_path: Path) -> None:
    network = example.Network.new(np.random.default_rng(1))
    network.save(tmp_path / "kept")
    rows = np.ones((3, 780), np.uint8)
    assert (example.Network.load(tmp_path / "kept").values(rows) == network.values(rows)).all()


def test_it_plays_at_any_table_as_a_bot(example: ModuleType) -> None:
    match = sw.Match("anubixx", seats=2, seed=7)
    learned = example.Learned(example.Network.new(np.random.default_rng(1)))
    for _ in range(5):
        (seat,) = match.to_act
        match.play(learned.choose(match, seat), seat=seat)


def test_the_page_shows_the_script() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    shown = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(shown) >= 5
    for excerpt in shown:
        assert excerpt in script
