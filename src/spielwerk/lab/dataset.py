"""Results on disk: Parquet, one row per game, in parts from which a simulation can resume.

A finished chunk is a part, written to a temporary file and then moved: it is complete or absent.
`simulation.json` has the settings, and a folder accepts parts of no other simulation.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.lab.executors import Executor
from spielwerk.lab.simulate import Outcome, Simulation
from spielwerk.rules import batch
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted
from spielwerk.rules.kernel import PACKAGE, source_digest

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    reason = "results are written by PyArrow; pip install 'spielwerk[lab]'"
    raise BadSetting("no_pyarrow", reason) from None

MANIFEST = "simulation.json"
ABOUT = b"spielwerk"  # in a file's metadata: the settings
GROUP = 65536  # rows per group of a file


class Columns:
    """The columns of one simulation: their names, types and contents."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._game, self._seats = simulation.game, simulation.seats
        self._scores = self._game.score_names(self._seats)
        seats = range(self._seats)
        self.schema = pa.schema(
            [
                ("number", pa.int64()),
                ("seed", pa.uint64()),
                ("first", pa.int8()),
                ("plies", pa.int32()),
                *((f"rank_{seat}", pa.int8()) for seat in seats),
                *((f"result_{seat}", pa.int32()) for seat in seats),
                *((f"{name}_{seat}", pa.int32()) for seat in seats for name in self._scores),
            ],
            metadata={ABOUT: json.dumps(simulation.settings())},
        )

    def table(self, chunk: int, outcome: Outcome) -> Any:
        """Return a chunk as rows."""
        results, seats = outcome.results, range(self._seats)
        numbers = self._simulation.numbers(chunk)
        columns = [np.arange(numbers.start, numbers.stop)]
        columns.append(np.full(len(numbers), self._simulation.seed, np.uint64))
        firsts = [self._simulation.first_seat(number) for number in numbers]
        columns += [np.array(firsts), results.plies]
        columns += [results.ranks[:, seat] for seat in seats]
        for seat in seats:
            boards = results.scores[:, seat].tolist()
            columns.append(np.array([self._game.result(self._seats, board) for board in boards]))
        columns += [results.scores[:, s, n] for s in seats for n in range(len(self._scores))]
        fields = zip(columns, self.schema, strict=True)
        return pa.Table.from_arrays(
            [pa.array(column, field.type, safe=True) for column, field in fields],
            schema=self.schema,
        )

    def results(self, table: Any) -> batch.Results:
        """Return the results of these rows' games."""
        found = batch.Results.empty(self._game, self._seats, table.num_rows)
        found.plies[:] = table["plies"]
        for seat in range(self._seats):
            found.ranks[:, seat] = table[f"rank_{seat}"]
            for n, name in enumerate(self._scores):
                found.scores[:, seat, n] = table[f"{name}_{seat}"]
        return found


class Dataset:
    """The results of one simulation, in one file, or in a folder of parts.

    Until a file is complete, its parts are in a folder beside it.
    """

    def __init__(self, path: Path, simulation: Simulation, records: Path | None = None) -> None:
        self._simulation, self._records = simulation, records
        self._columns = Columns(simulation)
        self._file = path if path.suffix == ".parquet" else None
        self._folder = path.with_name(f"{path.name}.parts") if self._file else path
        self.broken: list[int] = []  # existing but damaged parts
        if self._file and self._file.exists():
            _check(self._file, _settings_in(self._file), simulation.settings())
            if records and not (records.exists() and records.stat().st_size):
                reason = f"{self._file} is complete, but {records} is not there; delete the first"
                raise BadSetting("no_records", reason)
        else:
            self._begin()

    def _begin(self) -> None:
        manifest = self._folder / MANIFEST
        # With other rules or bots the same settings give different games.
        source = source_digest(PACKAGE / "games" / self._simulation.game.id)
        wanted = self._simulation.settings() | {"source": source}
        if manifest.exists():
            _check(self._folder, _read_manifest(manifest), wanted)
            return
        if self._folder.is_dir() and any(f.suffix != ".tmp" for f in self._folder.iterdir()):
            reason = f"{self._folder} holds something else; name a new folder, or FILE.parquet"
            raise BadSetting("not_a_simulation", reason)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting("unwritable", f"{self._folder}: {error.strerror}") from None
        _write(manifest, json.dumps(wanted, indent=1).encode())

    def play(self, executor: Executor) -> Iterator[batch.Results]:
        """Yield the results of all chunks: first the existing ones, then the missing ones."""
        if self._file and self._file.exists():
            yield from self._all()
        else:
            missing = []
            for chunk in self._simulation.chunks:
                if (results := self._read(chunk)) is None:
                    missing.append(chunk)
                else:
                    yield results
            for chunk, outcome in executor.run(self._simulation, missing):
                self._keep(chunk, outcome)
                yield outcome.results
        self._finish()

    def _part(self, chunk: int, kind: str = "parquet") -> Path:
        return self._folder / f"part-{chunk:06d}.{kind}"

    def _keep(self, chunk: int, outcome: Outcome) -> None:
        if self._simulation.telling != "nothing":
            lines = "".join(f"{record}\n" for record in outcome.records)
            _write(self._part(chunk, "jsonl"), lines.encode())
        sink = pa.BufferOutputStream()
        table = self._columns.table(chunk, outcome)
        pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
        _write(self._part(chunk), sink.getvalue())

    def _read(self, chunk: int) -> batch.Results | None:
        """Return a part's contents; None if it is missing or damaged."""
        part = self._part(chunk)
        if not part.exists():
            return None
        try:
            table = pq.read_table(part, page_checksum_verification=True)
            numbers = self._simulation.numbers(chunk)
            whole = table.schema.equals(self._columns.schema, check_metadata=True)
            whole = whole and np.array_equal(table["number"], np.array(numbers))
        except (OSError, pa.ArrowException):
            whole = False
        if whole and self._simulation.telling != "nothing":
            told = self._part(chunk, "jsonl")
            whole = told.exists() and told.read_bytes().count(b"\n") == len(numbers)
        if not whole:
            self.broken.append(chunk)
            return None
        return self._columns.results(table)

    def _all(self) -> Iterator[batch.Results]:
        with pq.ParquetFile(self._file, page_checksum_verification=True) as file:
            for rows in file.iter_batches(GROUP):
                yield self._columns.results(pa.Table.from_batches([rows]))

    def _finish(self) -> None:
        """Merge the parts, if one file is wanted, and remove leftovers."""
        if self._records and (self._folder / MANIFEST).exists():
            parts = (self._part(chunk, "jsonl").read_bytes() for chunk in self._simulation.chunks)
            with self._records.open("wb") as file:
                file.writelines(parts)
        if not self._file:
            for unfinished in self._folder.glob(".*.tmp"):
                unfinished.unlink()
            return
        if not self._file.exists():
            self._combine(self._file)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _combine(self, file: Path) -> None:
        unfinished = self._folder / ".whole.tmp"
        tables = (pq.read_table(self._part(chunk)) for chunk in self._simulation.chunks)
        with pq.ParquetWriter(
            unfinished, self._columns.schema, compression="zstd", write_page_checksum=True
        ) as writer:
            for group in _grouped(tables):
                writer.write_table(group, row_group_size=GROUP)
        unfinished.replace(file)


def _grouped(tables: Iterator[Any]) -> Iterator[Any]:
    """Yield the same rows in tables that fill a group of rows."""
    waiting, rows = [], 0
    for table in tables:
        waiting.append(table)
        rows += table.num_rows
        if rows >= GROUP:
            yield pa.concat_tables(waiting)
            waiting, rows = [], 0
    if waiting:
        yield pa.concat_tables(waiting)


def _write(file: Path, content: Any) -> None:
    """Write a file atomically, even if this process is killed."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def _check(where: Path, found: object, wanted: dict[str, Any]) -> None:
    """Refuse to resume a run with other settings."""
    if not isinstance(found, dict):
        raise BadSetting("not_a_simulation", f"{where} holds something else")
    for name, value in wanted.items():
        if found.get(name) != value:
            reason = (
                f"{where} was made with {name} {quoted(found.get(name))}, not {quoted(value)};"
                " name another place, or delete it"
            )
            raise BadSetting("other_settings", reason, setting=name)


def _settings_in(file: Path) -> object:
    try:
        return json.loads((pq.read_schema(file).metadata or {}).get(ABOUT, b"null"))
    except (OSError, pa.ArrowException, ValueError) as error:
        raise BadSetting("not_a_simulation", f"{file} can't be read: {error}") from None


def _read_manifest(file: Path) -> object:
    try:
        return json.loads(file.read_bytes())
    except (OSError, ValueError) as error:
        raise BadSetting("not_a_simulation", f"{file} can't be read: {error}") from None
