"""What servers are forked from: imported once, with all games loaded."""

from hosting.forking import load

load()
