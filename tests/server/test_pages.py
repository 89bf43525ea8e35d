"""The page's files: compressed on request, and never sent again under the same digest."""

import gzip
import importlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import spielwerk as sw
from server.process import ServerProcess
from spielwerk.engine import manifest
from spielwerk.games import find
from spielwerk.server import engines, game_files, page_files
from spielwerk.server.page_files import PACKAGE, Edition, PageFiles, sent
from spielwerk.server.refusals import NotFound

FILES = (
    "web/app.js",
    "dominoes/web/board.js",
    "games/axio/web/board.js",
    "games/anubixx/web/texts/de.json",
)
FILLED = {"/": "web/index.html", "/offline.js": "web/offline.js"}
HANDS = ("option.hands", "option.hands.hidden", "option.hands.open")


def fetched(url: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """Return an answer with its body as it was sent."""
    with httpx.Client() as client, client.stream("GET", url, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


def digest_in(shell: str) -> str:
    """Return the digest that the shell names, the same for all its files."""
    [digest] = set(re.findall(r'"/at/([0-9a-f]{16})/web/', shell))
    return str(digest)


@pytest.fixture(scope="module")
def at(server: ServerProcess) -> str:
    """Return the address of the page's files."""
    return f"{server.url}/at/{digest_in(httpx.get(server.url).text)}"


@pytest.mark.parametrize("file", FILES)
def test_files_are_packed_for_who_unpacks(at: str, file: str) -> None:
    written = sent(PACKAGE / file)
    answer, body = fetched(f"{at}/{file}", **{"Accept-Encoding": "br, gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == written
    assert len(body) < len(written)


MODULE = b"""/**
 * Says what it does.
 */
const far = "http://there"; // stays: code stands before it
  // goes
const cast = /** @type {number} */ (near);
/* goes, too */
"""


def test_modules_are_sent_without_comments(tmp_path: Path) -> None:
    file = tmp_path / "module.js"
    file.write_bytes(MODULE)
    lines = MODULE.split(b"\n")
    assert sent(file).split(b"\n") == [b""] * 3 + [lines[3], b"", lines[5], b"", b""]


@pytest.mark.parametrize("name", ["module.js", "rules.html"])
def test_what_may_be_no_comment_is_sent(tmp_path: Path, name: str) -> None:
    """Text within a template may look like a comment, and other files have no such comments."""
    file = tmp_path / name
    file.write_bytes(b"const text = `\n// all\n`;\n" if name.endswith("js") else b"// all\n")
    assert sent(file) == file.read_bytes()


@pytest.mark.parametrize("accepts", ["identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_files_are_sent_as_they_are_to_others(at: str, accepts: str) -> None:
    answer, body = fetched(f"{at}/web/app.js", **{"Accept-Encoding": accepts})
    assert "Content-Encoding" not in answer.headers
    assert body == sent(PACKAGE / "web" / "app.js")


@pytest.mark.parametrize("file", FILES)
def test_files_are_kept_for_good(at: str, file: str) -> None:
    answer, _ = fetched(f"{at}/{file}")
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    kind = "application/json" if file.endswith(".json") else "text/javascript; charset=utf-8"
    assert answer.headers["Content-Type"] == kind


def test_a_list_tells_what_the_page_needs_to_open(server: ServerProcess, at: str) -> None:
    listed = httpx.get(f"{at}/files.json").json()
    assert {"web/index.html", "web/pages/table.js", "web/texts/de.json", *FILES} <= set(listed)
    for game in sw.games():
        own = {file.removeprefix(f"games/{game}/web/") for file in listed if f"/{game}/" in file}
        assert {"board.js", "look.css", "sample.json", "texts/de.json", "texts/en.json"} <= own
        assert {"engine.wasm", "declarations.json"} <= own  # used to play without a server
        assert not [file for file in own if file.startswith(("engine.json", "rules/", "state"))]
    with httpx.Client() as client:
        assert {client.get(f"{at}/{file}").status_code for file in listed} == {200}
        assert client.get(f"{at}/web/index.html").text == client.get(server.url).text


@pytest.mark.parametrize(("address", "file"), FILLED.items())
@pytest.mark.parametrize("accepts", ["gzip", "identity"])
def test_what_names_the_digest_is_asked_for_again(
    server: ServerProcess, at: str, address: str, file: str, accepts: str
) -> None:
    answer, body = fetched(server.url + address, **{"Accept-Encoding": accepts})
    assert answer.headers["Cache-Control"] == "no-cache"
    written = sent(PACKAGE / file).decode()
    filled = written.replace("{digest}", at.rpartition("/")[2])
    assert (gzip.decompress(body) if accepts == "gzip" else body).decode() == filled != written


def test_files_of_another_version_are_not_here(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.url}/at/{'0' * 16}/web/app.js")
    assert (answer.status_code, answer.json()["code"]) == (404, "other_version")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "address",
    [
        "web/%2e%2e/__init__.py",
        "web/__init__.py",
        "web/nothing.js",
        "dominoes/web/%2e%2e/__init__.py",
        "games/axio/web/%2e%2e/game.py",
        "games/axio/web/%2e%2e/%2e%2e/anubixx/web/board.js",
        "games/axio/web/nothing.js",
        "games/axio/web/texts",
        "games/chess/web/board.js",
        "games/%2e%2e/web/app.js",
        "games/axio/game.py",
    ],
)
def test_nothing_outside_is_served(at: str, address: str) -> None:
    answer, _ = fetched(f"{at}/{address}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/web/app.js", "/games/axio/web/board.js", "/at/web/app.js"])
def test_no_file_lies_elsewhere(server: ServerProcess, address: str) -> None:
    assert fetched(server.url + address)[0].status_code == 404


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("address", ["/nowhere", "/table", "/table/a/b", "/rules", "/tables.html"])
def test_an_unknown_address_is_a_page_that_says_so(server: ServerProcess, address: str) -> None:
    with httpx.Client(headers={"Accept": BROWSER}) as browser:
        answer, home = (browser.get(server.url + path) for path in (address, "/"))
        assert (answer.status_code, home.status_code) == (404, 200)
        assert answer.text == home.text
        assert answer.headers["Content-Type"] == home.headers["Content-Type"]


@pytest.mark.parametrize(
    ("address", "accepts"),
    [
        ("/nowhere", "*/*"),
        ("/nowhere", ""),
        ("/nowhere", "application/json"),
        ("/nowhere", "application/json, text/html;q=0.9"),
        ("/nowhere", "text/html;q=0"),
        ("/nowhere", "text/html;q=nonsense"),
        ("/api/nowhere", BROWSER),
        ("/api", BROWSER),
        ("/at", BROWSER),
        ("/healthz/nowhere", BROWSER),
        ("/metrics/nowhere", BROWSER),
    ],
)
def test_programs_are_told_of_unknown_addresses_in_json(
    server: ServerProcess, address: str, accepts: str
) -> None:
    answer = httpx.get(server.url + address, headers={"Accept": accepts})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_page")


@pytest.mark.parametrize("address", ["/table/unknown", "/replay/unknown", "/rules/unknown"])
def test_what_a_room_does_not_know_its_page_says(server: ServerProcess, address: str) -> None:
    answer = httpx.get(server.url + address, headers={"Accept": BROWSER})
    assert answer.status_code == 200
    assert answer.text == httpx.get(server.url).text


@pytest.mark.parametrize("game", sw.games())
def test_an_engine_lies_with_its_game(server: ServerProcess, at: str, game: str) -> None:
    address = f"{at}/games/{game}/web/engine.wasm"
    answer, body = fetched(address, **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Type"] == "application/wasm"
    assert answer.headers["Content-Encoding"] == "gzip"
    file = PACKAGE / "games" / game / "web" / "engine.wasm"
    assert gzip.decompress(body) == file.read_bytes()


def test_an_engine_fits_if_it_is_of_these_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(manifest, "folder", lambda _: tmp_path)
    assert not engines.fits("anubixx")  # it is missing
    manifest.write(find("anubixx"), b"an engine", tmp_path)
    assert engines.fits("anubixx")
    written = json.loads((tmp_path / "engine.json").read_text())
    for other in ({"rules": "others"}, {"interface": 0}):
        (tmp_path / "engine.json").write_text(json.dumps(written | other))
        assert not engines.fits("anubixx")


def test_games_tell_their_titles_and_what_they_bring(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.url}/api/games").json()
    games = {game["id"]: game for game in answer}
    german = games["axio_hex"]["texts"]["de"]
    assert german.keys() == {"title", "about", *HANDS}
    assert (german["title"], german["option.hands.open"]) == ("Axio auf Sechsecken", "offen")
    assert games["axio"]["texts"]["en"].keys() == {"title", "about"}  # it has no options
    for game in answer:
        assert game["page"] == ["board", "lesson", "look", "rules", "sample", "texts", "engine"]
        assert game["texts"].keys() == {"de", "en"}


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the folder of a game of another package, known as `pig`."""
    (tmp_path / "pig_of_others.py").write_text("class Pig:\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    pig = importlib.import_module("pig_of_others").Pig()
    monkeypatch.setattr(game_files, "find", {"pig": pig}.__getitem__)
    monkeypatch.setattr(page_files, "loadable", lambda: ("pig",))
    game_files.folder.cache_clear()
    yield tmp_path
    del sys.modules["pig_of_others"]
    game_files.folder.cache_clear()
    game_files.list_texts.cache_clear()


def of_games(edition: Edition) -> dict[str, bytes]:
    """Return the files that games contribute."""
    return {key: body for key, body in edition.files.items() if key.startswith("games/")}


def test_a_game_without_files_is_called_by_its_name(outside: Path) -> None:
    assert game_files.parts("pig") == []
    plain = {"title": "pig", "about": ""}
    assert game_files.list_texts("pig") == {"de": plain, "en": plain}
    assert not of_games(PageFiles().now())


def test_a_game_of_another_package_has_its_own_folder(outside: Path) -> None:
    (outside / "web" / "texts").mkdir(parents=True)
    (outside / "web" / "board.js").write_text("export const board = {};\n")
    texts = '{"title": "Pig", "move.roll": "Roll"}'
    (outside / "web" / "texts" / "en.json").write_text(texts)
    assert game_files.parts("pig") == ["board", "texts"]
    title = {"title": "Pig", "about": ""}
    assert game_files.list_texts("pig") == {"de": title, "en": title}  # better than none
    assert of_games(PageFiles().now()) == {
        "games/pig/web/board.js": b"export const board = {};\n",
        "games/pig/web/texts/en.json": texts.encode(),
    }


def test_a_file_that_changes_changes_the_digest(outside: Path) -> None:
    """Clients with the old digest keep getting the old files, until the new one is known."""
    (outside / "web").mkdir()
    board = outside / "web" / "board.js"
    board.write_text("export const board = 1;\n")
    kept = PageFiles()
    before = kept.now()
    assert kept.now() is before
    os.utime(board, ns=(1, 1))  # touched, and the same
    assert kept.now() == before

    board.write_text("export const board = 2;\n")
    assert kept.of(before.digest).files["games/pig/web/board.js"] == b"export const board = 1;\n"
    after = kept.now()
    assert after.digest != before.digest
    assert kept.of(after.digest) is after
    with pytest.raises(NotFound) as refused:
        kept.of(before.digest)
    assert refused.value.code == "other_version"

    board.unlink()
    assert kept.now().digest not in (before.digest, after.digest)


def test_a_digest_that_is_not_known_yet_is_looked_for(outside: Path) -> None:
    """As by a worker of several, another of which has sent the shell."""
    (outside / "web").mkdir()
    one, other = PageFiles(), PageFiles()
    one.now(), other.now()
    (outside / "web" / "board.js").write_text("export const board = {};\n")
    digest = one.now().digest
    assert other.of(digest).digest == digest
