"""The linker: data is placed behind the stack, and unknown parts are refused."""

from typing import Any

import pytest
import wasmtime

from spielwerk.engine.builder import emit_object
from spielwerk.engine.errors import EngineError
from spielwerk.engine.linker import STACK, link

LETTERS = "@letters = constant [5 x i8] c{text}\n@first = global ptr @letters\n"
NTH = """
define double @nth(i32 %k) {
  %start = load ptr, ptr @first
  %place = getelementptr i8, ptr %start, i32 %k
  %letter = load i8, ptr %place
  %number = uitofp i8 %letter to double
  ret double %number
}
define void @point_to(i32 %k) {
  %place = getelementptr i8, ptr @letters, i32 %k
  store ptr %place, ptr @first
  ret void
}
"""
DEEP = """
define double @deep(i32 %n) {
  %room = alloca [1024 x i8]
  %place = getelementptr i8, ptr %room, i32 %n
  store volatile i8 1, ptr %place
  %over = icmp eq i32 %n, 0
  br i1 %over, label %end, label %on
on:
  %less = sub i32 %n, 1
  %below = call double @deep(i32 %less)
  %more = fadd double %below, 1.0
  store volatile i8 2, ptr %place
  ret double %more
end:
  ret double 0.0
}
"""


class Module:
    """A linked module under wasmtime."""

    def __init__(self, text: str, *exports: str) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        code = link(emit_object([text], exports), exports)
        self.exports = wasmtime.Instance(self._store, wasmtime.Module(engine, code), []).exports(
            self._store
        )

    def __call__(self, name: str, *words: Any) -> Any:
        function: Any = self.exports[name]
        return function(self._store, *words)


def test_addresses_lead_to_data() -> None:
    module = Module(LETTERS.format(text='"abcde"') + NTH, "nth", "point_to")
    assert [module("nth", k) for k in range(5)] == list(map(float, b"abcde"))
    module("point_to", 3)
    assert module("nth", 0) == ord("d")


def test_the_stack_is_as_large_as_told_and_ends_in_a_trap() -> None:
    module = Module(DEEP, "deep")
    assert module("deep", STACK // 1024 // 2) == STACK // 1024 // 2
    with pytest.raises(wasmtime.Trap):
        module("deep", 2 * STACK // 1024)


def test_functions_of_somebody_elses_are_refused() -> None:
    text = """
declare double @log(double)
define double @ours(double %x) {
  %y = call double @log(double %x)
  ret double %y
}"""
    with pytest.raises(EngineError, match="kernels call log, which is no kernel") as refused:
        link(emit_object([text], ["ours"]), ["ours"])
    assert refused.value.code == "engine_import"


def test_functions_as_values_are_refused() -> None:
    text = """
@chosen = global ptr @one
define double @one() {
  ret double 1.0
}
define double @called() {
  %function = load ptr, ptr @chosen
  %result = call double %function()
  ret double %result
}
define void @choose(i32 %place) {
  %function = inttoptr i32 %place to ptr
  store ptr %function, ptr @chosen
  ret void
}"""
    with pytest.raises(EngineError, match="which the linker does not know"):
        link(emit_object([text], ["called", "choose"]), ["called", "choose"])


def test_what_is_no_object_file_is_refused() -> None:
    with pytest.raises(EngineError, match="no object file of WebAssembly"):
        link(b"\x7fELF" + bytes(100), [])
