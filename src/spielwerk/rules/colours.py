"""Terminal colours of tiles, dice and stones, by letter."""

from __future__ import annotations

STYLES = {
    "r": "bold #ffffff on #c62828",
    "g": "bold #ffffff on #1b7f3b",
    "b": "bold #ffffff on #1e55c8",
    "o": "bold #000000 on #f28c28",
    "y": "bold #000000 on #f5d90a",
    "p": "bold #ffffff on #7b2fb5",
}
