"""The API reference names every public name, and nothing that does not exist."""

import ast
import importlib
import inspect
import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import gymnasium
import pytest

import spielwerk as sw
from spielwerk import bots
from spielwerk.envs import registry
from spielwerk.rules import errors
from spielwerk.rules.controls import Control
from spielwerk.rules.state import owner, secret

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE = "\n".join(f.read_text(encoding="utf-8") for f in sorted((DOCS / "api").glob("*.md")))
DOCUMENTED = re.findall(r"(?m)^::: (\S+)$", REFERENCE)
NOT_INSTALLED = "spielwerk.envs.open_spiel"  # OpenSpiel is large: its names are looked up in text

INSTALLED = [path for path in DOCUMENTED if not path.startswith(NOT_INSTALLED)]


def found(path: str) -> Any:
    """Return the module, or the name in a module, that a dotted path stands for."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


def test_nothing_is_documented_twice() -> None:
    assert len(DOCUMENTED) == len(set(DOCUMENTED))


@pytest.mark.parametrize("path", DOCUMENTED)
def test_every_documented_name_exists_and_says_what_it_is(path: str) -> None:
    module, _, name = path.rpartition(".")
    if module == NOT_INSTALLED:
        text = (ROOT / "src" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert re.search(rf'(?m)^class {name}\b.*\n    """', text)
        return
    value = found(path)
    if callable(value) or isinstance(value, ModuleType):
        assert value.__doc__


PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
IMPORTS = re.compile(r"(?m)^[ >]*from (spielwerk[\w.]*) import (?:\(([^)]+)\)|([\w, ]+))")


def imported(text: str) -> set[str]:
    """Return the dotted paths that a page's examples import from us."""
    return {
        f"{module}.{name.split(' as ')[0].strip()}"
        for module, *groups in IMPORTS.findall(text)
        for name in "".join(groups).split(",")
        if name.strip() and not name.strip().endswith("_v0")
    }


def test_imports_are_found_however_they_are_written() -> None:
    text = """
>>> from spielwerk.games import find
    from spielwerk.rules.parts import (
        PartsFile,
        PartsSource as Source,
    )
from spielwerk.lab import executors, axio_v0
"""
    assert imported(text) == {
        "spielwerk.games.find",
        "spielwerk.lab.executors",
        "spielwerk.rules.parts.PartsFile",
        "spielwerk.rules.parts.PartsSource",
    }


def public() -> dict[str, Any]:
    """Return the public names: listed names, refusals, environments, the docs' imports."""
    names = {f"spielwerk.{name}": getattr(sw, name) for name in sw.__all__}
    names |= {f"spielwerk.bots.{name}": getattr(bots, name) for name in bots.__all__}
    for name, value in vars(errors).items():
        if inspect.isclass(value) and value.__module__ == errors.__name__:
            names[f"{errors.__name__}.{name}"] = value
    for game in sw.games():
        made = importlib.import_module(f"spielwerk.envs.{game}_v0")
        for name, value in vars(made).items():
            if isinstance(value, partial):
                names[f"spielwerk.envs.{game}_v0.{name}"] = value.func
    for value in (*get_args(Control), owner, secret):  # docs/adding-a-game.md names them
        names[value.__name__] = value
    for entry in (registry.LEARNER, registry.MANY):
        names[entry] = found(entry.replace(":", "."))
    for page in PAGES:
        for path in imported(page.read_text(encoding="utf-8")):
            names[path] = found(path)
    return names


def test_every_public_name_is_documented() -> None:
    values = [found(path) for path in INSTALLED]
    names = public()
    assert len(names) > len(sw.__all__)
    missing = [name for name, value in names.items() if not any(value is one for one in values)]
    assert missing == []


def undescribed(class_: ast.ClassDef) -> list[str]:
    """Return the public members without a docstring, which the reference would leave out."""
    functions = [one for one in class_.body if isinstance(one, ast.FunctionDef)]
    missing = [one.name for one in functions if not ast.get_docstring(one)]
    for field, text in pairwise(class_.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            described = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            missing += [] if described else [field.target.id]
    return [name for name in missing if not name.startswith("_")]


CLASSES = [path for path in DOCUMENTED if path.rpartition(".")[2][:1].isupper()]


@pytest.mark.parametrize("path", CLASSES)
def test_every_public_member_of_a_documented_class_is_described(path: str) -> None:
    module, _, name = path.rpartition(".")
    if module != NOT_INSTALLED:
        value = found(path)
        if not inspect.isclass(value):
            return  # a constant, or a type
        module = value.__module__
        ours = [base for base in value.__mro__[1:] if base.__module__.startswith("spielwerk.")]
        assert [base for base in ours if base not in map(found, INSTALLED)] == []
    text = (ROOT / "src" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    [class_] = [
        one for one in ast.parse(text).body if isinstance(one, ast.ClassDef) and one.name == name
    ]
    assert undescribed(class_) == []


def test_registered_environments_are_among_them() -> None:
    specs = [spec for name, spec in gymnasium.registry.items() if name.startswith("spielwerk/")]
    entries = {entry for spec in specs for entry in (spec.entry_point, spec.vector_entry_point)}
    assert entries - {None} == {registry.LEARNER, registry.MANY}
