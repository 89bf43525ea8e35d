"""The image and the club's services, as their files describe them."""

import json
import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[2]
INSTRUCTIONS = frozenset({
    "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN",
    "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
})  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """Parse the Dockerfile into instructions and their words, with continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"(?m)^\s*#.*\n", "", text).replace("\\\n", " ").splitlines()
    pairs = [line.split(None, 1) for line in lines if line.strip()]
    return [(word, rest.strip()) for word, rest in pairs]


def stage(number: int) -> list[tuple[str, str]]:
    found = instructions()
    begins = [at for at, (word, _) in enumerate(found) if word == "FROM"]
    return found[begins[number] :][: None if number == -1 else begins[number + 1]]


def last(word: str) -> str:
    return [rest for name, rest in stage(-1) if name == word][-1]


def command() -> list[str]:
    entry: list[str] = json.loads(last("ENTRYPOINT"))
    usual: list[str] = json.loads(last("CMD"))
    return entry + usual


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_every_instruction_is_known() -> None:
    assert {word for word, _ in instructions()} <= INSTRUCTIONS


def test_what_builds_is_left_behind() -> None:
    froms = [rest for word, rest in instructions() if word == "FROM"]
    assert froms == ["python:3.12-slim AS build", "python:3.12-slim"]
    copies = [rest for word, rest in stage(-1) if word == "COPY"]
    assert all(rest.startswith("--from=build ") for rest in copies)


def test_what_is_copied_exists_and_is_not_ignored() -> None:
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for word, rest in stage(0):
        if word == "COPY":
            for source in shlex.split(rest)[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in kept


def test_nothing_but_what_is_copied_reaches_the_image() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "*"


def test_the_server_is_not_root() -> None:
    words = [word for word, _ in stage(-1)]
    user = last("USER")
    assert user not in ("root", "0")
    assert f"--uid {user} " in last("RUN")
    # This user only runs the server.
    assert set(words[words.index("USER") :]) <= {"USER", "ENTRYPOINT", "CMD"}


def test_the_image_serves_everybody_from_its_volume() -> None:
    words = command()
    assert words[:2] == ["spielwerk", "serve"]
    options = dict(pairwise(words))
    assert options["--host"] == "0.0.0.0"  # noqa: S104 (in a container, others come from outside)
    assert options["--port"] == last("EXPOSE") == "8000"
    assert "--no-browser" in words
    database = urlsplit(options["--database"])
    assert database.scheme == "sqlite"
    assert database.path.startswith(f"/{last('VOLUME')}/")
    assert f"SPIELWERK_CACHE={last('VOLUME')}/" in last("ENV")


def test_the_image_looks_after_its_health() -> None:
    health = last("HEALTHCHECK")
    python = json.loads(health[health.index("CMD ") + 4 :])
    assert python[:2] == ["python", "-c"]
    compile(python[2], "HEALTHCHECK", "exec")
    assert f"http://127.0.0.1:{last('EXPOSE')}/healthz" in python[2]


def test_the_database_is_reached_by_the_server_alone(compose: dict[str, Any]) -> None:
    server, database = compose["services"]["server"], compose["services"]["database"]
    assert "ports" not in database
    assert database["networks"] == ["inside"]
    assert compose["networks"]["inside"]["internal"] is True
    assert "inside" in server["networks"]
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])


def test_the_server_waits_for_a_healthy_database(compose: dict[str, Any]) -> None:
    server, database = compose["services"]["server"], compose["services"]["database"]
    assert database["image"] == "postgres:17"
    assert "pg_isready" in " ".join(database["healthcheck"]["test"])
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert {server["restart"], database["restart"]} == {"unless-stopped"}


def test_what_must_last_lies_in_volumes(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["server"]["volumes"] == [f"games:{last('VOLUME')}"]
    assert services["database"]["volumes"] == ["database:/var/lib/postgresql/data"]
    assert set(compose["volumes"]) == {"games", "database"}


def test_no_password_is_written_down(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        for name, value in service["environment"].items():
            if "PASSWORD" in name:
                assert re.fullmatch(r"\$\{SPIELWERK_PASSWORD:\?[^}]+\}", value)
    words = compose["services"]["server"]["command"]
    [address] = [word for word in words if word.startswith("--database=")]
    usual = re.fullmatch(r"--database=\$\{SPIELWERK_DATABASE:-(.*)\}", address)
    assert usual
    assert urlsplit(usual[1]).scheme == "postgresql+psycopg"
    assert urlsplit(usual[1]).hostname in compose["services"]
    assert urlsplit(usual[1]).password is None
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_command_knows_every_option(compose: dict[str, Any]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", "serve", "--help"],
        env=os.environ | {"COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    words = [*command(), *compose["services"]["server"]["command"]]
    for option in {word.partition("=")[0] for word in words if word.startswith("--")}:
        assert re.search(rf"{option}\b", done.stdout), option
