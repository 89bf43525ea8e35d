"""Take a lesson on the page: make the moves of each step's solution, in any game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import spielwerk
from web.playing import Finger, Hand, Keys, walk

GAMES = Path(spielwerk.__file__).parent / "games"
SAID, NEXT = ".lesson .say [role=status]", ".lesson .next"
# How a move is made: by a button, or by a piece, its orientation, a cell, and a choice
HOW = """(wanted) => {
    const { board, position } = document.querySelector('board-view');
    const { rules } = position;
    const moves = rules.moves(position, position.viewer);
    const write = (move) => rules.notation.write(move);
    const button = board.plain(moves).findIndex(({ move }) => write(move) === wanted);
    if (button >= 0) return { button };
    const worth = ({ points }) => points.reduce((sum, one) => sum + one, 0);
    const pieces = board.pieces(position, position.viewer);
    const shown = [...document.querySelectorAll('.pieces [data-piece]')];
    const place = ({ id }) => shown.findIndex(({ dataset }) => dataset.piece === id);
    const ways = pieces.flatMap((piece) => [false, true].flatMap((mirrored) =>
        Array.from({ length: mirrored && !piece.mirrors ? 0 : piece.turns }, (_, turn) =>
            ({ number: place(piece), turn, mirrored, held: { piece, turn, mirrored } }))));
    for (const { held, ...how } of pieces.length ? ways : [{ held: null }]) {
        for (const { id } of board.cells(position)) {
            const meant = board.meant(position, held, id).map(write);
            const legal = moves.filter((move) => meant.includes(write(move)))
                .sort((one, other) => meant.indexOf(write(one)) - meant.indexOf(write(other)))
                .sort((one, other) => worth(other) - worth(one));
            const way = legal.findIndex((move) => write(move) === wanted);
            if (way >= 0) return { ...how, cell: id, way: legal.length > 1 ? way : null };
        }
    }
    return null;
}"""


def steps(game: str) -> list[dict[str, Any]]:
    """Return the steps of a game's lesson, as the page shows them."""
    told: list[dict[str, Any]] = json.loads((GAMES / game / "web/lesson/steps.json").read_text())
    return told


def open_lesson(page: Page, game: str) -> None:
    """Open a game's lesson."""
    page.goto(f"/lesson/{game}")
    expect(page.locator(SAID)).not_to_be_empty()


def do(page: Page, hand: Hand, moves: list[str]) -> None:
    """Make these moves; confirm those shown first, and end a turn that is laid out."""
    plans = page.evaluate("Boolean(document.querySelector('board-view').board.plans)")
    for number, move in enumerate(moves, 1):
        make(page, hand, move)
        confirm = page.locator(".hand .confirm:not([aria-disabled=true])")
        if confirm.count() and (not plans or number == len(moves)):
            hand.press(confirm)


def make(page: Page, hand: Hand, move: str) -> None:
    """Make one move."""
    how = page.evaluate(HOW, move)
    assert how, f"{move} can't be made"
    if "button" in how:
        hand.press(page.locator(".hand .plain").nth(how["button"]))
        return
    if "number" in how:
        hand.take(how["number"])
        if how["mirrored"]:
            hand.mirrors()
        for _ in range(how["turn"]):
            hand.turn()
    put(page, hand, how["cell"])
    if how["way"] is not None:
        hand.press(page.locator(".way").nth(how["way"]))
        expect(page.locator(".way")).to_have_count(0)


def put(page: Page, hand: Hand, cell: int) -> None:
    """Choose a cell for the held piece."""
    if isinstance(hand, Keys):
        page.locator(".hit[tabindex='0']").focus()
        walk(page, cell)
        page.keyboard.press("Enter")
        return
    place = page.locator(f".hit[data-cell='{cell}']")
    if not isinstance(hand, Finger):
        place.hover()
    hand.press(place)
