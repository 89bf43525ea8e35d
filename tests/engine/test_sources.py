"""Digests of sources: they change with what is computed, and with nothing else."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import outside
from spielwerk.engine import manifest, sources
from spielwerk.engine.errors import EngineError
from spielwerk.games import find, names

pytestmark = pytest.mark.usefixtures("own_cache")

PRINT_ALL = """
from spielwerk.engine import manifest
from spielwerk.games import find, names

for name in names():
    print(name, manifest.rules_digest(find(name)), manifest.engine_digest(find(name)))
"""
# A text of the game, its replacement, and whether the digests of rules and engine change
CHANGES = {
    "a constant that kernels name": ("ROUNDS = 3, 3, 2", "ROUNDS = 3, 3, 3", True, True),
    "a rule": ("if r.hand[seat, action] > 0 else 1", "if r.hand[seat, action] else 1", True, True),
    "what lies in the box": ('tables["cards"] = 2', 'tables["cards"] = 3', True, False),
    "the layout": ('called=public("u1")', 'called=public("u2")', True, True),
    "a scoreboard": ("out[0] = s[i].points[seat]", "out[0] = 1 * s[i].points[seat]", False, True),
    "why a move is refused": ("return 1 if move[1]", "return 2 - 1 if move[1]", False, True),
    "who sees a field": (
        'hand=owner("u1", SEATS, CARDS, pool="cards", size="held")',
        'hand=public("u1", SEATS, CARDS, pool="cards")',
        False,
        True,
    ),
    "what people are told of a kernel": (
        "def scores(t, s, i, seat, out):",
        'def scores(t, s, i, seat, out):\n    """Say it."""\n    # how\n',
        False,
        False,
    ),
    "a text beside kernels": ("Calling cards.", "Cards that are called.", False, False),
    "a name that kernels do not use": ('"middle"', '"mean"', False, False),
}


def digests(folder: Path, *changes: tuple[str, str]) -> tuple[str, str]:
    game = outside.load(folder, *changes)
    return manifest.rules_digest(game), manifest.engine_digest(game)


@pytest.mark.parametrize("what", CHANGES)
def test_a_digest_changes_with(what: str, tmp_path: Path) -> None:
    old, new, rules, engine = CHANGES[what]
    before = digests(tmp_path / "before")
    after = digests(tmp_path / "after", (old, new))
    assert [one != other for one, other in zip(before, after, strict=True)] == [rules, engine]


def test_digests_do_not_depend_on_where_sources_lie(tmp_path: Path) -> None:
    assert digests(tmp_path / "here") == digests(tmp_path / "there")


def test_plain_and_compiled_kernels_have_the_same_digests() -> None:
    def printed(plain: str) -> list[str]:
        settings = os.environ | {"NUMBA_DISABLE_JIT": plain}
        words = [sys.executable, "-c", PRINT_ALL]
        return subprocess.check_output(words, env=settings, text=True).splitlines()

    found = printed("0")
    assert printed("1") == found
    assert [line.split()[0] for line in found] == names()


def test_each_game_has_rules_of_its_own() -> None:
    assert len({manifest.rules_digest(find(name)) for name in names()}) == len(names())


def test_options_and_own_parts_are_of_the_same_rules(tmp_path: Path) -> None:
    usual = find("axio_hex")
    parts = Path(sources.__file__).parents[1] / "games" / "axio_hex" / "parts.toml"
    own = tmp_path / "own.toml"
    own.write_text(parts.read_text(encoding="utf-8").replace("rr = 5", "rr = 9"), encoding="utf-8")
    for other in (find("axio_hex", None, {"hands": "hidden"}), find("axio_hex", own)):
        assert manifest.rules_digest(other) == manifest.rules_digest(usual)


# Single functions, in modules of the same name

FUNCTION = """
import numpy as np
from numba.extending import overload

import {other}
from spielwerk.rules.kernel import kernel

TABLE = np.array([1, 2, 3])

def twice(n):
    return n + n

@overload(twice)
def _twice(n):
    return lambda n: 2 * n

@kernel
def inner(n):
    return TABLE[n] + {other}.ONE

@kernel
def outer(n):
    count = [inner(k) for k in range(n)]
    return twice(len(count))
"""


def digest_of(folder: Path, text: str, one: str = "1") -> str:
    """Return the digest of `outer` in such a text."""
    folder.mkdir()
    (folder / "constants_of_it.py").write_text(f"ONE = {one}\n", encoding="utf-8")
    (folder / "functions.py").write_text(text.format(other="constants_of_it"), encoding="utf-8")
    for name in ("constants_of_it", "functions"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module: Any = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    try:
        return sources.digest(find("axio").kernels, {"outer": module.outer})
    finally:
        del sys.modules["constants_of_it"], sys.modules["functions"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return TABLE[n]", "return -TABLE[n]"),  # inside a list inside a kernel
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("[1, 2, 3]", "[1.0, 2.0, 3.0]"),
        ("lambda n: 2 * n", "lambda n: 3 * n"),  # what is compiled instead
        ("return n + n", "return 2 * n"),
    ],
)
def test_what_a_kernel_calls_and_names_counts(old: str, new: str, tmp_path: Path) -> None:
    assert FUNCTION.count(old) == 1
    changed = digest_of(tmp_path / "changed", FUNCTION.replace(old, new))
    assert changed != digest_of(tmp_path / "as it was", FUNCTION)


def test_constants_of_other_modules_count(tmp_path: Path) -> None:
    assert digest_of(tmp_path / "one", FUNCTION) != digest_of(tmp_path / "two", FUNCTION, one="2")


FACTORY = """
from spielwerk.rules.kernel import kernel

def made(number):
    @kernel
    def add(n):
        return n + number
    return add

one, two = made({one}), made({two})

@kernel
def outer(n):
    return one(n) - two(n)
"""


def test_functions_of_one_factory_are_told_apart(tmp_path: Path) -> None:
    found = {
        digest_of(tmp_path / f"{one} {two}", FACTORY.format(one=one, two=two))
        for one, two in [(1, 2), (2, 1), (1, 1), (2, 2)]
    }
    assert len(found) == 4


def test_what_no_digest_can_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="kernels name a dict, which no digest can hold"):
        digest_of(tmp_path / "dict", FUNCTION.replace("np.array([1, 2, 3])", "dict(a=1)"))
