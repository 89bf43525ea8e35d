"""A report's page: a text beside every plot, and the plotted numbers."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spielwerk import __version__
from spielwerk.games import find
from spielwerk.lab.arena import SURE
from spielwerk.lab.report import figures
from spielwerk.lab.report.figures import Figure
from spielwerk.lab.report.findings import RESAMPLED, Findings
from spielwerk.lab.report.language import Language
from spielwerk.lab.report.samples import CLEARLY, visible
from spielwerk.lab.report.study import LINE_UPS, RANDOM_GAMES, UNEQUAL

STYLE = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
SOMEWHAT = 0.05  # of kinds differ significantly by chance


@dataclass(frozen=True)
class Section:
    """A title, a text and a figure."""

    id: str
    title: str
    text: str
    figure: Figure


def page(found: Findings, words: Language) -> str:
    """Return the whole page, which is self-contained."""
    game = found.study.game
    name = words.name("title", game)
    sections = list(_sections(found, words))
    links = "".join(f'<li><a href="#{one.id}">{_safe(one.title)}</a></li>' for one in sections)
    told = ((_safe(value), _safe(label)) for value, label in _facts(found, words))
    facts = "".join(f"<li><strong>{value}</strong> {label}</li>" for value, label in told)
    played = sum(map(len, (spread.values for spread in found.plies_by_seats.values())))
    lead = words.say("lead", games=words.number(played, 0))
    return (
        f'<!doctype html>\n<html lang="{words.code}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_safe(words.say('title', game=name))}</title>\n"
        f"<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n<header>\n<h1>{_safe(name)}</h1>\n"
        f'<p class="about">{_safe(words.name("about", ""))}</p>\n'
        f'<p class="lead">{_safe(lead)}</p>\n<ul class="facts">{facts}</ul>\n</header>\n'
        f'<nav aria-label="{_safe(words.say("contents"))}"><ul>{links}</ul></nav>\n<main>\n'
        + "\n".join(_section(one, words) for one in sections)
        + f"\n</main>\n{_footer(found, words)}\n</body>\n</html>\n"
    )


def _safe(text: str) -> str:
    return html.escape(text)


def _section(one: Section, words: Language) -> str:
    head = "".join(f'<th scope="col">{_safe(title)}</th>' for title in one.figure.head)
    cells = ("".join(f"<td>{_safe(cell)}</td>" for cell in row) for row in one.figure.rows)
    rows = "".join(f"<tr>{row}</tr>" for row in cells)
    label = f"{words.say('numbers.table')}: {one.title}"
    text = one.text[0].upper() + one.text[1:]  # it may begin with a name
    return (
        f'<section id="{one.id}" aria-labelledby="{one.id}-title">\n'
        f'<div><h2 id="{one.id}-title">{_safe(one.title)}</h2>\n<p>{text}</p></div>\n'
        f"<figure>{one.figure.svg}</figure>\n"
        f"<details><summary>{_safe(words.say('numbers.table'))}</summary>\n"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{_safe(label)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>\n"
        "</section>"
    )


def _facts(found: Findings, words: Language) -> Iterator[tuple[str, str]]:
    starts = find(found.study.game).has_first
    yield words.number(found.plies.mean, 0), words.say("fact.length")
    share = words.percent(found.seats[2][0].share)
    yield share, words.say("fact.start" if starts else "fact.seat")
    yield words.number(found.branching.mean, 0), words.say("fact.choices")
    players, *parts = found.margin.percents()
    names = ("deal", "both", "whims")
    told = {name: words.percent(part / 100) for name, part in zip(names, parts, strict=True)}
    label = words.say("fact.luck", players=words.percent(players / 100), **told)
    yield words.percent(sum(parts) / 100), label


def _sections(found: Findings, words: Language) -> Iterator[Section]:
    yield _of("scores", _scores(found, words), figures.scores(found, words), words)
    yield _of("length", _length(found, words), figures.length(found, words), words)
    starts = find(found.study.game).has_first
    title = "seats.title" if starts else "seats.title.none"
    yield Section("seats", words.say(title), _seats(found, words), figures.seats(found, words))
    yield _of("branching", _branching(found, words), figures.branching(found, words), words)
    yield _of("luck", _luck(found, words), figures.luck(found, words), words)
    if any(one.more_wins for one in found.numbers):
        yield _of("numbers", _numbers(found, words), figures.numbers(found, words), words)
    if figure := figures.decides(found, words):
        text = _lowest(found, words) if found.adds_up == "lowest" else _total(found, words)
        yield Section("decides", words.say(f"{found.adds_up}.title"), text, figure)
    if found.kinds:
        yield _of("kinds", _kinds(found, words), figures.kinds(found, words), words)
    yield _of("ladder", _ladder(found, words), figures.ladder(found, words), words)


def _of(name: str, text: str, figure: Figure, words: Language) -> Section:
    return Section(name, words.say(f"{name}.title"), text, figure)


def _scores(found: Findings, words: Language) -> str:
    low, high = (words.number(found.results.at(percent), 0) for percent in (25, 75))
    half = words.say("scores.half" if low != high else "scores.half.one", low=low, high=high)
    if humps := found.results.humps():
        half = words.say("scores.humps", one=humps[0], two=humps[1])
    return words.say(
        "scores.text",
        half=half,
        bot=words.bot(found.study.bot),
        what=words.result(found.adds_up),
        mean=words.number(found.results.mean),
        winners=words.number(found.winners.mean),
        others=words.number(found.others.mean),
        random=words.number(found.random_results.mean),
    )


def _length(found: Findings, words: Language) -> str:
    more = [
        words.say("length.at", seats=seats, mean=words.number(spread.mean, 0))
        for seats, spread in found.plies_by_seats.items()
        if seats == max(found.plies_by_seats) and seats > 2
    ]
    low, high = (words.number(found.plies.at(percent), 0) for percent in (5, 95))
    most = words.say("length.most" if low != high else "length.most.one", low=low, high=high)
    if humps := found.plies.humps():
        most = words.say("length.humps", one=humps[0], two=humps[1])
    return words.say(
        "length.text",
        mean=words.number(found.plies.mean),
        most=most,
        others=" ".join(more),
    )


def _seats(found: Findings, words: Language) -> str:
    first = found.seats[2][0]
    verdict = "seats.fair"
    if first.is_off(1 / 2):
        verdict = "seats.more" if first.share > 1 / 2 else "seats.less"
    larger = [
        (abs(share.share - 1 / seats) * seats, seats, seat, share)
        for seats, shares in found.seats.items()
        for seat, share in enumerate(shares)
        if seats > 2 and share.is_clearly_off(1 / seats)
    ]
    other = ""
    if max(found.seats) > 2:
        seats = max(found.seats)
        _, seen = visible(1 / seats, found.study.games, CLEARLY * SURE)
        told = words.percent(seen), words.percent(1 / seats)
        other = words.say("seats.none_off", seats=seats, share=told[0], fair=told[1])
    if larger:
        _, seats, seat, share = max(larger, key=lambda row: row[0])
        told = words.percent(share.share), words.percent(1 / seats)
        other = words.say("seats.off", seat=seat + 1, seats=seats, share=told[0], fair=told[1])
    low, high = (words.percent(share) for share in visible(1 / 2, found.study.games))
    return words.say(
        "seats.text" if find(found.study.game).has_first else "seats.text.none",
        share=words.percent(first.share, 1),
        between=words.between(first.low, first.high),
        verdict=words.say(verdict, games=found.study.games, low=low, high=high),
        other=other,
    )


def _branching(found: Findings, words: Language) -> str:
    median = found.branching.median
    most = max(median)
    return words.say(
        "branching.text",
        first=words.number(median[0], 0),
        at=median.index(most) + 1,
        most=words.number(most, 0),
        mean=words.number(found.branching.mean, 0),
        lines=words.number(found.branching.lines, 0),
    )


def _luck(found: Findings, words: Language) -> str:
    names = ("players", "deal", "both", "whims")
    percents = zip(names, found.margin.percents(), strict=True)
    parts = {name: words.percent(percent / 100) for name, percent in percents}
    return words.say(
        "luck.text",
        deals=found.study.deals,
        one=words.bot(UNEQUAL[0]),
        two=words.bot(UNEQUAL[1]),
        again=words.percent(found.same_again.share),
        **parts,
    )


def _numbers(found: Findings, words: Language) -> str:
    told = [(one, one.more_wins) for one in found.numbers if one.more_wins]
    told.sort(key=lambda pair: abs(pair[1].share - 1 / 2))
    (least, says_least), (most, says_most) = told[0], told[-1]
    return words.say(
        "numbers.text" if len(told) > 1 else "numbers.text.one",
        most=words.score(most.name),
        share=words.percent(says_most.share),
        between=words.between(says_most.low, says_most.high),
        least=words.score(least.name),
        other=words.percent(says_least.share),
    )


def _lowest(found: Findings, words: Language) -> str:
    ordered = sorted(found.numbers, key=lambda one: one.decides)
    return words.say(
        "lowest.text",
        most=words.score(ordered[-1].name),
        share=words.percent(ordered[-1].decides),
        least=words.score(ordered[0].name),
        other=words.percent(ordered[0].decides),
        fair=words.percent(1 / len(ordered)),
    )


def _total(found: Findings, words: Language) -> str:
    most = max(found.numbers, key=lambda one: one.winners)
    gap = max(found.numbers, key=lambda one: abs(one.winners - one.others))
    return words.say(
        "total.text",
        most=words.score(most.name),
        winners=words.number(most.winners),
        others=words.number(most.others),
        gap=words.score(gap.name),
        difference=words.number(gap.winners - gap.others),
    )


def _kinds(found: Findings, words: Language) -> str:
    clearest = found.kinds[0]
    sure = sum(kind.low > 0 or kind.high < 0 for kind in found.kinds)
    text = "kinds.text" if clearest.difference > 0 else "kinds.text.fewer"
    return words.say(
        text if sure else "kinds.text.none",
        most=words.kind(clearest.name, find(found.study.game).score_names(2)),
        winners=words.number(clearest.winners, 2),
        others=words.number(clearest.others, 2),
        all=len(found.kinds),
        sure=sure,
        chance=words.number(SOMEWHAT * len(found.kinds), 0),
    )


def _ladder(found: Findings, words: Language) -> str:
    best, last = max(found.rungs, key=lambda one: one.share.share), found.rungs[-1]
    return words.say(
        "ladder.text",
        best=words.bot(best.better),
        below=words.bot(best.worse),
        share=words.percent(best.share.share),
        between=words.between(best.share.low, best.share.high),
        top=words.bot(last.better),
        next=words.bot(last.worse),
        last=words.percent(last.share.share),
    )


def _footer(found: Findings, words: Language) -> str:
    study = found.study
    told = words.say(
        "how.text",
        games=study.games,
        bot=words.bot(study.bot),
        random=words.number(RANDOM_GAMES, 0),
        deals=study.deals,
        line_ups=len(LINE_UPS),
        rungs=found.rungs[0].games,
        resampled=RESAMPLED,
    )
    command = (
        f"spielwerk report {study.game} --games {study.games} --seed {study.seed} "
        f"--bots {study.bot} --ladder {','.join(study.ladder)} --lang {words.code}"
    )
    return (
        f"<footer>\n<h2>{_safe(words.say('how.title'))}</h2>\n<p>{_safe(told)}</p>\n"
        f"<p><code>{_safe(command)}</code></p>\n"
        f"<p>Spielwerk {__version__}</p>\n</footer>"
    )
