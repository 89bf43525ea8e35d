"""Convert AXIO rota's list of tiles to tables for the kernels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spielwerk.games.axio_rota import layout
from spielwerk.games.axio_rota.notation import tile_as_it_lies
from spielwerk.rules.controls import Tiles
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
GROUPS = ("full", "with_empty_corner")
HELD = {"hand": None, "held": 1}
CONTROLS = (
    Tiles("tiles", "full", layout.NAMES, layout.CORNERS, shows=HELD, counts="tiles"),
    Tiles("tiles", "with_empty_corner", layout.NAMES, layout.CORNERS, fixed="_"),
)


def load(source: PartsSource | None) -> States:
    """Return the tables for the parts in `source`, or for those in the box."""
    file = PartsFile(source or OWN)
    file.only(("tiles",))
    tables = np.zeros(1, layout.tables_dtype)
    tables["corners"][0] = layout.KIND_CORNERS
    groups = file.table("tiles", GROUPS)
    for group in GROUPS:
        if not isinstance(groups[group], list):
            raise file.refuse("list", f"{group} must be a list of tiles", "tiles", group)
    in_all = sum(map(len, groups.values()))
    if in_all != layout.TILES:  # RO-1
        reason = f"{layout.TILES} tiles are needed, not {in_all}"
        raise file.refuse("tiles", reason, "tiles", needed=layout.TILES, found=in_all)
    for group in GROUPS:
        empty = group == "with_empty_corner"
        for number, tile in enumerate(groups[group], 1):
            lies = tile_as_it_lies(tile)
            if lies is None or ("_" in tile) != empty:
                corners = "three colours and _" if empty else "four colours"
                reason = f"{quoted(tile)} is no tile of {corners}, none twice (r, g, b, o, p)"
                raise file.refuse(f"tile_{group}", reason, "tiles", group, number=number)
            tables["tiles"][0, lies[0]] += 1
    return tables
