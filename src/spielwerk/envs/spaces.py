"""The spaces of observations: what a seat sees, beside the mask of what it may do."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from spielwerk.envs.episode import Episode


def seen_space(episode: Episode) -> spaces.Box:
    """What a seat may see: numbers from 0 on, each with a highest value of its own."""
    high = episode.observing.high
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def observation_space(episode: Episode, actions: int) -> spaces.Dict:
    """What a seat may see, and the mask over so many actions."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": seen_space(episode), "action_mask": mask})
