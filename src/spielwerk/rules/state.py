"""Declare a game's state: its fields, who may see each, and the flat record they compile to."""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

NATURE = 7
"""Nature's seat: its bit in `turn`, its number in `act`."""
NATURES_TURN = 1 << NATURE
"""`turn` when nature is to act."""

States = npt.NDArray[Any]
"""An array of one game's states."""
Numbers = npt.NDArray[np.int64]


class Sight(enum.Enum):
    """Who may see a field."""

    PUBLIC = "everybody"
    OWNER = "the seat whose row it is (the first axis counts seats)"
    SECRET = "nobody"  # noqa: S105


@dataclass(frozen=True)
class Field:
    """One declared field.

    A field of a pool counts that pool's tiles, indexed by kind on its last axis; a `single` field
    stores the kind of the one tile each row may contain. The tables have a field with the pool's
    name: the number of tiles of each kind, or each kind's weight if the pool is `endless`.
    """

    format: str
    shape: tuple[int, ...]
    sight: Sight
    pool: str | None = None
    size: str | None = None  # the public field with the number of tiles in each hidden row
    lacks: str | None = None  # the public field with one bit per kind a row is known to lack
    single: bool = False
    endless: bool = False  # the pool is drawn from with replacement, like dice


def public(format: str, *shape: int, pool: str | None = None) -> Field:
    """Return a field that every viewer sees."""
    return Field(format, shape, Sight.PUBLIC, pool)


def owner(
    format: str,
    *shape: int,
    pool: str | None = None,
    size: str | None = None,
    lacks: str | None = None,
    single: bool = False,
    endless: bool = False,
) -> Field:
    """Return a field in which each seat sees only its own row."""
    return Field(format, shape, Sight.OWNER, pool, size, lacks, single, endless)


def secret(format: str, *shape: int, pool: str | None = None) -> Field:
    """Return a field that no viewer sees; in a pool, it counts the tiles that are nowhere else."""
    return Field(format, shape, Sight.SECRET, pool)


class Layout:
    """The fields of one game's state, laid out as one record without padding.

    `stamp` becomes part of the record's type: kernels compiled for one stamp are never used for
    another, and generic kernels identify the game by it.
    """

    def __init__(self, stamp: str, /, **fields: Field) -> None:
        if fields.get("turn") != public("u1"):
            raise TypeError('a state needs `turn = public("u1")`: one bit per seat that may act')
        for name in fields:
            if hasattr(np.record, name):
                raise TypeError(f"{name} has a meaning of its own in NumPy's records")
        self.fields = fields
        self._check()
        self.offsets: dict[str, int] = {}
        end = 0
        for name in sorted(fields, key=lambda name: -np.dtype(fields[name].format).itemsize):
            self.offsets[name] = end
            end += self._bytes(name)
        if end % 8:  # copying a record does not preserve its padding
            self.fields = fields | {"filler": public("u1", 8 - end % 8)}
            self.offsets["filler"] = end
        self.dtype = np.dtype(
            (
                np.record,
                {
                    "names": list(self.offsets),
                    "formats": [
                        (self.fields[name].format, self.fields[name].shape) for name in self.offsets
                    ],
                    "offsets": list(self.offsets.values()),
                    "titles": [stamp if name == "turn" else None for name in self.offsets],
                },
            )
        )

    def _check(self) -> None:
        for pool, names in self.pools().items():
            if any(self.fields[name].endless for name in names):
                continue
            rest = [name for name in names if self.fields[name].sight is Sight.SECRET]
            if len(rest) != 1 or len(self.fields[rest[0]].shape) != 1:
                raise TypeError(f"pool {pool}: one secret row must count the remaining tiles")
        for name, field in self.fields.items():
            if field.pool is None:
                continue
            if field.format != "u1":
                raise TypeError(f"{name}: tiles of a pool are counted in u1")
            if field.sight is Sight.OWNER:
                sizes = self.fields.get(str(field.size))
                if sizes is None or sizes.sight is not Sight.PUBLIC or sizes.format != "u1":
                    raise TypeError(f"{name}: hidden rows need a public u1 field for their `size`")
                lacks = self.fields.get(str(field.lacks))
                if field.lacks and (lacks is None or lacks.sight is not Sight.PUBLIC):
                    raise TypeError(f"{name}: what rows are known to lack must be public")

    def _bytes(self, name: str) -> int:
        field = self.fields[name]
        return math.prod(field.shape) * np.dtype(field.format).itemsize

    def empty(self, n: int) -> States:
        """Return `n` states, all zero."""
        return np.zeros(n, self.dtype)

    @functools.cache  # noqa: B019  (layouts live as long as their games)
    def grants(self, viewer: int | None) -> npt.NDArray[np.bool_]:
        """Return, for each byte of a state, whether `viewer` (None: a spectator) may see it."""
        granted = np.zeros(self.dtype.itemsize, np.bool_)
        for name, field in self.fields.items():
            start, size = self.offsets[name], self._bytes(name)
            if field.sight is Sight.PUBLIC:
                granted[start : start + size] = True
            elif field.sight is Sight.OWNER and viewer is not None:
                row = size // field.shape[0]
                granted[start + viewer * row : start + (viewer + 1) * row] = True
        granted.flags.writeable = False
        return granted

    @functools.cached_property
    def hides(self) -> bool:
        """Whether any field is hidden from any viewer."""
        return any(field.sight is not Sight.PUBLIC for field in self.fields.values())

    @functools.cached_property
    def has_owners(self) -> bool:
        """Whether any seat sees something that others do not."""
        return any(field.sight is Sight.OWNER for field in self.fields.values())

    @functools.cache  # noqa: B019
    def granted_bits(self, viewer: int | None) -> npt.NDArray[np.uint8]:
        """Return the same as a mask to AND with a state's bytes."""
        return np.where(self.grants(viewer), 0xFF, 0).astype(np.uint8)

    def granted_spans(self) -> dict[str, tuple[int, int, bool]]:
        """Return the fields that a seat sees in full or in its row: offset, bytes, is it a row."""
        spans = {}
        for name, field in self.fields.items():
            if field.sight is Sight.PUBLIC and name != "filler":
                spans[name] = self.offsets[name], self._bytes(name), False
            elif field.sight is Sight.OWNER:
                spans[name] = self.offsets[name], self._bytes(name) // field.shape[0], True
        return spans

    def pools(self) -> dict[str, list[str]]:
        """Return the fields of each pool."""
        found: dict[str, list[str]] = {}
        for name, field in self.fields.items():
            if field.pool is not None:
                found.setdefault(field.pool, []).append(name)
        return found

    def rows(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield each row of a pool's field: its number and its offset in the record."""
        field = self.fields[name]
        outer, width = (field.shape, 1) if field.single else (field.shape[:-1], field.shape[-1])
        for number in range(math.prod(outer)):
            yield number, self.offsets[name] + number * width
