"""Records, views, moves, points, refusals and many games at once are, byte by byte, as stored."""

import pytest

from goldens import cases
from goldens.make import GOLDENS, digests, kept

CASES = cases.plain()


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_everything_is_as_kept(name: str) -> None:
    assert digests(CASES[name]) == kept(GOLDENS)[name]


def test_nothing_is_kept_in_vain() -> None:
    assert set(kept(GOLDENS)) == {*CASES, *cases.research()}
