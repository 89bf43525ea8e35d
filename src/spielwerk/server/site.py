"""Write the page as a static site: games run in the browser, without a server.

Pages use hash routes and relative URLs, so the folder can be served below any path.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import orjson

from spielwerk.engine.declarations import declarations
from spielwerk.games import find, loadable
from spielwerk.server import engines, game_files
from spielwerk.server.page_files import LIST, PageFiles

_SHELL, _WORKER, _FILES = "index.html", "offline.js", "at"
_ANSWERS = "answers.json"  # a server's public responses


def write(folder: Path) -> list[str]:
    """Write the site, replacing an earlier version; return the playable games."""
    games = [name for name in loadable() if engines.fits(name)]
    edition = PageFiles().now()
    shell = _standing_alone(edition.files[f"web/{_SHELL}"])
    listed = [*orjson.loads(edition.files[LIST]), _ANSWERS]
    files = dict(edition.files) | {
        f"web/{_SHELL}": shell,
        LIST: orjson.dumps(listed),
        _ANSWERS: orjson.dumps(_answers(games)),
    }
    shutil.rmtree(folder / _FILES, ignore_errors=True)
    for address, body in files.items():
        _put(folder / _FILES / edition.digest / address, body)
    _put(folder / _WORKER, edition.files[f"web/{_WORKER}"])
    _put(folder / _SHELL, shell)
    return games


def is_free(folder: Path) -> bool:
    """Return whether a folder is missing, or contains only what `write` wrote before."""
    if not folder.exists():
        return True
    return folder.is_dir() and {one.name for one in folder.iterdir()} <= {_SHELL, _WORKER, _FILES}


def _standing_alone(shell: bytes) -> bytes:
    """Return the shell with relative URLs, marked as running without a server."""
    return shell.replace(b'"/at/', b'"at/').replace(b"<html ", b"<html data-site ", 1)


def _answers(games: list[str]) -> dict[str, object]:
    levels = [declarations(find(name))["bots"]["levels"] for name in games]
    shared = [
        level
        for level, told in (levels[0] if levels else {}).items()
        if "tree" not in told and all(level in others for others in levels)
    ]
    return {
        "/games": [game_files.told(name, "ready") for name in games],
        "/bots": shared,
        "/me": None,
    }


def _put(file: Path, body: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(body)
