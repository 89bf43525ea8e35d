"""Parts sent by clients: the same as a file's, and of bounded cost, whatever they contain."""

import time
from pathlib import Path

import pytest

import spielwerk as sw
from engine.tables import own_parts, with_own_parts
from spielwerk.games import find, game_type, names
from spielwerk.rules.errors import PartsError
from spielwerk.rules.parts import MOST_LETTERS, PartsText
from spielwerk.rules.texts import home

SECONDS = 1.0  # far more than reading takes, and far less than where time grows with a power
every_game = pytest.mark.parametrize("name", names())


def filled(begin: str, again: str, end: str = "") -> str:
    """Return a text of the greatest allowed length."""
    return begin + again * ((MOST_LETTERS - len(begin) - len(end)) // len(again)) + end


def numbered(begin: str, line: str) -> str:
    lines = [begin]
    while sum(map(len, lines)) < MOST_LETTERS - 60:
        lines.append(line.format(n=f"{len(lines):x}") + "\n")
    return "".join(lines)


HOSTILE = {
    "a long dotted key": filled("a", ".a", "=1"),
    "a long dotted key of quotes": filled('"\\""', '."\\""', "=1"),
    "a long header": filled("[a", ".a", "]"),
    "a long header of lists": filled("[[a", " . a", "]]"),
    "a deep header and many entries": numbered("[" + "a." * 4000 + "a]\n", "{n}=1"),
    "headers as deep as may be": numbered("[a.a.a.a.a.a.a.a]\n", "a.a.a.a.a.a.a.{n}=1"),
    "a dotted key in braces": filled("x={a", ".a", "=1}"),
    "an open bracket, then spaces": filled("[", " "),
    "brackets": filled("", "["),
    "spaces": filled("", " "),
    "a key, then spaces": filled("a", " "),
    "nested lists": filled("a=", "["),
    "nested braces": filled("a=", "{a="),
    "a long list": filled("a=[", "1,", "]"),
    "many headers": numbered("", "[{n}]"),
    "many lists of tables": filled("", "[[a]]\n"),
    "many tiles": numbered("[tiles]\n", "{n}=1"),
    "many printed fields": numbered("[printed]\n", '{n}="r"'),
    "many cards": numbered("[cards]\n", '{n}={{shape="X",copies=1}}'),
    "a wide card": filled('[cards]\n1A={shape="', "X", '",copies=1}\n[start]'),
    "a tall card": filled('[cards]\n1A={shape="', "X/", 'X",copies=1}\n[start]'),
    "many corners": filled("[tiles]\nwith_empty_corner=[]\nfull=[", '"rgbo",', "]"),
    "a number of many digits": filled("[pyramids]\nnumber=", "9"),
    "a number of many hexadecimal digits": filled("[goal]\npoints=0x", "f"),
}


@every_game
def test_parts_that_were_sent_are_those_of_a_file(name: str, tmp_path: Path) -> None:
    sent = find(name, PartsText(own_parts(name)))
    stored = with_own_parts(name, tmp_path)
    assert sent.tables.tobytes() == stored.tables.tobytes()
    assert sent.parts == stored.parts is not None
    assert find(name, PartsText("\ufeff" + own_parts(name))).parts == sent.parts


@every_game
def test_parts_as_in_the_box_are_not_own(name: str) -> None:
    text = (home(game_type(name)) / "parts.toml").read_text(encoding="utf-8")
    assert 6 * len(text) <= MOST_LETTERS  # so much room there is for others
    same = find(name, PartsText(text + "# the same"))
    assert (same.parts, same.parts_source) == (None, None)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@every_game
def test_whatever_is_sent_is_refused_at_once(name: str, text: str) -> None:
    assert MOST_LETTERS * 0.9 < len(text) <= MOST_LETTERS
    began = time.process_time()
    with pytest.raises(PartsError) as refused:
        game_type(name)(PartsText(text))
    assert time.process_time() - began < SECONDS
    assert len(refused.value.reason) < 500


@every_game
def test_the_longest_that_can_be_played_with_is_read_soon(name: str) -> None:
    text = filled(own_parts(name), "#\n")
    began = time.process_time()
    assert game_type(name)(PartsText(text)).parts is not None
    assert time.process_time() - began < SECONDS


def test_what_was_sent_is_refused_with_its_line() -> None:
    with pytest.raises(PartsError, match="own parts, line 22: rr must be") as refused:
        sw.Match("axio", parts=PartsText(own_parts("axio").replace("rr = 11", "rr = true")))
    assert (refused.value.code, refused.value.line) == ("parts_impossible", 22)


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(PartsError, match=f"up to {MOST_LETTERS} letters") as refused:
        PartsText("#" * (MOST_LETTERS + 1))
    assert refused.value.code == "parts_too_long"
