"""Second Chance's notation: a card and the cells it is drawn into, or a 1 and its cell."""

from __future__ import annotations

from spielwerk.games.second_chance.layout import CARDS
from spielwerk.rules.notation import Form, Names, Words
from spielwerk.rules.state import States

COLUMNS = "abcdefghi"
CELL_NAMES = [f"{column}{row}" for row in range(1, 10) for column in COLUMNS]
ONE = "1"  # the name of a written one

FORMS = (
    Form("draw", "{card}:{cells:cell*8}", too_many="wrong_shape"),  # sorted by name
    Form("one", ONE + ":{cell}"),
)


def card_names(tables: States) -> list[str]:
    """Return the cards' names, indexed by shape; unused numbers have an empty name."""
    return [bytes(name).rstrip(b"\0").decode() for name in tables["name"][0].tolist()]


def names(tables: States) -> dict[str, Names]:
    """Return the names of numbers: all cards, cards of the deck, start cards, and cells."""
    cards = card_names(tables)
    return {
        "card": Words(cards, like="[1-8][A-Z]", unknown="unknown_card"),
        "deck_card": Words(cards[:CARDS]),
        "start_card": Words(cards[CARDS:]),
        "cell": Words(CELL_NAMES),
    }
