"""Properties of every game at every number of seats, over whole games driven by Hypothesis."""

import copy
import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from games.driving import choose, every_table, finished, greeds, moments, seeds, stopped
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules.hidden import Imagination, view
from spielwerk.rules.state import Sight

depths = st.integers(0, 80)


@every_table
@given(seed=seeds, greed=greeds)
def test_tiles_are_conserved(name: str, seats: int, seed: int, greed: float) -> None:
    match = Match(name, seats, seed)
    layout, tables = match.game.layout, match.game.tables
    for _ in moments(match, seed, greed):
        state = match.states[0]
        for pool, fields in layout.pools().items():
            kinds = tables[pool].shape[-1]
            held = np.zeros(kinds, int)
            for name_of_field in fields:
                field, tiles = layout.fields[name_of_field], state[name_of_field]
                if field.single:
                    held += np.bincount(tiles[state[field.size] > 0], minlength=kinds)
                    continue
                held += tiles.reshape(-1, kinds).astype(int).sum(axis=0)
                if field.sight is Sight.OWNER:
                    assert tiles.sum(axis=1).tolist() == state[field.size].tolist()
            if not any(layout.fields[field].endless for field in fields):
                assert held.tolist() == tables[pool][0].tolist()


@every_table
@given(seed=seeds, greed=greeds)
def test_legal_moves_and_notations_and_counts_agree(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    game = match.game
    for _ in moments(match, seed, greed, share=0.05):
        for seat in match.to_act:
            states = match.states
            actions = game.legal(states, 0, seat).tolist()
            moves = [game.write(states, 0, seat, action) for action in actions]
            assert [game.read(states, 0, seat, move) for move in moves] == actions
            assert all(0 <= action < game.actions for action in actions)
            assert match.legal(seat) == sorted(set(moves))
            n = game.kernels.count(game.tables, states, 0, seat)
            assert 0 < n == len(actions) <= game.most_legal
            by_number = {game.kernels.nth(game.tables, states, 0, seat, k) for k in range(n)}
            assert by_number == set(actions)
        for other in set(range(seats)) - set(match.to_act):
            assert match.legal(other) == []


@every_table
@given(seed=seeds, greed=greeds, depth=depths)
def test_what_is_legal_is_accepted_and_nothing_else(
    name: str, seats: int, seed: int, greed: float, depth: int
) -> None:
    match = stopped(name, seats, seed, greed, depth)
    before = match.states.tobytes()
    tried = _moves_of_another_match(name, seats, seed)
    for seat in range(seats):
        legal = set(match.legal(seat))
        for move in tried:
            if move not in legal:
                with pytest.raises(sw.IllegalMove):
                    match.play(move, seat)
        assert match.states.tobytes() == before
        for move in sorted(legal)[:: 1 + len(legal) // 50]:
            after = copy.deepcopy(match)
            after.play(move, seat)
            assert after.plies[-1].move == move


def _moves_of_another_match(name: str, seats: int, seed: int) -> list[str]:
    other = Match(name, seats, seed ^ 1)
    luck = random.Random(seed)
    moves: set[str] = set()
    for _ in moments(other, seed, 0.0):
        for seat in other.to_act:
            legal = other.legal(seat)
            moves.update(luck.sample(legal, min(20, len(legal))))
    return sorted(moves)


@every_table
@given(seed=seeds, greed=greeds)
def test_records_replay_to_the_same_bytes(name: str, seats: int, seed: int, greed: float) -> None:
    match = finished(name, seats, seed, greed)
    for trace in (False, True):
        record = json.loads(json.dumps(match.record(trace)))
        again = sw.replay(record)
        assert again.states.tobytes() == match.states.tobytes()
        assert again.record(trace) == record
    sw.check_fair(match.record())


@every_table
@given(seed=seeds, greed=greeds, depth=depths)
def test_a_replayed_match_can_be_played_on(
    name: str, seats: int, seed: int, greed: float, depth: int
) -> None:
    match = stopped(name, seats, seed, greed, depth)
    again = sw.replay(match.record(), seed=seed)
    assert again.states.tobytes() == match.states.tobytes()
    luck = random.Random(seed)
    while not match.over:
        seat, move = choose(match, luck, greed)
        match.play(move, seat)
        again.play(move, seat)
    assert again.record(trace=True) == match.record(trace=True)


@every_table
@given(seed=seeds, greed=greeds)
def test_undo_restores_the_same_bytes(name: str, seats: int, seed: int, greed: float) -> None:
    match = Match(name, seats, seed)
    luck = random.Random(seed)
    while not match.over:
        before, told = match.states.tobytes(), match.record(trace=True)
        seat, move = choose(match, luck, greed)
        match.play(move, seat)
        after = match.states.tobytes()
        for other in range(seats):
            if other != seat and match.can_undo(other):
                _take_back_and_repeat(copy.deepcopy(match), other)
        if match.can_undo(seat):
            assert "reveals" not in match.record()["plies"][-1]
            match.undo(seat)
            assert match.states.tobytes() == before
            assert match.record(trace=True) == told
            match.play(move, seat)
        else:
            with pytest.raises(sw.UndoRefused):
                match.undo(seat)
        assert match.states.tobytes() == after


def _take_back_and_repeat(match: Match, seat: int) -> None:
    """Check that what a seat took back while others acted at the same time can be done again."""
    before = match.states.tobytes()
    ply = next(ply for ply in reversed(match.plies) if ply.seat == seat)
    match.undo(seat)
    assert seat in match.to_act
    match.play(ply.move, seat)
    assert match.states.tobytes() == before


@every_table
@given(seed=seeds, greed=greeds)
def test_seats_that_act_at_the_same_time_may_act_in_any_order(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    luck = random.Random(seed)
    for _ in moments(match, seed, greed, share=0.06):
        chosen = [(seat, luck.choice(match.legal(seat))) for seat in match.to_act]
        ways = [copy.deepcopy(match) for _ in range(2)]
        for way in ways:
            for seat, move in chosen:
                assert seat in way.to_act
                way.play(move, seat)
            luck.shuffle(chosen)
        assert ways[0].states.tobytes() == ways[1].states.tobytes()
        assert ways[0].plies[-1].reveals == ways[1].plies[-1].reveals


@every_table
@given(seed=seeds, greed=greeds)
def test_views_do_not_change_when_the_unseen_is_dealt_anew(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    game = match.game
    stream = np.array([seed], np.uint64)
    imagined = [Imagination(game.layout, game.tables, seat) for seat in range(seats)]
    for _ in moments(match, seed, greed, share=0.06):
        for viewer in range(seats):
            states = match.states
            imagined[viewer].deal(states, 0, stream)
            for seat in (viewer, None):
                before = view(game.layout, match.states, 0, seat)
                after = view(game.layout, states, 0, seat)
                assert before.tobytes() == after.tobytes()
                assert game.display.show(before) == game.display.show(after)
                if seat is not None:
                    assert game.display.show_own(before, seat) == game.display.show_own(after, seat)
            for acting in match.to_act:  # a redealt state can be played on
                assert len(game.legal(states, 0, acting)) > 0
            told = copy.copy(match)
            told._position = copy.copy(match._position)
            told._position.states = states
            assert told.view(viewer) == match.view(viewer)
            assert told.view(None) == match.view(None)


@every_table
@given(seed=seeds, greed=greeds)
def test_views_are_ready_for_json_and_hold_only_what_is_granted(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    for _ in moments(match, seed, greed, share=0.05):
        for viewer in (*range(seats), None):
            shown = match.view(viewer)
            assert (shown["game"], shown["seats"], shown["viewer"]) == (name, seats, viewer)
            assert json.loads(json.dumps(shown)) == shown
            seen = view(match.game.layout, match.states, 0, viewer)
            assert not seen.view(np.uint8)[~match.game.layout.grants(viewer)].any()
            assert match.game.display.draw(shown).plain


@every_table
@given(seed=seeds)
def test_a_start_does_not_depend_on_what_was_there(name: str, seats: int, seed: int) -> None:
    game = find(name)
    fresh, used = game.layout.empty(1), game.layout.empty(1)
    used.view(np.uint8)[:] = np.random.default_rng(seed).integers(0, 256, used.nbytes, np.uint8)
    for states in (fresh, used):
        game.kernels.start(game.tables, states, 0, seats, 0)
    for field in set(game.layout.fields) - {"filler"}:
        assert fresh[field].tobytes() == used[field].tobytes()


@every_table
@given(seed=seeds, greed=greeds)
def test_final_ranks_are_a_competition_ranking(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    for _ in moments(match, seed, greed):
        assert match.ranks is None
    ranks = match.ranks or []
    assert [1 + sum(other < rank for other in ranks) for rank in ranks] == ranks
    assert match.to_act == ()
    assert len(ranks) == seats
