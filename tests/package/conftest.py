"""A browser for the installed package."""

from web.conftest import browser  # noqa: F401 (a fixture)
