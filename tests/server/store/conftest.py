"""Databases of this version, open."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from spielwerk.server.store.database import open_database


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """An open database without a row, once of each kind."""
    opened = open_database(database)
    yield opened
    opened.dispose()
