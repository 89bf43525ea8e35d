"""Read parts files: TOML that players may edit; an invalid file is refused with line and reason."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielwerk.rules.errors import PartsError
from spielwerk.rules.given import quoted

MOST_LETTERS = 16_384  # in a submitted parts file: six times the longest of our own files
_MOST_DEPTH = 8  # of nested tables: the TOML parser's time grows with the square of the depth
_MOST_TOLD = 200  # letters of a TOML parser's message, which may quote a whole file
_WORD = r"""(?:[\w-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')"""
_DEEP = re.compile(rf"\s*+\[*+\s*+{_WORD}(?:\s*+\.\s*+{_WORD}){{{_MOST_DEPTH}}}")
_ENTRY = re.compile(r"""\s*["']?([^"'=\s]+)["']?\s*=""")
_PLACE = re.compile(r"\s*\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class PartsText:
    """The text of a parts file that was submitted, or that is stored in a record."""

    text: str

    def __post_init__(self) -> None:
        if len(self.text) > MOST_LETTERS:
            reason = f"{self} may have up to {MOST_LETTERS} letters, not {len(self.text)}"
            raise PartsError("parts_too_long", reason, most=MOST_LETTERS)

    def __str__(self) -> str:
        return "own parts"


PartsSource = Path | PartsText
"""A parts file, or its text."""


class PartsFile:
    """The tables of one parts file, and the line number of each entry."""

    def __init__(self, source: PartsSource) -> None:
        self.source = source
        text = _read(source)
        self._lines = _lines_of_entries(text)
        for number, line in enumerate(text.split("\n"), 1):
            if _DEEP.match(line):
                raise self._malformed("nested too deeply", number)
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            line_number = int(place[1]) if place else text.count("\n") + 1
            reason = _PLACE.sub("", str(error)).split(" (at ")[0][:_MOST_TOLD]
            raise self._malformed(reason, line_number) from None
        except RecursionError:
            raise self._malformed("nested too deeply", None) from None
        except ValueError:  # raised for a number with thousands of digits
            raise self._malformed("a number is too long", None) from None

    def digest(self) -> str:
        """A digest of the file's content, independent of comments and of the order of entries."""
        return hashlib.sha256(
            json.dumps(self.tables, sort_keys=True, default=str).encode()
        ).hexdigest()

    def table(self, name: str, keys: Iterable[str]) -> dict[str, Any]:
        """Return the table `name`, which must have exactly the given keys."""
        table = self.free_table(name)
        wanted = list(keys)
        for key in table:
            if key not in wanted:
                raise self._unknown(key, name, key)
        for key in wanted:
            if key not in table:
                raise self.refuse("missing", f"'{key}' is missing", name, name=key)
        return table

    def free_table(self, name: str) -> dict[str, Any]:
        """Return the table `name`, with any keys."""
        table = self.tables.get(name)
        if not isinstance(table, dict):
            raise self.refuse("missing", f"the table [{name}] is missing", name, name=name)
        return table

    def number(self, table: str, key: str, least: int, most: int) -> int:
        """Return the integer under `key`, which must be between `least` and `most`."""
        value = self.tables[table][key]
        if type(value) is not int or not least <= value <= most:
            reason = f"{key} must be a whole number from {least} to {most}, not {quoted(value)}"
            raise self.refuse("number", reason, table, key, least=least, most=most)
        return value

    def only(self, tables: Iterable[str]) -> None:
        """Raise `PartsError` if there are tables other than these."""
        wanted = list(tables)
        for name in self.tables:
            if name not in wanted:
                raise self._unknown(name, name, None)

    def refuse(
        self, why: str, reason: str, table: str, key: str | None = None, **values: str | int
    ) -> PartsError:
        """Return the error for an entry or a table.

        Pages show the game's text `wrong.<why>` there, with `values` filled in.
        """
        places = ((table, key), (table, None), (None, table))
        line = next((self._lines[place] for place in places if place in self._lines), None)
        where = {"table": table} if key is None else {"table": table, "key": key}
        return self._error("parts_impossible", reason, line, why=why, **where, **values)

    def _unknown(self, name: str, table: str, key: str | None) -> PartsError:
        reason = f"{quoted(name)} is not known here"
        return self.refuse("unknown", reason, table, key, name=quoted(name))

    def _malformed(self, complaint: str, line: int | None) -> PartsError:
        told = {"why": "malformed", "complaint": complaint}
        return self._error("parts_malformed", complaint, line, **told)

    def _error(self, code: str, reason: str, line: int | None, **details: str | int) -> PartsError:
        where = f"{self.source}, line {line}" if line else str(self.source)
        return PartsError(code, f"{where}: {reason}", line, **details)


def _read(source: PartsSource) -> str:
    if isinstance(source, PartsText):
        return source.text.removeprefix("\ufeff")
    try:
        return source.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PartsError("parts_unreadable", f"{source}: this is not a text file") from None
    except (OSError, ValueError) as error:  # ValueError: an impossible file name
        reason = f"{source}: {getattr(error, 'strerror', None) or error}"
        raise PartsError("parts_unreadable", reason) from None


def _lines_of_entries(text: str) -> dict[tuple[str | None, str | None], int]:
    lines: dict[tuple[str | None, str | None], int] = {}
    table: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("["):
            table = line.lstrip().lstrip("[").partition("]")[0].strip().strip("\"'")
            lines.setdefault((table, None), number)
        elif entry := _ENTRY.match(line):
            lines.setdefault((table, entry[1]), number)
    return lines
