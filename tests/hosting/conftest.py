"""Databases to test against."""

from server.conftest import postgres  # noqa: F401 (a fixture)
