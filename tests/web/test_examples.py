"""Examples of the rules can be played with: on the page of rules, and alone in a frame."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import spielwerk as sw
from web.conftest import Visits
from web.lessons import GAMES, do
from web.playing import Hand

CAME = ".live-example .came"


def moves(game: str) -> list[str]:
    """Return the moves that the examples of a game show."""
    text = (Path(GAMES) / game / "web" / "rules" / "en.html").read_text(encoding="utf-8")
    return re.findall(r'<figure [^>]*data-ghost="([^"]+)"', text)


@pytest.mark.parametrize("game", sw.games())
def test_every_move_that_the_rules_show_can_be_made(visitor: Visits, game: str) -> None:
    page = visitor.context(reduced_motion="reduce").new_page()
    page.goto(f"/rules/{game}")
    page.locator("figure .try").first.wait_for()
    figures = page.locator("figure[data-ghost]:has(> .try)")
    wanted = moves(game)
    assert figures.count() == page.locator("figure[data-ghost]").count() == len(wanted)
    for number, move in enumerate(wanted):
        figure = page.locator("figure[data-ghost]").nth(number)
        figure.locator(".try").click()
        expect(page.locator(CAME)).to_contain_text("make any move you like")
        do(page, Hand(page), [move])
        expect(page.locator(CAME)).to_contain_text("So far: ")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(CAME)).to_contain_text("make any move you like")
        figure.get_by_role("button", name="Back to the picture").click()
        expect(figure.locator(".pictures")).to_be_visible()


def test_an_example_by_itself_looks_and_speaks_as_it_is_asked_to(visitor: Visits) -> None:
    page = visitor.context(color_scheme="light").new_page()
    page.goto("/example/axio?language=de&theme=dark#lines")
    expect(page.locator(CAME)).to_contain_text("Du bist dran")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("localStorage.getItem('spielwerk')") is None
    page.goto("/example/axio#end")  # nobody can act there any more
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
