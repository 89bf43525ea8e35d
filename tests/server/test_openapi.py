"""The API keeps to its own description, for every caller and request."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import spielwerk as sw
from server.guests import Guest
from server.process import ServerProcess
from spielwerk.server.people import COOKIE

EXAMPLES = 6  # an operation, by each kind of caller
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
quickly = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def description(server: ServerProcess) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


@pytest.fixture
def guest(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


def operations(description: Any) -> list[Any]:
    found = [one.ok() for one in description.get_all_operations()]
    # First the operations that only read, last those that end a session.
    return sorted(found, key=lambda one: (one.method != "get", one.method == "delete", one.label))


def ask_anything(operation: Any, mode: GenerationMode, cookie: str | None, place: Any) -> None:
    """Call an operation with arguments that fit its description, or do not."""
    told = {one.name for one in operation.path_parameters}
    if mode is GenerationMode.NEGATIVE and not (operation.query or operation.body):
        if not told:
            return  # nothing in it could be wrong
        place = st.just({})
    cookies = {COOKIE: cookie} if cookie else {}

    @quickly
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        known = {name: value for name, value in data.draw(place).items() if name in told}
        case = data.draw(operation.as_strategy(mode, path_parameters=known or None))
        if mode is GenerationMode.POSITIVE and cookie is not None:
            lead_on(case, data)
        answer = case.call(cookies=cookies, timeout=120)  # the first hint loads a game
        case.validate_response(answer, checks=CHECKS)

    ask()


def lead_on(case: Any, data: st.DataObject) -> None:
    """Name an existing game, seat and bot now and then; leave the rest as generated."""
    if case.operation.label.endswith("/hint"):
        case.query.setdefault("bot", "zufall")  # others may have to be compiled first
    if not data.draw(st.booleans()):
        return
    if "seat" in (case.query or {}):
        case.query["seat"] = data.draw(st.integers(0, 1))
    if "bot" in (case.query or {}):
        case.query["bot"] = "zufall"
    if not isinstance(case.body, dict):
        return
    if "game" in case.body:
        case.body |= {"game": data.draw(st.sampled_from(sw.games())), "seats": 2, "first": "lot"}
        case.body |= {"options": {}, "bots": {"1": "zufall"}, "sit": [0], "pace": True}
    if "seat" in case.body:
        case.body["seat"] = data.draw(st.integers(0, 1))


modes = pytest.mark.parametrize("mode", list(GenerationMode))


@modes
def test_nobody_gets_what_is_described(description: Any, mode: GenerationMode) -> None:
    for operation in operations(description):
        ask_anything(operation, mode, None, st.just({}))


@modes
def test_a_guest_gets_what_is_described(
    server: ServerProcess, description: Any, guest: Guest, mode: GenerationMode
) -> None:
    """A guest, at other people's tables."""
    running, _ = guest.create(seats=2, sit=[0, 1])
    hidden, _ = guest.create(seats=2, watch="seats")
    places = st.fixed_dictionaries({"table": st.sampled_from([running, hidden, "nowhere"])})
    for operation in operations(description):
        with Guest(server.url, "Eve") as eve:
            ask_anything(operation, mode, eve.cookie, places)


@modes
def test_a_host_gets_what_is_described(
    server: ServerProcess, description: Any, mode: GenerationMode
) -> None:
    """The host of tables in every state reaches deeper code."""
    for operation in operations(description):
        with Guest(server.url, "Host") as host:
            tables = [
                host.create(seats=2, sit=[])[0],
                host.create("second_chance", seats=2, sit=[0, 1])[0],
                host.create("axio_hex", seats=2, sit=[0, 1], options={"hands": "hidden"})[0],
                host.create(seats=2, sit=[0, 1], hints=False, clock={"days": 1})[0],
            ]
            over, _ = host.create(seats=2, sit=[0, 1])
            host.act(over, "resign", seat=0)
            places = st.fixed_dictionaries(
                {"table": st.sampled_from([*tables, over]), "seat": st.integers(0, 2)}
            )
            ask_anything(operation, mode, host.cookie, places)


def test_every_operation_says_how_it_refuses(description: Any) -> None:
    for operation in operations(description):
        answers = operation.definition.raw["responses"]
        for status in ("401", "403", "404", "409", "422"):
            content = answers[status]["content"]["application/json"]
            assert content["schema"]["$ref"].endswith("/Refusal"), (operation.label, status)


def test_nothing_failed(server: ServerProcess) -> None:
    assert "Traceback" not in server.said.replace("Invalid UTF-8 sequence", "")
