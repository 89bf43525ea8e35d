"""Peers to measure against: random moves per second in other environments."""

from __future__ import annotations

import importlib.util

from spielwerk.lab.peers import momaland, open_spiel, ours, pettingzoo, pgx
from spielwerk.lab.peers.peer import Peer
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

OURS = ours.PEER
PEERS = {peer.name: peer for peer in (momaland.PEER, open_spiel.PEER, pgx.PEER, pettingzoo.PEER)}


def find(name: str) -> Peer:
    """Return the peer of that name; refuse it if it is unknown or not installed."""
    if name not in PEERS:
        reason = f"there is no peer {quoted(name)} (known: {', '.join(PEERS)})"
        raise BadSetting("unknown_peer", reason)
    return check_installed(PEERS[name])


def check_installed(peer: Peer) -> Peer:
    """Refuse a peer whose packages are not all installed."""
    for module in peer.modules:
        if importlib.util.find_spec(module) is None:
            reason = f"{peer.name}: {module} is not installed; try: pip install 'spielwerk[peers]'"
            raise BadSetting("peer_missing", reason)
    return peer
