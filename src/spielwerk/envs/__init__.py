"""The games as PettingZoo, Gymnasium and OpenSpiel know them.

Importing this registers `spielwerk/axio-v0` and its like with Gymnasium. PettingZoo's
environments are modules here (`axio_v0`), OpenSpiel's games are registered by `open_spiel`.
"""

from __future__ import annotations

import importlib.util

from spielwerk.rules.errors import MissingExtra

for _package in ("gymnasium", "pettingzoo"):
    if importlib.util.find_spec(_package) is None:
        raise MissingExtra(
            "missing_extra",
            f"spielwerk.envs needs {_package}: pip install 'spielwerk[research]'",
            package=_package,
        )

from spielwerk.envs.registering import register_all  # noqa: E402  (needs what was looked for)

register_all()
