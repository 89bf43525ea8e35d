"""The process that servers are forked from: everything imported once, with all games loaded."""

from hosting.forking import load

load()
