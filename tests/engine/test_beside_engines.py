"""Declarations and types beside engines: the committed files match what games declare."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.tables import TABLES, Table
from spielwerk.engine import beside
from spielwerk.engine.errors import EngineError
from spielwerk.games import find, names


@pytest.mark.parametrize("name", names())
def test_both_are_of_these_sources(name: str) -> None:
    beside.check(find(name))  # which says what to do if not


@pytest.mark.parametrize("table", [t for t in TABLES if t.options], ids=str)
def test_options_change_no_types(table: Table) -> None:
    assert beside.types(table.game) == beside.types(find(table.name))


def test_numbers_lists_and_words_are_told_apart() -> None:
    text = beside.types(find("second_chance"))
    state, _, rest = text.partition("export interface Tables {")
    assert "  turn: number;\n" in state
    assert "  cards: number[]; // 2\n" in state
    assert "  grid: bigint[][]; // 6 × 2\n" in state
    assert "  anchors: bigint[][][]; // 53 × 8 × 2\n" in rest
    assert rest.endswith(
        "export type Move =\n"
        '  | { form: "draw"; slots: { card: number; cells: number[] } }\n'
        '  | { form: "one"; slots: { cell: number } };\n'
    )
    assert '  | { form: "stop"; slots: {} };\n' in beside.types(find("anubixx"))


def test_both_are_written_alone_by_any_version(tmp_path: Path) -> None:
    words = ["engine", "anubixx", "--declarations", "--out", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "spielwerk", *words], check=True, capture_output=True)
    assert {file.name for file in tmp_path.iterdir()} == {beside.DECLARATIONS, beside.TYPES}
    beside.check(find("anubixx"), tmp_path)
    (tmp_path / beside.TYPES).write_text("export interface State {}\n", encoding="utf-8")
    rewrite = "rewrite it with `spielwerk engine anubixx --declarations`"
    with pytest.raises(EngineError, match=rewrite):
        beside.check(find("anubixx"), tmp_path)
