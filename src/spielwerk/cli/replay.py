"""The command `spielwerk replay`: verify records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from spielwerk.cli.console import CHECK_FAILED, out
from spielwerk.cli.options import Parts
from spielwerk.rules.errors import BadSetting, RecordError


def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one per line (JSON Lines).")],
    fair: Annotated[
        bool, typer.Option(help="Check every draw against the disclosed seed.")
    ] = False,
    commitment: Annotated[
        str | None, typer.Option(help="With --fair: the SHA-256 shown at the start.")
    ] = None,
    parts: Parts = None,
) -> None:
    """Verify every record in a file; print a line for each invalid one, and exit with code 1."""
    from spielwerk.match import replay as records

    if commitment is not None and not fair:
        raise BadSetting("bad_commitment", "--commitment needs --fair")
    checked = failed = 0
    for number, record in records_in(file):
        checked += 1
        try:
            if fair:
                records.check_fair(record, parts=parts, commitment=commitment)
            else:
                records.replay(record, parts=parts)
        except RecordError as error:
            failed += 1
            out.print(f"record {number}: {error.reason}", markup=False, soft_wrap=True)
    told = "are valid, and their draws fair" if fair else "are valid"
    out.print(f"{checked - failed} of {checked} records {told}")
    if failed:
        raise typer.Exit(CHECK_FAILED)


def records_in(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield the records of a file with their line numbers; refuse a malformed file."""
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(
                        line, object_pairs_hook=_each_key_once, parse_constant=_no_number
                    )
                except (ValueError, RecursionError) as error:
                    reason = f"{file}, line {number}: this is not JSON ({error})"
                    raise BadSetting("broken_file", reason) from None
                yield number, record
    except OSError as error:
        raise BadSetting("unreadable", f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadSetting("unreadable", f"{file}: this is not a text file") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")
