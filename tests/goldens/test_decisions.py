"""Bots choose as stored, for the same seed and nodes.

Values differ in their last bits from those kept, which were taken with another logarithm, and with
them now and then the order of candidates; `python -m goldens.make --count` counts all of it. Here
are some of the positions.
"""

import pytest

from goldens import decisions
from goldens.make import DECISIONS, kept
from goldens.tables import SOME_TABLES, Table

FEW = (1, 7)  # positions: the others, and bots that think longer, take minutes
BOTS = ("lehrling", "geselle", "meister", "grossmeister@300", "ismcts@500")


@pytest.mark.compiled
@pytest.mark.parametrize("table", SOME_TABLES, ids=str)
def test_bots_choose_as_kept(table: Table) -> None:
    before = kept(DECISIONS)
    for number in FEW:
        found = decisions.decide(table, number, BOTS)
        counted = decisions.differences(before[f"{table}/{number}"], found)
        assert not [bot for bot, what in counted if what == "choices"]
