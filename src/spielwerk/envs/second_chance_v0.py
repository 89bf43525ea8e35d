"""Second Chance for PettingZoo: `env` and `raw_env` seat by seat, `parallel_env` all at once."""

from functools import partial

from spielwerk.envs import aec, parallel

env = partial(aec.env, "second_chance")
raw_env = partial(aec.RawEnv, "second_chance")
parallel_env = partial(parallel.parallel_env, "second_chance")
raw_parallel_env = partial(parallel.RawParallelEnv, "second_chance")
