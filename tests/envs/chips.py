"""Games by other authors, one of them for chips, installed while tests run."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.outside import install
from spielwerk.games import game_type, loadable
from spielwerk.rules.entry_points import entry_points

STAKE = 8
CHANGES = (
    # Each pair of seats pays the difference of their points.
    (
        "    out[0] = s[i].points[seat]\n",
        """    mine = np.int64(s[i].points[seat])
    out[0] = 0
    for other in range(s[i].seats):
        out[0] += mine - s[i].points[other]
""",
    ),
    (
        "    forms = (Form(",
        f"""    stake = {STAKE}  # 2 calls bring 2 points at least, and 6 at most

    def most_plies(self, seats):
        return ROUNDS * seats, seats

    forms = (Form(""",
    ),
)


@contextmanager
def installed(
    folder: Path, name: str = "chips", changes: tuple[tuple[str, str], ...] = CHANGES
) -> Iterator[None]:
    """Install a game in this process."""
    install(folder, name, *changes)
    sys.path.append(str(folder))
    _forget_games()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
        _forget_games()


def _forget_games() -> None:
    for known in (entry_points, game_type, loadable):
        known.cache_clear()
