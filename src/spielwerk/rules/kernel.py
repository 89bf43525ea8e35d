"""Compile kernels from plain Python with Numba, cached on disk and never stale.

Numba's disk cache checks one file only: a cached loop keeps running an old rule after the rule's
own file has changed. Therefore every kernel is cached in a folder named by a digest of all sources
that contain kernels, of the versions involved, and of the compiler's settings.
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
from platformdirs import PlatformDirs
from platformdirs.api import PlatformDirsABC

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS_WITH_KERNELS = ("rules", "dominoes", "games", "bots", "envs")
KEPT = 4  # number of digest folders kept on disk


def cache_root(platform: type[PlatformDirsABC] = PlatformDirs) -> Path:
    """Return a system's folder for compiled kernels, which `SPIELWERK_CACHE` overrides."""
    if chosen := os.environ.get("SPIELWERK_CACHE"):
        return Path(chosen)
    return platform("spielwerk", appauthor=False, opinion=False).user_cache_path


@functools.cache
def source_digest(folder: Path) -> str:
    """Return a digest of everything that determines how a kernel in `folder` compiles."""
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
    """Return what identifies a game's states: its folder's name and the digest of its sources.

    A game's layout takes `stamp(__file__)`: kernels compiled from other sources are never used.
    """
    folder = Path(file).resolve().parent
    return f"{folder.name} {source_digest(folder)}"


@functools.cache
def cache_folder(digest: str) -> Path:
    """Return the digest's folder, or a temporary one if the cache is not writable."""
    try:
        folder = cache_root() / "kernels" / digest
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return Path(tempfile.mkdtemp(prefix="spielwerk-"))
    _clear_old(folder)
    return folder


def _clear_old(newest: Path) -> None:
    """Delete the least recently used digest folders, and nothing else."""
    with contextlib.suppress(OSError):  # another process may be doing the same
        os.utime(newest)
        digests = [f for f in newest.parent.iterdir() if re.fullmatch("[0-9a-f]{16}", f.name)]
        digests.sort(key=lambda folder: folder.stat().st_mtime)
        for old in digests[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


# Without Numba's run-time (`_nrt`) a kernel cannot allocate, and arrays it passes on are not
# reference-counted; the atomic counts took two fifths of a random ply. Inlining saved a fifth.
_compiler = functools.partial(numba.njit, cache=True, error_model="numpy", _nrt=False)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` at its first call; with `NUMBA_DISABLE_JIT=1` it stays plain Python.

    It keeps the GIL: where threads contend for it, releasing and reacquiring it costs far more
    than a short kernel.
    """
    return _kept(function, nogil=False)


def long_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that runs for long, releasing the GIL so that other threads run.

    It is not inlined into other kernels: that would only compile it twice.
    """
    return _kept(function, nogil=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Inline `function` into the kernels that call it, before they are compiled.

    For long functions with one caller. An ordinary kernel is compiled on its own and again within
    every caller: three such kernels, nested, take three times as long.
    """
    return _kept(function, nogil=False, inline="always")


# For functions that are compiled only as a part of kernels (`numba.extending.overload`): within
# long kernels, which are not inlined, they would not be inlined either.
INLINED = {"forceinline": True}


def source(kernel: Callable[P, R]) -> Callable[P, R]:
    """Return the function that a kernel is compiled from.

    An overload that returns it is compiled once; one that calls the kernel is compiled twice.
    """
    return getattr(kernel, "py_func", kernel)


def _kept(function: Callable[P, R], *, nogil: bool, inline: str = "never") -> Callable[P, R]:
    if config.DISABLE_JIT:
        return function
    folder = Path(inspect.getfile(function)).resolve().parent
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(source_digest(folder)))
    try:  # Numba reads the cache folder only here, while it creates the dispatcher
        compiler = _compiler(nogil=nogil, forceinline=not nogil, inline=inline)
        return compiler(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before
