"""axio_hex for PettingZoo."""

from functools import partial

from spielwerk.envs import aec

env = partial(aec.env, "axio_hex")
raw_env = partial(aec.RawEnv, "axio_hex")
