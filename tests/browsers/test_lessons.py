"""Each game's lesson from start to end: by mouse, by keys and by touch."""

from itertools import product

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import Visits
from web.lessons import NEXT, do, open_lesson, steps
from web.matches import MEANS


@pytest.mark.parametrize(("game", "means"), list(product(sw.games(), MEANS)))
def test_a_whole_lesson(visitor: Visits, game: str, means: str) -> None:
    kind, options = MEANS[means]
    page = visitor.context(reduced_motion="reduce", **options).new_page()
    hand = kind(page)
    open_lesson(page, game)
    for step in steps(game):
        do(page, hand, step["solution"])
        expect(page.locator(".lesson")).to_have_attribute("data-state", "done")
        hand.press(page.locator(NEXT))
    play = page.get_by_role("button", name="Play your first match against Apprentice")
    expect(play).to_be_visible()
