"""What Chromium notes about a page while something happens: its tasks, and their CPU time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

TASKS = "disabled-by-default-devtools.timeline"  # the category of tasks
MARKED = "devtools.timeline"  # of what scripts mark


@contextmanager
def traced(browser: Browser, page: Page, *categories: str) -> Iterator[list[dict[str, Any]]]:
    """Trace what happens inside; the list has its events afterwards."""
    events: list[dict[str, Any]] = []
    browser.start_tracing(page=page, categories=list(categories))
    try:
        yield events
    finally:
        events += json.loads(browser.stop_tracing())["traceEvents"]


@contextmanager
def tasks(browser: Browser, page: Page) -> Iterator[list[float]]:
    """Trace what the page's thread does inside; the list has each task's CPU time in ms."""
    took: list[float] = []
    with traced(browser, page, TASKS, MARKED) as events:
        page.evaluate("console.timeStamp('this page')")
        yield took
    marks = [one for one in events if one["name"] == "TimeStamp"]
    [thread] = {(one["pid"], one["tid"]) for one in marks}
    own = [one for one in events if (one["pid"], one["tid"]) == thread]
    took += [one["tdur"] / 1000 for one in own if one["name"] == "RunTask" and "tdur" in one]
