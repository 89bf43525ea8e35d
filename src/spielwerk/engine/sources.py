"""Compute a digest of functions: their sources, the constants they use, and everything they call.

It shows whether two versions of a program compute the same with the same text, independent of what
compiles it: processor, Python, Numba. Bytecode is used only to find the names that a function uses;
the digest covers text and values.
"""

from __future__ import annotations

import ast
import enum
import functools
import hashlib
import inspect
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from spielwerk.engine.errors import EngineError
from spielwerk.rules import dispatch
from spielwerk.rules.dispatch import Kernels

# Libraries whose functions are not followed: their versions are up to each machine.
LIBRARIES = {"builtins", "llvmlite", "math", "numba", "numpy"}
# The functions by which generic code calls a game's kernels, and the kernels' names
DISPATCHED = {getattr(dispatch, name): name for name in Kernels._fields}


def digest(kernels: Kernels, functions: Mapping[str, Any], *facts: str) -> str:
    """Return a digest of named functions and of further facts.

    Functions of `rules/dispatch.py` that they call are resolved to a game's kernels.
    """
    walk = _Walk(kernels)
    entries = [f"{name}: {walk.entry(value)}" for name, value in sorted(functions.items())]
    walk.finish()
    lines = [*facts, *entries, *sorted(walk.found.values())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def describe(dtype: np.dtype[Any]) -> str:
    """Describe the memory layout of a record's dtype, without the titles of its fields."""
    if dtype.fields is None:
        return dtype.str
    fields = []
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]
        base, shape = kind.subdtype or (kind, ())
        fields.append(f"{name}:{base.str}{shape}@{offset}")
    return f"{dtype.itemsize}[{' '.join(fields)}]"


class _Walk:
    """A traversal of functions that visits each once."""

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self.found: dict[FunctionType, str] = {}  # qualified name, source and constants
        self._left: list[FunctionType] = []

    def finish(self) -> None:
        while self._left:
            self._look_into(self._left.pop())

    def entry(self, value: Any) -> str:
        """Return a value's representation in a digest; queue functions for a visit."""
        if isinstance(value, enum.Enum):
            return f"{value.name} {self.entry(value.value)}"
        if isinstance(value, (bool, int, str, bytes, range, type(None))):
            return repr(value)
        if isinstance(value, float):
            return value.hex() if math.isfinite(value) else repr(value)
        if isinstance(value, tuple):
            return f"({', '.join(map(self.entry, value))})"
        if isinstance(value, (np.generic, np.ndarray)):
            bytes_ = np.ascontiguousarray(value).tobytes()
            shape = getattr(value, "shape", ())
            return f"{describe(value.dtype)}{shape} {hashlib.sha256(bytes_).hexdigest()}"
        if isinstance(value, np.dtype):
            return describe(value)
        if isinstance(value, type) or inspect.isbuiltin(value):
            return f"{value.__module__}.{value.__name__}"
        if _has_source(value):
            return self._function(value)
        if type(value).__module__ != "builtins" and _is_librarys(type(value).__module__):
            return f"{type(value).__name__} {value}"  # a type of Numba's, a function of NumPy's
        raise EngineError(
            "engine_digest", f"kernels name a {type(value).__name__}, which no digest can hold"
        )

    def _function(self, value: Any) -> str:
        """Return a function's name, and queue the function for a visit."""
        if value in DISPATCHED:
            name = DISPATCHED[value]
            chosen = getattr(self._kernels, name)
            return f"{name}: {self.entry(chosen)}"
        function = _plain(value)
        if not _is_librarys(function.__module__) and not _finds_games(function):
            if function not in self.found:
                self.found[function] = ""
                self._left.append(function)
        return self._place(function)

    def _place(self, function: FunctionType) -> str:
        """Return a function's module and name, and the contents of its closure."""
        name = f"{function.__module__}.{function.__qualname__}"
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        told = [_plain(one).__qualname__ if _has_source(one) else self.entry(one) for one in held]
        return f"{name} {', '.join(told)}" if told else name

    def _look_into(self, function: FunctionType) -> None:
        for other in _overloads(function):
            self._function(other)
        named = [f"{name} = {self.entry(value)}" for name, value in _named(function)]
        self.found[function] = "\n".join([self._place(function), _source(function), *sorted(named)])


def _has_source(value: Any) -> bool:
    return callable(value) and isinstance(_plain(value), FunctionType)


def _plain(value: Any) -> Any:
    """Return the Python function behind a kernel or another wrapper."""
    return inspect.unwrap(getattr(value, "py_func", value))


def _finds_games(function: FunctionType) -> bool:
    """Whether a function looks up a game's kernels or layout, which are digested separately."""
    return function.__module__ == dispatch.__name__


def _named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that a function uses from modules and from its closure."""
    used = set(_names(function.__code__))  # includes attributes, which the text tells apart
    for way in _ways(_node(function)):
        if way[0] in used and way[0] in function.__globals__:
            value = function.__globals__[way[0]]
            for attribute in way[1:]:
                if not isinstance(value, ModuleType) or _is_librarys(value.__name__):
                    break
                value = getattr(value, attribute)
            if not isinstance(value, ModuleType):
                yield ".".join(way), value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _is_librarys(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES


def _overloads(function: FunctionType) -> Iterator[Any]:
    """Yield what Numba compiles instead of a function: its `@overload` in the same module."""
    if function.__qualname__ != function.__name__:
        return
    begins = re.compile(rf"@overload\(\s*{re.escape(function.__name__)}\b")
    for other in list(function.__globals__.values()):
        if isinstance(other, FunctionType) and other.__globals__ is function.__globals__:
            if other is not function and begins.match(_source(other)):
                yield other


# Sources


def _source(function: FunctionType) -> str:
    """Return a function's text with its decorators, or the whole statement that contains it.

    Docstrings and lines of comments are omitted: they do not affect the engine.
    """
    lines, _ = _file(function.__code__.co_filename)
    node = _node(function)
    told = {line for one in ast.walk(node) for line in _docstring(one)}
    kept = range(_first_line(node), _last_line(node) + 1)
    text = (lines[line - 1].rstrip() for line in kept if line not in told)
    return "\n".join(line for line in text if line and not line.lstrip().startswith("#"))


def _docstring(node: ast.AST) -> range:
    """Return the lines of a function's docstring."""
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
        return range(node.body[0].lineno, _last_line(node.body[0]) + 1)
    return range(0)


def _node(function: FunctionType) -> ast.stmt:
    _, statements = _file(function.__code__.co_filename)
    line = function.__code__.co_firstlineno
    if line in statements:
        return statements[line]
    around = [node for begin, node in statements.items() if begin <= line <= _last_line(node)]
    return max(around, key=_first_line)


@functools.cache
def _file(path: str) -> tuple[list[str], dict[int, ast.stmt]]:
    """Return a file's lines, and its statements by their first line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise EngineError("engine_digest", f"{path}: {error.strerror}") from None
    statements: dict[int, ast.stmt] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            statements.setdefault(_first_line(node), node)
    return text.splitlines(), statements


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _ways(node: ast.AST) -> set[tuple[str, ...]]:
    """Return all names that a statement uses, `a` and `a.b.c`, split at the dots."""
    found = set()
    for one in ast.walk(node):
        root, way = one, list[str]()
        while isinstance(root, ast.Attribute):
            way.insert(0, root.attr)
            root = root.value
        if isinstance(root, ast.Name):
            found.add((root.id, *way))
    return found
