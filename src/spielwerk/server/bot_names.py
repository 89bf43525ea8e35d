"""Decide which bots clients may name: installed ones, with a bounded thinking time."""

from __future__ import annotations

from spielwerk import bots
from spielwerk.bots.budget import Budget
from spielwerk.rules.errors import BadSetting

MOST_SECONDS, MOST_NODES = 5, 50_000  # per move: so many nodes take about as long


def check_bot(name: str) -> None:
    """Refuse a bot that is not installed, or whose budget would hold up everyone else."""
    if not bots.installed(name):  # `module:Class` would let a client import any module
        raise bots.unknown(name)
    bots.bot(name)
    _, at, told = name.partition("@")
    budget = Budget.read(told) if at else Budget(nodes=1)
    if (budget.seconds or 0) > MOST_SECONDS or (budget.nodes or 0) > MOST_NODES:
        most = f"{MOST_SECONDS} seconds or {MOST_NODES} nodes"
        raise BadSetting("bad_budget", f"a bot may think for at most {most} here")
