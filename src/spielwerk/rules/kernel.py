"""Compiling kernels: plain Python through Numba, kept on disk and never stale.

Numba's disk cache looks at one file only: a loop kept on disk goes on running an old rule after
the rule's own file has changed. So every kernel is kept in a folder named by a digest of all
sources that kernels are written in, of the versions involved, and of the compiler's settings.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_name
from numba import config

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS_WITH_KERNELS = ("rules", "dominoes", "games", "bots", "envs")
KEPT = 4  # how many digests' folders stay on disk


def cache_root() -> Path:
    """Return the folder that holds compiled kernels; `SPIELWERK_CACHE` names another."""
    if chosen := os.environ.get("SPIELWERK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "spielwerk"


@functools.cache
def source_digest(folder: Path) -> str:
    """Return a digest of all that decides what a kernel written in `folder` compiles to."""
    digest = hashlib.sha256()
    compiler = (config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT, get_host_cpu_name())
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((compiler, versions)).encode())
    sources = [file for room in ROOMS_WITH_KERNELS for file in (PACKAGE / room).rglob("*.py")]
    if not folder.is_relative_to(PACKAGE):
        sources += folder.rglob("*.py")
    for file in sorted(sources):
        digest.update(f"{file.name}:{file.stat().st_size}:".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def stamp(file: str) -> str:
    """Return what tells a game's states from all others: its folder's name and sources' digest.

    A game's layout takes `stamp(__file__)`: kernels compiled for other sources are never used.
    """
    folder = Path(file).resolve().parent
    return f"{folder.name} {source_digest(folder)}"


@functools.cache
def cache_folder(digest: str) -> Path:
    """Return the digest's own folder; where none can be kept, one that only this process uses."""
    try:
        folder = cache_root() / "kernels" / digest
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where home is
        return Path(tempfile.mkdtemp(prefix="spielwerk-"))
    _clear_old(folder)
    return folder


def _clear_old(newest: Path) -> None:
    """Delete the folders of digests that have not been used for longest; ours alone."""
    with contextlib.suppress(OSError):  # another process may be doing the same
        os.utime(newest)
        digests = [f for f in newest.parent.iterdir() if re.fullmatch("[0-9a-f]{16}", f.name)]
        digests.sort(key=lambda folder: folder.stat().st_mtime)
        for old in digests[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


# Without Numba's run-time (`_nrt`) a kernel can't allocate, and arrays that it hands on are not
# counted; the counts are atomic, and were two fifths of a random ply. Inlining took a fifth off.
_compiler = functools.partial(numba.njit, cache=True, error_model="numpy", _nrt=False)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` at its first call; with `NUMBA_DISABLE_JIT=1` it stays plain Python.

    It keeps the interpreter's lock: where threads contend for it, to let go of it and get it back
    costs many times what a short kernel takes.
    """
    return _kept(function, nogil=False)


def long_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile what takes long when Python calls it: other threads run meanwhile.

    It is not inlined where another kernel calls it: that would only compile it twice.
    """
    return _kept(function, nogil=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Write `function` into the kernels that call it, before these are compiled.

    For long passages that are called once. A kernel is compiled for itself, too, and again with
    everything that calls it: three such kernels, one in the other, take three times as long.
    """
    return _kept(function, nogil=False, inline="always")


# For what is compiled only as a part of kernels (`numba.extending.overload`): in long ones, which
# are not inlined, it would not be inlined either.
INLINED = {"forceinline": True}


def source(kernel: Callable[P, R]) -> Callable[P, R]:
    """Return the function that a kernel is compiled from.

    An overload that returns this is compiled once; one that calls the kernel, once more around it.
    """
    return getattr(kernel, "py_func", kernel)


def _kept(function: Callable[P, R], *, nogil: bool, inline: str = "never") -> Callable[P, R]:
    if config.DISABLE_JIT:
        return function
    folder = Path(inspect.getfile(function)).resolve().parent
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(source_digest(folder)))
    try:  # the dispatcher asks for the folder only here, while it is made
        compiler = _compiler(nogil=nogil, forceinline=not nogil, inline=inline)
        return compiler(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before
