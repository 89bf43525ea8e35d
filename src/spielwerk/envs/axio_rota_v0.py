"""AXIO rota for PettingZoo: `env`, `raw_env`."""

from functools import partial

from spielwerk.envs import aec

env = partial(aec.env, "axio_rota")
raw_env = partial(aec.RawEnv, "axio_rota")
