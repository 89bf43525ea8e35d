"""How moves are written: patterns over named numbers, read and printed in one way for all games.

A move is a row of numbers. The first says which of the game's forms it has, the others are what
that form speaks of: a piece, cells, what is paid. Unused places hold NOTHING. What the numbers
are called is data, so that the same declaration serves Python and the browser.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.given import quoted
from spielwerk.rules.state import Numbers

NOTHING = -1
KEPT = 1 << 16  # spellings that are remembered

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?(?:\*(\d+))?\}")


class Names(ABC):
    """What the numbers of one kind are called."""

    pattern: str  # a regular expression that all names match
    unknown: str | None = None  # the code with which what only looks like a name is refused

    @abstractmethod
    def write(self, number: int) -> str:
        """Return a number's name."""

    @abstractmethod
    def read(self, name: str) -> int | None:
        """Return the number of that name, or None if there is none."""

    def has(self, number: int) -> bool:
        """Return whether a number has a name."""
        return self.read(self.write(number)) == number


class Words(Names):
    """Names from a list, the numbers counting from 0; a number whose name is empty has none.

    `like` is a regular expression for what a player could take for a name: that is refused with
    the code `unknown` instead of as unreadable.
    """

    def __init__(
        self, words: Sequence[str], like: str | None = None, unknown: str | None = None
    ) -> None:
        self.words, self.unknown = tuple(words), unknown
        self._numbers = {word: number for number, word in enumerate(words) if word}
        longest_first = sorted(self._numbers, key=len, reverse=True)
        self.pattern = like or "|".join(map(re.escape, longest_first))

    def write(self, number: int) -> str:
        return self.words[number]

    def read(self, name: str) -> int | None:
        return self._numbers.get(name)

    def has(self, number: int) -> bool:
        return number in range(len(self.words)) and self.words[number] != ""


class Integers(Names):
    """Numbers that are written as they are, up to `most`."""

    def __init__(self, least: int, most: int) -> None:
        self.range = range(least, most + 1)
        self.pattern = r"0|-?[1-9][0-9]{0,5}"

    def write(self, number: int) -> str:
        return str(number)

    def read(self, name: str) -> int | None:
        number = int(name) if re.fullmatch(self.pattern, name) else None
        return number if number in self.range else None


class Points(Names):
    """Places of a table without an edge, written as `x,y` with up to three digits each."""

    MIDDLE, WIDTH = 1000, 2001

    pattern = r"(?:0|-?[1-9][0-9]{0,2}),(?:0|-?[1-9][0-9]{0,2})"

    def write(self, number: int) -> str:
        x, y = divmod(number, self.WIDTH)
        return f"{x - self.MIDDLE},{y - self.MIDDLE}"

    def read(self, name: str) -> int | None:
        if not re.fullmatch(self.pattern, name):
            return None
        x, y = map(int, name.split(","))
        return (x + self.MIDDLE) * self.WIDTH + y + self.MIDDLE


@dataclass(frozen=True)
class Slot:
    """A number in a form, or with `most` a list of up to that many."""

    name: str
    kind: str  # the kind of names that it is written by
    most: int = 0

    @classmethod
    def read(cls, text: str) -> Slot:
        """Return the slot that is declared as `name`, `name:kind` or `name:kind*most`."""
        declared = _SLOT.fullmatch("{" + text + "}")
        assert declared, text
        return cls(declared[1], declared[2] or declared[1], int(declared[3] or 0))


class Form:
    """One way in which moves are written, such as `{tile} {first:cell}-{second:cell}`.

    A slot `{cells:cell*8}` is a list of up to eight, with commas between them; it comes last. A
    longer list is refused with the code `too_many`, or as unreadable where there is none.
    """

    def __init__(self, name: str, pattern: str, too_many: str | None = None) -> None:
        self.name, self.pattern, self.too_many = name, pattern, too_many
        self.slots = [Slot.read(declared[0][1:-1]) for declared in _SLOT.finditer(pattern)]
        self.texts = list(_SLOT.sub("\0", pattern).split("\0"))
        self.width = sum(slot.most or 1 for slot in self.slots)


@dataclass(frozen=True)
class Refusal:
    """A reason why a move is refused: a code, and the numbers that it speaks of, as slots.

    A slot of the kind `move` is a whole move, such as the one that was meant.
    """

    code: str
    slots: tuple[str, ...] = ()


class Notation:
    """How one game's moves are written, and how it says why one is refused."""

    def __init__(
        self,
        forms: Sequence[Form],
        names: Mapping[str, Names] | None = None,
        refusals: Sequence[Refusal] = (),
        examples: Sequence[str] = (),
        sentences: Mapping[str, str] | None = None,
    ) -> None:
        """`sentences` are what refusals say, by code, with the names of their slots in braces."""
        self.forms, self.names = tuple(forms), dict(names or {})
        self.refusals = tuple(refusals)
        self.width = 1 + max(form.width for form in forms)
        self._examples = " or ".join(f"'{example}'" for example in examples)
        self._sentences = sentences or {}
        self._regexes = [self._regex(form) for form in forms]
        self._written: dict[tuple[int, ...], str] = {}
        self._read: dict[str, Numbers] = {}

    def _regex(self, form: Form) -> re.Pattern[str]:
        parts = [re.escape(form.texts[0])]
        for slot, text in zip(form.slots, form.texts[1:], strict=True):
            one = f"(?:{self.names[slot.kind].pattern})"
            parts.append(f"({one}(?:,{one})*)" if slot.most else f"({one})")
            parts.append(re.escape(text))
        return re.compile("".join(parts), re.ASCII)

    def write(self, move: Sequence[int]) -> str:
        """Return a row of numbers as a move in notation."""
        key = tuple(move)
        written = self._written.get(key)
        if written is None:
            if len(self._written) >= KEPT:
                self._written.clear()
            written = self._written[key] = self._spell(key)
        return written

    def _spell(self, move: tuple[int, ...]) -> str:
        form = self.forms[move[0]]
        spelt, at = [form.texts[0]], 1
        for slot, text in zip(form.slots, form.texts[1:], strict=True):
            names, width = self.names[slot.kind], slot.most or 1
            numbers = [
                number for number in move[at : at + width] if number != NOTHING or not slot.most
            ]
            spelt += [",".join(map(names.write, numbers)), text]
            at += width
        return "".join(spelt)

    def can_write(self, move: Sequence[int]) -> bool:
        """Return whether all numbers in a row have names, as in one that `read` returns."""
        if move[0] not in range(len(self.forms)):
            return False
        at = 1
        for slot in self.forms[move[0]].slots:
            numbers = list(move[at : at + (slot.most or 1)])
            if slot.most:
                numbers = [number for number in numbers if number != NOTHING]
            if not numbers or not all(map(self.names[slot.kind].has, numbers)):
                return False
            at += slot.most or 1
        return True

    def read(self, move: object) -> Numbers:
        """Return the numbers of a move in notation; refuse what is none."""
        if not isinstance(move, str):
            raise IllegalMove("malformed", f"a move is a text, not {quoted(move)}")
        numbers = self._read.get(move)
        if numbers is None:
            if len(self._read) >= KEPT:
                self._read.clear()
            numbers = self._read[move] = self._parse(move)
        return numbers

    def _parse(self, move: str) -> Numbers:
        for number, (form, regex) in enumerate(zip(self.forms, self._regexes, strict=True)):
            found = regex.fullmatch(move)
            if found and (row := self._numbers(number, form, found.groups())) is not None:
                return row
        reason = f"{quoted(move)} is no move"
        if self._examples:
            reason += f"; write one like {self._examples}"
        raise IllegalMove("malformed", reason, move=move)

    def _numbers(self, number: int, form: Form, groups: Sequence[str]) -> Numbers | None:
        row = np.full(self.width, NOTHING, np.int64)
        row[0], at = number, 1
        for slot, group in zip(form.slots, groups, strict=True):
            names = group.split(",") if slot.most else [group]
            if len(names) > (slot.most or 1):
                if form.too_many:
                    raise self._illegal(form.too_many, {})
                return None
            for place, name in enumerate(names, at):
                kind = self.names[slot.kind]
                found = kind.read(name)
                if found is None and kind.unknown:
                    raise self._illegal(kind.unknown, {slot.kind: name})
                if found is None:
                    return None
                row[place] = found
            at += slot.most or 1
        return row

    def refuse(self, refusal: int, numbers: Sequence[int]) -> IllegalMove:
        """Return the refusal of that number, counted from 1, with the numbers it speaks of."""
        refused = self.refusals[refusal - 1]
        details: dict[str, Any] = {}
        at = 0
        for slot in map(Slot.read, refused.slots):
            if slot.kind == "move":
                details[slot.name] = self.write(numbers[at : at + self.width])
                at += self.width
                continue
            names, width = self.names[slot.kind], slot.most or 1
            told = [names.write(n) for n in numbers[at : at + width] if n != NOTHING]
            details[slot.name] = told if slot.most else told[0]
            at += width
        return self._illegal(refused.code, details)

    def _illegal(self, code: str, details: dict[str, Any]) -> IllegalMove:
        words = {
            name: " / ".join(told) if isinstance(told, list) else told
            for name, told in details.items()
        }
        sentence = self._sentences.get(code, f"that is refused: {code.replace('_', ' ')}")
        reason = sentence.format(**words).removesuffix(".")
        return IllegalMove(code, reason, **details)
