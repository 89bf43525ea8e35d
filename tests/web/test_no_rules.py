"""The browser knows no rule (P1): its code is searched for what a rule would need.

Whether a move is legal and what it earns comes from the game's engine, which is built from the
rules in Python; who acts next and who has won comes from the server. Code that found out by itself
would have to judge, count, walk from cell to cell, compare with numbers of the rulebook, or roll
dice: each of these has its marks. Where something else looks like one of them, it is named below
with the reason, and only there it is let through.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import spielwerk
from spielwerk.games import names

PACKAGE = Path(spielwerk.__file__).parent
FOLDERS = [PACKAGE / "web", PACKAGE / "dominoes" / "web", *PACKAGE.glob("games/*/web")]

# Fields by which rules decide, and that no board draws.
UNDRAWN = "turn|phase|held|in_bag|bag|shown|bonus|opening|touched|to_draw|to_turn|to_roll|idle|busy"

# What to search for, and why it would be a rule.
MARKS = {
    # A function that says whether something may be done.
    "judging": r"\b\w*(?:[lL]egal|[vV]alid|[aA]llowed|[pP]la(?:y|ce)able|[fF]its?)(?:Moves?)?\(",
    # Scores and a move's points arrive ready: nothing may be added to either.
    "counting": r"(?:\.(?:scores?|points|tracks|results|ranks)|\bscores?)\b(?:\[[^\]\n]*\]|\.\w+)*"
    r"\s*(?:[-+*/%]=?\s*[\w(\[]|\+\+|--)"
    r"|[-+*/%]=\s*(?:\w+\.)*(?:scores?|points|tracks|results)\b",
    "summing": r"\b(?:scores?|points|tracks|results|values)\b[^;\n]*\.reduce\(",
    "best of": r"Math\.(?:min|max)\([^;\n]*\b(?:values|scores?|points|tracks|results|ranks)\b",
    # The winner arrives as ranks.
    "ranking": r"\.(?:sort|toSorted)\([^;\n]*\b(?:scores?|points|results|tracks)\b|\bwinner\w*\s*=",
    # The next to act arrives as a list of seats.
    "next seat": r"\b(?:seat|player|turn)\s*[-+]\s*1\)?\s*%",
    # Nature's plies come from the server or the engine.
    "chance": r"Math\.random|getRandomValues|\bshuffle",
    # Sizes of hands and boards, goals and prices belong in the games' own folders.
    "numbers": r"\b(?:view|hands?|tracks?|scores?|points|moves|tiles|values?|goal|bag)\b"
    r"(?:\[[^\]\n]*\]|\.\w+)*\s*(?:[=!]==|[<>]=?)\s*(?:[3-9]|\d\d+)\b"
    r"|\b(?:GOAL|HAND|TRACK|TILES|LIMIT|BONUS|PRICES?|POINTS|SEATS)\w*\s*=\s*[\[{\d]",
    # Lines, free places, what touches what.
    "walking": r"\bneighbou?rs?\(|\badjacent\w*\(|\.steps\b|`\$\{\w+ [-+] 1\},",
    # Parts of a record that are not drawn: only a decision would use them.
    "deciding": rf"\bstate\??\.(?:{UNDRAWN})\b"
    rf"|\{{[^}}\n]*\b(?:{UNDRAWN})\b[^}}\n]*\}}\s*=[^;\n]*\bstate\b",
}  # fmt: skip

# By file and mark: code that looks like a rule, and why it is none.
ALLOWED: dict[tuple[str, str], dict[str, str]] = {
    ("dominoes/web/board.js", "walking"): {
        "turns: grid.steps.length": "a tile can be turned as often as cells have sides",
        "const other = cell + grid.steps[held.turn]": "where a held tile's other half would lie",
    },
    ("dominoes/web/pictures.js", "walking"): {
        "[ANY, ANY + grid.steps[turn]]": "a tile by itself, drawn on two cells",
    },
    ("dominoes/web/phrases.js", "deciding"): {
        "if (state.opening) return": "which words ask for a tile: other ones for the first",
        "const { in_bag: inside, beside_bag: beside, free, hand, held, tracks } = ": "as told",
    },
    ("dominoes/web/tile.js", "walking"): {
        "grid.steps.indexOf(other - one)": "on which side two cells of a tile touch",
    },
    ("dominoes/web/points.js", "best of"): {
        "Math.min(...values)": "the shortest of the tracks is marked",
    },
    ("games/anubixx/web/record.js", "summing"): {
        "export const total = ": "what a seat's numbers add up to, told at a glance",
    },
    ("games/axio_rota/web/phrases.js", "deciding"): {
        "const { held, hand } = ": "whether there is a tile to draw",
        "const { seat: acting, stack, supply, bonus, tracks } = ": "told as it is",
    },
    ("games/second_chance/web/shapes.js", "walking"): {
        "if (!squares.has(`${x + 1},${y}`))": "the outline of a shape",
        "if (!squares.has(`${x - 1},${y}`))": "the same",
    },
    ("web/device/host.js", "chance"): {
        "const [seed] = ": "on this device the engine draws, from a seed that nobody chose",
    },
    ("web/shares.js", "chance"): {
        "crypto.getRandomValues(new Uint8Array(32))": "what a browser adds to the server's seed",
    },
    ("web/kept.js", "chance"): {
        "export const freshId = ": "a name that no other game has",
    },
    ("web/server.js", "chance"): {
        "this.wait * (0.75 + Math.random() / 2)": "not all come back at the same moment",
        "crypto.getRandomValues(new Uint32Array(4))": "a key by which an act is known again",
    },
    ("web/rules.js", "counting"): {
        "points: scores[seat].map(": "what the engine counts after a move, less what it did before",
    },
    ("web/outcome.js", "counting"): {
        "info.ranks[a] - info.ranks[b]": "in the order of the ranks that were told",
    },
    ("web/rules.js", "deciding"): {
        "const toAct = ": "whose turn the engine says it is after a move of one's own",
    },
    ("web/pages/end.js", "walking"): {
        "host.steps()": "how the ranks were decided, as the server tells it",
    },
    ("web/outcome.js", "ranking"): {
        "ranks[seat] === 1": "those of whom rank 1 was told",
    },
    ("web/decision.js", "ranking"): {
        "rank === 1 ? [seat]": "the same, to point at what they won by",
    },
    ("web/decision.js", "best of"): {
        "const number = lowestCounts ? ": "the number that counts, drawn on the board",
    },
    ("web/pages/lesson.js", "walking"): {
        "told.steps": "the steps of a lesson",
        "this.steps": "the same",
    },
    ("web/pages/coach.js", "summing"): {
        "run.map(({ gained }) => gained)": "what the moves of a turn added, as the server told",
    },
    ("web/pages/replay.js", "walking"): {
        "this.steps": "how the ranks were decided, as the server tells it",
    },
    ("web/chooser.js", "summing"): {
        "export const worth = ": "whether a planned move still brings what it brought when chosen",
    },
    ("web/choosing.js", "summing"): {
        "const sums = ": "what the moves of a turn add, as the engine tells of each",
    },
    ("web/words.js", "summing"): {
        "const worth = ": "which reason to give for a hint, as the engine tells of each move",
    },
    ("web/celebration.js", "chance"): {
        "const any = ": "where falling paper falls",
    },
}  # fmt: skip


def bare(code: str) -> str:
    """Return code without its comments, line by line."""
    texts = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    patterns = r"/(?![/*])(?:\\.|[^/\\\n])+/[a-z]*(?=[.,;)\s])"
    left = re.compile(rf"({texts}|{patterns})|/\*.*?\*/|//[^\n]*", re.DOTALL)
    return left.sub(lambda one: one[1] or "\n" * one[0].count("\n"), code)


def marks(file: str, code: str) -> list[tuple[str, str, str]]:
    """Return what looks like a rule: file, mark, and its line."""
    found = []
    for line in bare(code).splitlines():
        for mark, pattern in MARKS.items():
            if re.search(pattern, line):
                found.append((file, mark, line.strip()))
    return found


def everything() -> list[tuple[str, str, str]]:
    """Return all such places in the page's code."""
    return [
        place
        for folder in FOLDERS
        for file in sorted(folder.rglob("*.js"))
        for place in marks(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
    ]


def test_the_browser_knows_no_rule() -> None:
    unknown = [
        f"{file}, {mark}: {line}"
        for file, mark, line in everything()
        if not any(code in line for code in ALLOWED.get((file, mark), ()))
    ]
    assert unknown == []


def test_nothing_is_allowed_that_is_not_there() -> None:
    places = everything()
    unused = [
        (file, mark, code)
        for (file, mark), codes in ALLOWED.items()
        for code in codes
        if not any((file, mark) == place[:2] and code in place[2] for place in places)
    ]
    assert unused == []


def names_of_games() -> list[str]:
    """Return what only a game's own folder may name: ids, titles, and the prefixes of rule ids."""
    titles = [
        json.loads(file.read_text("utf-8"))["title"]
        for file in PACKAGE.glob("games/*/web/texts/*.json")
    ]
    return [*names(), *titles, "AX-", "HX-", "RO-", "SC-", "AN-"]


def named_in(text: str) -> list[str]:
    """Return the games that a text names."""
    found = re.compile(
        rf"(?<![a-z])(?:{'|'.join(map(re.escape, names_of_games()))})", re.IGNORECASE
    )
    return found.findall(text)


def test_the_page_itself_names_no_game() -> None:
    """P14: a new game touches none of its files."""
    files = [file for file in (PACKAGE / "web").rglob("*.*") if "__pycache__" not in file.parts]
    named = {file.name: named_in(file.read_text("utf-8")) for file in files}
    assert "index.html" in named
    assert {file: names for file, names in named.items() if names} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'if (info.game === "anubixx") rolls();',
        ".game-second_chance button { width: 4rem; }",
        '"home.title": "AXIO and more"',
        "// as told in HX-17",
    ],
)
def test_a_planted_game_is_found(planted: str) -> None:
    assert named_in(planted)


PLANTED = {
    "judging": "if (isLegal(view, cell)) targets.set(cell, move);",
    "counting": "const after = view.scores[seat][0] + gained;",
    "summing": "const all = points.reduce((a, b) => a + b, 0);",
    "best of": "const result = Math.min(...view.tracks[seat]);",
    "ranking": "order.sort((a, b) => view.results[b] - view.results[a]);",
    "next seat": "const next = (seat + 1) % view.seats;",
    "chance": "const die = 1 + Math.floor(6 * Math.random());",
    "numbers": "if (view.tracks[seat][0] >= 18) again = true;",
    "walking": "while (colour === board[cell]) cell = neighbour(grid, cell, k);",
    "deciding": "if (position.state.phase === SWAPPING) show(box);",
}


@pytest.mark.parametrize("mark", MARKS)
def test_a_planted_rule_is_found(mark: str) -> None:
    code = f"/** A comment: {PLANTED[mark]} */\n{PLANTED[mark]}\n// {PLANTED[mark]}\n"
    found = marks("web/pages/planted.js", code)
    assert mark in {found_mark for _, found_mark, _ in found}
    assert len({line for _, _, line in found}) == 1
    assert len(found) == len({found_mark for _, found_mark, _ in found})  # no comment was read
