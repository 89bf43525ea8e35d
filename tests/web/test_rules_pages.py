"""The pages of rules: every rule is there in both languages, and the engine says what they say."""

import importlib.util
import json
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from spielwerk.games import find, names
from spielwerk.match.match import Match

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "spielwerk" / "games"
LANGUAGES = ("de", "en")
# The number of rules of each game, including those of its web page, and their ids' prefix
RULES = {
    "axio": ("AX", 20),
    "axio_hex": ("HX", 17),
    "axio_rota": ("RO", 17),
    "second_chance": ("SC", 16),
    "anubixx": ("AN", 28),
}
# What a page explains besides refusals, by the keys of its texts. `not_there` is what a board can't
# even mean; explanations of what is new, and of a place, have keys of their own below.
EXPLAINED = ("first.", "explain.")
PIECES = {"choose", "piece.fits_nowhere"}
DOMINOES = {"first.anywhere", "first.double", "first.swap"}  # texts that two games share
OTHERS = {
    "axio": PIECES | DOMINOES,
    "axio_hex": PIECES | DOMINOES,
    "axio_rota": PIECES,
    "second_chance": PIECES,
    "anubixx": {"plan.full", "asks.pair", "bonus.single", "bonus.several", "bonus.end"},
}
# What a page consists of: tags, and the attributes that each may have
MARKS = {"data-position", "data-last", "data-ghost", "data-lines", "data-frame"}
SHOWN = MARKS | {"data-seats", "data-hand"}
ATTRIBUTES = {
    **{tag: {"data-rule", "data-answers"} for tag in ("h2", "p", "ul", "ol", "li", "tr")},
    **{tag: set() for tag in ("thead", "tbody", "th", "code", "figcaption")},
    "figure": {"data-rule"} | SHOWN,
    "table": {"data-rule", "data-position"},
    "td": {"data-sorted", "data-rank", "data-score", "data-sum"},
    "b": {"data-points"},
}

Attributes = dict[str, str]
every_page = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in RULES for language in LANGUAGES]
)


def rules(game: str) -> Path:
    return GAMES / game / "web" / "rules"


class Page(HTMLParser):
    """A page's elements in order: tag, attributes, text, and the position they refer to."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes, str, str | None]] = []
        self._open: list[tuple[str, Attributes, list[str]]] = []
        self.feed((rules(game) / f"{language}.html").read_text(encoding="utf-8"))
        self.close()
        assert not self._open, "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        assert len(told) == len(attrs), f"<{tag}> has an attribute twice"
        self._open.append((tag, told, []))

    def handle_data(self, data: str) -> None:
        if not self._open:
            assert not data.strip(), f"{data!r} stands outside of all elements"
        for *_, text in self._open:
            text.append(data)

    def handle_endtag(self, tag: str) -> None:
        view = next(
            (told["data-position"] for _, told, _ in self._open if "data-position" in told), None
        )
        opened, told, text = self._open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"
        self.elements.append((tag, told, "".join(text), view))

    def all(self, tag: str) -> list[Attributes]:
        return [told for found, told, _, _ in self.elements if found == tag]

    def rules(self) -> list[tuple[str, str]]:
        """Return which element explains which rules, in order."""
        return [
            (tag, told["data-rule"]) for tag, told, _, _ in self.elements if "data-rule" in told
        ]

    def answers(self) -> list[str]:
        """Return the refusals that are explained, in order."""
        return [
            code
            for _, told, text, _ in self.elements
            for code in told.get("data-answers", "").split()
            if text.strip()
        ]

    def codes(self) -> list[str]:
        """Return quoted notation and options."""
        return [text for tag, _, text, _ in self.elements if tag == "code"]


def load() -> ModuleType:
    path = ROOT / "docs" / "pictures" / "rules.py"
    spec = importlib.util.spec_from_file_location("rules_pictures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


making = load()


def match_of(game: str, view: str) -> Match:
    match: Match = making.EXAMPLES[game][view]().match
    return match


def acting(match: Match) -> int:
    return match.to_act[0]


def gained(game: str, view: str, move: str) -> dict[str, int]:
    """Return what a move adds, by the scoreboard's names, without zeros."""
    match = match_of(game, view)
    points = match.preview(move, acting(match))
    score_names = match.game.score_names(match.seats)
    return {name: n for name, n in zip(score_names, points, strict=True) if n}


def texts_of(game: str) -> set[str]:
    """Return the keys of a game's own texts."""
    return set(json.loads((GAMES / game / "web" / "texts" / "en.json").read_text("utf-8")))


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", text.replace("−", "-"))]


# The pages


def test_every_game_has_its_pages() -> None:
    assert sorted(RULES) == names()
    for game in RULES:
        found = {path.name for path in rules(game).glob("*.html")}
        assert found == {f"{language}.html" for language in LANGUAGES}


@every_page
def test_every_rule_is_explained(game: str, language: str) -> None:
    prefix, number = RULES[game]
    told = {
        rule
        for _, attributes, text, _ in Page(game, language).elements
        for rule in attributes.get("data-rule", "").split()
        if text.strip()
    }
    assert told == {f"{prefix}-{n}" for n in range(1, number + 1)}


@every_page
def test_every_answer_leads_to_the_one_place_that_explains_it(game: str, language: str) -> None:
    """From a refusal, a click that makes no move, and messages about first occurrences."""
    answers = Page(game, language).answers()
    assert len(answers) == len(set(answers))
    refusals = {refusal.code for refusal in find(game).notation.refusals}
    explained = {key for key in texts_of(game) if key.startswith(EXPLAINED)}
    assert set(answers) - {"not_there"} == refusals | explained | OTHERS[game] | {"turn"}


@every_page
def test_only_known_tags_and_attributes_are_used(game: str, language: str) -> None:
    for tag, attributes, _, _ in Page(game, language).elements:
        assert tag in ATTRIBUTES
        assert set(attributes) <= ATTRIBUTES[tag], tag


@pytest.mark.parametrize("game", RULES)
def test_both_languages_tell_the_same(game: str) -> None:
    german, english = (Page(game, language) for language in LANGUAGES)
    assert german.all("figure") == english.all("figure")
    assert german.rules() == english.rules()
    assert german.answers() == english.answers()
    assert german.codes() == english.codes()


@every_page
def test_every_figure_has_a_view_and_a_caption(game: str, language: str) -> None:
    page = Page(game, language)
    for figure in page.all("figure"):
        assert figure["data-position"] in making.EXAMPLES[game]
    captions = [text for tag, _, text, _ in page.elements if tag == "figcaption"]
    assert len(captions) == len(page.all("figure"))
    assert all(captions)


# Their claims


@pytest.mark.parametrize("game", RULES)
def test_views_and_samples_are_what_the_engine_shows(game: str) -> None:
    for name, make in making.EXAMPLES[game].items():
        kept = (rules(game) / "positions" / f"{name}.json").read_text(encoding="utf-8")
        assert kept == making.written(make().position()), f"{name}: run docs/pictures/rules.py"
    kept = (rules(game).parent / "sample.json").read_text(encoding="utf-8")
    assert kept == making.written(making.sample(game)), "run docs/pictures/rules.py"


@pytest.mark.parametrize("game", RULES)
def test_every_view_is_shown_somewhere(game: str) -> None:
    shown = {figure["data-position"] for figure in Page(game, "en").all("figure")}
    assert shown == set(making.EXAMPLES[game])
    assert {path.stem for path in (rules(game) / "positions").iterdir()} == shown


@pytest.mark.parametrize("game", RULES)
def test_lines_add_up_to_what_the_move_brings(game: str) -> None:
    for figure in Page(game, "en").all("figure"):
        if "data-ghost" not in figure:
            assert "data-lines" not in figure
            continue
        points = gained(game, figure["data-position"], figure["data-ghost"])  # it is legal
        told: Counter[str] = Counter()
        for line in json.loads(figure.get("data-lines", "[]")):
            assert set(line) == {"cells", "name", "points"}
            told[line["name"]] += line["points"]
        if game != "second_chance":  # where free cells are lost, not points won
            assert dict(told) == points


@pytest.mark.parametrize("game", ["axio", "axio_hex"])
def test_lines_lie_on_equal_symbols(game: str) -> None:
    for figure in Page(game, "en").all("figure"):
        board: dict[str, Any] = match_of(game, figure["data-position"]).view(0)["board"]
        if ghost := figure.get("data-ghost"):
            tile, cells = ghost.split()
            board = board | dict(zip(cells.split("-"), tile, strict=True))
        for line in json.loads(figure.get("data-lines", "[]")):
            _, *counted = line["cells"]
            assert [board[cell] for cell in counted] == [line["name"]] * line["points"]


@every_page
def test_points_in_captions_are_the_engines(game: str, language: str) -> None:
    page = Page(game, language)
    ghosts = iter(page.all("figure"))
    claimed: dict[str, int] = {}
    for tag, attributes, text, _ in page.elements:
        if "data-points" in attributes:
            claimed[attributes["data-points"]] = numbers(text)[0]
        elif tag == "figure":
            figure = next(ghosts)
            if claimed:
                assert claimed == gained(game, figure["data-position"], figure["data-ghost"])
            claimed = {}
    assert not claimed, "points are claimed outside of a figure"


@every_page
def test_results_in_tables_are_the_engines(game: str, language: str) -> None:
    checked = 0
    for _, attributes, text, view in Page(game, language).elements:
        for name, value in attributes.items():
            if name in ("data-sorted", "data-rank", "data-score", "data-sum"):
                assert view is not None
                match = match_of(game, view)
                assert match.ranks is not None
                seat, *place = map(int, value.split())
                scores = match.scores(seat)
                right = {
                    "data-sorted": sorted(scores),
                    "data-rank": [match.ranks[seat]],
                    "data-score": [scores[k] for k in place],
                    "data-sum": [sum(scores)],
                }
                assert numbers(text) == right[name]
                checked += 1
    assert checked >= 4


def test_a_swap_is_offered_where_one_is_shown() -> None:
    for game in ("axio", "axio_hex"):
        assert match_of(game, "swap").legal(0) == ["keep", "swap"]


def test_what_captions_of_second_chance_say() -> None:
    assert 0 in match_of("second_chance", "waiting").view(0)["waiting"]
    grid = match_of("second_chance", "waiting").view(0)["grids"][0]
    free = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)} - set(grid)
    assert free == {"f1", "g1", "h1"}
    fits = match_of("second_chance", "fits").view(0)
    assert (fits["cards"], fits["own"][0]) == (["5F", "5G"], "3B")
    assert match_of("second_chance", "one").view(0)["owe_ones"] == [0]


def test_what_captions_of_anubixx_say() -> None:
    assert gained("anubixx", "sheet", "P14/j") == {"pyramid": 1, "jokers": -2}
    sheets = match_of("anubixx", "end").view(None)["sheets"]
    stones = [sum(field.startswith("P") for field in sheet["crossed"]) for sheet in sheets]
    assert stones[1:] == [15, 13]
