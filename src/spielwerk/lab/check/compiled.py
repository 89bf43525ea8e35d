"""Compile every kernel of a game that callers use, and report those that do not compile."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from numba.core.errors import NumbaError

from spielwerk.bots.compilation import for_bots
from spielwerk.envs.compilation import for_bits, for_envs, for_rows, for_vectors
from spielwerk.lab.check.wrong import Wrong, is_theirs, telling
from spielwerk.rules.compilation import Stage, for_batches, for_matches, for_soaks
from spielwerk.rules.game import Game

STAGES: tuple[Stage, ...] = (  # which call every kernel that a game may have
    for_matches,
    for_batches,
    for_soaks,
    for_bots,
    for_envs,
    for_vectors,
    for_rows,
    for_bits,
)
# Lines of a compiler's trace that describe the way to the mistake, including our dispatch
_WAY = re.compile(
    r"(?:\w+: )?Failed in|During:|File |<source|- |\^|Overload|There are|All templates|Unable|"
    r"raised|With argument|Rejected|>>> plain\(|.*_on_any_game"
)
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_NO_MEMORY = "NRT required but not enabled"


def compile_all(game: Game, at: Callable[[str], None]) -> None:
    """Compile everything; raise the first mistake."""
    for stage in STAGES:
        for what, compile_it in stage(game):
            at(f"compiling {what}")
            try:
                with telling(f"compiled, {what} fails"):
                    compile_it()
            except Wrong as wrong:
                if isinstance(wrong.__cause__, NumbaError):
                    raise Wrong(f"{what}: {_reason(wrong.__cause__)}") from wrong
                raise


def _reason(error: NumbaError) -> str:
    """Return the one sentence of a compiler's trace that names the mistake, and where it is."""
    trace = str(error)
    lines = [line.strip() for line in trace.splitlines()]
    told = [line for line in lines if line and not _WAY.match(line)] or [type(error).__name__]
    if told[0].endswith("for signature:") and len(told) > 1:
        told[0] = told[0].replace("signature:", told[1].removeprefix(">>> "))
    if _NO_MEMORY in trace:
        told[0] += ", for kernels can't allocate memory"
    places = [place for place in _PLACE.findall(trace) if is_theirs(str(Path(place[0]).resolve()))]
    where = f" ({places[0][0]}, line {places[0][1]})" if places else ""
    return f"this does not compile: {told[0]}{where}"
