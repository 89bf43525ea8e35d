"""Parse and print moves: each game declares patterns over named numbers, and one reader serves all.

A move is a row of numbers. The first selects one of the game's forms; the others are that form's
arguments: a piece, cells, a payment. Unused places contain NOTHING. Names of numbers are data, so
the same declaration serves Python and the browser.
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
KEPT = 1 << 16  # maximum number of cached spellings

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?(?:\*(\d+))?\}")


class Names(ABC):
    """The names for one kind of number."""

    pattern: str
    """A regular expression that matches every name."""
    unknown: str | None = None
    """Refusal code for text that looks like a name but is not one."""

    @abstractmethod
    def write(self, number: int) -> str:
        """Return the name of a number."""

    @abstractmethod
    def read(self, name: str) -> int | None:
        """Return the number with this name, or None if there is none."""

    def has(self, number: int) -> bool:
        """Return whether a number has a name."""
        return self.read(self.write(number)) == number


class Words(Names):
    """Names from a list, numbered from 0; a number with an empty name has no name.

    `like` is a regular expression for text that a player could mistake for a name: such text is
    refused with the code `unknown` rather than as unreadable.
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
    """Integers up to `most`, written in decimal."""

    def __init__(self, least: int, most: int) -> None:
        self.range = range(least, most + 1)
        self.pattern = r"0|-?[1-9][0-9]{0,5}"

    def write(self, number: int) -> str:
        """Return a number in decimal."""
        return str(number)

    def read(self, name: str) -> int | None:
        """Return the number with this name, or None if it is out of range."""
        number = int(name) if re.fullmatch(self.pattern, name) else None
        return number if number in self.range else None


class Points(Names):
    """Coordinates on an unbounded table, written as `x,y` with up to three digits each."""

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
    """A number in a form, or, with `most`, a list of up to that many numbers."""

    name: str
    kind: str  # which `Names` print it
    most: int = 0

    @classmethod
    def read(cls, text: str) -> Slot:
        """Parse a slot declared as `name`, `name:kind` or `name:kind*most`."""
        declared = _SLOT.fullmatch("{" + text + "}")
        assert declared, text
        return cls(declared[1], declared[2] or declared[1], int(declared[3] or 0))


class Form:
    """One pattern for writing moves, such as `{tile} {first:cell}-{second:cell}`.

    A slot `{cells:cell*8}` is a comma-separated list of up to eight; it must come last. A longer
    list is refused with the code `too_many`, or as unreadable if there is no such code.
    """

    def __init__(self, name: str, pattern: str, too_many: str | None = None) -> None:
        self.name, self.pattern, self.too_many = name, pattern, too_many
        self.slots = [Slot.read(declared[0][1:-1]) for declared in _SLOT.finditer(pattern)]
        self.texts = list(_SLOT.sub("\0", pattern).split("\0"))
        self.width = sum(slot.most or 1 for slot in self.slots)


@dataclass(frozen=True)
class Refusal:
    """A reason for refusing a move: a code, and its arguments as slots.

    A slot of the kind `move` is a whole move, such as the one the player probably meant.
    """

    code: str
    """Names its sentence in the game's texts: `refused.<code>`."""
    slots: tuple[str, ...] = ()
    """The arguments of that sentence, each a `kind` or a `name:kind`."""


class Notation:
    """The notation of one game: how to write its moves, and how to explain a refusal."""

    def __init__(
        self,
        forms: Sequence[Form],
        names: Mapping[str, Names] | None = None,
        refusals: Sequence[Refusal] = (),
        examples: Sequence[str] = (),
        sentences: Mapping[str, str] | None = None,
    ) -> None:
        """Store the forms; `sentences` maps a refusal's code to its text, with slots in braces."""
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
        """Return a move in notation."""
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
        """Return whether every number in the row has a name, as in any row that `read` returns."""
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
        """Parse a move in notation; raise `IllegalMove` if it is not one."""
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
        """Return refusal number `refusal`, counted from 1, with its arguments."""
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
