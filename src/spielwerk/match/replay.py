"""Reading records: every line is checked, and refused with its ply and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from spielwerk.games import find
from spielwerk.match.fair import FairChance, Proof, ToldChance, seed_bytes
from spielwerk.match.match import FORMAT, Match
from spielwerk.match.position import Position
from spielwerk.rules.errors import BadSetting, PartsError, RecordError, SpielwerkError
from spielwerk.rules.game import Game
from spielwerk.rules.given import expect_keys, normal, quoted
from spielwerk.rules.parts import PartsSource, PartsText
from spielwerk.rules.reveals import NO_OUTCOME, Claim
from spielwerk.rules.state import NATURES_TURN

KEYS = ("format", "game", "seats", "options", "setup", "plies", "result")


def replay(
    record: dict[str, Any],
    *,
    parts: str | PartsSource | None = None,
    seed: int | bytes | None = None,
) -> Match:
    """Return the match that a record tells; `RecordError` names the ply at which it does not hold.

    A match that is not over can be played on: with the `seed` it was begun with its chance stays
    what it was, without one the system's entropy decides from here on.
    """
    match = [*steps(record, parts=parts)][-1]
    try:
        _check_result(match, record["result"])
    except RecordError as error:
        raise _located(error, "result", len(record["plies"]) - 1) from error
    return _with_chance(match, record, seed)


def steps(record: dict[str, Any], *, parts: str | PartsSource | None = None) -> Iterator[Match]:
    """The match that a record tells, after the deal and after each ply: always the same object."""
    position, told = _read_setup(record, parts)
    try:
        match = Match.told(position, told)
        _check_told(match, told, record["setup"], match._setup)
    except SpielwerkError as error:
        raise _located(error, "setup", None) from error
    yield match
    for number, ply in enumerate(record["plies"]):
        try:
            _replay_ply(match, told, ply)
        except SpielwerkError as error:
            raise _located(error, f"ply {number}", number) from error
        yield match


def check_fair(
    record: dict[str, Any],
    *,
    parts: str | PartsSource | None = None,
    commitment: str | None = None,
) -> None:
    """Check every draw of a finished match against the seed that its record tells.

    `commitment` is what was shown before the match began, if somebody has noted it.
    """
    told = replay(record, parts=parts)
    if not told.over:
        raise RecordError("not_over", "a match that is not over has no seed told to check it by")
    proof = Proof.read(record)
    if commitment is not None and commitment != proof.commitment:
        raise RecordError("broken_commitment", "the record commits to another seed than was shown")
    drawn = Match(
        record["game"],
        record["seats"],
        proof.seed,
        first="lot" if proof.by_lot else told._position.first,
        parts=told.game.parts_source,
        **record["options"],
    )
    free = told.game.reveals.unordered
    if normal(drawn._setup, free) != normal(told._setup, free):
        raise RecordError("unfair", "setup: the seed deals otherwise")
    for number, ply in enumerate(told.plies):
        drawn.play(ply.move, ply.seat)
        if normal(drawn.plies[-1].reveals, free) != normal(ply.reveals, free):
            raise RecordError("unfair", f"ply {number}: the seed draws otherwise", number)


def _read_setup(
    record: dict[str, Any], parts: str | PartsSource | None
) -> tuple[Position, ToldChance]:
    """Return the position before anything is dealt, and what the record says is dealt."""
    if not isinstance(record, dict):
        raise RecordError("malformed", "a record is a JSON object")
    expect_keys(record, KEYS, record, "the record")
    if record["format"] != FORMAT:
        raise RecordError("unknown_format", f"the format must be {FORMAT!r}")
    for key, kind, name in (
        ("game", str, "text"),
        ("options", dict, "object"),
        ("setup", dict, "object"),
        ("plies", list, "list"),
    ):
        if not isinstance(record[key], kind):
            raise RecordError("malformed", f"{key!r} must be a JSON {name}")
    try:
        game = _game(record, parts)
        if record.get("parts", game.parts) != game.parts and _is_digest(record["parts"]):
            raise RecordError("other_parts", "it was played with other parts than these")
        game.check_seats(record["seats"])
        first, claim = game.reveals.read_setup(record["setup"], record["seats"])
    except PartsError:
        raise  # the reader's file is wrong, not the record
    except SpielwerkError as error:
        raise _located(error, "setup", None) from error
    position = Position(game, record["seats"], first)
    return position, ToldChance(_outcomes(position, claim))


def _game(record: dict[str, Any], parts: str | PartsSource | None) -> Game:
    """Return the game, with the parts that are given, or those that the record holds."""
    text = record.get("parts_text")
    if parts is not None or text is None:
        return find(record["game"], parts, record["options"])
    if not isinstance(text, str):
        raise RecordError("malformed", "'parts_text' must be a JSON text")
    try:
        return find(record["game"], PartsText(text), record["options"])
    except PartsError as error:  # here the record is wrong, not a file of the reader's
        raise RecordError(error.code, error.reason) from error


def _outcomes(position: Position, claim: Claim) -> Iterator[int]:
    """Yield nature's outcomes as a record claims them, in the order in which they are asked for."""
    game, s = position.game, position.states
    while not claim.is_used_up:
        if s["turn"][0] != NATURES_TURN:
            yield NO_OUTCOME  # more is claimed than happens
        topic, whose = game.due(s, 0)
        number = claim.next(topic, whose)
        if number is None:
            return
        outcome, at_once = game.recall(s, 0, number)
        if at_once:
            claim.take(topic, whose)
        yield outcome


def _replay_ply(match: Match, told: ToldChance, ply: Any) -> None:
    if not isinstance(ply, dict):
        raise RecordError("malformed", "a ply is a JSON object")
    expect_keys(ply, ("seat", "move"), ply, "the ply")
    reveals = ply.get("reveals", {})
    if not isinstance(reveals, dict) or ("reveals" in ply and not reveals):
        raise RecordError("malformed", "'reveals' must be a JSON object with something in it")
    told.tell(_outcomes(match._position, match.game.reveals.read(reveals)))
    if type(ply["seat"]) is not int:
        raise RecordError("malformed", f"'seat' must be a number, not {quoted(ply['seat'])}")
    match.play(ply["move"], ply["seat"])
    played = match.plies[-1]
    _check_told(match, told, reveals, played.reveals)
    if "legal" in ply and not _same(ply["legal"], played.legal):
        raise RecordError(
            "wrong_legal", f"{played.legal} moves were legal, not {quoted(ply['legal'])}"
        )
    if "scores" in ply and not _same(ply["scores"], played.scores):
        raise RecordError(
            "wrong_scores", f"the scores are {played.scores}, not {quoted(ply['scores'])}"
        )


def _check_told(
    match: Match, told: ToldChance, claimed: dict[str, Any], happened: dict[str, Any]
) -> None:
    if not told.is_used_up():
        raise RecordError("reveal_surplus", "more is drawn or rolled than happens here")
    free = match.game.reveals.unordered
    if normal(claimed, free) != normal(happened, free):
        raise RecordError(
            "wrong_reveals", f"what became known is {happened}, not {quoted(claimed)}"
        )


def _check_result(match: Match, result: Any) -> None:
    if not match.over:
        if result is not None:
            raise RecordError("wrong_result", "there is a result, but the game is not over")
        return
    if not isinstance(result, dict):
        raise RecordError("wrong_result", "the game is over, but there is no result")
    expect_keys(result, ("ranks", "scores"), result, "the result")
    scores = [match.scores(seat) for seat in range(match.seats)]
    for what, right in (("ranks", match.ranks), ("scores", scores)):
        if not _same(result[what], right):
            raise RecordError(
                f"wrong_{what}", f"the {what} are {right}, not {quoted(result[what])}"
            )


def _same(claimed: Any, right: Any) -> bool:
    """Return whether two JSON values are equal, and whole numbers not written as anything else."""
    if isinstance(right, list):
        return (
            isinstance(claimed, list)
            and len(claimed) == len(right)
            and all(map(_same, claimed, right))
        )
    return type(claimed) is type(right) and bool(claimed == right)


def _with_chance(match: Match, record: dict[str, Any], seed: int | bytes | None) -> Match:
    """Return the match with chance to go on with, and the proof of what was drawn if it has one."""
    drawn = len(match._dealt) + sum(len(ply.outcomes) for ply in match.plies)
    chance = FairChance(seed_bytes(seed), drawn)
    match._chance = chance
    claimed = record.get("fair")
    if match.over:
        try:
            match._proof = Proof.read(record)
        except RecordError:
            match._proof = None  # the record holds all the same: other keys are not ours to judge
    elif isinstance(claimed, dict) and claimed.get("commitment") == chance.commitment:
        match._proof = Proof(chance.commitment, claimed.get("first") == "lot", chance.seed)
    elif isinstance(claimed, dict) and seed is not None:
        raise BadSetting("wrong_seed", "this is not the seed that the record commits to")
    return match


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _located(error: SpielwerkError, place: str, ply: int | None) -> RecordError:
    return RecordError(error.code, f"{place}: {error.reason}", ply, **error.details)
