"""A report's figures: a plot, its text alternative, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.games import find
from spielwerk.lab.report.findings import KINDS, Findings
from spielwerk.lab.report.language import Language
from spielwerk.lab.report.plots import (
    INK,
    MAIN,
    MUTED,
    OTHER,
    PARTS,
    histogram,
    intervals,
    plot,
)  # fmt: skip
from spielwerk.lab.report.samples import Share, Spread
from spielwerk.rules.colours import STYLES


@dataclass(frozen=True)
class Figure:
    """A drawing, and the same numbers as a table."""

    svg: str
    head: list[str]
    rows: list[list[str]]


def _percent(words: Language) -> str:
    return "{x:.0f}\u202f%" if words.code == "de" else "{x:.0f}%"


def _three(share: Share) -> tuple[float, float, float]:
    return 100 * share.share, 100 * share.low, 100 * share.high


def scores(found: Findings, words: Language) -> Figure:
    """Return the distribution of results."""
    both = found.results, found.random_results
    return _histogram(found, words, "scores", both, words.result(found.adds_up))


def length(found: Findings, words: Language) -> Figure:
    """Return the distribution of games' lengths."""
    return _histogram(found, words, "length", (found.plies, found.random_plies), words.say("moves"))


def _histogram(
    found: Findings,
    words: Language,
    name: str,
    both: tuple[Spread, Spread],
    what: str,
) -> Figure:
    bars, outline = (spread.counts() for spread in both)
    players = words.bot(found.study.bot), words.bot("zufall")
    with plot(name) as drawn:
        histogram(drawn.axes, bars, outline, players, _percent(words))
        for hump in both[0].humps() or ():
            drawn.axes.axvline(hump, color=MUTED, linewidth=1.5, linestyle=(0, (2, 2)))
        drawn.axes.set_xlabel(what)
        svg = drawn.svg(words.say(f"{name}.alt"))
    of_all = [(counts, sum(counts.values())) for counts in (bars, outline)]
    rows = [
        [str(value), *(words.percent(counts.get(value, 0) / n, 1) for counts, n in of_all)]
        for value in sorted(bars | outline)
    ]
    return Figure(svg, [what, *players], rows)


def seats(found: Findings, words: Language) -> Figure:
    """Return each seat's share of wins, at every table."""
    with plot("seats", 3.2) as drawn:
        axes, place, ticks, names, rows = drawn.axes, 0.0, [], [], []
        for number, shares in found.seats.items():
            places = [place + seat for seat in range(number)]
            fair = 100 / number
            axes.plot([places[0] - 0.5, places[-1] + 0.5], [fair, fair], color=MUTED, linewidth=1.5,
                      linestyle=(0, (2, 2)))  # fmt: skip
            first = [MAIN if seat == 0 else OTHER for seat in range(number)]
            intervals(axes, places, [_three(share) for share in shares], first)
            label = words.say("seats.table", seats=number)
            axes.annotate(label, ((places[0] + places[-1]) / 2, 0), (0, -26), color=MUTED,
                          textcoords="offset points", ha="center", va="top")  # fmt: skip
            for seat, share in enumerate(shares):
                interval = words.between(share.low, share.high)
                rows.append([str(number), str(seat + 1), words.percent(share.share, 1), interval])
            ticks += places
            names += [str(seat + 1) for seat in range(number)]
            place = places[-1] + 2.2
        axes.set_xticks(ticks, names)
        axes.set_ylim(0)
        axes.yaxis.set_major_formatter(_percent(words))
        axes.set_xlabel(" ", labelpad=14)
        svg = drawn.svg(words.say("seats.alt"))
    head = [words.say(key) for key in ("head.seats", "head.seat", "head.wins", "head.interval")]
    return Figure(svg, head, rows)


def branching(found: Findings, words: Language) -> Figure:
    """Return the number of legal moves over the game."""
    one = found.branching
    plies = range(1, len(one.median) + 1)
    with plot("branching") as drawn:
        axes = drawn.axes
        axes.fill_between(plies, one.low, one.high, color=MAIN, alpha=0.22, linewidth=0,
                          label=words.say("branching.band"))  # fmt: skip
        axes.plot(plies, one.median, color=MAIN, linewidth=2.4, label=words.say("branching.median"))
        axes.set_xlabel(words.say("branching.ply"))
        axes.set_ylim(0)
        axes.set_xlim(1, max(2, len(plies)))
        axes.legend(loc="best")
        svg = drawn.svg(words.say("branching.alt"))
    head = [words.say(f"head.{key}") for key in ("ply", "low", "median", "high")]
    quarter = zip(plies, one.low, one.median, one.high, strict=True)
    rows = [[str(ply), *(words.number(n, 0) for n in three)] for ply, *three in quarter]
    return Figure(svg, head, rows)


def luck(found: Findings, words: Language) -> Figure:
    """Return the sources of differences between outcomes."""
    names = ("players", "deal", "both", "whims")
    rows = []
    with plot("luck", 2.5) as drawn:
        axes = drawn.axes
        for height, (what, parts) in enumerate((("margin", found.margin), ("win", found.winning))):
            begin = 0.0
            told_parts = zip(names, PARTS, parts.parts(), parts.percents(), strict=True)
            for name, colour, share, percent in told_parts:
                width = 100 * share.share
                axes.barh(height, width, 0.62, begin, color=colour,
                          label=words.say(f"luck.{name}") if height else None)  # fmt: skip
                if width >= 6:
                    axes.text(begin + width / 2, height, words.percent(percent / 100), ha="center",
                              va="center", color="#ffffff", fontweight="bold")  # fmt: skip
                begin += width
                told = words.percent(share.share, 1), words.between(share.low, share.high)
                rows.append([words.say(f"luck.{what}"), words.say(f"luck.{name}"), *told])
        axes.set_yticks([0, 1], [words.say("luck.margin"), words.say("luck.win")])
        axes.tick_params(axis="y", labelcolor=INK)
        axes.grid(visible=False)
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(_percent(words))
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
        svg = drawn.svg(words.say("luck.alt"))
    head = [words.say(key) for key in ("head.outcome", "head.from", "head.share", "head.interval")]
    return Figure(svg, head, rows)


def _colour(name: str) -> str:
    """Return the colour of a number of the scoreboard, if it has one."""
    return STYLES[name].split()[-1] if name in STYLES else MAIN


def numbers(found: Findings, words: Language) -> Figure:
    """Return how each number correlates with winning."""
    told = [one for one in found.numbers if one.more_wins]
    told.sort(key=lambda one: one.more_wins.share if one.more_wins else 0)
    with plot("numbers", 0.9 + 0.38 * len(told)) as drawn:
        axes = drawn.axes
        axes.axvline(50, color=MUTED, linewidth=1.5, linestyle=(0, (2, 2)))
        three = [_three(one.more_wins) for one in told if one.more_wins]
        intervals(axes, range(len(told)), three, [_colour(n.name) for n in told], across=True)
        axes.set_yticks(range(len(told)), [words.score(one.name) for one in told])
        axes.tick_params(axis="y", labelcolor=INK)
        axes.set_xlim(0, 100)
        axes.set_ylim(-0.6, len(told) - 0.4)
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        axes.xaxis.set_major_formatter(_percent(words))
        axes.set_xlabel(words.say("numbers.axis"))
        svg = drawn.svg(words.say("numbers.alt"))
    head = [words.say(f"head.{key}") for key in ("number", "more", "interval", "winners", "others")]
    rows = [
        [
            words.score(one.name),
            words.percent(one.more_wins.share, 1) if one.more_wins else "–",
            words.between(one.more_wins.low, one.more_wins.high) if one.more_wins else "–",
            words.number(one.winners),
            words.number(one.others),
        ]
        for one in found.numbers
    ]
    return Figure(svg, head, rows)


def decides(found: Findings, words: Language) -> Figure | None:
    """Plot the lowest score, or the total's components."""
    names = [words.score(one.name) for one in found.numbers]
    places = range(len(names))
    if found.adds_up == "lowest":
        shares = [100 * one.decides for one in found.numbers]
        with plot("decides", 2.6) as drawn:
            axes = drawn.axes
            axes.bar(places, shares, 0.66, color=[_colour(one.name) for one in found.numbers])
            fair = 100 / len(names)
            axes.axhline(fair, color=MUTED, linewidth=1.5, linestyle=(0, (2, 2)))
            axes.set_xticks(places, names)
            axes.tick_params(axis="x", labelcolor=INK)
            axes.yaxis.set_major_formatter(_percent(words))
            svg = drawn.svg(words.say("lowest.alt"))
        rows = [[name, words.percent(n / 100, 1)] for name, n in zip(names, shares, strict=True)]
        return Figure(svg, [words.say("head.number"), words.say("head.lowest")], rows)
    if found.adds_up == "total":
        with plot("decides", 2.6) as drawn:
            axes = drawn.axes
            for side, colour, key in ((-0.2, MAIN, "winners"), (0.2, OTHER, "others")):
                points = [getattr(one, key) for one in found.numbers]
                axes.bar([place + side for place in places], points, 0.38, color=colour,
                         label=words.say(f"head.{key}"))  # fmt: skip
            axes.set_xticks(places, names)
            axes.tick_params(axis="x", labelcolor=INK)
            axes.legend(loc="best")
            svg = drawn.svg(words.say("total.alt"))
        head = [words.say(f"head.{key}") for key in ("number", "winners", "others")]
        told = [[words.number(one.winners), words.number(one.others)] for one in found.numbers]
        return Figure(svg, head, [[name, *row] for name, row in zip(names, told, strict=True)])
    return None


def kinds(found: Findings, words: Language) -> Figure:
    """Return which parts of the box winners use more often than others."""
    scores_ = find(found.study.game).score_names(2)
    told = sorted(found.kinds[:KINDS], key=lambda kind: kind.difference)
    with plot("kinds", 0.9 + 0.34 * len(told)) as drawn:
        axes = drawn.axes
        axes.axvline(0, color=MUTED, linewidth=1.5)
        three = [(kind.difference, kind.low, kind.high) for kind in told]
        sure = [MAIN if kind.low > 0 or kind.high < 0 else OTHER for kind in told]
        intervals(axes, range(len(told)), three, sure, across=True)
        axes.set_yticks(range(len(told)), [words.kind(kind.name, scores_) for kind in told])
        axes.tick_params(axis="y", labelcolor=INK)
        axes.set_ylim(-0.6, len(told) - 0.4)
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel(words.say("kinds.axis"))
        if words.code == "de":
            axes.xaxis.set_major_formatter(lambda x, _: words.number(x, 2))
        svg = drawn.svg(words.say("kinds.alt"))
    head = [words.say(f"head.{key}") for key in ("kind", "winners", "others", "difference")]
    rows = []
    for kind in found.kinds:
        numbers_ = [words.number(n, 2) for n in (kind.winners, kind.others, kind.difference)]
        rows.append([words.kind(kind.name, scores_), *numbers_])
    return Figure(svg, head, rows)


def ladder(found: Findings, words: Language) -> Figure:
    """Return how much better each level is than the one below it."""
    rungs = found.rungs
    with plot("ladder", 1.0 + 0.42 * len(rungs)) as drawn:
        axes = drawn.axes
        axes.axvline(50, color=MUTED, linewidth=1.5, linestyle=(0, (2, 2)))
        intervals(axes, range(len(rungs)), [_three(one.share) for one in rungs],
                  [MAIN] * len(rungs), across=True)  # fmt: skip
        versus = [
            words.say("ladder.versus", one=words.bot(one.better), two=words.bot(one.worse))
            for one in rungs
        ]
        axes.set_yticks(range(len(rungs)), versus)
        axes.tick_params(axis="y", labelcolor=INK)
        axes.set_xlim(0, 103)
        axes.set_ylim(-0.6, len(rungs) - 0.4)
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        axes.xaxis.set_major_formatter(_percent(words))
        axes.set_xlabel(words.say("head.wins"))
        svg = drawn.svg(words.say("ladder.alt"))
    head = [words.say(f"head.{key}") for key in ("pair", "wins", "interval", "games")]
    rows = []
    for name, one in zip(versus, rungs, strict=True):
        interval = words.between(one.share.low, one.share.high)
        rows.append([name, words.percent(one.share.share, 1), interval, str(one.games)])
    return Figure(svg, head, rows)
