"""Anubixx for PettingZoo: `env`, `raw_env`."""

from functools import partial

from spielwerk.envs import aec

env = partial(aec.env, "anubixx")
raw_env = partial(aec.RawEnv, "anubixx")
