"""The contrast between drawings and their background, as seen on the screen.

axe only checks HTML text. Here a screenshot without the elements shows their background, and their
own colours are known. An element with an outline may stand out by either.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass(frozen=True)
class Seen:
    """A drawn element."""

    what: str
    large: bool  # letters of 24 px, or of 18.66 px and bold (WCAG 1.4.3)
    ratio: float


# Each element's colour, and the box in which it is seen; those that are not seen are left out, also
# where they are scrolled out of sight in a part of the page.
_MARKS = """(selector) => {
    const opacity = (one) => (one && one !== document.documentElement)
        ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1;
    const isCut = ({ left, top, right, bottom }, part) => {
        if (!part || part === document.body) return false;
        const around = part.getBoundingClientRect();
        const isOut = left < around.left - 1 || right > around.right + 1
            || top < around.top - 1 || bottom > around.bottom + 1;
        if (isOut && getComputedStyle(part).overflow !== 'visible') return true;
        return isCut({ left, top, right, bottom }, part.parentElement);
    };
    return [...document.querySelectorAll(selector)].map((one) => {
        const style = getComputedStyle(one);
        const box = one.getBoundingClientRect();
        const scale = one.getCTM ? Math.hypot(one.getCTM().a, one.getCTM().b) : 1;
        const size = parseFloat(style.fontSize) * scale;
        const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && box.width > 1 && box.height > 1
            && box.left >= 0 && box.top >= 0
            && box.right <= innerWidth && box.bottom <= innerHeight
            && !isCut(box, one.parentElement);
        return seen && {
            what: `${one.getAttribute('class') ?? one.localName} ${one.textContent}`.trim(),
            paints: [style.fill, style.stroke].filter((paint) => paint !== 'none'),
            opacity: opacity(one) * Number(style.fillOpacity),
            large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
            box: [box.left, box.top, box.width, box.height].map(Math.round),
        };
    }).filter(Boolean);
}"""

_HIDE = """([selector, value]) => {
    for (const one of document.querySelectorAll(selector)) one.style.visibility = value;
}"""

# The commonest colour in each box of the picture: what it is drawn on.
_RATIOS = """async ([picture, marks]) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const paper = canvas.getContext('2d', { willReadFrequently: true });
    paper.drawImage(image, 0, 0);
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const read = (colour) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = (colour) => colour.slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, k) => sum + part * [0.2126, 0.7152, 0.0722][k], 0);
    return marks.map(({ paints, opacity, box }) => {
        const { data } = paper.getImageData(...box);
        const counted = new Map();
        for (let at = 0; at < data.length; at += 4) {
            const colour = data.slice(at, at + 3).join();
            counted.set(colour, (counted.get(colour) ?? 0) + 1);
        }
        const [[ground]] = [...counted].sort((a, b) => b[1] - a[1]);
        const below = ground.split(',').map(Number);
        return Math.max(...paints.map((paint) => {
            const [red, green, blue, alpha] = read(paint);
            const covers = (alpha / 255) * opacity;
            const drawn = [red, green, blue]
                .map((part, k) => part * covers + below[k] * (1 - covers));
            const [dim, bright] = [light(drawn), light(below)].sort((a, b) => a - b);
            return (bright + 0.05) / (dim + 0.05);
        }));
    });
}"""


def seen(page: Page, selector: str) -> list[Seen]:
    """Return how clearly the selected elements stand out."""
    marks: list[dict[str, Any]] = page.evaluate(_MARKS, selector)
    page.evaluate(_HIDE, [selector, "hidden"])
    picture = base64.b64encode(page.screenshot(animations="disabled")).decode()
    page.evaluate(_HIDE, [selector, ""])
    ratios = page.evaluate(_RATIOS, [picture, marks])
    return [
        Seen(mark["what"], mark["large"], round(ratio, 2))
        for mark, ratio in zip(marks, ratios, strict=True)
    ]
