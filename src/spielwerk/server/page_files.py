"""The page's files and those of all games, under one digest: when any changes, all addresses do.

Modules import each other by relative addresses, so a page only ever meets files of its own edition.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import orjson

from spielwerk.games import loadable
from spielwerk.server import game_files
from spielwerk.server.refusals import NotFound

PACKAGE = Path(str(files("spielwerk")))
WEB = PACKAGE / "web"
LIST = "files.json"
_DIGEST = b"{digest}"
_NAMES_DIGEST = ("web/index.html", "web/offline.js")
# Engines and rules are kept when they are used; the others are no files that a page loads.
_NOT_LISTED = re.compile(r"/web/rules/|\.wasm$|\.d\.ts$|/(engine|tsconfig)\.json$|/offline\.js$")


class Edition(NamedTuple):
    """All files as they were at one time; addresses are those of the package.

    The shell and the worker name the digest. A list tells what the page needs to open.
    """

    digest: str
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, contents: Mapping[str, bytes]) -> Edition:
        """Return the edition of these files."""
        sums = [f"{key} {hashlib.sha256(body).hexdigest()}" for key, body in contents.items()]
        digest = hashlib.sha256("\n".join(sums).encode()).hexdigest()[:16]
        named = {key: contents[key].replace(_DIGEST, digest.encode()) for key in _NAMES_DIGEST}
        listed = [key for key in contents if not _NOT_LISTED.search(key)]
        return cls(digest, {**contents, **named, LIST: orjson.dumps(listed)})


class _Seen(NamedTuple):
    """A file as a look at its folder shows it."""

    address: str
    path: str
    changed: int
    size: int


class PageFiles:
    """Keeps the edition of now in memory, so that what a digest names never changes halfway."""

    def __init__(self) -> None:
        self._contents: dict[_Seen, bytes] = {}
        self._edition = Edition("", {})

    def now(self) -> Edition:
        """Return the files as they are now. To look whether one has changed takes about 1 ms."""
        seen = list(_look())
        if seen != list(self._contents):
            kept = self._contents
            self._contents = {
                one: kept[one] if one in kept else Path(one.path).read_bytes() for one in seen
            }
            self._edition = Edition.of({one.address: body for one, body in self._contents.items()})
        return self._edition

    def of(self, digest: str) -> Edition:
        """Return the edition with this digest; refuse one that is not the edition of now."""
        edition = self._edition if digest == self._edition.digest else self.now()
        if digest != edition.digest:
            raise NotFound("other_version", "the page has changed: load it again")
        return edition


def _look() -> Iterator[_Seen]:
    yield from _look_into(WEB, "web")
    yield from _look_into(PACKAGE / "dominoes" / "web", "dominoes/web")
    for name in loadable():
        folder = game_files.folder(name)
        if folder.is_dir():
            yield from _look_into(folder, f"games/{name}/web")


def _look_into(folder: str | Path, address: str) -> Iterator[_Seen]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.startswith((".", "_")):
                continue  # Python's own, and what editors leave
            below = f"{address}/{entry.name}"
            if entry.is_dir():
                yield from _look_into(entry.path, below)
            else:
                found = entry.stat()
                yield _Seen(below, entry.path, found.st_mtime_ns, found.st_size)
