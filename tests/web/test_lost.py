"""Lost connections, reloads and killed servers lose nothing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from server.process import ServerProcess
from wait import wait_until
from web.conftest import Visits
from web.playing import (
    PATIENCE,
    Hand,
    Line,
    act,
    join,
    open_table,
    play_it,
    play_one,
    play_some,
    sit_down,
    think_of_one,
    wait_for_move,
    wait_for_turn,
)

LOST = "Connection lost"


def held(page: Page) -> tuple[str | None, str]:
    """Return the chosen piece, and the tile that shows where it would lie."""
    piece = page.locator("button.piece[aria-pressed=true]").get_attribute("data-piece")
    return piece, page.locator("board-view .ghost").first.inner_html()


def test_a_server_is_killed_and_comes_back(own_server: ServerProcess, own_visitor: Visits) -> None:
    """The strip says so, the chosen piece stays, and the game continues."""
    ada, ben = own_visitor.context(), own_visitor.context()
    table = sit_down(ada, game="axio", seats=2, sit=[0], first=0)
    join(ada, ben, table, "Ben")
    play_some(ada, table, 1)
    play_some(ben, table, 1)
    hers, his = open_table(ada, table), open_table(ben, table)
    assert wait_for_turn(hers)
    thought = think_of_one(hers)
    before = held(hers)

    own_server.kill()
    for page in (hers, his):
        expect(page.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)
    assert held(hers) == before
    expect(hers.locator(".preview")).to_have_text(thought)

    own_server.start()
    for page in (hers, his):
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)
    assert held(hers) == before
    expect(hers.locator(".preview")).to_have_text(thought)
    play_it(hers)
    for page in (hers, his):
        expect(page.locator(".moves li")).to_have_count(3, timeout=PATIENCE)
    assert wait_for_turn(his)

    # A move made without a server reaches the next one, once.
    think_of_one(his)
    own_server.kill()
    expect(his.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)
    play_it(his)
    own_server.start()
    for page in (hers, his):
        expect(page.locator(".moves li")).to_have_count(4, timeout=PATIENCE)
        expect(page.locator(".told")).to_be_empty()
    assert wait_for_turn(hers)


def test_what_was_missed_is_caught_up_with(visitor: Visits) -> None:
    """A client without a connection receives, after reconnecting, everything that happened."""
    ada, ben = visitor.context(), visitor.context()
    table = sit_down(ada, game="axio_rota", seats=2, sit=[0], first=1)
    join(ada, ben, table, "Ben")
    hers = ada.new_page()
    line = Line(hers)
    hers.goto(f"/table/{table}")
    expect(hers.locator(".status")).to_have_text("Ben (guest) to move", timeout=PATIENCE)
    line.cut()
    expect(hers.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)
    play_some(ben, table, 1)
    act(ben, table, do="say", text="your turn")
    expect(hers.locator(".moves li")).to_have_count(0)
    line.mend()
    expect(hers.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)
    expect(hers.locator(".moves li")).to_have_count(1, timeout=PATIENCE)
    hers.locator("summary", has_text="Chat").click()
    expect(hers.locator(".talk li")).to_have_text("Ben (guest) your turn")
    assert wait_for_turn(hers)
    play_one(hers, Hand(hers))


def test_a_reload_in_the_middle_of_a_turn(visitor: Visits) -> None:
    """Board, hand, held piece, moves, scores and whose turn it is: as before."""
    context = visitor.context()
    table = sit_down(context, game="axio", seats=2, sit=[0], bots={"1": "zufall"}, first=0)
    page = open_table(context, table)
    for _ in range(2):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
    assert wait_for_turn(page)
    expect(page.locator(".motion, .yet")).to_have_count(0)
    think_of_one(page)
    page.mouse.move(0, 0)
    expect(page.locator("board-view .ghost")).to_have_count(0)
    parts = (".status", ".moves", ".seats", ".pieces", "board-view")
    before = [page.locator(part).inner_html() for part in parts]
    page.reload()
    assert wait_for_turn(page)
    expect(page.locator("button.piece[aria-pressed=true]")).to_have_count(1)
    assert [page.locator(part).inner_html() for part in parts] == before
    count = page.locator(".moves li").count()
    think_of_one(page)
    play_it(page)
    wait_for_move(page, count)


def wait_until_kept(page: Page) -> None:
    """Wait until the worker has stored everything that the page needs to open."""
    script = "navigator.serviceWorker.controller?.state === 'activated'"
    wait_until(lambda: page.evaluate(script), "the worker is there")


def test_the_page_opens_without_a_connection_and_says_so(
    own_server: ServerProcess, own_visitor: Visits
) -> None:
    """After one visit: home offers games, a server's table waits for the server to return."""
    context = own_visitor.context(locale="de-DE")
    table = sit_down(context, game="axio", seats=2, sit=[0, 1])
    page = context.new_page()
    page.goto("/")
    expect(page.locator(".card")).to_have_count(5, timeout=PATIENCE)
    wait_until_kept(page)
    own_server.kill()
    page.reload()
    expect(page.locator(".card")).to_have_count(5, timeout=PATIENCE)
    expect(page.get_by_text("Die Verbindung ist unterbrochen")).to_be_visible(timeout=PATIENCE)
    page.locator("[data-game=axio] button.main").click()
    assert wait_for_turn(page)
    expect(page.locator(".head .pill")).to_have_text("auf diesem Gerät")
    page.goto(f"/table/{table}")
    expect(page.get_by_text("Der Server ist nicht erreichbar")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("geht es hier von selbst weiter")).to_be_visible()
    own_server.start()
    assert wait_for_turn(page)


def test_rules_can_be_read_without_a_connection(visitor: Visits) -> None:
    """The page shows again what it showed before: text, drawings with their look, other games."""
    context = visitor.context()
    page = context.new_page()
    page.goto("/rules/axio")
    expect(page.locator("figure svg").first).to_be_visible(timeout=PATIENCE)
    wait_until_kept(page)
    drawn = "getComputedStyle(document.querySelector('figure .tile .body')).fill"
    before = page.evaluate(drawn)
    context.set_offline(True)
    page.reload()
    expect(page.locator("figure svg").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("heading", level=1)).to_have_text("AXIO")
    expect(page.locator(".others a")).to_have_count(4)
    assert page.evaluate(drawn) == before
