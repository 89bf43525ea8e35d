"""All that the builder takes from inside Numba, each with its reason, for the versions it knows.

Numba has no door by which the code that it makes for one kernel can be had for another machine.
So this takes, of one version, what other versions may name or do otherwise:

- `Codegen`, `CodeLibrary`: where each function's code (LLVM's IR) is handed over, before anything
  is optimised for this machine;
- `CPUContext`: the one object through which all kernels are compiled;
- `CPUCallConv.set_static_user_exc`: what an exception says, which nobody reads here;
- `Dispatcher.enable_caching`: what comes from Numba's disk cache is machine code;
- `CompileResult`, `call_conv`, `populate_array`: to call a compiled function from one whose
  arguments are plain numbers.

It changes how this process compiles: no kernel can be called in it any more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, codegen
from numba.core.callconv import CPUCallConv
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.np import arrayobj

from spielwerk.engine.errors import EngineError

PYTHON, NUMBA, LLVMLITE = "3.11", "0.68", "0.50"  # the versions that engines are built with

I32, I64, F64 = ir.IntType(32), ir.IntType(64), ir.DoubleType()


def check_versions() -> None:
    """Refuse versions that the builder was not tried with."""
    found = {
        "Python": (".".join(map(str, sys.version_info[:2])), PYTHON),
        "Numba": (_minor(numba.__version__), NUMBA),
        "llvmlite": (_minor(llvmlite.__version__), LLVMLITE),
    }
    wrong = [f"{name} {here}" for name, (here, known) in found.items() if here != known]
    if wrong:
        wanted = ", ".join(f"{name} {known}" for name, (_, known) in found.items())
        reason = (
            f"engines are built with {wanted}, and this is {', '.join(wrong)}: "
            f"install spielwerk[engine] for Python {PYTHON}, or use `make engines`"
        )
        raise EngineError("engine_versions", reason)


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


# Collecting code


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """A function's code as text, as it was before any pass, and never as machine code.

    Numba's passes would write vectors of this machine's width into it.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.texts: list[str] = []

    def add_ir_module(self, ir_module: ir.Module) -> None:
        self.texts.append(cgutils.normalize_ir_text(str(ir_module)))

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class _Codegen(codegen.JITCPUCodegen):  # type: ignore[misc]
    _library_class = _Library

    def set_env(self, env_name: str, env: object) -> None:
        """Leave the environment out, which only code that calls Python reads."""


def collect() -> None:
    """From now on, let this process collect the code of kernels instead of running them."""
    context = cpu_target.target_context
    context._internal_codegen = _Codegen("spielwerk.engine")
    # Large arrays would be addresses of this process; now all of them are written into the code.
    # That leaves addresses of kernels as values, such as a `lambda` holds; nothing reads them.
    context.allow_dynamic_globals = False
    context.add_dynamic_addr = lambda *args, **kwargs: ir.Constant(cgutils.voidptr_t, None)
    # Nothing calls these kernels from Python or C.
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *args, **kwargs: None
    # An exception traps, whatever it says; what it says would hold paths of this machine.
    CPUCallConv.set_static_user_exc = lambda *args, **kwargs: None
    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]


class Compiled:
    """A kernel compiled for arguments of some types, and all that it calls."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        kernel: Any = function
        signature = tuple(map(numba.typeof, arguments))
        kernel.compile(signature)
        self._made = kernel.overloads[signature]
        self.library = self._made.library

    def door(self, name: str) -> str:
        """Return the code of a function of that name that calls the kernel.

        It takes an array as its address and lengths (i32), a whole number or a float as f64,
        JavaScript's own number, a word (uint64) as i64, a truth as i32. It returns a number,
        f64, or nothing. What raises an exception natively traps.
        """
        context, called = self._made.target_context, self._made.fndesc
        module = ir.Module(f"door.{name}")
        inner = context.declare_function(module, called)
        result = _result_type(name, called.restype)
        outside = [one for kind in called.argtypes for one in _outside(name, kind)]
        function = ir.Function(module, ir.FunctionType(result, outside), name)
        builder = ir.IRBuilder(function.append_basic_block())
        given = iter(function.args)
        values = [_inside(context, builder, kind, given) for kind in called.argtypes]
        status, value = context.call_conv.call_function(
            builder, inner, called.restype, called.argtypes, values
        )
        with builder.if_then(status.is_error, likely=False):
            nothing = ir.FunctionType(ir.VoidType(), ())
            builder.call(module.declare_intrinsic("llvm.trap", (), nothing), ())
            builder.unreachable()
        if isinstance(result, ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(_as_number(builder, called.restype, value))
        return str(module)


def codes(kernels: Iterable[Compiled]) -> Iterator[str]:
    """Yield the code of kernels and of all that they call, that of each library once.

    Libraries are told apart as objects: a kernel has the same name for other types of arguments.
    """
    seen = set()
    left = [kernel.library for kernel in kernels]
    while left:
        library = left.pop()
        if library not in seen:
            seen.add(library)
            left += library._linking_libraries
            yield from library.texts


# Values at the door


def _outside(name: str, kind: Any) -> list[ir.Type]:
    """Return how an argument of Numba's type is handed in."""
    if isinstance(kind, types.Array) and kind.layout == "C":
        return [I32] + [I32] * kind.ndim
    if kind is types.uint64:
        return [I64]
    if isinstance(kind, types.Boolean):
        return [I32]
    if isinstance(kind, (types.Integer, types.Float)):
        return [F64]
    raise EngineError("engine_type", f"{name} takes {kind}, which no engine can be given")


def _inside(context: Any, builder: ir.IRBuilder, kind: Any, given: Iterator[ir.Value]) -> ir.Value:
    """Return the value of Numba's type that was handed in."""
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, given)
    value = next(given)
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", value, ir.Constant(I32, 0))
    if isinstance(kind, types.Integer) and kind is not types.uint64:
        return builder.fptosi(value, context.get_value_type(kind))
    return value


def _array(context: Any, builder: ir.IRBuilder, kind: Any, given: Iterator[ir.Value]) -> ir.Value:
    """Return Numba's array over an address and lengths; nobody counts references to it."""
    array = arrayobj.make_array(kind)(context, builder)
    item = context.get_data_type(kind.dtype)
    data = builder.inttoptr(next(given), item.as_pointer())
    lengths = [builder.zext(next(given), I64) for _ in range(kind.ndim)]
    size = ir.Constant(I64, context.get_abi_sizeof(item))
    strides, step = list[ir.Value](), size
    for length in reversed(lengths):
        strides.insert(0, step)
        step = builder.mul(step, length)
    arrayobj.populate_array(array, data, lengths, strides, size, None)
    return array._getvalue()


def _result_type(name: str, kind: Any) -> ir.Type:
    if kind in (types.none, types.void):
        return ir.VoidType()
    if isinstance(kind, (types.Integer, types.Float, types.Boolean)):
        return F64
    raise EngineError("engine_type", f"{name} returns {kind}, which no engine can hand out")


def _as_number(builder: ir.IRBuilder, kind: Any, value: ir.Value) -> ir.Value:
    if isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and not kind.signed):
        return builder.uitofp(value, F64)
    if isinstance(kind, types.Integer):
        return builder.sitofp(value, F64)
    return value if kind is types.float64 else builder.fpext(value, F64)
