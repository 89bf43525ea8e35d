"""The games as PettingZoo, Gymnasium and OpenSpiel know them.

Importing this registers `spielwerk/axio-v0` and its like with Gymnasium, where that is installed.
PettingZoo's environments are modules here (`axio_v0`), OpenSpiel's games are registered by
`open_spiel`.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") and find_spec("pettingzoo"):  # many games at once need neither
    from spielwerk.envs.registering import register_all

    register_all()
