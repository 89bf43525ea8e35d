"""Digests of everything a golden covers, by facet, so that a difference is easily located."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

LENGTH = 12  # hexadecimal digits: enough to notice a difference by accident


class Facets:
    """Values by facet. Each facet ends up as one digest; `lines` keeps one facet as plain text."""

    def __init__(self, shown: str = "") -> None:
        self._digests: dict[str, Any] = {}
        self._shown = shown
        self.lines: list[str] = []

    def add(self, facet: str, *values: Any) -> None:
        """Add values to a facet: anything JSON can express, and NumPy's arrays as their bytes."""
        line = canonical(values)
        self._digests.setdefault(facet, hashlib.sha256()).update(f"{line}\n".encode())
        if facet == self._shown:
            self.lines.append(line)

    def digests(self) -> dict[str, str]:
        """Return the digest of each facet."""
        return {
            facet: digest.hexdigest()[:LENGTH] for facet, digest in sorted(self._digests.items())
        }


def canonical(value: Any) -> str:
    """Return the only text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return value.tolist()
        kind = "record" if value.dtype.names else value.dtype.str
        return f"{kind}{value.shape}:{np.ascontiguousarray(value).tobytes().hex()}"
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"no golden can hold {type(value)}")
