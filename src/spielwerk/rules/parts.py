"""Parts files: TOML that a player may edit, refused with the line and the reason when wrong."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spielwerk.rules.errors import PartsError
from spielwerk.rules.numbers import quoted

_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]")
_ENTRY = re.compile(r"""\s*["']?([^"'=\s]+)["']?\s*=""")
_PLACE = re.compile(r"\s*\(at line (\d+), column \d+\)")


class PartsFile:
    """The tables of one parts file, and on which line each entry stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise PartsError("parts_unreadable", f"{path}: this is not a text file") from None
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            reason = f"{path}: {getattr(error, 'strerror', None) or error}"
            raise PartsError("parts_unreadable", reason) from None
        self._lines = _lines_of_entries(text)
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            line = int(place[1]) if place else text.count("\n") + 1
            reason = _PLACE.sub("", str(error)).split(" (at ")[0]
            raise self._error("parts_malformed", reason, line) from None
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
        """The table `name`, which must hold exactly `keys`."""
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
        """The table `name`, whatever keys it holds."""
        table = self.tables.get(name)
        if not isinstance(table, dict):
            raise self.refuse(f"the table [{name}] is missing", name)
        return table

    def number(self, table: str, key: str, least: int, most: int) -> int:
        """The whole number under `key`, from `least` to `most`."""
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
        """The refusal of an entry, a table or the whole file."""
        places = ((table, key), (table, None), (None, table))
        line = next((self._lines[place] for place in places if place in self._lines), None)
        return self._error("parts_impossible", reason, line)

    def _error(self, code: str, reason: str, line: int | None) -> PartsError:
        where = f"{self.path}, line {line}" if line else str(self.path)
        return PartsError(code, f"{where}: {reason}", line)


def _lines_of_entries(text: str) -> dict[tuple[str | None, str | None], int]:
    lines: dict[tuple[str | None, str | None], int] = {}
    table: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = header[1].strip("\"'")
            lines.setdefault((table, None), number)
        elif entry := _ENTRY.match(line):
            lines.setdefault((table, entry[1]), number)
    return lines
