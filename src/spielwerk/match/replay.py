"""Replay and verify records; an invalid one is refused with the ply and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from spielwerk.games import find
from spielwerk.match.fair import FairChance, Proof, TakenBack, ToldChance, seed_bytes
from spielwerk.match.match import FORMAT, Match
from spielwerk.match.position import Position
from spielwerk.match.shares import SharedSeed
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
    """Return the match in a record; `RecordError` names the ply at which verification fails.

    An unfinished match can be continued: with its original `seed` its chance stays the same,
    without it the system's entropy decides from here on.
    """
    match = [*steps(record, parts=parts)][-1]
    try:
        _check_result(match, record["result"])
    except RecordError as error:
        raise _located(error, "result", len(record["plies"]) - 1) from error
    return _with_chance(match, record, seed)


def steps(record: dict[str, Any], *, parts: str | PartsSource | None = None) -> Iterator[Match]:
    """Yield the match of a record after the deal and after each ply: always the same object."""
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
    """Verify every draw of a finished match against the seed in its record.

    `commitment` is the one shown before the match began, if it was noted down.
    """
    told = replay(record, parts=parts)
    if not told.over:
        raise RecordError("not_over", "an unfinished match has no disclosed seed yet")
    proof = Proof.read(record)
    if commitment is not None and commitment != proof.commitment:
        raise RecordError("broken_commitment", "the record commits to another seed than was shown")
    _draw_again(record, told, proof)


def _draw_again(record: dict[str, Any], told: Match, proof: Proof) -> Match:
    """Return the match as drawn from the seed; raise `RecordError` where the record differs.

    Plies that were taken back are played too, because draws that were seen are not repeated.
    """
    drawn = Match(
        record["game"],
        record["seats"],
        SharedSeed(proof.seed, proof.shares),
        first="lot" if proof.by_lot else told._position.first,
        parts=told.game.parts_source,
        **record["options"],
    )
    free = told.game.reveals.unordered
    if normal(drawn._setup, free) != normal(told._setup, free):
        raise RecordError("unfair", "setup: the seed gives a different deal")
    *before, final = _played(record)
    for number, plies in [*before, final]:
        where = "ply {}" if plies is final[1] else "taken back, ply {}"
        try:
            drawn.rewind(number)
            for one in plies:
                number = drawn.length  # noqa: PLW2901
                drawn.play(one["move"], one["seat"])
                if normal(drawn.latest.reveals, free) != normal(one.get("reveals", {}), free):
                    raise RecordError("unfair", "the seed gives a different draw")
        except SpielwerkError as error:
            raise _located(error, where.format(number), number) from error
    return drawn


def _played(record: dict[str, Any]) -> list[tuple[int, list[dict[str, Any]]]]:
    """Return all plies in playing order, as runs: the first ply's number, and the plies."""
    plies: list[dict[str, Any]] = record["plies"]
    runs = []
    for back in reversed(TakenBack.read(record)):
        runs.append((back.ply, plies[back.ply :]))
        plies = [*plies[: back.ply], *back.plies]
    return [(0, plies), *reversed(runs)]


def _read_setup(
    record: dict[str, Any], parts: str | PartsSource | None
) -> tuple[Position, ToldChance]:
    """Return the position before the deal, and the deal according to the record."""
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
        raise  # the caller's parts file is invalid, not the record
    except SpielwerkError as error:
        raise _located(error, "setup", None) from error
    position = Position(game, record["seats"], first)
    return position, ToldChance(_outcomes(position, claim))


def _game(record: dict[str, Any], parts: str | PartsSource | None) -> Game:
    """Return the game with the given parts, or with those in the record."""
    text = record.get("parts_text")
    if parts is not None or text is None:
        return find(record["game"], parts, record["options"])
    if not isinstance(text, str):
        raise RecordError("malformed", "'parts_text' must be a JSON text")
    try:
        return find(record["game"], PartsText(text), record["options"])
    except PartsError as error:  # here the record is invalid, not a file of the caller's
        raise RecordError(error.code, error.reason) from error


def _outcomes(position: Position, claim: Claim) -> Iterator[int]:
    """Yield nature's outcomes as a record claims them, in the order in which they are requested."""
    game, s = position.game, position.states
    while not claim.is_used_up:
        if s["turn"][0] != NATURES_TURN:
            yield NO_OUTCOME  # the record claims more than happens
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
    """Return whether two JSON values are equal, with integers written as integers."""
    if isinstance(right, list):
        return (
            isinstance(claimed, list)
            and len(claimed) == len(right)
            and all(map(_same, claimed, right))
        )
    return type(claimed) is type(right) and bool(claimed == right)


def _with_chance(match: Match, record: dict[str, Any], seed: int | bytes | None) -> Match:
    """Return the match with a source of chance to continue, and its proof of fairness, if any."""
    begun_with, claimed = seed_bytes(seed), record.get("fair")
    drawn = len(match._dealt) + sum(len(ply.outcomes) for ply in match.plies)
    match._chance = FairChance(begun_with, drawn)
    if match.over:
        try:
            match._proof, match._taken_back = Proof.read(record), TakenBack.read(record)
        except RecordError:
            match._proof = None  # the record is valid anyway: other keys are not ours to judge
    elif isinstance(claimed, dict) and seed is not None:
        try:
            proof = Proof.read(record, begun_with)
        except RecordError as error:
            reason = "this is not the seed that the record commits to"
            raise BadSetting("wrong_seed", reason) from error
        return _draw_again(record, match, proof)
    return match


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _located(error: SpielwerkError, place: str, ply: int | None) -> RecordError:
    return RecordError(error.code, f"{place}: {error.reason}", ply, **error.details)
