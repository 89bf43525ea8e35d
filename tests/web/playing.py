"""Playing on the page as people do: by mouse, by keys, with a finger."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

PATIENCE = 20_000  # milliseconds: other tests may be at work beside this one


def sit_down(context: BrowserContext, **terms: Any) -> str:
    """A guest sets up a table; returns its name."""
    assert context.request.post("/api/people", data={"name": "Ada"}).ok
    made = context.request.post("/api/tables", data={"pace": False, **terms})
    assert made.ok, made.text()
    told: str = made.json()["info"]["id"]
    return told


def open_table(context: BrowserContext, table: str) -> Page:
    """Go there."""
    page = context.new_page()
    page.goto(f"/table/{table}")
    expect(page.locator(".status")).not_to_be_empty(timeout=PATIENCE)
    return page


def is_over(page: Page) -> bool:
    """Whether the game has ended."""
    return page.locator(".box.end").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Until one has to choose; False when the game is over."""
    page.wait_for_function(
        """() => document.querySelector('.box.end') ||
                 (document.querySelector('.status.yours') &&
                  document.querySelector('.hand[aria-busy=false] :is(.piece, .plain)'))""",
        timeout=PATIENCE,
    )
    return not is_over(page)


def play_one(page: Page, hand: Hand) -> None:
    """Make a move: any piece, turned until it fits somewhere."""
    before = page.locator(".moves li").count()
    for number in range(page.locator(".piece").count()):
        hand.take(number)
        for _ in range(8):
            if page.locator(".hit.target").count():
                hand.put(page)
                wait_for_move(page, before)
                return
            if not page.get_by_label("Turn right").count():
                break
            hand.turn()
        if hand.mirrors() and page.locator(".hit.target").count():
            hand.put(page)
            wait_for_move(page, before)
            return
    hand.plain()
    wait_for_move(page, before)


def wait_for_move(page: Page, before: int) -> None:
    """Until the list of moves has grown."""
    page.wait_for_function(
        "before => document.querySelectorAll('.moves li').length > before",
        arg=before,
        timeout=PATIENCE,
    )


class Hand:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, number: int) -> None:
        """Choose a piece, unless it is chosen."""
        piece = self.page.locator(".piece").nth(number)
        if piece.get_attribute("aria-pressed") != "true":
            piece.click()

    def turn(self) -> None:
        """Turn it."""
        self.page.get_by_label("Turn right").click()

    def mirrors(self) -> bool:
        """Turn it over, if that can be."""
        button = self.page.get_by_label("Mirror")
        if button.count():
            button.click()
        return bool(button.count())

    def put(self, page: Page) -> None:
        """Point at a place first, as one does, and click."""
        target = page.locator(".hit.target").first
        target.hover()
        expect(page.locator(".preview")).not_to_be_empty()
        page.locator(".hit.target").first.click()

    def plain(self) -> None:
        """A move without a place."""
        self.page.locator(".plain").first.click()


class Keys(Hand):
    """A keyboard, and nothing else."""

    def take(self, number: int) -> None:
        piece = self.page.locator(".piece").nth(number)
        if piece.get_attribute("aria-pressed") != "true":
            piece.focus()
            self.page.keyboard.press("Enter")

    def turn(self) -> None:
        self.page.keyboard.press("e")

    def mirrors(self) -> bool:
        can = self.page.get_by_label("Mirror").count() > 0
        if can:
            self.page.keyboard.press("f")
        return can

    def put(self, page: Page) -> None:
        page.locator(".hit[tabindex='0']").focus()
        goal = page.locator(".hit.target").first.get_attribute("data-cell")
        walk(page, str(goal))
        page.keyboard.press("Enter")
        if page.get_by_role("button", name="Confirm").count():
            page.keyboard.press("Enter")

    def plain(self) -> None:
        self.page.locator(".plain").first.focus()
        self.page.keyboard.press("Enter")


def walk(page: Page, goal: str) -> None:
    """By arrow keys to a cell, on the shortest way."""
    keys = page.evaluate(
        """async (goal) => {
            const { next, WAYS } = await import('/web/stepping.js');
            const view = document.querySelector('board-view');
            const ways = new Map([[view.focused, []]]);
            for (const [id, keys] of ways) {
                if (id === goal) return keys;
                const here = view.cells.find((cell) => cell.id === id);
                for (const key of Object.keys(WAYS)) {
                    const there = next(view.cells, here, WAYS[key]);
                    if (there && !ways.has(there.id)) ways.set(there.id, [...keys, key]);
                }
            }
            return null;
        }""",
        goal,
    )
    assert keys is not None, f"{goal} can't be reached by arrow keys"
    for key in keys:
        page.keyboard.press(key)


class Finger(Hand):
    """A touch screen: the first tap shows, the second plays."""

    def take(self, number: int) -> None:
        piece = self.page.locator(".piece").nth(number)
        if piece.get_attribute("aria-pressed") != "true":
            piece.tap()

    def turn(self) -> None:
        self.page.get_by_label("Turn right").tap()

    def put(self, page: Page) -> None:
        page.locator(".hit.target").first.tap()
        page.get_by_role("button", name="Confirm").tap()

    def plain(self) -> None:
        self.page.locator(".plain").first.tap()
