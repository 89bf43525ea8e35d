"""People at one table: at the same time, at one screen, in two tabs, chatting, taking back."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Visits
from web.playing import (
    COMPILING,
    PATIENCE,
    Hand,
    Line,
    act,
    join,
    let_bots_finish,
    open_table,
    play_it,
    play_one,
    play_some,
    sit_down,
    think_of_one,
    wait_for_turn,
)


def expert(visitor: Visits) -> BrowserContext:
    """Return a browser whose log also shows notation, which is the same for everybody."""
    context = visitor.context()
    context.add_init_script(
        """if (location.protocol === 'http:')
            localStorage.setItem('spielwerk', JSON.stringify({ notation: true }))"""
    )
    return context


def written(page: Page) -> list[str]:
    return page.locator(".moves code").all_inner_texts()


def test_second_chance_with_both_at_once(visitor: Visits) -> None:
    """Both choose before either sees what the other drew; neither loses a move."""
    ada, ben = expert(visitor), expert(visitor)
    table = sit_down(ada, game="second_chance", seats=2, sit=[0])
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), ben.new_page()
    line = Line(his)
    his.goto(f"/table/{table}")
    for page in (hers, his):
        assert wait_for_turn(page)
        think_of_one(page)
    line.hold()
    play_it(hers)
    expect(hers.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    expect(his.locator(".moves li")).to_have_count(0)
    expect(his.locator(".status")).to_contain_text("Draw your start card")
    play_it(his)
    expect(hers.locator(".moves li")).to_have_count(2, timeout=PATIENCE)
    line.let_one_through()  # her move, and not his own yet
    expect(his.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    expect(his.locator(".hand")).to_have_attribute("aria-busy", "true")
    line.release()
    expect(his.locator(".moves li")).to_have_count(2, timeout=PATIENCE)
    assert written(his) == written(hers)
    for page in (hers, his):
        expect(page.locator(".told")).to_be_empty()
        assert wait_for_turn(page)  # both again: a round is over when all have drawn


def test_what_one_thinks_of_stays_while_others_act(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="second_chance", seats=2, sit=[0])
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    assert wait_for_turn(hers)
    assert wait_for_turn(his)
    thought = think_of_one(hers)
    play_one(his, Hand(his))
    expect(hers.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    assert wait_for_turn(hers)
    expect(hers.locator(".preview")).to_have_text(thought)
    play_it(hers)
    expect(his.locator(".moves li")).to_have_count(2, timeout=PATIENCE)


def shown_hand(page: Page) -> list[str]:
    pieces = page.locator("button.piece")
    return sorted(str(one.get_attribute("data-piece")).split(".")[0] for one in pieces.all())


def test_two_seats_at_one_screen(visitor: Visits) -> None:
    """From home to a table with both seats for one person; the hand is of the seat to act."""
    context = visitor.context()
    sit_down(context, game="axio", sit=[0, 1])  # so that the server has prepared it
    page = context.new_page()
    page.goto("/")
    page.locator("[data-game=axio]").get_by_text("With friends").click()
    friends = page.get_by_role("dialog")
    friends.get_by_label("Everybody plays at this screen").check()
    friends.get_by_role("button", name="Set up the table").click()
    hands = {}
    for _ in range(4):
        # the previous player must not see the next hand
        expect(page.locator(".curtain")).to_contain_text("Pass the screen to", timeout=PATIENCE)
        assert shown_hand(page) == []
        page.get_by_role("button", name="Show the hand").click()
        assert wait_for_turn(page)
        expect(page.locator(".curtain")).to_be_hidden()
        table = page.url.rpartition("/")[2]
        [seat] = context.request.get(f"/api/tables/{table}/view").json()["to_act"]
        own = context.request.get(f"/api/tables/{table}/view?seat={seat}").json()
        expect(page.locator(".status")).to_contain_text(f"{seat + 1}")
        assert shown_hand(page) == sorted(own["hands"][seat])
        hands[seat] = shown_hand(page)
        play_one(page, Hand(page))
    assert set(hands) == {0, 1}
    assert hands[0] != hands[1]


def test_a_seat_at_one_screen_goes_on_while_it_may(visitor: Visits) -> None:
    """In Anubixx a turn is often more than one move; each seat has news of its own."""
    context = visitor.context()
    table = sit_down(context, game="anubixx", seats=2, sit=[0, 1])
    page = open_table(context, table)
    for _ in range(6):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
        expect(page.locator("p.told").first).to_be_empty()
    assert wait_for_turn(page)
    made = context.request.get(f"/api/tables/{table}/record").json()["plies"]
    expect(page.locator(".moves li")).to_have_count(len(made), timeout=PATIENCE)
    seats = [ply["seat"] for ply in made]
    assert any(one == other for one, other in pairwise(seats)), "no turn had more than one move"
    assert set(seats) == {0, 1}


def test_two_tabs_agree(visitor: Visits) -> None:
    context = expert(visitor)
    table = sit_down(context, game="axio_rota", seats=2, sit=[0], bots={"1": "zufall"})
    one, other = open_table(context, table), open_table(context, table)
    for playing, looking in ((one, other), (other, one), (one, other)):
        assert wait_for_turn(playing)
        play_one(playing, Hand(playing))
        assert wait_for_turn(playing)
        made = playing.locator(".moves li").count()
        expect(looking.locator(".moves li")).to_have_count(made, timeout=PATIENCE)
        assert wait_for_turn(looking)
        assert written(looking) == written(playing)
        assert shown_hand(looking) == shown_hand(playing)
        drawn = "document.querySelectorAll('board-view .tile:not(.ghost *)').length"
        assert looking.evaluate(drawn) == playing.evaluate(drawn)


def test_talking(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0])
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    for page in (hers, his):
        page.locator("summary", has_text="Chat").click()
    hers.get_by_label("Say something").fill("Hello, <b>Ben</b>!")
    hers.get_by_label("Say something").press("Enter")
    for page in (hers, his):
        expect(page.locator(".talk li")).to_have_text(
            "Ada (guest) Hello, <b>Ben</b>!", timeout=PATIENCE
        )
    expect(hers.get_by_label("Say something")).to_have_value("")
    his.reload()
    his.locator("summary", has_text="Chat").click()
    expect(his.locator(".talk li")).to_have_text("Ada (guest) Hello, <b>Ben</b>!", timeout=PATIENCE)


def test_a_hint_in_three_stages(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page = open_table(context, table)
    assert wait_for_turn(page)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator(".hint")).to_contain_text("Press again for more.", timeout=COMPILING)
    area = page.locator(".hit.hinted").evaluate_all(MIDDLES)
    assert len(area) == 2
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(0)
    hint.click()
    expect(page.locator(".hint")).to_have_text("Take this tile. Press again for more.")
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(1)
    hint.click()
    expect(page.locator(".hint")).to_contain_text(re.compile(r"I would play it here: .+\. .+"))
    ghost = page.locator("board-view .ghost").bounding_box()
    assert ghost
    for x, y in area:  # it lies where one was to look
        assert 0 < x - ghost["x"] < ghost["width"]
        assert 0 < y - ghost["y"] < ghost["height"]


MIDDLES = """(all) => all.map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""


def test_taking_back_at_once(visitor: Visits) -> None:
    """In Second Chance a drawing may be taken back while others may still draw theirs."""
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="second_chance", seats=2, sit=[0])
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    assert wait_for_turn(hers)
    play_one(hers, Hand(hers))
    expect(his.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    hers.get_by_role("button", name="Take back").click()
    for page in (hers, his):
        expect(page.locator(".moves li")).to_have_count(0, timeout=PATIENCE)
    assert wait_for_turn(hers)


def test_taking_back_by_consent(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    assert wait_for_turn(hers)
    play_one(hers, Hand(hers))
    answers = (("Decline", 1, "Ben (guest) declines."), ("Agree", 0, "The move is taken back."))
    for answer, left, told in answers:
        hers.get_by_role("button", name="Take back").click()
        asked = hers.locator(".consent")
        expect(asked).to_have_text("Ben (guest) is being asked.", timeout=PATIENCE)
        expect(his.locator(".consent")).to_contain_text(
            "Ada (guest) would like to take a move back.", timeout=PATIENCE
        )
        his.get_by_role("button", name=answer).click()
        for page in (hers, his):
            expect(page.locator(".consent")).to_be_empty(timeout=PATIENCE)
            expect(page.locator(".moves li")).to_have_count(left, timeout=PATIENCE)
        expect(hers.locator(".log .event").last).to_have_text(told)
    assert wait_for_turn(hers)


def test_leaving_and_coming_back(visitor: Visits) -> None:
    """A bot plays on; home shows the table, and the player can take the seat again."""
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    assert wait_for_turn(hers)
    hers.get_by_role("button", name="Pause: a bot takes over").click()
    hers.get_by_role("dialog").get_by_role("button", name="Let a bot play").click()
    expect(hers.get_by_role("heading", name="Your games")).to_be_visible(timeout=PATIENCE)
    expect(his.locator(".seats")).to_contain_text("away, a bot plays", timeout=PATIENCE)
    assert wait_for_turn(his, COMPILING)  # the bot has moved
    hers.locator(".own").get_by_role("link", name="AXIO").click()
    expect(hers.locator(".status")).to_have_text("A bot is playing for you.", timeout=PATIENCE)
    hers.get_by_role("button", name="Resume playing").click()
    expect(his.locator(".seats")).not_to_contain_text("away", timeout=PATIENCE)
    play_one(his, Hand(his))
    assert wait_for_turn(hers)
    play_one(hers, Hand(hers))


def test_resigning_and_playing_again(visitor: Visits) -> None:
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio_hex", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    play_some(ada, table, 1)
    hers, his = open_table(ada, table), open_table(ben, table)
    asked = hers.get_by_role("dialog", name="Resign")
    hers.get_by_role("button", name="Resign").click()
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    expect(his.locator(".ended")).to_have_count(0)
    hers.get_by_role("button", name="Resign").click()
    asked.get_by_role("button", name="Resign").click()
    for page, other in ((hers, "Ben"), (his, "Ada")):
        expect(page.locator(".ended h2")).to_contain_text(other, timeout=PATIENCE)
    for page in (his, hers):  # one click each, and nobody takes a seat again
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(f"/table/{table}", timeout=PATIENCE)
    for page, other in ((hers, "Ben"), (his, "Ada")):
        expect(page.locator(".seats")).to_contain_text(other, timeout=PATIENCE)
        expect(page.locator("button.piece").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".box.end")).to_have_count(0)
        expect(page.locator(".moves li")).to_have_count(0)
    assert hers.url == his.url


def test_what_others_do_is_told_to_those_who_listen(visitor: Visits) -> None:
    """The live region announces moves with their points, and who comes and goes."""
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=1)
    join(ada, ben, table, "Ben")
    hers, his = open_table(ada, table), open_table(ben, table)
    heard = hers.locator("[aria-live=polite]")
    expect(heard).to_have_text("")
    assert wait_for_turn(his)
    play_one(his, Hand(his))
    expect(heard).to_have_text(
        re.compile(r"^Ben \(guest\) lays [a-z-]+( [a-z]+)?: .*points?.*\.$"), timeout=PATIENCE
    )
    told = heard.inner_text().removeprefix("Ben (guest) lays ")
    expect(hers.locator(".moves li")).to_contain_text(f"Ben (guest) lays {told}")
    expect(his.locator(".moves li")).to_contain_text(f"You lay {told}")
    act(ben, table, do="leave", seat=1)
    expect(heard).to_have_text("Ben (guest) takes a break; a bot plays on.", timeout=PATIENCE)


def test_a_finished_game_stays_as_it_ended(visitor: Visits) -> None:
    context = visitor.context()
    table = sit_down(context, game="axio_rota", seats=2, sit=[0], bots={"1": "zufall"})
    let_bots_finish(context, table)
    page = open_table(context, table)
    expect(page.locator(".status")).to_have_text("Game over", timeout=PATIENCE)
    expect(page.locator("button.piece:not([aria-disabled=true])")).to_have_count(0)
    expect(page.locator(".hit.target, .plain, .confirm")).to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
