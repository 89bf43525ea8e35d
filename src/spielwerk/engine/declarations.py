"""What a page must be told of a game beside its engine: all of it data, ready for JSON.

With it a page lays tables, states and a bot's workspace out in the engine's memory, reads and
prints moves, and knows what is hidden from whom, without a word of JavaScript about any game.
"""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from spielwerk.bots import explanations, search, tree, worlds
from spielwerk.bots.workspace import Workspace, workspace
from spielwerk.engine.errors import EngineError
from spielwerk.engine.interface import INTERFACE
from spielwerk.engine.manifest import rules_digest
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.notation import Integers, Names, Notation, Points, Slot, Words
from spielwerk.rules.observation import Observation
from spielwerk.rules.reveals import Topic
from spielwerk.rules.state import Sight

Json = dict[str, Any]


def declarations(game: Game) -> Json:
    """Return all that a page must be told of a game as it is set up, with its options and parts.

    `variants` holds what is otherwise with other options, unless parts are a player's own: those
    are of one table, with options of its own.
    """
    told = _declared(game)
    return told | {"variants": list(_variants(game, told)) if game.parts is None else []}


def written(game: Game) -> str:
    """Return the declarations as their file holds them."""
    return json.dumps(declarations(game), separators=(",", ":")) + "\n"


def _variants(game: Game, usual: Json) -> Iterator[Json]:
    """Yield for each other setting of options what replaces which parts of the declarations."""
    names = game.known_options.keys()
    for values in itertools.product(*game.known_options.values()):
        options = dict(zip(names, values, strict=True))
        other = type(game)(None, options)
        if other.options != game.options:
            changed = {key: part for key, part in _declared(other).items() if part != usual[key]}
            yield {"options": options, "changes": changed}


def _declared(game: Game) -> Json:
    return {
        "game": game.id,
        "interface": INTERFACE,
        "rules": rules_digest(game),
        "seats": [game.seats[0], game.seats[-1]],
        "has_first": game.has_first,
        "premoves": None if game.premoves is None else dict(game.premoves),
        "layout": _layout(game),
        "tables": _tables(game),
        "sizes": _sizes(game),
        "scores": _scores(game),
        "notation": _notation(game.notation, game.line_cells),
        "reveals": {"topics": [_topic(one) for one in game.topics], "setup": list(game.setup_keys)},
        "pools": _pools(game),
        "bots": _bots(game),
    }


def _text(array: np.ndarray[Any, Any]) -> str:
    return base64.b64encode(array.tobytes()).decode()


# The state


def _layout(game: Game) -> Json:
    """Return a state's size and its fields: where each lies, and who may see it.

    Of a field that its `owner` sees, the first axis counts seats.
    """
    layout = game.layout
    return {
        "size": layout.dtype.itemsize,
        "fields": {
            name: {
                "format": field.format,
                "offset": layout.offsets[name],
                "shape": list(field.shape),
                "sight": field.sight.name.lower(),
            }
            for name, field in layout.fields.items()
        },
    }


def _tables(game: Game) -> Json:
    """Return a game's tables as kernels take them, and the fields by which boards read them."""
    dtype = game.tables.dtype
    return {
        "size": dtype.itemsize,
        "fields": dict(_fields(dtype)),
        "bytes": _text(game.tables),
    }


def _sizes(game: Game) -> Json:
    """Return how long arrays must be for what kernels write."""
    return {
        "actions": game.actions,
        "legal": game.most_legal,
        "odds": game.most_odds,
        "scores": len(game.score_names(game.seats[-1])),
        "move": game.notation.width,
        "refusal": 2 * game.notation.width,
        "lines": list(game.most_lines),
        "shown": [game.most_shown, 3],
        "observation": Observation(game).size,
        "facts": len(game.fact_names),
    }


def _scores(game: Game) -> Json:
    """Return what the numbers on a scoreboard are called, and which are to be avoided."""
    return {
        "names": {str(seats): list(game.score_names(seats)) for seats in game.seats},
        "signs": {str(seats): list(game.signs(seats)) for seats in game.seats},
        "lowest_counts": game.lowest_counts,
        "facts": list(game.fact_names),
    }


# Moves, and what becomes known


def _notation(notation: Notation, line_cells: str) -> Json:
    return {
        "forms": [
            {
                "name": form.name,
                "texts": form.texts,
                "slots": [_slot(slot) for slot in form.slots],
                "too_many": form.too_many,
            }
            for form in notation.forms
        ],
        "names": {kind: _names(kind, names) for kind, names in notation.names.items()},
        "refusals": [
            {"code": one.code, "slots": [_slot(Slot.read(slot)) for slot in one.slots]}
            for one in notation.refusals
        ],
        "line_cells": line_cells,
    }


def _slot(slot: Slot) -> Json:
    return {"name": slot.name, "kind": slot.kind, "most": slot.most}


def _names(kind: str, names: Names) -> Json:
    told: Json = {"pattern": names.pattern, "unknown": names.unknown}
    if isinstance(names, Words):
        return told | {"words": list(names.words)}
    if isinstance(names, Integers):
        return told | {"integers": [names.range[0], names.range[-1]]}
    if isinstance(names, Points):
        return told | {"points": {"middle": names.MIDDLE, "width": names.WIDTH}}
    known = f"{kind}: pages know Words, Integers and Points, not {type(names).__name__}"
    raise EngineError("unknown_names", known)


def _topic(topic: Topic) -> Json:
    return {
        "key": topic.key,
        "shape": topic.shape.name.lower(),
        "names": topic.names,
        "places": topic.places,
        "sight": topic.sight,
        "unordered": topic.unordered,
        "shown": topic.shown,
    }


# What a seat can't see


def _pools(game: Game) -> list[Json]:
    """Return for `deal_pool` the rows of the one pool there may be, as each seat sees it."""
    if any(
        field.sight is not Sight.PUBLIC and field.pool is None
        for field in game.layout.fields.values()
    ):
        return []  # nobody can imagine what is of no pool
    found = [Imagination(game.layout, game.tables, seat).pool() for seat in _most_seats(game)]
    totals = found[0][1].tolist()
    return [{"rows": [rows.tolist() for rows, _ in found], "totals": totals}] if totals else []


def _most_seats(game: Game) -> range:
    return range(game.seats[-1])


# Bots


def _bots(game: Game) -> Json:
    """Return a workspace's layout, what is in it at first, and what each level calls.

    A level's export is called with tables, states (the first is what the seat sees), seat, luck
    (a word), the level's own `arguments`, and the workspace, in which it `sets` fields before, and
    writes its budget of nodes to the field `budget`. With `tree`, the budget is an argument, and
    arrays of so many columns, of sums and of a log come between it and the workspace.
    """
    spaces = {seats: workspace(game, seats, game.depth) for seats in game.seats}
    first = spaces[game.seats[0]]
    depth = game.depth
    filled = [name for name in first.dtype.names or () if first[name].any()]
    return {
        "states": worlds.STATES,
        "workspace": {
            "size": first.dtype.itemsize,
            "fields": dict(_fields(first.dtype)),
            "initial": _contents(first, filled),  # zeros elsewhere
            "by_seats": {
                str(seats): _contents(w, _differing(w, first)) for seats, w in spaces.items()
            },
        },
        "levels": {
            "zufall": {"call": "by_chance", "arguments": []},
            "lehrling": {"call": "by_points", "arguments": []},
            "geselle": {"call": "by_standing", "arguments": []},
            "meister": {
                "call": "think",
                "arguments": [search.ENDLESS],
                "sets": {str(seats): {"plies": depth.plies} for seats in game.seats},
            },
            "grossmeister": {
                "call": "think",
                "arguments": [search.ENDLESS],
                "sets": {str(seats): _far_sight(game, seats) for seats in game.seats},
                "budget": "budget",
            },
            "ismcts": {"call": "by_tree", "arguments": [], "tree": tree.COLUMNS},
        },
        "terms": {
            "kinds": list(explanations.KINDS),
            "columns": explanations.COLUMNS,
            "most": explanations.MOST_TERMS,
        },
    }


def _far_sight(game: Game, seats: int) -> Json:
    return {"plies": game.depth.far if seats > 1 else search.TO_THE_END, "halves": 1}


def _fields(dtype: np.dtype[Any]) -> Iterator[tuple[str, Json]]:
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        base, shape = kind.subdtype or (kind, ())
        format_ = base.str.lstrip("<|=")
        yield name, {"format": format_, "offset": offset, "shape": list(shape)}


def _differing(w: Workspace, other: Workspace) -> list[str]:
    return [name for name in w.dtype.names or () if w[name].tobytes() != other[name].tobytes()]


def _contents(w: Workspace, names: Iterable[str]) -> Mapping[str, Any]:
    """Return what is in fields: the one number that fills a field, or all its bytes."""
    told: Json = {}
    for name in names:
        numbers = w[name].ravel()
        if (numbers == numbers[0]).all():
            told[name] = numbers[0].item()
        else:
            told[name] = _text(w[name])
    return told
