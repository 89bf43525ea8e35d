"""While a bot thinks the page stays responsive: none of its tasks is long."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import spielwerk as sw
from web.conftest import Visits
from web.playing import Hand, play_one, wait_for_turn
from web.test_layout import sit_on_device
from web.tracing import tasks

LONG = 50  # milliseconds of CPU time: above, browsers call a task long

# Waits until the bots behind hints, called by the coach, have answered: their worker is idle.
WORKERS = """() => {
    window.asked = 0;
    const Plain = Worker;
    window.Worker = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', () => (window.asked -= 1));
        }
        postMessage(what) {
            if ('ask' in what) window.asked += 1;
            super.postMessage(what);
        }
    };
}"""


def play_on(page: Page, moves: int) -> None:
    """Make moves; after each, the bot moves, and the coach has its say."""
    for _ in range(moves):
        play_one(page, Hand(page))
        assert wait_for_turn(page)
        page.wait_for_function("() => window.asked === 0")


def test_a_long_task_is_found(browser: Browser, visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/account")
    with tasks(browser, page) as took:
        page.evaluate(
            """(long) => new Promise((done) => setTimeout(() => {
                const begun = performance.now();
                while (performance.now() < begun + 20 * long);
                done();
            }))""",
            LONG,
        )
    assert max(took) > LONG


@pytest.mark.parametrize("game", sw.games())
def test_no_task_is_long_while_a_bot_thinks(browser: Browser, visitor: Visits, game: str) -> None:
    """Not when a move is made either; both bots think in workers."""
    context = visitor.context()
    context.add_init_script(f"({WORKERS})()")
    page = sit_on_device(context, game, bot="meister", coach=True)
    page.wait_for_function("() => window.asked === 0")
    play_on(page, 1)  # code is loaded and compiled
    with tasks(browser, page) as took:
        play_on(page, 2)
    assert took
    assert max(took) <= LONG
