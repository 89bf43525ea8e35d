"""Axio on hexagons for PettingZoo: `env`, `raw_env`."""

from functools import partial

from spielwerk.envs import aec

env = partial(aec.env, "axio_hex")
raw_env = partial(aec.RawEnv, "axio_hex")
