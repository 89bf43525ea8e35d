"""The docs are true: their examples run, and what they name exists."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spielwerk.cli.console import BAD_INPUT, CHECK_FAILED, INTERRUPTED
from spielwerk.games import find, names
from spielwerk.rules.observation import Observation
from spielwerk.server import acts, bot_names
from spielwerk.server.actions import MOST_TABLES
from spielwerk.server.bot_pool import MOST_HINTS
from spielwerk.server.limits import RATES
from spielwerk.server.settings import Settings

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "spielwerk" / "games"
ABOVE = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*ABOVE, *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_readmes_python_runs() -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=options
    )
    assert failed == 0
    assert tried >= 10


def test_the_table_for_researchers_is_true() -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    for name in names():
        game = find(name)
        seats = f"{game.seats[0]}-{game.seats[-1]}"
        plies, draws = game.most_plies(2) or (0, 0)
        size = Observation(game).size
        assert f"| `{name}` | {seats} | {game.actions} | {size} | {plies}, {draws} |" in page


def test_the_page_of_limits_is_true() -> None:
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    for name, rate in RATES.items():
        assert f"| `{name}` | {rate.burst:g} | {rate.per_second:g} |" in page
    settings = Settings("")
    assert f"| open connections | {settings.connections} |" in page
    assert f"to read an answer | {settings.patience:g} s |" in page
    assert (
        f"a bot's thinking time | {bot_names.MOST_SECONDS} s, or {bot_names.MOST_NODES:,} nodes |"
        in page
    )
    assert (
        f"| {acts.MOST_ENTRIES:,}, of which only moves after {acts.MOST_ENTRIES_BESIDE:,} |" in page
    )
    assert f"| tables that are not over | {MOST_TABLES} |" in page
    assert f"| hints being thought about | {MOST_HINTS} |" in page


def test_exit_codes_are_listed() -> None:
    page = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
    _, _, codes = page.partition("## Exit codes")
    listed = [int(code) for code in re.findall(r"(?m)^\| (\d+) \|", codes)]
    assert listed == [0, CHECK_FAILED, BAD_INPUT, INTERRUPTED]


def anchors(page: Path) -> set[str]:
    """Return the anchors that a forge gives to a page's headings."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    headings = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_files_named_in_the_docs_exist() -> None:
    places = (ROOT, ROOT / "src" / "spielwerk", ROOT / "src" / "spielwerk" / "web")
    for page in PAGES:
        text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
        for file in re.findall(r"`(\w[\w.-]*/[\w./-]+\.(?:py|js|toml|css|yml))`", text):
            if not file.startswith("pig/"):  # the reader writes these
                found = any((place / file).exists() for place in (*places, page.parent))
                assert found, f"{page.name}: {file}"


def test_the_website_shows_every_page() -> None:
    site = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    shown = set(re.findall(r'= "([\w/-]+\.md)"', site))
    assert shown == {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")}


def test_live_examples_are_positions_of_the_rules() -> None:
    for name in names():
        page = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
        shown = re.findall(rf"pictures/examples/{name}\.([\w-]+)\.png", page)
        assert shown
        assert len(shown) == page.count("pictures/examples/")
        for position in shown:
            assert (GAMES / name / "web" / "rules" / "positions" / f"{position}.json").exists()


def test_every_command_and_flag_named_exists() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    used: dict[str, set[str]] = {}
    named = r"(?<!import )spielwerk ((?:admin )?[a-z]+)((?: [^\n`|#]*)?)"
    for command, rest in re.findall(named, told):
        used.setdefault(command, set()).update(re.findall(r"--[a-z-]+", rest))
    assert {"play", "simulate", "replay", "perft", "bench"} <= set(used)
    for command, flags in used.items():
        done = subprocess.run(
            [sys.executable, "-m", "spielwerk", *command.split(), "--help"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, command
        for flag in flags:
            assert re.search(rf"{flag}\b", done.stdout), f"{command} has no {flag}"


def test_every_make_target_named_exists() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"(?:^|`|[A-Z]=\S+ )make ([a-z-]+)", told, re.MULTILINE))
    assert {"play", "test", "ci"} <= named
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


# How many rules each game has, and what their ids begin with. HX-14 to HX-17 are a web page's.
RULES = {
    "axio": ("AX", 20),
    "axio_hex": ("HX", 13),
    "axio_rota": ("RO", 17),
    "second_chance": ("SC", 16),
    "anubixx": ("AN", 28),
}


# Where the source is silent or ambiguous, its figures were not available, or we added something.
DECIDED = {
    "axio": (2, 5, 12, 13, 15, 20),
    "axio_hex": (3, 4, 5),
    "axio_rota": (2, 13),
    "second_chance": (3, 8, 10, 13, 14),
    "anubixx": (3, 4, 5, 23, 24, 27, 28),
}


def sections_on_what_is_ours(game: str) -> dict[str, list[str]]:
    """Return what each text about a game lists as decided, one line per item."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    _, heading, ours = page.partition("## What is given, and what is ours")
    assert heading
    listed = {"docs": re.findall(r"(?ms)^- (.+?)\n(?=- |\n)", ours)}
    for language in ("de", "en"):
        rules = GAMES / game / "web" / "rules" / f"{language}.html"
        ours = rules.read_text(encoding="utf-8").rpartition("<h2>")[2]
        listed[language] = re.findall(r"<li>(.+)</li>", ours)
    return {text: [" ".join(item.split()) for item in items] for text, items in listed.items()}


@pytest.mark.parametrize("game", RULES)
def test_every_text_about_a_game_says_what_we_decided_and_why(game: str) -> None:
    prefix = RULES[game][0]
    for text, items in sections_on_what_is_ours(game).items():
        decided = [re.fullmatch(rf".+ \({prefix}-(\d+)\): (.+)\.", item) for item in items]
        assert all(decided), text
        assert [int(one[1]) for one in decided if one] == list(DECIDED[game]), text
        assert all(len(one[2].split()) >= 4 for one in decided if one), text  # the reason


@pytest.mark.parametrize("game", RULES)
def test_the_heads_of_parts_name_what_is_ours(game: str) -> None:
    parts = GAMES / game / "parts.toml"
    head = re.split(r"(?m)^(?!#)", parts.read_text(encoding="utf-8"))[0]
    named = {int(n) for n in re.findall(rf"\b{RULES[game][0]}-(\d+)\b", head)}
    assert named == set(DECIDED[game])


def test_every_game_has_rules_and_a_page() -> None:
    assert sorted(RULES) == names()


@pytest.mark.parametrize("game", RULES)
def test_every_rule_id_stands_at_its_line_and_in_the_docs(game: str) -> None:
    prefix, number = RULES[game]
    source = ROOT / "src" / "spielwerk"
    folders = (source / "dominoes", source / "games")  # what games share, and what is their own
    files = [f for folder in folders for f in folder.rglob("*") if f.suffix in (".py", ".toml")]
    page = ROOT / "docs" / "games" / f"{game}.md"
    tests = sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))
    for texts in (files, [page], tests):
        text = "".join(f.read_text(encoding="utf-8") for f in texts)
        named = {int(n) for n in re.findall(rf"\b{prefix}-(\d+)\b", text)}
        assert named >= set(range(1, number + 1)), sorted(set(range(1, number + 1)) - named)
