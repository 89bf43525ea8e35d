"""Draw plots as inline SVG: text stays text, and the page's CSS sets the colours."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from spielwerk.rules.errors import BadSetting

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
except ImportError:
    raise BadSetting("no_matplotlib", "plots need pip install 'spielwerk[lab]'") from None

# Matplotlib needs colours, but the page uses CSS variables: these are placeholders for them.
INK, MUTED, LINE, MAIN, OTHER = "#010101", "#020202", "#030303", "#040404", "#050505"
PARTS = ("#060606", "#070707", "#080808", "#090909")
VARIABLES = {
    INK: "ink",
    MUTED: "muted",
    LINE: "line",
    MAIN: "main",
    OTHER: "other",
    **{part: f"part-{number}" for number, part in enumerate(PARTS, 1)},
}
_STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.linewidth": 1,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": LINE,
    "grid.linewidth": 1,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.major.pad": 6,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
WIDTH = 7.2  # inches; the page scales the plot
NARROWEST = 10  # values: the least width of a histogram


class Plot:
    """One plot, to be drawn on and then exported as SVG."""

    def __init__(self, name: str, height: float = 3.0) -> None:
        self._name = name
        self._figure = Figure(figsize=(WIDTH, height), layout="constrained")
        self.axes: Axes = self._figure.add_subplot()

    def svg(self, alt: str) -> str:
        """Return the drawing as an element for a page."""
        out = io.StringIO()
        self._figure.savefig(out, format="svg", metadata={"Date": None})
        drawn = out.getvalue()
        drawn = drawn[drawn.index("<svg") :]
        drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
        box = re.search(r'viewBox="[^"]+"', drawn)
        assert box is not None
        label = alt.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        opening = f'<svg {box[0]} role="img" aria-label="{label}">'
        drawn = re.sub("<svg[^>]*>", opening, drawn, count=1)
        drawn = drawn.replace("xlink:href", "href")
        drawn = re.sub(r"font: (?:[a-z]+ )?([\d.]+px)[^;\"]*", r"font-size: \1", drawn)
        drawn = re.sub(r"font-family: [^;\"]*;?", "", drawn)
        for colour, variable in VARIABLES.items():
            drawn = drawn.replace(colour, f"var(--{variable})")
        # Ids must be unique among all drawings of a page.
        drawn = re.sub(r'\bid="', f'id="{self._name}-', drawn)
        drawn = re.sub(r'(href="#|url\(#)', rf"\1{self._name}-", drawn)
        return re.sub(r">\s+<", "><", drawn).strip()


@contextmanager
def plot(name: str, height: float = 3.0) -> Iterator[Plot]:
    """Yield a plot in the page's style."""
    with mpl.rc_context(_STYLE | {"svg.hashsalt": name}):
        yield Plot(name, height)


def histogram(
    axes: Axes,
    counts: dict[int, int],
    behind: dict[int, int],
    labels: tuple[str, str],
    percent: str,
) -> None:
    """Draw how often values occur, in percent, as bars, and in the other sample as an outline."""
    low, high = min(*counts, *behind), max(*counts, *behind)
    width = max(1, -(-(high - low + 1) // 45))  # values that share a bar
    edges = np.arange(low, high + width + 1, width)
    for values, is_behind in ((counts, False), (behind, True)):
        heights, _ = np.histogram(list(values), edges, weights=list(values.values()))
        heights = 100 * heights / heights.sum()
        if is_behind:
            axes.stairs(heights, edges - 0.5, color=OTHER, linewidth=1.8, label=labels[1])
        else:
            axes.bar(edges[:-1] - 0.5, heights, width * 0.86, align="edge", color=MAIN,
                     label=labels[0])  # fmt: skip
    axes.yaxis.set_major_formatter(percent)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    # Some room on both sides, more if there are few values, or two bars would fill the plot;
    # but none below zero without negative values.
    room = max((high - low) / 20, (NARROWEST - (high - low)) / 2) + 0.5
    left = low - room if low < 0 else max(low - room, -0.5)
    axes.set_xlim(left, max(edges[-1] + room, left + NARROWEST))
    axes.legend(loc="best")


def intervals(
    axes: Axes,
    places: Sequence[float],
    shares: Sequence[tuple[float, float, float]],
    colours: Sequence[str],
    *,
    across: bool = False,
) -> None:
    """Draw dots with their intervals, one per place."""
    for place, (value, low, high), colour in zip(places, shares, colours, strict=True):
        one, two = ([low, high], [place, place]) if across else ([place, place], [low, high])
        axes.plot(one, two, color=colour, linewidth=3, alpha=0.45, solid_capstyle="round")
        dot = (value, place) if across else (place, value)
        axes.plot(*dot, "o", color=colour, markersize=8)
