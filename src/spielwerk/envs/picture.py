"""Render the terminal's drawing as an image, for videos and notebooks."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from rich.text import Text

from spielwerk.envs.episode import Picture
from spielwerk.envs.registry import missing

try:
    import matplotlib  # for its font, which has the symbols of all drawings
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as error:
    raise missing(error) from error

WIDTH, HEIGHT = 960, 720  # the same for each picture, as videos want it, however a board grows
MARGIN = 24
LARGEST = 28  # of letters
DIMMED = 0.5

Colour = tuple[int, int, int]


def picture(drawing: Text) -> Picture:
    """Return a drawing in letters as large as fit into the picture, in its middle."""
    lines = drawing.split("\n", allow_blank=True)
    columns, rows = max(line.cell_len for line in lines), len(lines)
    size = _size(columns, rows)
    image = Image.new("RGB", (WIDTH, HEIGHT), THEME.background_color)
    draw = ImageDraw.Draw(image)
    across, down = _cell(size)
    left, top = (WIDTH - columns * across) / 2, (HEIGHT - rows * down) / 2
    console = Console(width=columns, color_system="truecolor", legacy_windows=False)
    for row, line in enumerate(lines):
        column, y = 0, top + row * down
        for segment in console.render(line, console.options.update(no_wrap=True)):
            ink, ground, bold = _colours(segment.style or Style.null())
            font = _font(size, bold)
            for letter in segment.text.rstrip("\n"):
                x = left + column * across
                if ground:
                    draw.rectangle((x, y, x + across, y + down), ground)
                draw.text((x, y), letter, ink, font)
                column += Segment(letter).cell_length
    return np.array(image)


def _size(columns: int, rows: int) -> int:
    """Return the largest font size at which the text fits."""
    for size in range(LARGEST, 1, -1):
        across, down = _cell(size)
        if columns * across <= WIDTH - 2 * MARGIN and rows * down <= HEIGHT - 2 * MARGIN:
            return size
    return 1


def _cell(size: int) -> tuple[float, int]:
    """Return the width and height of a letter's cell."""
    font = _font(size, bold=False)
    return font.getlength("m"), sum(font.getmetrics())


@functools.cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(Path(matplotlib.get_data_path(), "fonts", "ttf", name)), size)


def _colours(style: Style) -> tuple[Colour, Colour | None, bool]:
    """Return the text and background colours, and whether it is bold."""
    ink = _rgb(style.color, THEME.foreground_color)
    ground = _rgb(style.bgcolor, THEME.background_color) if style.bgcolor else None
    if style.reverse:
        ink, ground = ground or THEME.background_color, ink
    if style.dim:
        behind = ground or THEME.background_color
        ink = _mixed(ink, behind)
    return ink, ground, bool(style.bold)


def _rgb(colour: Color | None, otherwise: Colour) -> Colour:
    if colour is None or colour.is_default:
        return otherwise
    red, green, blue = colour.get_truecolor(THEME)
    return red, green, blue


def _mixed(ink: Colour, ground: Colour) -> Colour:
    red, green, blue = (
        round(DIMMED * one + (1 - DIMMED) * other) for one, other in zip(ink, ground, strict=True)
    )
    return red, green, blue
