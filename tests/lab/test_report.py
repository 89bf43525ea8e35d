"""Reports: whole pages in two languages, with figures confirmed by other ways of counting."""

import dataclasses
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import spielwerk as sw
from spielwerk.games import find, game_type
from spielwerk.lab import arena
from spielwerk.lab.executors import Processes, Serial
from spielwerk.lab.report.figures import length, scores
from spielwerk.lab.report.findings import (
    Findings,
    Floats,
    Kind,
    branching,
    find_out,
    kinds,
    luck,
    numbers,
)
from spielwerk.lab.report.language import HERE as TEXTS
from spielwerk.lab.report.language import LANGUAGES, Language, _read
from spielwerk.lab.report.page import page
from spielwerk.lab.report.plots import histogram, plot
from spielwerk.lab.report.samples import CLEARLY, Share, Spread, visible, whole_percents
from spielwerk.lab.report.study import Games, Playthrough, Study, conduct
from spielwerk.lab.simulate import Simulation, Tally, run
from spielwerk.rules.texts import texts

pytestmark = pytest.mark.compiled

GAMES = ("second_chance", "anubixx", "axio_rota")  # a number, a total, the lowest of them
LADDER = ("zufall", "lehrling", "geselle")
SECTIONS = ["scores", "length", "seats", "branching", "luck", "numbers", "kinds", "ladder"]
EMPTY = {"meta", "path", "use", "rect", "line", "br"}


def ignore(done: int, all_: int) -> None:
    """Ignore progress."""


@cache
def played(game: str) -> tuple[Study, Games]:
    study = Study(game, ladder=LADDER, games=20, seed=3)
    return study, conduct(study, Serial(), ignore)


@cache
def found(game: str) -> Findings:
    return find_out(*played(game))


@cache
def told(game: str, language: str) -> str:
    return page(found(game), Language(language, game))


class Reading(HTMLParser):
    """Reads a page and records its parts; mismatched tags are an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.values: list[tuple[str, str]] = []
        self.words: dict[str, str] = {}
        self._section = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.values += given.items()
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "section":
            self._section = given["id"]
        if tag == "svg":
            assert given["role"] == "img"
            assert len(given["aria-label"]) > 20
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("p", "sup") and "section" in self.open:
            self.words[self._section] = self.words.get(self._section, "") + data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole_and_needs_nothing_else(game: str, language: str) -> None:
    text = told(game, language)
    read = Reading(text)
    assert len(read.ids) == len(set(read.ids))
    for name, value in read.values:
        if name == "href":
            assert value.startswith("#")
            assert value[1:] in read.ids
        assert name not in ("src", "srcset", "action", "onclick")
    for target in re.findall(r"url\(([^)]*)\)", text):
        assert target.strip("'\"").lstrip("#") in read.ids
    assert "http" not in text
    assert "<script" not in text
    assert "@import" not in text
    sections = [*SECTIONS[:-2], *(["decides"] if game != "second_chance" else []), *SECTIONS[-2:]]
    assert [one for one in read.ids if one in {*SECTIONS, "decides"}] == sections
    assert text.count("<svg") == text.count("<table") == text.count("<details") == len(sections)
    assert all(re.search(r"\d", read.words[one]) for one in sections)
    assert f'<html lang="{language}">' in text


def test_both_languages_say_the_same_things() -> None:
    german, english = (_read(TEXTS / "texts" / f"{language}.json") for language in LANGUAGES)
    assert list(german) == list(english) == sorted(german)
    for key, text in german.items():
        assert _fields(text) == _fields(english[key]), key
        assert text.strip()
    assert sum(german[key] != english[key] for key in german) > 0.9 * len(german)


def _fields(text: str) -> list[str]:
    return sorted(field for _, field, _, _ in string.Formatter().parse(text) if field)


def test_every_text_is_used() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in TEXTS.glob("*.py"))
    sources = sources.replace("'", '"')
    for key in _read(TEXTS / "texts" / "en.json"):
        first, _, rest = key.partition(".")
        assert (
            f'"{key}"' in sources
            or f'f"{first}.{{' in sources
            or f'.{rest}"' in sources  # a section's title, text, alt
        ), key


def test_games_bots_and_numbers_have_names() -> None:
    for code in LANGUAGES:
        for game in sw.games():
            kind: type = game_type(game)
            names = texts(kind, code)
            assert {"title", "about"} <= set(names)
            assert {f"score.{name}" for name in find(game).score_names(2)} <= set(names)
            words = Language(code, game)
            assert words.name("title", game) == names["title"]
            assert words.bot("geselle@20") == words.name("bot.geselle", "") + "@20"


def test_what_has_no_words_is_called_by_its_name() -> None:
    words = Language("de", "axio")
    assert words.score("victory") == "victory"
    assert words.score("points") == "Punkte"  # as a scoreboard's one number is called by default
    assert words.bot("mine:Clever@20") == "mine:Clever@20"
    assert words.result("lowest") == "niedrigste Zahl"
    assert words.result("r") == "Rot"


def test_a_report_needs_games_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find("axio")), "seats", range(3, 5))
    with pytest.raises(sw.BadSetting) as refused:
        Study("axio")
    assert refused.value.code == "bad_seats"


def test_the_same_page_whoever_plays() -> None:
    study = Study("second_chance", ladder=LADDER, games=20, seed=3)
    again = find_out(study, conduct(study, Processes(2), ignore))
    assert page(again, Language("en", "second_chance")) == told("second_chance", "en")


# Numbers, counted in another way


@pytest.mark.parametrize("game", GAMES)
def test_random_results_are_those_of_simulate(game: str) -> None:
    tally, results = Tally(2, len(find(game).score_names(2))), []
    for outcome in run(Simulation(find(game), ("zufall", "zufall"), 20_000, seed=3), Serial()):
        tally.add(outcome.results)
        boards = outcome.results.scores.reshape(-1, outcome.results.scores.shape[2])
        results += [find(game).result(2, board) for board in boards.tolist()]
    assert found(game).random_plies.mean == tally.summary().plies / 20_000
    assert found(game).random_results.mean == pytest.approx(np.mean(results))
    assert f"Random play averages {np.mean(results):.1f}." in told(game, "en")


@pytest.mark.parametrize("game", GAMES)
def test_seats_shares_are_what_the_ranks_say(game: str) -> None:
    _, games = played(game)
    alone = sum(one.ranks == [1, 2] for one in games.tables[2])
    shared = sum(one.ranks == [1, 1] for one in games.tables[2])
    share = (alone + shared / 2) / len(games.tables[2])
    assert found(game).seats[2][0].share == pytest.approx(share)
    assert f"wins {100 * share:.1f}% of games" in Reading(told(game, "en")).words["seats"]
    german = f"{100 * share:.1f}".replace(".", ",")
    assert f"{german}\u202f% der Partien" in Reading(told(game, "de")).words["seats"]
    for seats, shares in found(game).seats.items():
        assert sum(one.share for one in shares) == pytest.approx(1)
        assert len(shares) == seats


@pytest.mark.parametrize("game", GAMES)
def test_the_ladder_is_the_arenas(game: str) -> None:
    study, _ = played(game)
    ledger = arena.Ledger(study.rungs[-1])
    for deal in arena.run(study.rungs[-1]):
        ledger.add(deal)
    better = ledger.standings()[0]
    rung = found(game).rungs[-1]
    assert (rung.better, rung.worse) == (better.name, "lehrling")
    assert (rung.share.share, rung.share.low, rung.share.high) == (
        better.share,
        better.low,
        better.high,
    )


def test_choices_are_counted_ply_by_ply() -> None:
    study, games = played("anubixx")
    assert all(min(one.choices) >= 1 for one in games.tables[2])
    one = branching([[4, 3, 2], [8, 3, 2], [6, 3]])
    assert one.median == [6, 3, 2]
    assert one.mean == pytest.approx(31 / 8)
    assert 10**one.lines == pytest.approx((24 * 48 * 18) ** (1 / 3))
    assert study.tables == [2, 3, 4, 5]


def _made(*scales: float) -> Floats:
    """Return outcomes whose parts have these standard deviations: players, deal, both, whims."""
    draws = np.random.default_rng(5)
    deals, line_ups, times = 4000, 4, 2
    effects = np.array([-1, 1, -1, 1]) * np.sqrt(3 / 4)  # of variance 1, as estimators count it
    made: Floats = (
        scales[0] * effects[None, :, None]
        + scales[1] * draws.normal(size=(deals, 1, 1))
        + scales[2] * draws.normal(size=(deals, line_ups, 1))
        + scales[3] * draws.normal(size=(deals, line_ups, times))
    )
    return made


@pytest.mark.parametrize(
    "scales", [(1, 0, 0, 0.01), (0, 1, 0, 0.01), (1, 1, 0, 1), (0.5, 1, 1.5, 1), (0, 0, 0, 1)]
)
def test_where_variance_comes_from_is_found(scales: tuple[float, ...]) -> None:
    parts = luck(_made(*scales), seed=1)
    variances = np.array(scales) ** 2
    expected = variances / variances.sum()
    found_ = parts.players, parts.deal, parts.both, parts.whims
    for part, share in zip(found_, expected, strict=True):
        assert part.share == pytest.approx(share, abs=0.03)
        assert part.low - 0.02 <= share <= part.high + 0.02


def test_luck_is_told_in_percents_that_add_up() -> None:
    assert whole_percents([0.335, 0.335, 0.33, 0.0]) == [34, 33, 33, 0]
    for game in GAMES:
        percents = found(game).margin.percents()
        assert sum(percents) == 100
        facts = re.search(r'<ul class="facts">(.*?)</ul>', told(game, "en"))
        assert facts is not None
        numbers_ = list(map(int, re.findall(r"(\d+)%", facts[1].split("<li>")[-1])))
        assert numbers_ == [sum(percents[1:]), *percents[1:], percents[0]]


@pytest.mark.parametrize("games", [100, 300, 1000])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_an_unfair_share_that_a_report_names_is_found_eight_times_in_ten(
    seats: int, games: int
) -> None:
    draws = np.random.default_rng([seats, games])

    def found_unfair(share: float, *, clearly: bool) -> float:
        drawn = Counter(draws.binomial(games, share, 4000).tolist())
        found = 0
        for wins, times in drawn.items():
            won = [1.0] * wins + [0.0] * (games - wins)
            seen = Share(*arena.interval(won, games))
            found += times * (seen.is_clearly_off if clearly else seen.is_off)(1 / seats)
        return found / 4000

    assert 0.74 <= found_unfair(visible(1 / seats, games)[1], clearly=False) <= 0.86
    # What the page says of larger tables.
    _, high = visible(1 / seats, games, CLEARLY * arena.SURE)
    assert 0.74 <= found_unfair(high, clearly=True) <= 0.86
    if seats == 2:  # where it also says what a seat would have lost
        assert 0.74 <= found_unfair(visible(1 / 2, games)[0], clearly=False) <= 0.86


def test_no_advantage_is_told_with_what_would_have_been_seen() -> None:
    games = found("second_chance")
    assert not games.seats[2][0].is_off(1 / 2)
    low, high = visible(1 / 2, games.study.games)
    assert f"{low:.0%} or less, or of {high:.0%} or more" in told("second_chance", "en")


def test_two_humps_are_found_where_there_are_two() -> None:
    draws = np.random.default_rng(1)

    def spread(*means: float) -> Spread:
        return Spread(np.rint(np.concatenate([draws.normal(m, 4, 500) for m in means])).astype(int))

    assert spread(30).humps() is None
    assert spread(30, 33).humps() is None
    assert Spread(2 * spread(30).values).humps() is None  # even values alone
    assert Spread(np.full(20, 24)).humps() is None
    humps = spread(20, 60).humps()
    assert humps is not None
    assert humps == pytest.approx((20, 60), abs=4)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["scores", "length"])
def test_two_humps_are_drawn_and_named(name: str, language: str) -> None:
    words = Language(language, "second_chance")
    draw = {"scores": scores, "length": length}[name]
    values = np.concatenate([np.arange(18, 23), np.arange(58, 63)]).repeat(9)
    one, two = (
        dataclasses.replace(found("second_chance"), results=spread, plies=spread)
        for spread in (Spread(np.arange(18, 63)), Spread(values))
    )
    humps = two.results.humps()
    assert one.results.humps() is None
    assert humps is not None
    dashed = [draw(each, words).svg.count("stroke-dasharray") for each in (one, two)]
    assert dashed == [0, 2]
    sentence = words.say(f"{name}.humps", one=humps[0], two=humps[1])
    assert [sentence in page(each, words) for each in (one, two)] == [False, True]


def test_intervals_have_two_ends() -> None:
    words = Language("en", "axio")
    assert words.between(0.238, 0.2423) == "23.8% to 24.2%"
    assert words.between(0.2, 0.3) == "20% to 30%"
    assert words.between(0.24, 0.24) == "24%"
    for game in GAMES:
        for text in Reading(told(game, "en")).words.values():
            for low, high in re.findall(r"between (\S+) and (\S+?)[.,;]? ", text):
                assert low != high


def test_counts_have_no_axis_below_zero() -> None:
    for values in ({0: 5, 1: 3}, {0: 5, 80: 3}, {24: 9}):
        with plot("test") as drawn:
            histogram(drawn.axes, values, values, ("one", "other"), "{x:.0f}")
            left, right = drawn.axes.get_xlim()
            assert left >= -0.5
            assert right > max(values)


def _games() -> Iterator[Playthrough]:
    for _ in range(3):
        yield Playthrough([1, 2], [2, 1], [[5, 2], [1, 4]], [], [Counter(a=2, b=1), Counter(b=1)])
    yield Playthrough([2, 1], [1, 2], [[1, 4], [3, 2]], [], [Counter(a=1), Counter(a=2, c=1)])
    yield Playthrough([1, 1], [3, 3], [[3, 3], [3, 3]], [], [Counter(a=9), Counter()])


def test_what_matters_is_counted_over_winners_and_others() -> None:
    one, two = numbers(("x", "y"), list(_games()))
    assert one.more_wins is not None
    assert two.more_wins is not None
    assert (one.more_wins.share, two.more_wins.share) == (1, 0)
    assert (one.winners, one.others) == (4.5, 1)
    assert one.decides + two.decides == 1
    assert one.decides == pytest.approx((3 * 0 + 3 * 1 + 1 + 0 + 0.5 + 0.5) / 10)
    by_name = {kind.name: kind for kind in kinds(list(_games()))}
    assert isinstance(by_name["a"], Kind)
    assert (by_name["a"].winners, by_name["a"].others) == (2, 0.25)
    assert by_name["b"].difference == 0


def test_the_command_writes_a_page_and_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "spielwerk", "report", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    file = tmp_path / "report.html"
    small = ("--games", "20", "--ladder", "zufall,lehrling", "--workers", "1", "--seed", "3")
    done = call("second_chance", "-o", str(file), *small, "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert "Sind alle Plätze gleich?" in file.read_text(encoding="utf-8")
    for words, reason in (
        (("chess", "-o", str(file)), "there is no game 'chess'"),
        (("axio", "-o", str(file), "--lang", "fr"), "write de or en, not 'fr'"),
        (("axio", "-o", str(file), "--bots", "kasparov"), "there is no bot 'kasparov'"),
        (("axio", "-o", str(file), "--ladder", "geselle"), "at least two bots"),
        (("axio", "-o", "/no/such/folder/x.html"), "No such file or directory"),
        (("axio", "-o", str(file), "--on", "mars"), "'here' or on 'ray'"),
    ):
        refused = call(*words)
        assert refused.returncode == 2
        assert reason in refused.stderr
