"""The commands: their output, their exit codes, and that nothing ends in a traceback."""

import gc
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

import spielwerk as sw
from lab.outside import install
from spielwerk import cli
from spielwerk.cli.console import print_table
from spielwerk.match.shares import Share, SharedSeed
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import site

COMMAND = [sys.executable, "-m", "spielwerk"]
Refused = Callable[..., str]


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        text=True,
        env=os.environ | {"COLUMNS": "100"},
        check=False,
    )


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that is refused, in this process; return the one line that it prints."""

    def run_here(*words: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "argv", ["spielwerk", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == 2
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1, told
        assert told.startswith("spielwerk: ")
        return told.removeprefix("spielwerk: ")

    return run_here


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    done = run("simulate", "axio", "--games", "20", "--records", str(file), "--trace")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("20 games of axio, 2 seats, seed 1: ")
    return file


def test_simulated_records_hold(records: Path) -> None:
    done = run("replay", str(records))
    assert (done.returncode, done.stdout) == (0, "20 of 20 records are valid\n")


def test_simulated_numbers_are_the_records_numbers(records: Path) -> None:
    done = run("simulate", "axio", "--games", "20", "--json")
    summary = json.loads(done.stdout)
    told = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    assert summary["games"] == len(told) == 20
    assert summary["plies"] == sum(len(record["plies"]) for record in told)
    for seat in range(2):
        ranks = [record["result"]["ranks"] for record in told]
        wins = sum((r[seat] == 1) / r.count(1) for r in ranks)
        assert summary["seats"][seat]["win_share"] == pytest.approx(wins / 20)


@pytest.mark.parametrize("game", [*sw.games()])
def test_every_game_is_simulated_recorded_and_replayed(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ("--games", "5", "--seats", "3", "--first", "lot", "--records", str(file), "--trace")
    done = run("simulate", game, *words)
    assert done.returncode == 0, done.stderr
    assert run("replay", str(file)).stdout == "5 of 5 records are valid\n"


def test_options_reach_the_records(tmp_path: Path) -> None:
    file = tmp_path / "hidden.jsonl"
    words = ("--games", "1", "--option", "hands=hidden", "--records", str(file))
    assert run("simulate", "axio_hex", *words).returncode == 0
    assert json.loads(file.read_text(encoding="utf-8"))["options"] == {"hands": "hidden"}


def test_soaking_tells_of_every_table() -> None:
    done = run("soak", "axio_hex", "--number", "30")
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        f"axio_hex, {seats} seats" for seats in (2, 3, 4)
    ]
    assert lines[-1].startswith("0 games break an invariant; ")
    assert done.returncode == 0


def test_a_problem_is_one_line_with_record_ply_and_reason(records: Path, tmp_path: Path) -> None:
    lines = records.read_text(encoding="utf-8").splitlines()
    third = json.loads(lines[2])
    third["plies"][6]["scores"][0] += 1
    fifth = json.loads(lines[4])
    fifth["result"]["ranks"] = fifth["result"]["ranks"][::-1]
    lines[2], lines[4] = json.dumps(third), json.dumps(fifth)
    file = tmp_path / "altered.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    done = run("replay", str(file))
    assert done.returncode == 1
    first, second, last = done.stdout.splitlines()
    assert first.startswith("record 3: ply 6: the scores are ")
    assert second.startswith("record 5: result: the ranks are ")
    assert last == "18 of 20 records are valid"


def test_fairness_is_checked_with_one_command(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    done = run("play", "axio", "--seats", "1", "--seed", "7", "--record", str(file), typed="quit\n")
    assert done.returncode == 0, done.stderr
    match = sw.Match("axio", 1, 7)
    bot = sw.bot("zufall", 1)
    while not match.over:
        match.play(bot.choose(match, 0))
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    done = run("replay", "--fair", str(file))
    assert (done.returncode, done.stdout) == (0, "1 of 1 records are valid, and their draws fair\n")
    unfair = match.record()
    unfair["fair"]["seed"] = "00" * 32
    file.write_text(json.dumps(unfair), encoding="utf-8")
    done = run("replay", "--fair", str(file))
    assert done.returncode == 1
    assert "not the one that was committed to" in done.stdout


def test_fairness_is_checked_with_the_players_shares(tmp_path: Path) -> None:
    file, share = tmp_path / "shared.jsonl", Share.fresh()
    match = sw.Match("axio", 2, SharedSeed(bytes(32), (share, None)))
    bots = [sw.bot("zufall", seat) for seat in range(2)]
    while not match.over:
        seat = match.to_act[0]
        match.play(bots[seat].choose(match, seat), seat)
    record = match.record()
    assert record["fair"]["shares"] == [share.record(), None]
    file.write_text(json.dumps(record), encoding="utf-8")
    done = run("replay", "--fair", str(file))
    assert (done.returncode, done.stdout) == (0, "1 of 1 records are valid, and their draws fair\n")
    record["fair"]["shares"][0] = Share.fresh().record()
    file.write_text(json.dumps(record), encoding="utf-8")
    done = run("replay", "--fair", str(file))
    assert done.returncode == 1
    assert "0 of 1 records are valid" in done.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["simulate", "chess"], "there is no game 'chess' (known: "),
        (["simulate", "axio", "--seats", "5"], "axio has 1 to 4 seats, not 5"),
        (["simulate", "axio", "--games", "0"], "--games"),
        (["simulate", "axio", "--games", "many"], "--games"),
        (["simulate", "axio", "--bots", "kasparov"], "there is no bot 'kasparov'"),
        (["simulate", "axio", "--bots", "zufall,zufall,zufall"], "one bot for all seats or 2"),
        (["simulate", "axio", "--first", "2"], "the first seat must be 0 to 1 or 'lot'"),
        (["simulate", "axio", "--trace"], "needs --records"),
        (["simulate", "axio", "--on", "mars"], "'here' or on 'ray', not on 'mars'"),
        (["simulate", "axio", "--on", "ray", "--workers", "2"], "workers of its own"),
        (["simulate", "axio", "--results", "/proc/x"], "/proc/x"),
        (["tune", "axio", "--vary", "worlds"], "write what may vary like"),
        (["tune", "axio", "--vary", "width=1..3"], "there is no parameter 'width'"),
        (["tune", "axio", "--vary", "plies=1..3", "--bot", "geselle"], "there is no bot"),
        (["arena", "axio", "--bots", "meister:worlds=0,geselle"], "worlds must be 1 to 1000"),
        (["simulate", "axio", "--seed", str(2**64)], "--seed"),
        (["perft", "axio", "--seed", str(2**64)], "--seed"),
        (["perft", "axio", "--plies", "9" * 30], "--plies"),
        (["play", "axio", "--first", "1" * 5000], "must be a number or 'lot'"),
        (["play", "axio", "--first", "٠"], "must be a number or 'lot'"),
        (["replay", "--commitment", "00", "x"], "--commitment needs --fair"),
        (["simulate", "axio", "--records", "/no/such/folder/x"], "No such file or directory"),
        (["simulate", "axio", "--parts", "/no/such/file"], "No such file or directory"),
        (["simulate", "axio", "--sets", "2"], "No such option: --sets"),
        (["simulate"], "Missing argument"),
        (["juggle"], "No such command 'juggle'"),
        (["replay", "/no/such/file"], "No such file or directory"),
        (["replay", sys.executable], "not a text file"),
        (["play", "axio", "--humans", "3"], "1 to 2 people can play"),
        (["play", "axio", "--first", "me"], "the first seat must be a number or 'lot'"),
        (["play", "axio", "--bot", "kasparov"], "there is no bot"),
        (["perft", "axio", "--seats", "7"], "axio has 1 to 4 seats"),
        (["bench", "chess"], "there is no game 'chess'"),
        (["bench", "axio", "--against", "deep_blue"], "there is no peer 'deep_blue'"),
        (["soak", "chess"], "there is no game 'chess'"),
        (["check", "chess"], "there is no game 'chess'"),
        (["check", "axio", "--games", "0"], "--games"),
        (["simulate", "axio_hex", "--option", "hands"], "write an option like hands=hidden"),
        (["simulate", "axio_hex", "--option", "hands=gone"], "hands must be one of open, hidden"),
        (["play", "axio", "--option", "hands=open"], "axio has no option 'hands' (known: none)"),
        (["play", "second_chance", "--first", "1"], "in second_chance no seat starts"),
    ],
)
def test_bad_input_is_one_clear_line(refused: Refused, words: list[str], reason: str) -> None:
    assert reason in refused(*words)


def test_a_broken_file_is_bad_input(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    for text in (
        '{"format": "spielwerk/1"',
        '{"format": "spielwerk/1", "format": "spielwerk/1"}',
        '{"seats": NaN}',
        '{"seats": ' + "9" * 5000 + "}",
        "[" * 100_000,
    ):
        file.write_text(text + "\n", encoding="utf-8")
        assert "line 1: this is not JSON" in refused("replay", str(file))


def test_a_wrong_parts_file_is_bad_input(refused: Refused, records: Path, tmp_path: Path) -> None:
    assert "No such file" in refused("replay", str(records), "--parts", str(tmp_path / "none"))


def test_a_reader_who_has_had_enough_is_no_failure() -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "axio", "--depth", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had here")
def test_a_full_disk_is_one_line() -> None:
    done = run("simulate", "axio", "--games", "3", "--records", "/dev/full")
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_input_ends_the_game() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m spielwerk play axio --seed 7 <&-"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "You have left the game." in done.stdout


@pytest.mark.parametrize(
    ("move", "reason"),
    [("nonsense", "is no move"), ("rb g9-g8", "br g8-g9"), ("rr d4-d5", "hold this tile")],
)
def test_a_wrong_move_from_a_file_ends_the_game_with_a_line(
    refused: Refused, move: str, reason: str
) -> None:
    assert reason in refused("play", "axio", "--seed", "7", typed=move + "\n")


def test_perft_prints_a_line_a_depth() -> None:
    done = run("perft", "axio", "--seats", "2", "--seed", "1", "--depth", "2")
    assert done.stdout.splitlines() == ["0 1", "1 320", "2 4800"]


def test_games_and_version() -> None:
    assert run("games").stdout.splitlines() == [
        "anubixx: 2 to 5 seats",
        "axio: 1 to 4 seats",
        "axio_hex: 2 to 4 seats",
        "axio_rota: 1 to 4 seats",
        "second_chance: 1 to 6 seats",
    ]
    assert run("--version").stdout.startswith("spielwerk ")


def test_help_names_every_command() -> None:
    told = run("--help").stdout
    known = ("games", "play", "simulate", "replay", "perft", "bench", "soak")
    for command in (*known, "arena", "tune", "report", "serve", "check", "admin"):
        assert f"\n  {command} " in told
    words = " ".join(told.split())
    assert "Without a command: start a server on this machine, and open its page" in words


def test_every_refusal_has_a_code_and_a_sentence() -> None:
    error = SpielwerkError("code", "a sentence", cell="g8")
    assert (error.code, error.reason, str(error), error.details) == (
        "code",
        "a sentence",
        "a sentence",
        {"cell": "g8"},
    )


@pytest.mark.compiled
@pytest.mark.parametrize("columns", ["40", "80"])
def test_no_table_loses_a_figure(columns: str, tmp_path: Path) -> None:
    """Nor does the arena fail on a game of four plies."""
    install(tmp_path, "cards")
    bots = "lehrling,geselle"
    done = subprocess.run(
        [*COMMAND, "arena", "cards", "--bots", bots, "--games", "4"],
        capture_output=True,
        text=True,
        env=os.environ
        | {"COLUMNS": columns, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)},
        check=True,
    )
    head, *rows = done.stdout.splitlines()[1:]
    assert "…" not in done.stdout
    assert head.split()[0] == "bot"
    for name, row in zip(bots.split(","), rows, strict=True):
        assert re.fullmatch(rf" {name} +[\d.]+% +[\d.]+% to [\d.]+%( +[\d.]+){{5}} *", row)


@pytest.mark.parametrize("width", [10, 40, 80])
def test_tables_are_as_wide_as_their_figures(width: int) -> None:
    written = io.StringIO()
    table = Table("moves/s, median", "p50 ms", box=None)
    table.add_row("2,612,345", "1,234.5")
    print_table(table, Console(file=written, width=width))
    head, row = written.getvalue().splitlines()
    assert head.split() == ["moves/s,", "median", "p50", "ms"]
    assert row.split() == ["2,612,345", "1,234.5"]


@pytest.mark.compiled
def test_baselines_are_told_in_rewards(tmp_path: Path) -> None:
    install(tmp_path, "cards")
    words = ("baselines", "cards", "--bots", "geselle,zufall", "--against", "zufall")
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path), "COLUMNS": "40"}
    done = subprocess.run(
        [*COMMAND, *words, "--games", "60"],
        capture_output=True,
        text=True,
        env=os.environ | plain,
        check=True,
    )
    head, better, worse, _ = done.stdout.splitlines()
    assert head.split()[:3] == ["environment", "bot", "against"]
    assert better.split()[:3] == ["spielwerk/cards-v0", "geselle", "zufall"]
    assert float(better.split()[3]) > max(0.2, float(worse.split()[3]))


def test_a_site_is_written_over_an_older_one_and_nothing_else(
    tmp_path: Path, refused: Refused
) -> None:
    folder = tmp_path / "site"
    assert site.write(folder) == sw.games()
    (folder / "at" / "older").mkdir()
    assert site.is_free(folder)
    site.write(folder)
    assert len(list((folder / "at").iterdir())) == 1
    shell = (folder / "index.html").read_text("utf-8")
    assert '"/' not in shell  # it may lie below any path
    (folder / "mine.txt").touch()
    assert "holds other files" in refused("site", "-o", str(folder))
    assert (folder / "mine.txt").exists()


def test_what_a_server_imports_is_kept_from_the_garbage_collector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its modules stay: to search them would take longer the more there are."""
    found: list[tuple[bool, bool]] = []
    before = gc.get_freeze_count()

    def run(*_: object, **__: object) -> None:
        found.append((gc.isenabled(), gc.get_freeze_count() > before))

    monkeypatch.setattr("spielwerk.server.running.run", run)
    monkeypatch.setattr(sys, "argv", ["spielwerk", "serve"])
    with pytest.raises(SystemExit):
        cli.main()
    gc.unfreeze()
    assert found == [(True, True)]
