"""Rendering: the table as the terminal draws it, as a text or printed."""

from __future__ import annotations

from gymnasium import logger
from rich.console import Console

from spielwerk.envs.episode import Episode
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted

MODES = ("human", "ansi")


def checked_mode(mode: str | None) -> str | None:
    """The render mode; unknown ones are refused."""
    if mode is not None and mode not in MODES:
        reason = f"the render mode must be one of {', '.join(MODES)}, not {quoted(mode)}"
        raise BadSetting("bad_render_mode", reason)
    return mode


def rendered(episode: Episode, mode: str | None) -> str | None:
    """The table as the seat sees it that has to act; of several, as everybody sees it."""
    if mode is None:
        logger.warn("render() does nothing: the environment was made without a render_mode")
        return None
    match = episode.match()
    if mode == "ansi":
        return str(match)
    Console().print(match)
    return None
