"""Open databases of the current version."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from spielwerk.server.store.database import open_database


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """Return an open database without rows: one of each kind."""
    opened = open_database(database)
    yield opened
    opened.dispose()
