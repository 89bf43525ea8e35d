"""Parts files: TOML that a player may edit, refused with the line and the reason when wrong."""

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

MOST_LETTERS = 16_384  # of parts that somebody sends: eight times the longest of our own files
_MOST_DEPTH = 8  # of tables in tables: TOML's reader takes a time that grows with its square
_MOST_TOLD = 200  # letters of a complaint by TOML's reader, which may quote a whole file
_WORD = r"""(?:[\w-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')"""
_DEEP = re.compile(rf"\s*+\[*+\s*+{_WORD}(?:\s*+\.\s*+{_WORD}){{{_MOST_DEPTH}}}")
_ENTRY = re.compile(r"""\s*["']?([^"'=\s]+)["']?\s*=""")
_PLACE = re.compile(r"\s*\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class PartsText:
    """A parts file that was sent, or stands in a record: its text."""

    text: str

    def __post_init__(self) -> None:
        if len(self.text) > MOST_LETTERS:
            reason = f"{self} may have up to {MOST_LETTERS} letters, not {len(self.text)}"
            raise PartsError("parts_too_long", reason, most=MOST_LETTERS)

    def __str__(self) -> str:
        return "own parts"


PartsSource = Path | PartsText


class PartsFile:
    """The tables of one parts file, and on which line each entry stands."""

    def __init__(self, source: PartsSource) -> None:
        self.source = source
        text = _read(source)
        self._lines = _lines_of_entries(text)
        for number, line in enumerate(text.split("\n"), 1):
            if _DEEP.match(line):
                raise self._error("parts_malformed", "nested too deeply", number)
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            line_number = int(place[1]) if place else text.count("\n") + 1
            reason = _PLACE.sub("", str(error)).split(" (at ")[0][:_MOST_TOLD]
            raise self._error("parts_malformed", reason, line_number) from None
        except RecursionError:
            raise self._error("parts_malformed", "nested too deeply", None) from None
        except ValueError:  # of a number with thousands of digits
            raise self._error("parts_malformed", "a number is too long", None) from None

    def digest(self) -> str:
        """A digest of what the file says, whatever its comments and the order of its entries."""
        return hashlib.sha256(
            json.dumps(self.tables, sort_keys=True, default=str).encode()
        ).hexdigest()

    def table(self, name: str, keys: Iterable[str]) -> dict[str, Any]:
        """Return the table `name`, which must hold exactly `keys`."""
        table = self.free_table(name)
        wanted = list(keys)
        for key in table:
            if key not in wanted:
                raise self.refuse(f"{quoted(key)} is not known here", name, key)
        for key in wanted:
            if key not in table:
                raise self.refuse(f"'{key}' is missing", name)
        return table

    def free_table(self, name: str) -> dict[str, Any]:
        """Return the table `name`, whatever keys it holds."""
        table = self.tables.get(name)
        if not isinstance(table, dict):
            raise self.refuse(f"the table [{name}] is missing", name)
        return table

    def number(self, table: str, key: str, least: int, most: int) -> int:
        """Return the whole number under `key`, from `least` to `most`."""
        value = self.tables[table][key]
        if type(value) is not int or not least <= value <= most:
            reason = f"{key} must be a whole number from {least} to {most}, not {quoted(value)}"
            raise self.refuse(reason, table, key)
        return value

    def only(self, tables: Iterable[str]) -> None:
        """Refuse tables other than these."""
        wanted = list(tables)
        for name in self.tables:
            if name not in wanted:
                raise self.refuse(f"{quoted(name)} is not known here", name)

    def refuse(self, reason: str, table: str | None = None, key: str | None = None) -> PartsError:
        """Return the refusal of an entry, a table or the whole file."""
        places = ((table, key), (table, None), (None, table))
        line = next((self._lines[place] for place in places if place in self._lines), None)
        return self._error("parts_impossible", reason, line)

    def _error(self, code: str, reason: str, line: int | None) -> PartsError:
        where = f"{self.source}, line {line}" if line else str(self.source)
        return PartsError(code, f"{where}: {reason}", line)


def _read(source: PartsSource) -> str:
    if isinstance(source, PartsText):
        return source.text.removeprefix("\ufeff")
    try:
        return source.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PartsError("parts_unreadable", f"{source}: this is not a text file") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
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
