"""The coach at a table: comments on moves, can be dismissed and recalled, where help is allowed."""

from playwright.sync_api import expect

from web.conftest import Visits
from web.playing import Hand, join, open_table, play_one, sit_down, wait_for_turn

AGAINST_A_BOT = {"game": "axio", "seats": 2, "sit": [0], "first": 0}


def test_the_coach_speaks_goes_and_comes_back(visitor: Visits) -> None:
    context = visitor.context(reduced_motion="reduce")
    page = open_table(context, sit_down(context, bots={"1": "lehrling"}, **AGAINST_A_BOT))
    assert wait_for_turn(page)
    coach = page.locator(".coach")
    expect(coach).to_be_hidden()
    page.get_by_role("button", name="Call the coach").click()
    expect(coach).to_contain_text("My tip: ")
    play_one(page, Hand(page))
    expect(coach).to_contain_text("Your last turn: ")
    page.get_by_role("button", name="Send the coach away").click()
    expect(coach).to_be_hidden()
    assert wait_for_turn(page)
    play_one(page, Hand(page))
    page.get_by_role("button", name="Call the coach").click()
    expect(coach).to_be_visible()


def test_no_coach_without_hints(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, bots={"1": "zufall"}, hints=False, **AGAINST_A_BOT)
    page = open_table(context, table)
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Call the coach")).to_have_count(0)
    expect(page.locator(".coach")).to_be_hidden()


def test_no_coach_where_other_people_sit(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, **AGAINST_A_BOT)
    join(ada, ben, table, "Ben")
    page = open_table(ada, table)
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Call the coach")).to_have_count(0)
    expect(page.locator(".coach")).to_be_hidden()
