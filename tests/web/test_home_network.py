"""Playing in a home network: by a machine's name over plain HTTP, which browsers do not trust."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from server.process import ServerProcess
from web.conftest import MACHINE
from web.playing import PATIENCE, Hand, open_table, play_one, wait_for_turn

SET_UP = """async () => {
    const post = (at, body) => fetch(at, {
        method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    });
    await post("/api/people", { name: "Ada" });
    const terms = { game: "axio", seats: 2, sit: [0], first: 0, pace: false };
    return (await (await post("/api/tables", terms)).json()).info.id;
}"""  # Playwright's own requests do not resolve the machine's name


@pytest.fixture
def page(elsewhere: Browser, server: ServerProcess) -> Iterator[Page]:
    """Open a table there with a free seat, as its host; the console must stay empty."""
    url = server.url.replace("127.0.0.1", MACHINE)
    context = elsewhere.new_context(base_url=url, locale="en-GB")
    reported: list[str] = []
    context.on("console", lambda message: reported.append(message.text))
    context.on("weberror", lambda error: reported.append(str(error.error)))
    home = context.new_page()
    home.goto("/")
    yield open_table(context, home.evaluate(SET_UP))
    context.close()
    assert not reported


def test_the_page_is_opened_without_a_secure_context(page: Page) -> None:
    assert page.evaluate("[isSecureContext, 'randomUUID' in crypto]") == [False, False]


def test_moves_are_made_and_answered(page: Page) -> None:
    page.get_by_role("button", name="Add a bot").click()
    for _ in range(3):
        assert wait_for_turn(page)
        play_one(page, Hand(page))
    expect(page.locator(".moves li").nth(4)).to_be_attached(timeout=PATIENCE)


def test_an_invitation_is_copied(page: Page) -> None:
    link = page.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile(f"http://{MACHINE}:.*invite="))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.locator("summary", has_text="Chat").click()
    message = page.get_by_label("Say something")
    message.press("Control+V")
    expect(message).to_have_value(link.input_value())


def test_the_account_page_tells_that_installing_needs_https(page: Page) -> None:
    page.goto("/account")
    box = page.locator("section.box", has=page.get_by_role("heading", name="Install"))
    expect(box).to_contain_text("browsers allow it only over HTTPS", timeout=PATIENCE)
