"""Link one WebAssembly object file from LLVM into a module with memory, stack and exports.

All of a game is one LLVM module, so there are no symbols to resolve: functions, types and globals
keep their indices. Only data moves, to after the stack, and with it the addresses that relocations
refer to. Any other content of an object file is refused. (The format: WebAssembly's core
specification, and Linking.md of WebAssembly/tool-conventions.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from spielwerk.engine.errors import EngineError

STACK = 1 << 18  # bytes; it grows down from here to 0, so that an overflow traps
PAGE = 1 << 16
ALIGNED = 16
MAGIC = b"\0asm\1\0\0\0"
LINKING_VERSION = 2

# Sections
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
START, ELEMENT, CODE, DATA, DATA_COUNT = range(8, 13)
KNOWN_SECTIONS = {TYPE, IMPORT, FUNCTION, CODE, DATA, DATA_COUNT}

# Kinds of imports and exports
A_FUNCTION, A_TABLE, A_MEMORY, A_GLOBAL = range(4)

# Relocations: indices, which stay unchanged, and addresses in three encodings
FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX = 0, 6, 7
ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = 3, 4, 5
PADDED = 5  # bytes of a relocatable number

# Symbols
SYMBOL_TABLE = 8
SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_GLOBAL, SYMBOL_SECTION = range(4)
UNDEFINED, NAMED = 0x10, 0x40

I32_CONST, END = 0x41, 0x0B
I32 = 0x7F


class _Reader:
    """Reads numbers, names and bytes sequentially."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def unsigned(self) -> int:
        return self._leb()[0]

    def signed(self) -> int:
        value, bits, negative = self._leb()
        return value - (1 << bits) if negative else value

    def _leb(self) -> tuple[int, int, bool]:
        """Read a LEB128 number: its unsigned value, its width in bits, and its sign bit."""
        value = bits = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << bits
            bits += 7
            if byte < 0x80:
                return value, bits, bool(byte & 0x40)

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.take(self.unsigned()).decode()


def _unsigned(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _signed(value: int) -> bytes:
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def _padded(value: int) -> bytes:
    """Encode a number as LEB128, padded to the width of a relocation."""
    last = PADDED - 1
    return bytes(value >> 7 * k & 0x7F | (0x80 if k < last else 0) for k in range(PADDED))


def _name(text: str) -> bytes:
    return _unsigned(len(text.encode())) + text.encode()


def _vector(items: Collection[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


def _constant(value: int) -> bytes:
    return bytes([I32_CONST]) + _signed(value) + bytes([END])


def _refused(what: str) -> EngineError:
    return EngineError("bad_object", f"the object file has {what}, which the linker does not know")


@dataclass
class _Object:
    """The contents of an object file."""

    sections: dict[int, bytearray] = field(default_factory=dict)
    relocations: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # kind, offset
    functions: dict[str, int] = field(default_factory=dict)  # indices of those defined, by name

    @classmethod
    def read(cls, data: bytes) -> _Object:
        if data[: len(MAGIC)] != MAGIC:
            raise EngineError("bad_object", "this is no object file of WebAssembly")
        found, reader, order = cls(), _Reader(data, len(MAGIC)), list[int]()
        while not reader.is_done:
            kind, size = reader.byte(), reader.unsigned()
            body = reader.take(size)
            order.append(kind)
            if kind == CUSTOM:
                found._read_custom(_Reader(body), order)
            elif kind in KNOWN_SECTIONS:
                found.sections[kind] = bytearray(body)
            else:
                raise _refused(f"a section of kind {kind}")
        return found

    def _read_custom(self, part: _Reader, order: list[int]) -> None:
        name = part.name()
        if name == "linking":
            self.functions = dict(_defined_functions(part))
        elif name.startswith("reloc."):
            section = order[part.unsigned()]
            if section != CUSTOM:  # relocations of debugging sections are omitted
                self.relocations[section] = list(_read_relocations(part))

    def imported_functions(self) -> Iterator[str]:
        """Yield the names of imported functions; refuse unexpected imports of other kinds."""
        part = _Reader(bytes(self.sections.get(IMPORT, b"\0")))
        for _ in range(part.unsigned()):
            part.name()  # of a module
            name, kind = part.name(), part.byte()
            if kind == A_FUNCTION:
                part.unsigned()
                yield name
            elif kind == A_MEMORY and name == "__linear_memory":
                if part.unsigned():
                    raise _refused("a memory with a limit")
                part.unsigned()
            elif kind == A_GLOBAL and name == "__stack_pointer":
                part.take(2)
            else:
                raise _refused(f"an import {name} of kind {kind}")


def _read_relocations(part: _Reader) -> Iterator[tuple[int, int]]:
    for _ in range(part.unsigned()):
        kind, at = part.byte(), part.unsigned()
        part.unsigned()  # the symbol's index: its address is already at the offset
        if kind in (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32):
            part.signed()
            yield kind, at
        elif kind not in (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX):
            raise _refused(f"a relocation of kind {kind}")


def _defined_functions(part: _Reader) -> Iterator[tuple[str, int]]:
    """Yield the names and indices of the functions that an object file defines."""
    version = part.unsigned()
    if version != LINKING_VERSION:
        raise _refused(f"version {version} of the linking section")
    while not part.is_done:
        kind, size = part.byte(), part.unsigned()
        body = _Reader(part.take(size))
        if kind == SYMBOL_TABLE:
            yield from _defined_in(body)


def _defined_in(table: _Reader) -> Iterator[tuple[str, int]]:
    for _ in range(table.unsigned()):
        kind, flags = table.byte(), table.unsigned()
        undefined = flags & UNDEFINED
        if kind == SYMBOL_DATA:
            table.name()
            if not undefined:
                for _ in range(3):  # segment, offset, size
                    table.unsigned()
        elif kind == SYMBOL_SECTION:
            table.unsigned()
        elif kind in (SYMBOL_FUNCTION, SYMBOL_GLOBAL):
            number = table.unsigned()
            name = table.name() if not undefined or flags & NAMED else ""
            if kind == SYMBOL_FUNCTION and not undefined:
                yield name, number
        else:
            raise _refused(f"a symbol of kind {kind}")


def _move(body: bytearray, relocations: Iterable[tuple[int, int]], by: int) -> None:
    """Relocate the addresses in a section."""
    for kind, at in relocations:
        if kind == ADDRESS_I32:
            address = int.from_bytes(body[at : at + 4], "little") + by
            body[at : at + 4] = address.to_bytes(4, "little")
        else:
            place = _Reader(bytes(body[at : at + PADDED]))
            address = place.unsigned() if kind == ADDRESS_LEB else place.signed()
            body[at : at + PADDED] = _padded(address + by)


def _moved_segments(data: bytes, by: int) -> tuple[list[bytes], int]:
    """Return the segments of a data section at their new offsets, and the end of the last one."""
    part, moved, end = _Reader(data), [], by
    for _ in range(part.unsigned()):
        if part.unsigned() != 0 or part.byte() != I32_CONST:
            raise _refused("data whose place is no number")
        place = part.signed() + by
        part.byte()  # END
        content = part.take(part.unsigned())
        end = max(end, place + len(content))
        moved.append(_unsigned(0) + _constant(place) + _unsigned(len(content)) + content)
    return moved, end


def link(data: bytes, exports: Iterable[str], stack: int = STACK) -> bytes:
    """Link an object file to a module that exports the named functions.

    It also exports its `memory` and `__heap_base`, the first address that it does not use itself.
    It imports nothing: kernels that call external functions are refused.
    """
    found = _Object.read(data)
    if needed := sorted(set(found.imported_functions())):
        reason = f"kernels call {', '.join(needed)}, which is no kernel: engines import nothing"
        raise EngineError("engine_import", reason, functions=needed)
    for section, relocations in found.relocations.items():
        _move(found.sections[section], relocations, stack)
    segments, end = _moved_segments(bytes(found.sections.get(DATA, b"\0")), stack)
    base = -(-end // ALIGNED) * ALIGNED
    exported = [_name("memory") + bytes([A_MEMORY, 0]), _name("__heap_base") + bytes([A_GLOBAL, 1])]
    exported += [
        _name(name) + bytes([A_FUNCTION]) + _unsigned(found.functions[name]) for name in exports
    ]
    stack_pointer, heap_base = bytes([I32, 1]) + _constant(stack), bytes([I32, 0]) + _constant(base)
    made = {
        TYPE: bytes(found.sections[TYPE]),
        FUNCTION: bytes(found.sections[FUNCTION]),
        MEMORY: _vector([bytes([0]) + _unsigned(-(-base // PAGE))]),
        GLOBAL: _vector([stack_pointer, heap_base]),
        EXPORT: _vector(exported),
        DATA_COUNT: _unsigned(len(segments)),
        CODE: bytes(found.sections[CODE]),
        DATA: _vector(segments),
    }
    return MAGIC + b"".join(
        bytes([kind]) + _unsigned(len(body)) + body for kind, body in made.items()
    )
