"""The page's texts and the games': complete, the same in both languages, one for every refusal."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import spielwerk
from spielwerk import Match, bot
from spielwerk.bots import names as bot_names
from spielwerk.games import find, names
from spielwerk.rules.game import Game
from spielwerk.rules.notation import Slot

SOURCE = Path(spielwerk.__file__).parent
LANGUAGES = ("de", "en")
GAMES = names()
FOLDERS = {
    "page": SOURCE / "web",
    "dominoes": SOURCE / "dominoes" / "web",
    **{game: SOURCE / "games" / game / "web" for game in GAMES},
}
KINDS = {
    "BadSetting", "Conflict", "IllegalMove", "Malformed", "NotAllowed", "NotFound", "NotReady",
    "NotSignedIn", "TooLarge", "TooMany", "UndoRefused", "UnknownBot", "UnknownGame",
}  # fmt: skip
# Only met by people who start programs, never by players.
BEHIND = (
    "cli", "client.py", "envs", "lab", "rules/depth.py", "server/administering.py",
    "server/running.py", "server/store",
)  # fmt: skip
PLACE = re.compile(r"\{(\w+)\}")
every_folder = pytest.mark.parametrize("folder", FOLDERS)
every_game = pytest.mark.parametrize("game", GAMES)


# Texts


@cache
def written(folder: str, language: str) -> dict[str, str]:
    """Return the texts of a folder's own file."""
    file = FOLDERS[folder] / "texts" / f"{language}.json"
    texts: dict[str, str] = json.loads(file.read_text("utf-8"))
    texts.pop("include", None)
    return texts


def included(game: str) -> list[str]:
    """Return the folder whose texts a game's texts include, if there is one."""
    file = FOLDERS[game] / "texts" / "de.json"
    address = json.loads(file.read_text("utf-8")).get("include")
    if address is None:
        return []
    return [
        name for name, one in FOLDERS.items() if one == (file.parent / address).parents[1].resolve()
    ]


def spoken(game: str) -> dict[str, str]:
    """Return all texts that the page can use while a game is shown."""
    folders = ["page", *included(game), game]
    return {key: text for folder in folders for key, text in written(folder, "de").items()}


def users(folder: str) -> list[str]:
    """Return the games that use the texts of a folder."""
    return [game for game in GAMES if folder in (game, *included(game))]


def said(folder: str, kind: str) -> set[str]:
    """Return the keys of a folder's texts that begin with this."""
    return {key.removeprefix(kind) for key in written(folder, "de") if key.startswith(kind)}


# Refusals

Details = dict[str, set[str]]  # by code: details that always come with it


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(name, ast.Name):
                name = name.id
            if name in KINDS and node.args:
                yield node


def _codes(tree: ast.Module, code: ast.expr) -> list[str]:
    """Return what a refusal's first argument can be: a text, or one of a dict of texts."""
    if isinstance(code, ast.Constant):
        return [str(code.value)]
    if isinstance(code, ast.Name) and code.id == "code":
        return []  # one that a game declares
    assert isinstance(code, ast.Subscript), ast.unparse(code)
    assert isinstance(code.value, ast.Name), ast.unparse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            if any(isinstance(to, ast.Name) and to.id == code.value.id for to in node.targets):
                return [str(ast.literal_eval(value)) for value in node.value.values]
    raise AssertionError(f"{ast.unparse(code)} is read from nowhere")


@cache
def everybodys() -> Details:
    """Return what is refused in every game."""
    found: Details = {}
    for file in SOURCE.rglob("*.py"):
        if file.relative_to(SOURCE).as_posix().startswith(BEHIND):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        for call in _calls(tree):
            details = {keyword.arg for keyword in call.keywords if keyword.arg}
            for code in _codes(tree, call.args[0]):
                found[code] = found.get(code, details) & details
    return found


def declared(game: str) -> Details:
    """Return what a game refuses: moves that are illegal or unreadable."""
    notation = find(game).notation
    return {
        **{form.too_many: set() for form in notation.forms if form.too_many},
        **{names.unknown: {kind} for kind, names in notation.names.items() if names.unknown},
        **{one.code: {Slot.read(slot).name for slot in one.slots} for one in notation.refusals},
    }


# Files


@every_folder
def test_both_languages_have_the_same_keys_in_the_same_order(folder: str) -> None:
    assert list(written(folder, "de")) == list(written(folder, "en"))


@every_folder
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_say_something_and_braces_stand_around_places_alone(
    folder: str, language: str
) -> None:
    texts = written(folder, language)
    assert not [key for key, text in texts.items() if not text or text.strip() != text]
    assert not [key for key, text in texts.items() if set("{}") & set(PLACE.sub("", text))]


@every_folder
def test_both_languages_have_the_same_places(folder: str) -> None:
    german, english = (
        {key: set(PLACE.findall(text)) for key, text in written(folder, language).items()}
        for language in LANGUAGES
    )
    assert german == english


@every_game
def test_both_languages_of_a_lesson_say_the_same(game: str) -> None:
    """`spielwerk check` finds steps without texts."""
    german, english = (
        json.loads((FOLDERS[game] / "lesson" / f"{language}.json").read_text("utf-8"))
        for language in LANGUAGES
    )
    assert list(german) == list(english)
    for key, text in german.items():
        assert set(PLACE.findall(text)) == set(PLACE.findall(english[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_and_many_come_in_pairs(language: str) -> None:
    texts = written("page", language)
    counted = {key.rpartition(".")[0] for key in texts if key.endswith(".other")}
    assert counted
    assert not [key for key in counted if f"{key}.one" not in texts]
    assert not [key for key in counted if "{n}" not in texts[f"{key}.other"]]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_that_are_included_are_there(game: str, language: str) -> None:
    file = FOLDERS[game] / "texts" / f"{language}.json"
    address = json.loads(file.read_text("utf-8")).get("include")
    assert address is None or (file.parent / address).name == f"{language}.json"
    assert address is None or (file.parent / address).exists()
    assert address is None or included(game)


# Refusals


def test_every_refusal_that_players_can_meet_has_a_text() -> None:
    codes = {*everybodys(), *(one.code for one in Game.refusals)}
    assert {"not_your_turn", "already_started", "too_many", "unknown_bot"} <= codes
    told = said("page", "refused.")
    assert not codes - told
    of_the_page = {"failed", "no_database", "no_engine", "not_there", "offline", "refused"}
    of_the_device = {"no_server", "not_kept", "unreadable", "unreadable_table"}
    assert told - codes == {*of_the_page, *of_the_device, "no_page", "wrong_method"}


@every_game
def test_every_refusal_of_a_game_has_a_text(game: str) -> None:
    assert declared(game)
    assert not [code for code in declared(game) if f"refused.{code}" not in spoken(game)]


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder != "page"])
def test_games_have_texts_for_their_own_refusals_alone(folder: str) -> None:
    codes = {code for game in users(folder) for code in declared(game)}
    told = {code.removesuffix(".here") for code in said(folder, "refused.")}  # where it was clicked
    assert not told - codes - {"not_there"}  # what a board can't even mean


@every_game
def test_texts_of_refusals_use_only_what_is_always_told(game: str) -> None:
    for code, details in (everybodys() | declared(game)).items():
        for key in (f"refused.{code}", f"refused.{code}.here"):
            assert set(PLACE.findall(spoken(game).get(key, ""))) <= details, key


# Mistakes in a box


CHOSEN = {  # combined where they are found
    "axio_rota": {"tile_full", "tile_with_empty_corner"},
    "second_chance": {"size", "start_size"},
}


def mistakes(game: str) -> set[str]:
    """Return what readers of parts call mistakes: the first argument of `refuse`."""
    readers = [(SOURCE / of / "parts.py").read_text("utf-8") for of in ("rules", f"games/{game}")]
    if "spielwerk.dominoes.parts" in readers[-1]:
        readers.append((SOURCE / "dominoes" / "parts.py").read_text("utf-8"))
    calls = [re.findall(r'\brefuse\(\s*"(\w+)"', reader) for reader in readers]
    return {"malformed", *CHOSEN.get(game, ()), *(why for found in calls for why in found)}


@every_game
def test_every_mistake_in_a_box_has_a_text(game: str) -> None:
    assert not [why for why in mistakes(game) if f"wrong.{why}" not in spoken(game)]


@every_folder
def test_no_other_mistake_has_a_text(folder: str) -> None:
    games = GAMES if folder == "page" else users(folder)
    assert said(folder, "wrong.") <= {why for game in games for why in mistakes(game)}


@every_game
def test_every_part_of_a_box_has_a_name(game: str) -> None:
    texts = spoken(game)
    assert not [one.table for one in find(game).controls if f"box.{one.table}" not in texts]


# Names


@every_game
def test_every_game_has_a_title_and_its_options_have_names(game: str) -> None:
    texts = written(game, "de")  # which lists and forms are told of
    assert {"title", "about"} <= texts.keys()
    options = find(game).known_options
    values = {f"{name}.{value}" for name in options for value in options[name]}
    assert said(game, "option.") == options.keys() | values


@every_game
def test_every_line_of_a_scoreboard_has_a_name(game: str) -> None:
    assert not [line for line in _score_names(game) if f"score.{line}" not in spoken(game)]


def _score_names(game: str) -> set[str]:
    known = find(game)
    return {line for seats in known.seats for line in known.score_names(seats)}


def test_no_other_line_of_a_scoreboard_has_one() -> None:
    assert not said("page", "score.")
    for folder in FOLDERS:
        lines = {line for game in users(folder) for line in _score_names(game)}
        assert said(folder, "score.") <= lines


def test_every_number_of_seats_is_a_word() -> None:
    seats = {seats for game in GAMES for seats in find(game).seats}
    assert {str(number) for number in seats} == said("page", "number.")


def test_every_bot_has_a_name_and_a_sentence_about_how_it_plays() -> None:
    assert {f"{bot}{of}" for bot in bot_names() for of in ("", ".about")} == said("page", "bot.")


@every_game
def test_what_bots_and_the_end_tell_has_words(game: str) -> None:
    texts = spoken(game)
    told = set()
    adviser, player = bot("geselle", seed=1), bot("zufall", seed=1)
    match = Match(game, seats=2, seed=3)
    while not match.over:
        seat = match.to_act[0]
        if len(match.plies) % 8 == 0:
            candidates = adviser.explain(match, seat)
            told |= {
                term["name"] for one in candidates for term in one["terms"] if term["term"] == "fit"
            }
        match.play(player.choose(match, seat), seat)
    assert not [name for name in told if f"why.{name}" not in texts]
    steps = match.game.comparisons(match.states, 0, 2)
    assert not [step.name for step in steps if f"decided.{step.name}" not in texts]


# The page's own texts


def _scripts(*folders: str) -> list[str]:
    return [file.read_text("utf-8") for folder in folders for file in FOLDERS[folder].rglob("*.js")]


def _keys(scripts: list[str]) -> tuple[set[str], tuple[str, ...]]:
    """Return the keys that modules use: whole, and up to a placeholder."""
    words = {
        word for text in scripts for word in re.findall(r'["`]([a-z_]+(?:\.[a-z_]+)*)["`]', text)
    }
    begun = {word for text in scripts for word in re.findall(r"`([a-z_.]+\.)\$\{", text)}
    return words, tuple(begun)


def test_the_page_uses_every_text_and_no_other() -> None:
    words, begun = _keys(_scripts(*FOLDERS))
    counted = {f"{word}.{form}" for word in words for form in ("one", "other")}
    keys = written("page", "de").keys()
    asked = {word for text in _scripts("page") for word in re.findall(r'\bt\(\s*"([^"]+)"', text)}
    assert asked
    assert not asked - keys
    assert not [k for k in keys if k not in words | counted and not k.startswith(begun)]


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder != "page"])
def test_games_use_all_that_their_boards_have_words_for(folder: str) -> None:
    words, begun = _keys(_scripts(*{"dominoes", folder}))
    others = (
        "title", "about", "box.", "choose", "ending", "goal", "decided.", "end.unit", "hint.piece",
        "missed", "move.bonus", "option.", "refused.", "score.", "ways", "why.", "wrong.",
    )  # fmt: skip
    keys = [key for key in written(folder, "de") if not key.startswith(others)]
    words |= {f"{word}.{form}" for word in words for form in ("idea", "one", "other", "way", "you")}
    words |= {f"first.{word}" for word in words}
    assert not [key for key in keys if key not in words and not key.startswith(begun)]


@every_game
def test_boards_say_nothing_without_a_text(game: str) -> None:
    """What they say of positions is tried in phrases.test.js."""
    words, _ = _keys(_scripts(*included(game), game))
    phrases = {word for word in words if re.match(r"(?:move|holds)\.", word)}
    assert phrases
    assert not phrases - spoken(game).keys()
