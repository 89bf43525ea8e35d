"""The browser knows no rule (P1): its code is looked through for what a rule would need.

Whether a move is legal, what it earns, who acts next and who has won come from the server. Code
that found out by itself would have to judge, count, walk from cell to cell, compare with numbers
of the rulebook, or roll dice: each of these has its marks. Where something else looks like one of
them, it is named below with the reason, and only there it is let through.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spielwerk

WEB = Path(spielwerk.__file__).parent / "web"
GAMES = "|".join(spielwerk.games())

# What to look for, and why it would be a rule.
MARKS = {
    # A function that says whether something may be done.
    "judging": r"\b\w*(?:[lL]egal|[vV]alid|[aA]llowed|[pP]la(?:y|ce)able|[fF]its?)(?:Moves?)?\(",
    # Scores are told, and so are a move's points: nothing is to be added to either.
    "counting": r"(?:\.(?:scores?|points|tracks|results|ranks)|\bscores?)\b(?:\[[^\]\n]*\]|\.\w+)*"
    r"\s*(?:[-+*/%]=?\s*[\w(\[]|\+\+|--)"
    r"|[-+*/%]=\s*(?:\w+\.)*(?:scores?|points|tracks|results)\b",
    "summing": r"\b(?:scores?|points|tracks|results|values)\b[^;\n]*\.reduce\(",
    "best of": r"Math\.(?:min|max)\([^;\n]*\b(?:values|scores?|points|tracks|results|ranks)\b",
    # Who has won is told as ranks.
    "ranking": r"\.(?:sort|toSorted)\([^;\n]*\b(?:scores?|points|results|tracks)\b|\bwinner\w*\s*=",
    # Who acts next is told as a list of seats.
    "next seat": r"\b(?:seat|player|turn)\s*[-+]\s*1\)?\s*%",
    # Nature's plies are the server's.
    "chance": r"Math\.random|getRandomValues|\bshuffle",
    # Sizes of hands and boards, goals and prices stand in the games' own folders.
    "numbers": r"\b(?:view|hands?|tracks?|scores?|points|moves|tiles|values?|goal|bag)\b"
    r"(?:\[[^\]\n]*\]|\.\w+)*\s*(?:[=!]==|[<>]=?)\s*(?:[3-9]|\d\d+)\b"
    r"|\b(?:GOAL|HAND|TRACK|TILES|LIMIT|BONUS|PRICES?|POINTS|SEATS)\w*\s*=\s*[\[{\d]",
    # Lines, free places, what touches what.
    "walking": r"\bneighbou?rs?\(|\badjacent\w*\(|\.steps\b|`\$\{\w+ [-+] 1\},",
    # Parts of a view that are not drawn: one would decide something by them.
    "deciding": r"\bview\??\.(?:bag|phase|held|first|shown|bonus_turns|round|deck)\b",
    # A game that is treated unlike the others, outside its own board.
    "one game": rf"[=!]== \"(?:{GAMES})\"|\"(?:{GAMES})\" [=!]==|case \"(?:{GAMES})\"",
}  # fmt: skip

# By file and mark: the code that looks like a rule and is none, and why.
ALLOWED: dict[tuple[str, str], dict[str, str]] = {
    ("boards/axio_rota.js", "walking"): {
        "return [`${x + 1},${y}`, `${x - 1},${y}`": "places around the tiles: drawn, named",
    },
    ("boards/dominoes.js", "walking"): {
        "turns: grid.steps.length": "a tile can be turned as often as cells have sides",
        "const second = neighbour(grid, first, turn)": "a tile in the hand, drawn on two cells",
        "neighbour(grid, name, turn));": "how a tile as it is held is written",
    },
    ("boards/dominoes/grid.js", "walking"): {
        "export function neighbour(": "where a drawing's next cell is",
        "grid.steps[direction]": "the same",
        "grid.steps.findIndex(": "on which side two cells of a tile touch",
    },
    ("boards/dominoes/tracks.js", "best of"): {
        "Math.min(...values)": "the shortest of the tracks is marked",
    },
    ("boards/second_chance.js", "deciding"): {
        'view.phase !== "over"': "who is out is drawn so until all are",
    },
    ("boards/shapes.js", "walking"): {
        "if (!squares.has(`${x + 1},${y}`))": "the outline of a shape",
        "if (!squares.has(`${x - 1},${y}`))": "the same",
    },
    ("live.js", "chance"): {
        "this.wait * (0.75 + Math.random() / 2)": "not all come back at the same moment",
    },
    ("pages/end.js", "counting"): {
        "info.ranks[a] - info.ranks[b]": "in the order of the ranks that were told",
    },
    ("pages/end.js", "ranking"): {
        "info.ranks[seat] === 1": "those of whom rank 1 was told",
    },
    ("pages/table.js", "summing"): {
        "const sum = ": "what the scoreboard grew by, told to those who listen",
    },
}  # fmt: skip


def bare(code: str) -> str:
    """Code without its comments, line by line as it was."""
    texts = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    patterns = r"/(?![/*])(?:\\.|[^/\\\n])+/[a-z]*(?=[.,;)\s])"
    left = re.compile(rf"({texts}|{patterns})|/\*.*?\*/|//[^\n]*", re.DOTALL)
    return left.sub(lambda one: one[1] or "\n" * one[0].count("\n"), code)


def marks(file: str, code: str) -> list[tuple[str, str, str]]:
    """What looks like a rule: file, mark, and its line."""
    found = []
    for line in bare(code).splitlines():
        for mark, pattern in MARKS.items():
            if mark == "one game" and file.startswith("boards/"):
                continue
            if re.search(pattern, line):
                found.append((file, mark, line.strip()))
    return found


def everything() -> list[tuple[str, str, str]]:
    """All such places in the page's code."""
    return [
        place
        for file in sorted(WEB.rglob("*.js"))
        for place in marks(file.relative_to(WEB).as_posix(), file.read_text("utf-8"))
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
    "deciding": 'if (view.phase === "swap") show(box);',
    "one game": 'if (info.game === "anubixx") rolls();',
}


@pytest.mark.parametrize("mark", MARKS)
def test_a_planted_rule_is_found(mark: str) -> None:
    code = f"/** A comment: {PLANTED[mark]} */\n{PLANTED[mark]}\n// {PLANTED[mark]}\n"
    found = marks("pages/planted.js", code)
    assert mark in {found_mark for _, found_mark, _ in found}
    assert len({line for _, _, line in found}) == 1
    assert len(found) == len({found_mark for _, found_mark, _ in found})  # no comment was read
