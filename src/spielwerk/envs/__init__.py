"""The games as PettingZoo, Gymnasium and OpenSpiel know them.

Importing this registers `spielwerk/axio-v0` and its like with Gymnasium. PettingZoo's
environments are modules here (`axio_v0`), OpenSpiel's games are registered by `open_spiel`.
"""

from __future__ import annotations

from spielwerk.envs.extras import missing

try:
    import gymnasium  # noqa: F401
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise missing(error) from error

from spielwerk.envs.registering import register_all

register_all()
