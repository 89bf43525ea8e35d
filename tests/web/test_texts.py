"""The page's texts: complete, the same in both languages, and one for every refusal."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spielwerk
from spielwerk.bots import names as bot_names
from spielwerk.games import find, names

SOURCE = Path(spielwerk.__file__).parent
TEXTS = {
    language: json.loads((SOURCE / "web" / "texts" / f"{language}.json").read_text("utf-8"))
    for language in ("de", "en")
}
KINDS = {
    "BadSetting", "Conflict", "IllegalMove", "Malformed", "NotAllowed", "NotFound", "NotReady",
    "NotSignedIn", "TooLarge", "TooMany", "UndoRefused", "UnknownBot", "UnknownGame",
}  # fmt: skip
# What only those meet who start programs: players never do.
BEHIND = (
    "bots/masters.py", "cli", "client.py", "envs", "lab", "server/running.py", "server/store",
)  # fmt: skip
PLACE = re.compile(r"\{(\w+)\}")


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(name, ast.Name):
                name = name.id
            if name in KINDS and node.args:
                yield node


def _codes(tree: ast.Module, code: ast.expr) -> list[str]:
    """What a refusal's first argument can be: a text, or one out of a dict of texts."""
    if isinstance(code, ast.Constant):
        return [str(code.value)]
    assert isinstance(code, ast.Subscript), ast.unparse(code)
    assert isinstance(code.value, ast.Name), ast.unparse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            if any(isinstance(to, ast.Name) and to.id == code.value.id for to in node.targets):
                return [str(ast.literal_eval(value)) for value in node.value.values]
    raise AssertionError(f"{ast.unparse(code)} is read from nowhere")


def _refusals() -> dict[str, set[str]]:
    """By code: the details that come with it wherever it is raised."""
    found: dict[str, set[str]] = {}
    for file in SOURCE.rglob("*.py"):
        if file.relative_to(SOURCE).as_posix().startswith(BEHIND):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        for call in _calls(tree):
            details = {keyword.arg for keyword in call.keywords if keyword.arg}
            for code in _codes(tree, call.args[0]):
                found[code] = found.get(code, details) & details
    return found


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(TEXTS["de"]) == list(TEXTS["en"])


@pytest.mark.parametrize("language", TEXTS)
def test_texts_say_something_and_braces_stand_around_places_alone(language: str) -> None:
    texts = TEXTS[language]
    assert not [key for key, text in texts.items() if not text or text.strip() != text]
    assert not [key for key, text in texts.items() if set("{}") & set(PLACE.sub("", text))]


def test_both_languages_have_the_same_places() -> None:
    german, english = (
        {key: set(PLACE.findall(text)) for key, text in TEXTS[language].items()}
        for language in ("de", "en")
    )
    assert german == english


@pytest.mark.parametrize("language", TEXTS)
def test_one_and_many_come_in_pairs(language: str) -> None:
    texts = TEXTS[language]
    counted = {key.rpartition(".")[0] for key in texts if key.endswith(".other")}
    assert counted
    assert not [key for key in counted if f"{key}.one" not in texts]
    assert not [key for key in counted if "{n}" not in texts[f"{key}.other"]]


def test_every_refusal_that_players_can_meet_has_a_text() -> None:
    codes = _refusals().keys()
    assert {"not_your_turn", "already_started", "no_die", "too_many", "unknown_bot"} <= codes
    told = {key.removeprefix("refused.") for key in TEXTS["de"] if key.startswith("refused.")}
    assert not codes - told
    assert told - codes == {"failed", "no_page", "offline", "wrong_method", "refused"}


def test_texts_of_refusals_use_only_what_is_always_told() -> None:
    for code, details in _refusals().items():
        assert set(PLACE.findall(TEXTS["de"][f"refused.{code}"])) <= details, code


def test_every_game_bot_and_score_line_has_a_name() -> None:
    texts = TEXTS["de"]
    for name in names():
        game = find(name)
        assert f"game.{name}" in texts
        for seats in game.seats:
            assert not [line for line in game.score_names(seats) if f"score.{line}" not in texts]
    for bot in bot_names():
        assert f"bot.{bot}" in texts


def test_the_page_uses_every_text_and_no_other() -> None:
    """By the keys that its modules write, whole or up to what is filled in."""
    sources = [file.read_text("utf-8") for file in (SOURCE / "web").rglob("*.js")]
    words = {
        word for text in sources for word in re.findall(r'["`]([a-z_]+(?:\.[a-z_]+)*)["`]', text)
    }
    begun = {word for text in sources for word in re.findall(r"`([a-z_.]+\.)\$\{", text)}
    asked = {word for text in sources for word in re.findall(r'\bt\(\s*"([^"]+)"', text)}
    counted = {f"{word}.{form}" for word in words for form in ("one", "other")}
    keys = TEXTS["de"].keys()
    assert not asked - keys
    assert not [k for k in keys if k not in words | counted and not k.startswith(tuple(begun))]
