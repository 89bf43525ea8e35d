"""What servers are forked from: imported once, with all games loaded."""

from server.forking import load

load()
