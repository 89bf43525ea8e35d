"""Check the invariants of one position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from spielwerk.lab.check.wrong import Wrong, telling
from spielwerk.rules import batch
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination, view
from spielwerk.rules.observation import Observation
from spielwerk.rules.state import Numbers, States

SPARE = 256  # extra elements that detect out-of-bounds writes
UNWRITTEN = np.iinfo(np.int64).min
TRIED = 8  # actions that are checked one by one
LISTED = 64  # positions of the list that `nth` is asked for; a sample if it is longer


class Position:
    """A state at a table, and the kernels that read it."""

    def __init__(
        self, game: Game, s: States, seats: int, luck: random.Random, past: Sequence[str] = ()
    ) -> None:
        """`past` are moves that were legal before, and may be so now."""
        self.game, self._s, self._seats, self._luck = game, s, seats, luck
        self._past = past

    def call(self, name: str, *more: Any) -> Any:
        """Call a kernel; report any misbehaviour in one sentence."""
        with telling(f"the kernel `{name}` fails"):
            return getattr(self.game.kernels, name)(self.game.tables, self._s, 0, *more)

    def outcome(self) -> int:
        """Return an outcome of nature, drawn by its weights."""
        most = self.game.most_odds
        weights = np.full(most + SPARE, UNWRITTEN, np.int64)
        n = int(self.call("odds", weights))
        if n > most or (weights[most:] != UNWRITTEN).any():
            raise Wrong(f"`odds` writes {max(n, most + 1)} weights or more; `most_odds` is {most}")
        written = weights[:n].tolist()
        if min(written, default=0) < 0:
            raise Wrong("`odds` writes a negative weight, or leaves one out")
        if not sum(written):
            raise Wrong("nature is to act, but all weights are 0")
        outcome = self._luck.choices(range(n), written)[0]
        topic, _ = self.game.due(self._s, 0)
        if topic not in range(len(self.game.topics)):
            raise Wrong(f"`due` tells topic {topic}, but there are {len(self.game.topics)}")
        number = int(self.call("told", outcome))
        if number >= 0 and int(self.call("outcome", number)) != outcome:
            raise Wrong("`outcome` does not invert `told`")
        return outcome

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat that may act."""
        most = self.game.most_legal
        out = np.full(most + SPARE, UNWRITTEN, np.int64)
        n = int(self.call("legal", seat, out))
        n_written = int((out != UNWRITTEN).sum())
        if max(n, n_written) > most:
            raise Wrong(f"`legal` writes {max(n, n_written)} actions; `most_legal` is {most}")
        actions: list[int] = out[:n].tolist()
        if not actions:
            raise Wrong(f"seat {seat} may act, but has no legal action")
        if UNWRITTEN in actions:
            raise Wrong(f"`legal` returns {n}, but writes {n_written} actions")
        if len(set(actions)) < n:
            raise Wrong("`legal` writes an action twice")
        bad = [action for action in actions if action not in range(self.game.actions)]
        if bad:
            raise Wrong(f"`legal` writes action {bad[0]}; `actions` is {self.game.actions}")
        return actions

    def look(self, seat: int) -> None:
        """Run the detailed checks for a seat that may act."""
        legal = self.legal(seat)
        self._check_counting(seat, legal)
        self._check_moves(seat, legal)
        self._check_refusals(seat, legal)
        self._check_scores()
        self._check_together()
        self._check_granted(seat, legal)

    def _some(self, legal: list[int]) -> list[int]:
        return self._luck.sample(legal, min(TRIED, len(legal)))

    def _check_counting(self, seat: int, legal: list[int]) -> None:
        if (n := int(self.call("count", seat))) != len(legal):
            raise Wrong(f"`count` returns {n}, but `legal` writes {len(legal)} actions")
        places = range(n) if n <= LISTED else self._luck.sample(range(n), LISTED)
        found = {int(self.call("nth", seat, k)) for k in places}
        if len(found) < len(places) or not found <= set(legal):
            raise Wrong("`nth` returns other actions than `legal` writes")
        for action in (*self._luck.choices(range(self.game.actions), k=TRIED), *legal[:TRIED]):
            if bool(self.call("allows", seat, action)) != (action in legal):
                raise Wrong(f"`allows` and `legal` disagree about action {action}")
        words = np.zeros(-(-self.game.actions // 64), np.uint64)
        self.call("mark", seat, np.zeros(self.game.most_legal, np.int64), words)
        marked = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
        if set(marked.tolist()) != set(legal):
            raise Wrong("`mark` sets other bits than those of the actions that `legal` writes")

    def _check_moves(self, seat: int, legal: list[int]) -> None:
        game = self.game
        with telling("a legal action can't be written"):
            moves = game.write_all(self._s, 0, seat, np.array(legal))
        if len(set(moves)) < len(moves):
            twice = next(move for move in moves if moves.count(move) > 1)
            raise Wrong(f"two legal actions are both written {twice!r}")
        for action in self._some(legal):
            move = moves[legal.index(action)]
            with telling(f"{move!r} is written, but can't be read again"):
                found = game.read(self._s, 0, seat, move)
            if found != action:
                raise Wrong(f"{move!r} is written for action {action}, but read as {found}")
            if code := self._why_not(seat, game.notation.read(move))[0]:
                raise Wrong(f"`why_not` refuses the legal move {move!r} (refusal {code})")
            rows = np.zeros((game.most_lines[0] + SPARE, game.most_lines[1]), np.int64)
            n = int(Position(game, self._s.copy(), 0, self._luck).call("lines", seat, action, rows))
            if n > game.most_lines[0]:
                raise Wrong(f"`lines` writes {n} rows; `most_lines` has {game.most_lines[0]}")

    def _check_refusals(self, seat: int, legal: list[int]) -> None:
        """Check that illegal moves are refused with a reason."""
        game = self.game
        for move in self._past:
            numbers = game.notation.read(move)
            is_legal = int(self.call("find", seat, numbers)) in legal
            code, out = self._why_not(seat, numbers)
            if is_legal != (code == 0):
                raise Wrong(
                    f"`why_not` returns {code} for {move!r}, which is {'' if is_legal else 'not '}"
                    "legal"
                )
            if code:
                with telling(f"refusal {code} of `why_not` can't be told"):
                    game.notation.refuse(code, out)

    def _why_not(self, seat: int, numbers: Numbers) -> tuple[int, list[int]]:
        out = np.zeros(2 * self.game.notation.width, np.int64)
        return int(self.call("why_not", seat, numbers, out)), out.tolist()

    def _scores(self, seat: int) -> list[int]:
        names = self.game.score_names(self._seats)
        out = np.full(len(names) + SPARE, UNWRITTEN, np.int64)
        n = int(self.call("scores", seat, out))
        if n != len(names) or (out[n:] != UNWRITTEN).any() or (out[:n] == UNWRITTEN).any():
            raise Wrong(f"`scores` does not write {len(names)} numbers, as `score_names` has")
        scoreboard: list[int] = out[:n].tolist()
        return scoreboard

    def _check_scores(self) -> None:
        for seat in range(self._seats):
            self._scores(seat)

    def _check_together(self) -> None:
        """Check that simultaneous plies commute."""
        acting = self.game.to_act(self._s, 0)
        if len(acting) < 2:
            return
        pair = self._luck.sample(acting, 2)
        chosen = {seat: self._luck.choice(self.legal(seat)) for seat in pair}
        ends = []
        for order in (pair, pair[::-1]):
            position = Position(self.game, self._s.copy(), self._seats, self._luck)
            for seat in order:
                position.call("act", seat, chosen[seat])
            ends.append(position._s.tobytes())
        if ends[0] != ends[1]:
            raise Wrong("seats may act at the same time, but the order in which they do matters")

    # What a seat was granted

    def _check_granted(self, seat: int, legal: list[int]) -> None:
        """Check that what a seat was granted suffices to play, and nothing discloses more."""
        game = self.game
        seen, dealt = view(game.layout, self._s, 0, seat), self._s.copy()
        with telling("bots can't imagine what is hidden"):
            imagination = Imagination(game.layout, game.tables, seat)
            imagination.deal(dealt, 0, batch.stream(self._luck.getrandbits(63), 0))
        if view(game.layout, dealt, 0, seat).tobytes() != seen.tobytes():
            raise Wrong("dealing anew what is hidden changes what the seat sees")
        for alike in (seen, dealt):
            self._check_answers(seat, legal, alike)
        self._check_observation(seat, seen, dealt)

    def _check_answers(self, seat: int, legal: list[int], alike: States) -> None:
        """Check that states which the seat cannot distinguish give the same answers."""
        tried = self._some(legal)
        other = Position(self.game, alike, self._seats, self._luck, self._past)
        others = other.answers(seat, tried)
        for what, answer in self.answers(seat, tried):
            try:
                with telling(what):
                    follows = next(others)[1] == answer
            except Wrong:
                follows = False
            if not follows:
                raise Wrong(f"{what} does not follow from the bytes that a seat was granted")

    def answers(self, seat: int, actions: list[int]) -> Iterator[tuple[str, Any]]:
        """Yield each question that a seat may ask about a position, and the answer."""
        game, s = self.game, self._s
        yield "what is legal", self.legal(seat)
        yield "what scoreboards show", [self._scores(other) for other in range(self._seats)]
        for action in actions:
            with telling("the kernel `lines` fails"):
                lines = game.lines(s, 0, seat, action)
            yield "where points come from", lines
            after = Position(game, s.copy(), self._seats, self._luck)
            after.call("act", seat, action)
            yield "what a move brings", after._scores(seat)
        for move in self._past:
            yield "why a move is refused", self._why_not(seat, game.notation.read(move))

    def _check_observation(self, seat: int, *alike: States) -> None:
        """Check that states which the seat cannot distinguish have the same observation."""
        observation = Observation(self.game)
        with telling("the kernel `observe` fails"):
            rows = [observation.observe(s, 0, seat).tobytes() for s in (self._s, *alike)]
        if len(set(rows)) > 1:
            raise Wrong("`observe` tells more than the seat was granted")
