"""The page's files and all games' web files, under one digest that changes with any of them.

Modules import each other by relative URLs, so a page only ever loads files of its own edition.
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
_COMMENTS = re.compile(rb"(?m)^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$")  # whole lines
# Rules are cached when read; the others are not loaded by a page.
_NOT_LISTED = re.compile(r"/web/rules/|\.d\.ts$|/(engine|tsconfig)\.json$|/offline\.js$")


class Edition(NamedTuple):
    """All files at one point in time, by their paths in the package.

    The shell and the service worker contain the digest; a list names what the page needs to open.
    """

    digest: str
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, contents: Mapping[str, bytes]) -> Edition:
        """Build the edition of these files."""
        sums = [f"{key} {hashlib.sha256(body).hexdigest()}" for key, body in contents.items()]
        digest = hashlib.sha256("\n".join(sums).encode()).hexdigest()[:16]
        named = {key: contents[key].replace(_DIGEST, digest.encode()) for key in _NAMES_DIGEST}
        listed = [key for key in contents if not _NOT_LISTED.search(key)]
        return cls(digest, {**contents, **named, LIST: orjson.dumps(listed)})


class _Seen(NamedTuple):
    """A file as listed in its folder."""

    address: str
    path: str
    changed: int
    size: int


class PageFiles:
    """Keep the current edition in memory, so that a digest's files never change halfway."""

    def __init__(self) -> None:
        self._contents: dict[_Seen, bytes] = {}
        self._edition = Edition("", {})

    def now(self) -> Edition:
        """Return the current edition. Checking for changed files takes about 1 ms."""
        seen = list(_look())
        if seen != list(self._contents):
            kept = self._contents
            self._contents = {
                one: kept[one] if one in kept else sent(Path(one.path)) for one in seen
            }
            self._edition = Edition.of({one.address: body for one, body in self._contents.items()})
        return self._edition

    def of(self, digest: str) -> Edition:
        """Return the edition with this digest; refuse any but the current one."""
        edition = self._edition if digest == self._edition.digest else self.now()
        if digest != edition.digest:
            raise NotFound("other_version", "the page has changed: reload it")
        return edition


def sent(file: Path) -> bytes:
    """Return what is sent for a file: modules without comments, which are a quarter of their size.

    Lines keep their numbers. A module with a template over several lines is sent as it is, because
    what looks like a comment may be a part of it.
    """
    body = file.read_bytes()
    if file.suffix != ".js":
        return body
    bare = _COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), body)
    return body if any(line.count(b"`") % 2 for line in bare.split(b"\n")) else bare


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
                continue  # Python's and editors' own files
            below = f"{address}/{entry.name}"
            if entry.is_dir():
                yield from _look_into(entry.path, below)
            else:
                found = entry.stat()
                yield _Seen(below, entry.path, found.st_mtime_ns, found.st_size)
