"""Declarations: pure data, and enough of it to read a state and to print a move."""

import base64
import json
from typing import Any

import numpy as np
import pytest

from engine.tables import TABLES, Table
from spielwerk.engine.declarations import declarations
from spielwerk.engine.errors import EngineError
from spielwerk.games import find, names
from spielwerk.rules import batch
from spielwerk.rules.notation import NOTHING, Names
from spielwerk.rules.state import States

every_game = pytest.mark.parametrize("name", names())


def printed(notation: Any, row: list[int]) -> str:
    """Return a move in notation, from declarations alone."""
    form = notation["forms"][row[0]]
    text, at = form["texts"][0], 1
    for slot, after in zip(form["slots"], form["texts"][1:], strict=True):
        width = slot["most"] or 1
        told = [number for number in row[at : at + width] if number != NOTHING or not slot["most"]]
        text += ",".join(name(notation["names"][slot["kind"]], number) for number in told) + after
        at += width
    return str(text)


def name(names: Any, number: int) -> str:
    if "words" in names:
        return str(names["words"][number])
    if "points" in names:
        x, y = divmod(number, names["points"]["width"])
        return f"{x - names['points']['middle']},{y - names['points']['middle']}"
    least, most = names["integers"]
    assert least <= number <= most
    return str(number)


@every_game
def test_declarations_are_json(name: str) -> None:
    told = declarations(find(name))
    assert json.loads(json.dumps(told)) == told


def assert_read(declared: Any, s: States) -> None:
    """Check a record's bytes against its fields, by declarations."""
    data = s.tobytes()
    assert declared["size"] == len(data)
    assert declared["fields"].keys() == set(s.dtype.names or ())
    for field, told in declared["fields"].items():
        count = int(np.prod(told["shape"], dtype=int))
        numbers = np.frombuffer(data, told["format"], count, told["offset"])
        assert numbers.reshape(told["shape"]).tolist() == s[field][0].tolist()


@every_game
def test_a_state_is_read_by_its_declared_fields(name: str) -> None:
    game = find(name)
    assert_read(declarations(game)["layout"], batch.position(game, game.seats[-1], 1, 3))


@every_game
def test_tables_are_read_by_their_declared_fields(name: str) -> None:
    game = find(name)
    assert_read(declarations(game)["tables"], game.tables)


@every_game
def test_moves_are_printed_by_declared_notation(name: str) -> None:
    game = find(name)
    notation = declarations(game)["notation"]
    for plies in (0, 4, 11):
        s = batch.position(game, 2, 5, plies)
        for seat in game.to_act(s, 0):
            row = np.empty(game.notation.width, np.int64)
            for action in game.legal(s, 0, seat)[:40].tolist():
                game.kernels.move(game.tables, s, 0, seat, action, row)
                assert printed(notation, row.tolist()) == game.write(s, 0, seat, action)


@every_game
def test_tables_are_those_of_the_box(name: str) -> None:
    game = find(name)
    assert base64.b64decode(declarations(game)["tables"]["bytes"]) == game.tables.tobytes()


@pytest.mark.parametrize("table", [t for t in TABLES if t.options], ids=str)
def test_options_are_told_as_changes(table: Table) -> None:
    usual, set_up = declarations(find(table.name)), declarations(table.game)
    [changes] = [
        variant["changes"]
        for variant in usual["variants"]
        if variant["options"] == dict(table.options)
    ]
    assert usual | changes | {"variants": set_up["variants"]} == set_up


def test_hidden_hands_are_their_owners() -> None:
    def sight(**options: str) -> str:
        told = declarations(find("axio_hex", None, options))["layout"]["fields"]
        return str(told["hand"]["sight"])

    assert sight() == "public"
    assert sight(hands="hidden") == "owner"


def test_names_of_another_kind_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Runes(Names):
        pattern = "."

        def write(self, number: int) -> str:
            return "ᚠᚢᚦ"[number]

        def read(self, name: str) -> int | None:
            return "ᚠᚢᚦ".index(name)

    game = find("anubixx")
    monkeypatch.setitem(game.notation.names, "colour", Runes())
    with pytest.raises(
        EngineError, match="colour: pages know Words, Integers and Points, not Runes"
    ):
        declarations(game)
