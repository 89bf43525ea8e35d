"""axio for PettingZoo."""

from functools import partial

from spielwerk.envs import aec

env = partial(aec.env, "axio")
raw_env = partial(aec.RawEnv, "axio")
