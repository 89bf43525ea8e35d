"""AXIO rota's box and set-up: RO-1 to RO-6."""

from collections import Counter
from pathlib import Path

import pytest

import spielwerk as sw
from games.axio_rota.positions import dealt
from spielwerk.games import find
from spielwerk.games.axio_rota import parts
from spielwerk.games.axio_rota.notation import KINDS
from spielwerk.match.match import Match

FULL = """
    gbop gbpo gobp gopb gpbo gpob rbop rbpo robp ropb rpbo rpob rgop rgpo rogp
    ropg rpgo rpog rgbp rgpb rbgp rbpg rpgb rpbg rgbo rgob rbgo rbog rogb robg
"""
WITH_EMPTY_CORNER = """
    _rgb _gbr _brg _rgo _gor _org _rgp _gpr _prg _rbo _bor _orb _rbp _bpr _prb
    _rop _opr _pro _gbo _bog _ogb _gbp _bpg _pgb _gop _opg _pgo _bop _opb _pbo
"""
# The corner of each starting cell that lies in the centre, counted clockwise from the top left.
CENTRE = {"0,0": 1, "1,0": 0, "0,1": 2, "1,1": 3}


def _box() -> Counter[str]:
    numbers = parts.load(None)["tiles"][0].tolist()
    return Counter({kind: n for kind, n in zip(KINDS, numbers, strict=True) if n})


def test_60_tiles_of_four_corners_no_colour_twice_at_most_one_empty() -> None:
    """RO-1"""
    assert _box().total() == 60
    for tile in _box():
        assert len(tile) == len(set(tile)) == 4
        assert set(tile) <= set("rgbop_")


def test_the_mix() -> None:
    """RO-2: each tile once; each colour on 42 corners, 30 corners empty."""
    assert _box() == Counter((FULL + WITH_EMPTY_CORNER).split())
    assert Counter("".join(_box())) == {"_": 30, **dict.fromkeys("rgbop", 42)}


def test_every_tile_is_lying_held_or_still_to_be_drawn() -> None:
    """RO-1, RO-5"""
    match = sw.Match("axio_rota", 4, seed=1)
    state = match.states[0]
    hands = Counter(KINDS[kind] for kind in state.hand[:4].tolist())
    laid = Counter({kind: n for kind, n in zip(KINDS, state.laid.tolist(), strict=True) if n})
    left = Counter({kind: n for kind, n in zip(KINDS, state.unseen.tolist(), strict=True) if n})
    assert (hands.total(), laid.total(), left.total()) == (4, 4, 52)
    assert hands + laid + left == _box()


# Set-up


def test_four_tiles_form_a_square() -> None:
    """RO-4"""
    for seats in range(1, 5):
        assert set(sw.Match("axio_rota", seats, seed=1).view(None)["tiles"]) == set(CENTRE)


def test_empty_corners_lie_in_the_centre() -> None:
    """RO-4: in many deals, on all four cells."""
    turned: Counter[object] = Counter()
    for seed in range(60):
        for cell, tile in sw.Match("axio_rota", 1, seed=seed).view(None)["tiles"].items():
            if "_" in tile:
                assert tile.index("_") == CENTRE[cell]
                turned[cell] += 1
    assert set(turned) == set(CENTRE)


def test_full_tiles_lie_as_they_come() -> None:
    """RO-4: on every cell in each of the four ways."""
    seen: Counter[object] = Counter()
    for seed in range(120):
        for cell, tile in sw.Match("axio_rota", 1, seed=seed).view(None)["tiles"].items():
            if "_" not in tile:
                spelt = next(kind for kind in KINDS if kind in tile + tile)
                seen[cell, tile.index(spelt[0])] += 1
    assert set(seen) == {(cell, turns) for cell in CENTRE for turns in range(4)}
    assert min(seen.values()) > 5  # of about 60 full tiles a cell a quarter lies each way


@pytest.mark.parametrize(("seats", "supply"), [(1, 44), (2, 32), (3, 20), (4, 8)])
def test_twelve_tiles_a_seat_and_the_rest_is_the_supply(seats: int, supply: int) -> None:
    """RO-5: one in hand, eleven in the stack."""
    view = sw.Match("axio_rota", seats, seed=1).view(None)
    assert view["held"] == [1] * seats
    assert view["stacks"] == [11] * seats
    assert view["supply"] == supply


def test_for_one_to_four_seats() -> None:
    """RO-5"""
    assert list(find("axio_rota").seats) == [1, 2, 3, 4]
    for seats in (0, 5):
        with pytest.raises(sw.BadSetting, match="1 to 4 seats"):
            sw.Match("axio_rota", seats)


def test_any_seat_may_start() -> None:
    """RO-6"""
    for first in range(4):
        match = sw.Match("axio_rota", 4, seed=1, first=first)
        acted = []
        for _ in range(5):
            acted.append(match.to_act[0])
            match.play(match.legal(acted[-1])[0])
        assert acted == [(first + n) % 4 for n in range(5)]
    with pytest.raises(sw.BadSetting, match="first seat must be 0 to 3"):
        sw.Match("axio_rota", 4, first=4)


def test_the_starting_seat_may_be_drawn_by_lot() -> None:
    """RO-6"""
    firsts = [sw.Match("axio_rota", 4, seed=n, first="lot").view(None)["first"] for n in range(40)]
    assert set(firsts) == {0, 1, 2, 3}


# A player's own parts

OWN = parts.OWN.read_text(encoding="utf-8")


def _edited(folder: Path, old: str, new: str) -> Path:
    assert old in OWN
    file = folder / "mine.toml"
    file.write_text(OWN.replace(old, new), encoding="utf-8")
    return file


def _tiles(match: Match) -> dict[str, int]:
    return dict(zip(KINDS, match.game.tables["tiles"][0].tolist(), strict=True))


def test_own_parts_are_played_with(tmp_path: Path) -> None:
    """RO-2: a tile that the box does not hold in place of one that it holds."""
    file = _edited(tmp_path, '"_rgb"', '"_grb"')
    mine, usual = _tiles(sw.Match("axio_rota", parts=file)), _tiles(sw.Match("axio_rota"))
    assert (mine["_rgb"], mine["_grb"]) == (0, 1)
    assert (usual["_rgb"], usual["_grb"]) == (1, 0)
    match = sw.replay(dealt("_grb"), parts=file)
    assert "2,0:rb_g" in match.legal(0)
    assert "parts" in match.record()
    with pytest.raises(sw.RecordError, match="was no longer available"):
        sw.replay(dealt("_grb"))
    with pytest.raises(sw.RecordError, match="was no longer available"):
        sw.replay(dealt("_rgb"), parts=file)


def test_a_tile_may_be_in_a_box_twice_and_another_not_at_all(tmp_path: Path) -> None:
    match = sw.Match("axio_rota", parts=_edited(tmp_path, '"gbop"', '"gbpo"'))
    assert (_tiles(match)["gbop"], _tiles(match)["gbpo"]) == (0, 2)
    again = sw.replay(
        dealt("gbpo", "gbpo", square="gobp rbpo / rgop rgbp"), parts=tmp_path / "mine.toml"
    )
    assert again.view(1)["hands"] == [None, "gbpo"]


def test_a_box_may_hold_full_tiles_only(tmp_path: Path) -> None:
    """RO-4: all lie as they come then, and no colour is ever named."""
    file = tmp_path / "full.toml"
    file.write_text(
        f"[tiles]\nfull = {FULL.split() * 2}\nwith_empty_corner = []\n", encoding="utf-8"
    )
    match = sw.Match("axio_rota", 3, seed=1, parts=file)
    for _ in range(6):
        moves = match.legal(match.to_act[0])
        assert not any("=" in move or "_" in move for move in moves)
        match.play(moves[0])


def test_tiles_may_be_spelt_from_any_corner_on(tmp_path: Path) -> None:
    """RO-1: it is the same tile, and the same box."""
    file = _edited(tmp_path, '"gbop", "gbpo"', '"opgb", "pogb"')
    assert _tiles(sw.Match("axio_rota", parts=file)) == _tiles(sw.Match("axio_rota"))
    file = _edited(tmp_path, '"_rgb", "_gbr"', '"b_rg", "br_g"')
    assert "parts" not in sw.Match("axio_rota", parts=file).record()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"gbop", ', "", 12, "60 tiles are needed, not 59"),
        ('"gbop", ', '"gbop", "gbop", ', 12, "60 tiles are needed, not 61"),
        ('"gbop"', '"gbog"', 13, "'gbog' is no tile of four colours, none twice"),
        ('"gbop"', '"gboy"', 13, "'gboy' is no tile of four colours"),
        ('"gbop"', '"GBOP"', 13, "'GBOP' is no tile of four colours"),
        ('"gbop"', '"gbo"', 13, "'gbo' is no tile of four colours"),
        ('"gbop"', '"rgbop"', 13, "'rgbop' is no tile of four colours"),
        ('"gbop"', '""', 13, "'' is no tile of four colours"),
        ('"gbop"', "7", 13, "7 is no tile of four colours"),
        ('"gbop"', '["gbop"]', 13, r"\['gbop'\] is no tile of four colours"),
        ('"gbop"', '"_rgb"', 13, "'_rgb' is no tile of four colours"),
        ('"_rgb"', '"gbop"', 20, "'gbop' is no tile of three colours and _"),
        ('"_rgb"', '"__gb"', 20, "'__gb' is no tile of three colours and _"),
        ('"_rgb"', '"_rrb"', 20, "'_rrb' is no tile of three colours and _"),
        ("full = [", "empty = [", 13, "'empty' is not known here"),
        ("full = [", "full = 7\nmore = [", 14, "'more' is not known here"),
        ("[tiles]", "pyramids = 7\n[tiles]", 12, "'pyramids' is not known here"),
        ("[tiles]", "[tile]", 12, "'tile' is not known here"),
        ("[tiles]", "[[tiles]]", 12, r"the table \[tiles\] is missing"),
        ('"gbop"', "gbop", 14, "Invalid value"),
    ],
)
def test_wrong_parts_are_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """RO-1: 60 tiles, no colour twice on a tile, at most one corner empty."""
    file = _edited(tmp_path, old, new)
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("axio_rota", parts=file)
    assert refused.value.line == line
    assert f"{file}, line {line}: " in refused.value.reason


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, r"the table \[tiles\] is missing"),
        ("[tiles]\nfull = []\n", 1, "'with_empty_corner' is missing"),
        ('[tiles]\nfull = "gbop"\nwith_empty_corner = []\n', 2, "full must be a list of tiles"),
        ("[tiles]\nfull = []\nwith_empty_corner = 7\n", 3, "with_empty_corner must be a list"),
        ("[tiles]\nfull = []\nwith_empty_corner = []\n", 1, "60 tiles are needed, not 0"),
    ],
)
def test_whole_files_that_are_wrong(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    """RO-1"""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("axio_rota", parts=file)
    assert refused.value.line == line
