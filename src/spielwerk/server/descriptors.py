"""Read and raise the limit on open files and connections."""

from __future__ import annotations

import importlib
from typing import Any

MOST = 65_536  # that one process asks the system for


def _resource() -> Any:
    """Return the `resource` module; None on Windows, where sockets are not files."""
    try:
        return importlib.import_module("resource")
    except ImportError:
        return None


def allowed() -> int:
    """Return the current limit."""
    resource = _resource()
    return MOST if resource is None else int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def in_all() -> int:
    """Return how many connections may be open at once; the rest is for files and databases."""
    most = allowed()
    return most - max(64, min(most // 4, 256))


def of_network(most: int) -> int:
    """Return how many of them one network may have: at most half, so that it never has all."""
    return min(most, in_all() // 2)


def allow() -> None:
    """Raise the limit as far as the system allows; each connection needs one descriptor."""
    resource = _resource()
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
