"""Checking a game: each of its author's mistakes is reported in one sentence."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lab.outside import install
from spielwerk.lab import check
from wait import wait_for_exit, wait_until

# A name, the replacement in the game's text, and the sentence.
BROKEN = {
    "endless": (
        ("if r.called < ROUNDS * r.seats else 0", "if True else 0"),
        ("r.points[seat] += 3 if", "r.points[seat] = 3 if"),
        ("        r.called += 1\n", ""),
        "a game did not end within 5,000 plies (2 seats, game 0)",
    ),
    "long_list": (
        ("most_legal = most_odds = CARDS", "most_odds = CARDS\n    most_legal = CARDS - 1"),
        "`legal` writes 3 actions; `most_legal` is 2 (2 seats, game 0)",
    ),
    "few_odds": (
        ("most_legal = most_odds = CARDS", "most_legal = CARDS\n    most_odds = CARDS - 1"),
        "`odds` writes 3 weights or more; `most_odds` is 2 (2 seats, game 0)",
    ),
    "swapped": (
        ("def scores(t, s, i, seat, out)", "def scores(t, s, i, out, seat)"),
        (
            "the kernel `scores` takes its arguments in another order (t, s, i, out, seat) "
            "than it is given them (t, s, i, seat, out)"
        ),
    ),
    "one_less": (
        ("def nth(t, s, i, seat, k)", "def nth(t, s, seat, k, i=0)"),
        (
            "the kernel `nth` takes its arguments in another order (t, s, seat, k, i) "
            "than it is given them (t, s, i, seat, k)"
        ),
    ),
    "too_few": (
        ("def ranks(t, s, i, out)", "def ranks(t, s, i)"),
        "the kernel `ranks` takes 3 arguments (t, s, i) instead of 4 (t, s, i, out)",
    ),
    "miscounted": (
        ("return CARDS if s[i].last == CARDS else CARDS - 1", "return CARDS"),
        "`count` returns 3, but `legal` writes 2 actions (2 seats, game 0)",
    ),
    "misplaced": (
        ("return k if k < s[i].last else k + 1", "return k"),
        "`nth` returns other actions than `legal` writes (2 seats, game 0)",
    ),
    "unreadable": (
        ('"low", "middle", "high"', '"low", "", "high"'),
        "'call ' is written, but can't be read again: 'call ' is no move (2 seats, game 0)",
    ),
    "misread": (
        ("    return move[1]\n", "    return 2 - move[1]\n"),
        "is written for action",
    ),
    "twice": (
        ('"low", "middle", "high"', '"low", "low", "high"'),
        "two legal actions are both written 'call low' (2 seats, game 0)",
    ),
    "refuses": (
        ("return 1 if move[1] == s[i].last else 0", "return 1"),
        "`why_not` refuses the legal move",
    ),
    "allows_all": (
        ("return 1 if move[1] == s[i].last else 0", "return 0"),
        "which is not legal (2 seats, game 0)",
    ),
    "speechless": (
        ("return 1 if move[1] == s[i].last else 0", "return 2 if move[1] == s[i].last else 0"),
        "refusal 2 of `why_not` can't be told: IndexError: tuple index out of range",
    ),
    "peeps": (
        (
            "if card != s[i].last:",
            "if card != s[i].last and (n == 0 or s[i].hand[1 - seat % 2, card] == 0):",
        ),
        (
            "return CARDS if s[i].last == CARDS else CARDS - 1",
            "return legal(t, s, i, seat, np.empty(9, np.int64))",
        ),
        (
            "return k if k < s[i].last else k + 1",
            "out = np.empty(9, np.int64)\n    legal(t, s, i, seat, out)\n    return out[k]",
        ),
        "what is legal does not follow from the bytes that a seat was granted (",
    ),
    "scores_peep": (
        ("out[0] = s[i].points[seat]", "out[0] = s[i].points[seat] + s[i].bag[0]"),
        "what scoreboards show does not follow from the bytes that a seat was granted (",
    ),
    "leaks": (
        (
            "class Cards(Game):",
            (
                "@kernel\ndef observe(t, s, i, seat, out):\n    out[:] = s[i].bag\n\n\n"
                "from spielwerk.rules.observation import Feature, laid_out\n\n\n"
                "class Cards(Game):\n    features = laid_out(Feature('bag', (CARDS,), 'It.', 2))"
            ),
        ),
        ("why_not=why_not", "why_not=why_not, observe=observe"),
        "`observe` tells more than the seat was granted (2 seats, game 0)",
    ),
    "unimagined": (
        ('owner("u1", SEATS, CARDS, pool="cards", size="held")', 'owner("u1", SEATS, CARDS)'),
        ('secret("u1", CARDS, pool="cards")', 'secret("u1", CARDS)'),
        (
            "bots can't imagine what is hidden: TypeError: hand is hidden, and of no pool that "
            "could be dealt anew (2 seats, game 0)"
        ),
    ),
    "unranked": (
        ("        out[seat] = 1\n", "        out[seat] = 2\n"),
        "but 1 is the best, and ties share a rank (2 seats, game 0)",
    ),
    "few_ranks": (
        (
            "    for seat in range(s[i].seats):\n        out[seat] = 1",
            "    for seat in range(1):\n        out[seat] = 1",
        ),
        "`ranks` does not write 2 ranks (2 seats, game 0)",
    ),
    "forgetful": (
        (
            "class Cards(Game):",
            (
                "from spielwerk.rules.reveals import FIRST, Shape, Topic\n\n\nclass Cards(Game):\n"
                "    topics = (Topic('dealt', Shape.ONE, 'card'),)\n"
                "    setup_keys = (FIRST, 'dealt')"
            ),
        ),
        "a record can't be replayed: ",
    ),
    "leftovers": (
        ("    r.points[:] = 0\n", ""),
        "`start` leaves in points what was there before (2 seats, game 0)",
    ),
    "beyond": (
        ("        r.last = action\n", "        r.last = action\n        r.points[seat + 3] = 0\n"),
        "the kernel `act` fails: IndexError: index ",
    ),
    "overflows": (
        ("        r.last = action\n", "        r.last = action\n        r.points[seat] += 250\n"),
        "the kernel `act` fails: ",
    ),
    "nameless": (
        ('{"card": Words', '{"kind": Words'),
        "it can't be set up: KeyError: 'card'",
    ),
    "absent": (
        ("1 << r.first", "1 << 3"),
        "`turn` is 8: a seat may act that is not at the table (2 seats, game 0)",
    ),
}

DRIVER = """
import json, sys
from spielwerk.lab.check.process import check

class Report:
    def __init__(self):
        self.problems = []

    def at(self, what):
        pass

    def write(self, **told):
        self.problems += told.get("problems", ())

for name in sys.argv[1:]:
    report = Report()
    check("plain", name, 2, report)
    print(json.dumps(report.problems))
"""


def environment(folder: Path) -> dict[str, str]:
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "SPIELWERK_CACHE": str(folder / "c")}


def run(folder: Path, *words: str, plain: bool = False) -> subprocess.CompletedProcess[str]:
    jit = {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", *words],
        env=environment(folder) | jit,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a good game and all the broken ones."""
    folder = tmp_path_factory.mktemp("games")
    install(folder, "cards")
    for name, (*changes, _) in BROKEN.items():
        install(folder, name, *changes)  # type: ignore[arg-type]
    return folder


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, list[str]]:
    """Return their mistakes, found by one process."""
    names = ["cards", *BROKEN]
    done = run(folder, "-c", DRIVER, *names, plain=True)
    assert done.returncode == 0, done.stderr
    return dict(zip(names, map(json.loads, done.stdout.splitlines()), strict=True))


def test_nothing_is_wrong_with_a_good_game(found: dict[str, list[str]]) -> None:
    assert found["cards"] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_mistake_is_one_sentence(found: dict[str, list[str]], name: str) -> None:
    *_, sentence = BROKEN[name]
    assert len(found[name]) == 1, found[name]
    assert str(sentence) in found[name][0]
    assert "\n" not in found[name][0]


def test_the_command_prints_it_and_exits_with_1(folder: Path) -> None:
    done = run(folder, "-m", "spielwerk", "check", "long_list", "--games", "1")
    told = "long_list: `legal` writes 3 actions; `most_legal` is 2 (2 seats, game 0)\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, told, "")


def test_an_unknown_game_is_bad_input(folder: Path) -> None:
    done = run(folder, "-m", "spielwerk", "check", "chess")
    assert done.returncode == 2
    assert done.stderr.startswith("spielwerk: there is no game 'chess' (known: absent, ")


def test_a_game_that_cannot_be_loaded_is_told(folder: Path) -> None:
    install(folder, "unloadable", ("SEATS, CARDS, ROUNDS = 3, 3, 2", "SEATS, CARDS, ROUNDS = 3"))
    done = run(folder, "-m", "spielwerk", "check", "unloadable")
    reason = "the game unloadable can't be loaded: TypeError: cannot unpack"
    assert (done.returncode, done.stdout[:64]) == (1, f"unloadable: {reason}"[:64])


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("uncompiled", [("r.bag[card] = t[0].cards[card]", "r.bag[card] = sum([2])")]),
        (
            "dispatched",  # by a loop, which finds the kernel by the type of states
            [
                (
                    "class Cards(Game):",
                    "@kernel\ndef fault(t, s, i):\n    return sum([0])\n\n\nclass Cards(Game):",
                ),
                ("why_not=why_not", "why_not=why_not, fault=fault"),
            ],
        ),
    ],
)
def test_what_does_not_compile_is_one_sentence(
    folder: Path, name: str, changes: list[tuple[str, str]]
) -> None:
    install(folder, name, *changes)
    done = run(folder, "-m", "spielwerk", "check", name, "--games", "1")
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert (
        "this does not compile: No implementation of function Function(<built-in function sum>"
        in line
    )
    assert f"{name}/__init__.py, line " in line
    assert len(line) < 300


STUCK = """
import json, sys
from spielwerk.lab.check import check
print(json.dumps(check(sys.argv[1], 1, silence=float(sys.argv[2]))))
"""


def test_a_kernel_that_does_not_end_is_told(folder: Path) -> None:
    loop = "    r.seats, r.first, r.turn = seats, first, NATURES_TURN\n"
    install(folder, "stuck", (loop, f"{loop}    while r.turn:\n        pass\n"))
    done = run(folder, "-c", STUCK, "stuck", "5")
    [sentence] = json.loads(done.stdout)
    assert sentence.startswith("`start` does not come to an end (")
    assert "stuck/__init__.py, line 3" in sentence


def test_a_crash_is_told(folder: Path) -> None:
    dies = "    import os\n    os.kill(os.getpid(), 9)\n    r = s[i]\n    r.seats, r.first"
    install(folder, "dying", ("    r = s[i]\n    r.seats, r.first", dies))
    done = run(folder, "-c", STUCK, "dying", "60")
    assert json.loads(done.stdout) == ["the process was ended by SIGKILL (setting it up)"]


def test_ctrl_c_is_heard(folder: Path) -> None:
    mark = folder / "mark"
    loop = (
        f"    import os, pathlib\n    pathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\n"
        "    while True:\n        pass\n"
    )
    install(folder, "busy", ("    return CARDS if s[i].last == CARDS else CARDS - 1\n", loop))
    # A process started in the background ignores it, and so would those that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, "-m", "spielwerk", "check", "busy"], env=environment(folder)
    ) as process:
        pid = wait_until(lambda: mark.exists() and mark.read_text(), "the kernel runs")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    wait_for_exit([int(pid)])


def test_other_games_when_compiled_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def heard(mode: str, *_: object) -> check._Heard:
        return check._Heard(traces=mode)

    monkeypatch.setattr(check, "_run", heard)
    assert check.check("axio") == [
        "compiled, the same kernels play other games than as plain Python"
    ]
