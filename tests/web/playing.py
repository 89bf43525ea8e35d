"""Play on the page as people do: by mouse, by keys, by touch."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from wait import wait_until

PATIENCE = 20_000  # milliseconds: other tests may be running
COMPILING = 120_000  # for a bot's first move of all


def sit_down(context: BrowserContext, **terms: Any) -> str:
    """Set up a table as a guest; return its id."""
    if not context.cookies():
        assert context.request.post("/api/people", data={"name": "Ada"}).ok
    made = context.request.post("/api/tables", data={"pace": False, **terms}, timeout=COMPILING)
    assert made.ok, made.text()
    told: str = made.json()["info"]["id"]
    return told


def act(context: BrowserContext, table: str, **what: Any) -> None:
    """Perform an act at a table over HTTP."""
    done = context.request.post(f"/api/tables/{table}/acts", data=what)
    assert done.ok, done.text()


def play_some(context: BrowserContext, table: str, moves: int) -> None:
    """Make this many moves over HTTP, for any seat, always the first legal one."""
    at = f"/api/tables/{table}"
    for _ in range(moves):
        seen = context.request.get(f"{at}/view").json()
        seat, number = seen["to_act"][0], seen["number"]
        legal = context.request.get(f"{at}/legal?seat={seat}").json()
        move = {"move": legal[0]["move"], "seat": seat, "at": number, "key": f"{number}/{seat}"}
        act(context, table, do="move", **move)


def let_bots_finish(context: BrowserContext, table: str) -> None:
    """Leave; bots play on until the game is over."""
    act(context, table, do="leave", seat=0)
    at = f"/api/tables/{table}"
    wait_until(
        lambda: context.request.get(at).json()["info"]["status"] == "over",
        "the bots come to an end",
        COMPILING / 1000,
    )


def join(host: BrowserContext, guest: BrowserContext, table: str, name: str) -> None:
    """Sit down as another person, by the host's invitation."""
    invite = host.request.get(f"/api/tables/{table}/invite").json()["invite"]
    assert guest.request.post("/api/people", data={"name": name}).ok
    act(guest, table, do="sit", invite=invite)


def open_table(context: BrowserContext, table: str) -> Page:
    """Open a table's page."""
    page = context.new_page()
    page.goto(f"/table/{table}")
    expect(page.locator(".status")).not_to_be_empty(timeout=PATIENCE)
    return page


def is_over(page: Page) -> bool:
    """Return whether the game has ended."""
    return page.locator(".box.end").count() > 0


def wait_for_turn(page: Page, patience: float = PATIENCE) -> bool:
    """Wait until a choice is expected; return False if the game is over."""
    ready = """() => document.querySelector('.box.end') ||
                 (document.querySelector('.status.yours') &&
                  document.querySelector('.hand[aria-busy=false]') &&
                  document.querySelector('.hand :is(.piece, .plain), .hit.target'))"""
    covered = "document.querySelector('.curtain:not([hidden]) button')"
    page.wait_for_function(f"() => ({ready})() || {covered}", timeout=patience)
    if page.evaluate(f"Boolean({covered})"):  # several seats share this screen
        page.locator(".curtain button").click()
        page.wait_for_function(ready, timeout=patience)
    return not is_over(page)


def think_of_one(page: Page) -> str:
    """Choose a piece and point at a place for it; return the preview's text."""
    assert hold_one(page, Hand(page)), "nothing fits anywhere"
    page.locator(".hit.target").first.hover()
    expect(page.locator(".preview")).not_to_be_empty()
    return page.locator(".preview").inner_text()


def hold_one(page: Page, hand: Hand) -> bool:
    """Choose any piece and turn or flip it until it fits somewhere."""
    for number in range(page.locator("button.piece").count()):
        hand.take(number)
        if fits(page, hand) or (hand.mirrors() and fits(page, hand)):
            return True
    return page.locator(".hit.target").count() > 0


def play_it(page: Page) -> None:
    """Make the move that `think_of_one` chooses."""
    page.mouse.down()
    page.mouse.up()


def play_one(page: Page, hand: Hand) -> None:
    """Make a move, or a turn of several, with any piece."""
    before = page.locator(".moves li").count()
    if hold_one(page, hand):
        hand.put(page)
    else:
        hand.plain()
    wait_for_move(page, before)


def fits(page: Page, hand: Hand) -> bool:
    """Return whether the held piece fits somewhere, after turning it if necessary."""
    for _ in range(8):
        if page.locator(".hit.target").count():
            return True
        if not page.get_by_label("Turn right").count():
            return False
        hand.turn()
    return False


def wait_for_move(page: Page, before: int) -> None:
    """Wait until the list of moves has grown."""
    page.wait_for_function(
        "before => document.querySelectorAll('.moves li').length > before",
        arg=before,
        timeout=PATIENCE,
    )


class Hand:
    """Plays by mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, number: int) -> None:
        """Choose a piece, unless it is chosen."""
        piece = self.page.locator("button.piece").nth(number)
        if piece.get_attribute("aria-pressed") != "true":
            piece.click()

    def turn(self) -> None:
        """Turn it."""
        self.page.get_by_label("Turn right").click()

    def mirrors(self) -> bool:
        """Flip it, if the game allows that."""
        button = self.page.get_by_label("Mirror")
        if button.count():
            button.click()
        return bool(button.count())

    def put(self, page: Page) -> None:
        """Point at a place before clicking it; click again if the turn is not complete."""
        while True:
            target = page.locator(".hit.target").first
            target.hover()
            expect(page.locator(".preview")).not_to_be_empty()
            self.press(target)
            if page.locator(".way").count():
                self.press(page.locator(".way").first)
                expect(page.locator(".way")).to_have_count(0)
            if not page.locator(".confirm").count():
                return
            if page.locator(".confirm").is_enabled():
                self.press(page.locator(".confirm"))
                return

    def see_all(self) -> None:
        """Show all of a board of which a phone shows a part."""

    def press(self, what: Locator, *, disabled: bool = False) -> None:
        """Click something that may be marked as disabled, which Playwright must ignore."""
        what.click(force=disabled)

    def plain(self) -> None:
        """Make a move without a place."""
        self.press(self.page.locator(".plain").first)


class Keys(Hand):
    """Plays by keyboard alone."""

    def take(self, number: int) -> None:
        piece = self.page.locator("button.piece").nth(number)
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
        while True:
            page.locator(".hit[tabindex='0']").focus()
            goal = page.locator(".hit.target").first.get_attribute("data-cell")
            walk(page, int(goal or 0))
            page.keyboard.press("Enter")
            if page.locator(".way").count():  # the first of them has the focus
                page.keyboard.press("Enter")
            if not page.locator(".confirm").count():
                return
            if page.locator(".confirm").is_enabled():
                self.press(page.locator(".confirm"))
                return

    def press(self, what: Locator, *, disabled: bool = False) -> None:
        what.focus()
        self.page.keyboard.press("Enter")


def module(page: Page, name: str) -> str:
    """Return the address of one of the page's modules, of the page's own version."""
    script = "document.querySelector('script[type=module]').src"
    return str(page.evaluate(f"(name) => new URL(name, {script}).href", name))


def show_tip(page: Page, game: str, key: str) -> None:
    """Explain something as new at a table, whether or not it happened."""
    script = """async ([name, game, key]) => {
        const { Tips } = await import(name);
        const tips = new Tips(game);
        document.querySelector('.tips').replaceWith(tips.element);
        tips.happened([{ key, values: { names: 'eye, ankh' } }], false);
    }"""
    page.evaluate(script, [module(page, "pages/tips.js"), game, key])
    expect(page.locator(".tip")).to_be_visible()


def walk(page: Page, goal: int) -> None:
    """Move to a cell by arrow keys, on the shortest way."""
    keys = page.evaluate(
        """async ([stepping, goal]) => {
            const { next, WAYS } = await import(stepping);
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
        [module(page, "stepping.js"), goal],
    )
    assert keys is not None, f"{goal} can't be reached by arrow keys"
    for key in keys:
        page.keyboard.press(key)


class Finger(Hand):
    """Plays by touch: the first tap shows, the second plays."""

    def take(self, number: int) -> None:
        piece = self.page.locator("button.piece").nth(number)
        if piece.get_attribute("aria-pressed") != "true":
            piece.tap()

    def turn(self) -> None:
        self.page.get_by_label("Turn right").tap()

    def put(self, page: Page) -> None:
        whole = page.locator("board-view > .overview")
        while True:
            if whole.is_visible() and not page.evaluate(
                "document.querySelector('board-view').whole"
            ):
                whole.click()  # some targets are out of sight
            self.press(page.locator(".hit.target").first)
            if page.locator(".way").count():
                self.press(page.locator(".way").first)
                expect(page.locator(".way")).to_have_count(0)
            if not page.locator(".confirm").count():
                return
            if page.locator(".confirm").is_enabled():
                self.press(page.locator(".confirm"))
                return

    def see_all(self) -> None:
        whole = self.page.locator("board-view > .overview")
        if whole.is_visible() and self.page.evaluate("!document.querySelector('board-view').whole"):
            whole.click()

    def press(self, what: Locator, *, disabled: bool = False) -> None:
        what.tap(force=disabled)


class Line:
    """The connection of a page that is not open yet: its news can be delayed, and it can be cut."""

    def __init__(self, page: Page) -> None:
        self._held: list[str | bytes] = []
        self._holding = False
        self._cut = False
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/api/live", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close()
            return
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self._hear)

    def _hear(self, told: str | bytes) -> None:
        if self._holding:
            self._held.append(told)
        elif self._socket:
            self._socket.send(told)

    def hold(self) -> None:
        """Delay all news; the page can still send."""
        self._holding = True

    def let_one_through(self) -> None:
        """Deliver the first delayed message only."""
        assert self._socket
        self._socket.send(self._held.pop(0))

    def release(self) -> None:
        """Deliver all delayed messages, and those that follow."""
        self._holding = False
        for told in self._held:
            self._hear(told)

    def cut(self) -> None:
        """Cut the connection, and refuse new ones."""
        self._cut = True
        if self._socket:
            self._socket.close()

    def mend(self) -> None:
        """Accept connections again."""
        self._cut = False
