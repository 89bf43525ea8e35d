"""Our dependencies, their locked versions, and the files that name this version."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

import spielwerk as sw

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    "play": [],
    "test": ["dev"],
    "docs": ["docs"],
    "engine": ["engine"],
    "research": ["dev", "test-research"],
    "others": ["others"],
}
FOR_RESEARCH = {"research", "others"}
LARGE = {"jax", "open-spiel", "ray", "torch"}


def locked(name: str) -> dict[str, list[Version]]:
    """Return the versions of each locked package; several where they depend on the system."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    found: dict[str, list[Version]] = {}
    for package, version in re.findall(r"(?m)^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", text):
        found.setdefault(package, []).append(Version(version))
    return found


def declared(extras: list[str]) -> list[Requirement]:
    """Return what pyproject.toml requires, with what its extras require in turn."""
    lines = list(PROJECT["dependencies"]) if not extras else []
    for extra in extras:
        lines += PROJECT["optional-dependencies"][extra]
    wanted = [Requirement(line) for line in lines]
    own = [asked for asked in wanted if asked.name == PROJECT["name"]]
    inner = [found for asked in own for found in declared(sorted(asked.extras))]
    return [asked for asked in wanted if asked.name != PROJECT["name"]] + inner


@pytest.mark.parametrize("name", EXTRAS)
def test_the_lock_is_up_to_date(name: str) -> None:
    versions = locked(name)
    for asked in [*declared([]), *(declared(EXTRAS[name]) if EXTRAS[name] else [])]:
        if asked.name == "torch":
            continue  # pip installs the build that fits the machine
        package = re.sub(r"[-_.]+", "-", asked.name).lower()
        assert package in versions, f"make lock: {asked} is not locked"
        assert all(v in asked.specifier for v in versions[package]), f"make lock: {asked}"


def test_no_address_is_written_down() -> None:
    for file in sorted(FOLDER.iterdir()):
        text = file.read_text(encoding="utf-8")
        assert "://" not in text, file.name
        assert not re.search(r"(?m)^--(?!hash)", text), file.name
        pinned = re.findall(r"(?m)^[a-z0-9-]+(?:\[[a-z,]+\])?==.* \\$", text)
        assert len(pinned) == len(re.findall(r"(?m)^[a-z]", text)), f"{file.name}: without a hash"


def test_large_packages_are_for_research_alone() -> None:
    for name in EXTRAS:
        assert ("ray" in locked(name)) == (name in FOR_RESEARCH)
        if name not in FOR_RESEARCH:
            assert not LARGE & set(locked(name))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [torch] = [line for line in PROJECT["optional-dependencies"]["learn"] if "torch" in line]
    assert f"pip install --quiet {torch}\n" in makefile


def test_the_docs_say_why_each_is_there() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (.*?) \|", page)
    named = re.sub(r"[-_. ]+", "-", " ".join(rows)).lower()
    groups = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for group in groups.values() for line in group)]
    called = {"torch": "pytorch"}
    for name in {Requirement(line).name for line in lines} - {PROJECT["name"]}:
        package = re.sub(r"[-_.]+", "-", called.get(name, name)).lower()
        assert package.replace("-", "") in named.replace("-", ""), name


def test_a_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"authors", "cff-version", "message", "title"} <= set(cited)  # required by the format
    assert (cited["version"], cited["license"]) == (sw.__version__, PROJECT["license"])


def test_commit_hooks_come_from_this_repository() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    assert {hook["language"] for hook in hooks["repos"][0]["hooks"]} == {"system"}
