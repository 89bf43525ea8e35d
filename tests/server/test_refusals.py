"""Refusals: every kind has one shape and a status."""

import pytest

import spielwerk as sw
from spielwerk.client import Refused
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import refusals


def kinds(base: type[SpielwerkError] = SpielwerkError) -> list[type[SpielwerkError]]:
    """Return all refusals except those of environments, which no server raises."""
    here = [below for below in base.__subclasses__() if "envs" not in below.__module__]
    return [base, *(kind for below in here for kind in kinds(below))]


TOLD_ON = (refusals.Retold, Refused)  # what another has refused


@pytest.mark.parametrize(
    "kind", [k for k in kinds() if k not in TOLD_ON], ids=lambda kind: kind.__name__
)
def test_every_refusal_has_a_status_and_a_shape(kind: type[SpielwerkError]) -> None:
    error = kind("some_code", "for some reason", seat=1)
    assert 400 <= refusals.status(error) <= 503
    assert refusals.body(error) == {
        "code": "some_code",
        "reason": "for some reason",
        "details": {"seat": 1},
    }


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (sw.IllegalMove, 409),
        (sw.RecordError, 422),
        (sw.UnknownGame, 422),
        (refusals.NotFound, 404),
        (refusals.NotAllowed, 403),
        (refusals.NotSignedIn, 401),
        (refusals.TooMany, 429),
        (refusals.TooLarge, 413),
        (refusals.Conflict, 409),
        (refusals.NotReady, 503),
    ],
)
def test_statuses(kind: type[SpielwerkError], status: int) -> None:
    assert refusals.status(kind("code", "reason")) == status


def test_a_more_exact_kind_has_the_status_of_its_kind() -> None:
    class Taken(refusals.Conflict):
        pass

    assert refusals.status(Taken("taken", "somebody sits there")) == 409


def test_a_refused_move_is_told_as_the_match_refuses_it() -> None:
    match = sw.Match("axio", seats=2, seed=7)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("nonsense", seat=0)
    told = refusals.body(refused.value)
    assert told["code"] == refused.value.code
    assert "is no move" in told["reason"]


def test_where_a_record_fails_is_told() -> None:
    told = refusals.body(sw.RecordError("bad_score", "the scores differ", ply=6, seat=0))
    assert told["details"] == {"seat": 0, "ply": 6}
