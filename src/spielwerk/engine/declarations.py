"""Declare everything about a game that a page needs besides its engine, as JSON data.

From it a page lays out tables, states and a bot's workspace in the engine's memory, parses and
prints moves, and knows what is hidden from whom, without any JavaScript specific to a game.
"""

from __future__ import annotations

import base64
import itertools
import json
import operator
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
    """Return the declarations of a game as set up, with its options and parts.

    `variants` lists what differs with other options.
    """
    told = _declared(game)
    return told | {"variants": list(_variants(game, told))}


def written(game: Game) -> str:
    """Return the declarations as the text of their file."""
    return json.dumps(declarations(game), separators=(",", ":")) + "\n"


def _variants(game: Game, usual: Json) -> Iterator[Json]:
    """Yield, for each other combination of options, the declarations that it replaces."""
    names = game.known_options.keys()
    for values in itertools.product(*game.known_options.values()):
        options = dict(zip(names, values, strict=True))
        other = type(game)(game.parts_source, options)
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
        "first_premoves": None if game.first_premoves is None else dict(game.first_premoves),
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
    """Return a state's size and its fields: the offset of each, and who may see it.

    The first axis of a field that its `owner` sees is the seat.
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
    """Return a game's tables as bytes for kernels, with the fields that boards read."""
    dtype = game.tables.dtype
    return {
        "size": dtype.itemsize,
        "fields": dict(_fields(dtype)),
        "bytes": _text(game.tables),
    }


def _sizes(game: Game) -> Json:
    """Return the sizes of the arrays that kernels write to."""
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
    """Return the names of a scoreboard's entries, and which of them should be low."""
    return {
        "names": {str(seats): list(game.score_names(seats)) for seats in game.seats},
        "signs": {str(seats): list(game.signs(seats)) for seats in game.seats},
        "results": {str(seats): _result(game, seats) for seats in game.seats},
        "lowest_counts": game.lowest_counts,
        "facts": list(game.fact_names),
    }


def _result(game: Game, seats: int) -> list[int] | str | None:
    """Return how `Game.result` reduces a scoreboard to one number, in a form for pages.

    It is the "lowest" of the numbers, or a list of weights for their sum; None if it is neither.
    """
    unit = np.eye(len(game.score_names(seats)), dtype=np.int64)
    weights = [game.result(seats, row) for row in unit.tolist()]
    trials = np.random.default_rng(0).integers(-20, 100, (50, len(unit))).tolist()
    told = [game.result(seats, trial) for trial in trials]
    if told == [sum(map(operator.mul, weights, trial)) for trial in trials]:
        return weights
    return "lowest" if told == [min(trial) for trial in trials] else None


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


# Hidden tiles


def _pools(game: Game) -> list[Json]:
    """Return for `deal_pool` the rows of the only pool, if any, as each seat sees it."""
    if any(
        field.sight is not Sight.PUBLIC and field.pool is None
        for field in game.layout.fields.values()
    ):
        return []  # hidden fields outside a pool cannot be sampled
    found = [Imagination(game.layout, game.tables, seat).pool() for seat in _most_seats(game)]
    totals = found[0][1].tolist()
    return [{"rows": [rows.tolist() for rows, _ in found], "totals": totals}] if totals else []


def _most_seats(game: Game) -> range:
    return range(game.seats[-1])


# Bots


def _bots(game: Game) -> Json:
    """Return the layout of a workspace, its initial contents, and the calls for each level.

    A level's export is called with tables, states (the first is what the seat sees), seat, luck (a
    word), the level's own `arguments`, and the workspace, whose fields in `sets` are set before;
    the budget in nodes goes to its field `budget`. With `tree`, the budget is an argument, followed
    by arrays for the tree (with that many columns), for sums and for a log, before the workspace.
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
    """Return the contents of fields: one number if it fills the field, otherwise all bytes."""
    told: Json = {}
    for name in names:
        numbers = w[name].ravel()
        if (numbers == numbers[0]).all():
            told[name] = numbers[0].item()
        else:
            told[name] = _text(w[name])
    return told
