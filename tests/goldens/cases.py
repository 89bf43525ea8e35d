"""All cases: their names, and the functions that fill their facets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goldens import environments, matches
from goldens.digests import Facets
from goldens.seeds import plain_seeds
from goldens.tables import SEATS, SOME_TABLES, TABLES

Case = Callable[[Facets], None]


def plain() -> dict[str, Case]:
    """Return the cases that need only the package."""
    cases: dict[str, Case] = {}
    for table in TABLES:
        for number in range(len(matches.GREEDS)):
            cases[f"match/{table}/{number}"] = partial(matches.watch, table=table, number=number)
        cases[f"simulate/{table}"] = partial(matches.simulate, table=table)
        cases[f"vector/{table}"] = partial(environments.step_many, table=table)
    return cases


def research() -> dict[str, Case]:
    """Return the cases that need other people's libraries."""
    cases: dict[str, Case] = {}
    for number, table in enumerate(TABLES):
        reward = environments.REWARDS[number % 3]
        cases[f"aec/{table}"] = partial(environments.step_agents, table=table, reward=reward)
    for seats in SEATS["second_chance"]:
        reward = environments.REWARDS[seats % 3]
        cases[f"parallel/second_chance/{seats}"] = partial(
            environments.step_together, seats=seats, reward=reward
        )
    for number, table in enumerate(SOME_TABLES):
        reward = environments.REWARDS[number % 3]
        bot = ("zufall", "lehrling", "geselle", "meister")[number % 4]
        learn = partial(environments.learn, table=table, reward=reward, bot=bot)
        cases[f"gymnasium/{table}"] = partial(_with_plain_seeds, learn)
        mode = ("NextStep", "SameStep")[number % 2]
        cases[f"gymnasium-vector/{table}"] = partial(
            environments.learn_many, table=table, autoreset=mode
        )
        cases[f"open_spiel/{table}"] = partial(environments.walk, table=table)
    return cases


def _with_plain_seeds(case: Case, facets: Facets) -> None:
    with plain_seeds():
        case(facets)
