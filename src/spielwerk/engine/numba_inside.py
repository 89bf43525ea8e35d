"""Collect LLVM IR from Numba's internals, each use with its reason, for the versions supported.

Numba has no public way to compile a kernel's code for another machine. So this module relies on
internals that other versions may rename or change:

- `Codegen`, `CodeLibrary`: these receive each function's code (LLVM IR) before anything is
  optimised for this machine;
- `CPUContext`: the one object through which all kernels are compiled;
- `CPUCallConv.set_static_user_exc`: the message of an exception, which is never read here;
- `Dispatcher.enable_caching`: Numba's disk cache contains machine code;
- `CompileResult`, `call_conv`, `populate_array`: to call a compiled function from one whose
  arguments are plain numbers.

It changes how this process compiles: afterwards no kernel can be called in it.
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
    """Raise `EngineError` for versions that the builder was not tested with."""
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
    """A function's code as text, before any optimisation pass, and never as machine code.

    Numba's passes would insert vectors of this machine's width.
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
        """Omit the environment, which only code that calls Python reads."""


def collect() -> None:
    """Make this process collect the code of kernels from now on instead of running them."""
    context = cpu_target.target_context
    context._internal_codegen = _Codegen("spielwerk.engine")
    # Large arrays would be addresses in this process; this way they are written into the code.
    # That leaves addresses of kernels as values, such as in a `lambda`; nothing reads them.
    context.allow_dynamic_globals = False
    context.add_dynamic_addr = lambda *args, **kwargs: ir.Constant(cgutils.voidptr_t, None)
    # Nothing calls these kernels from Python or C.
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *args, **kwargs: None
    # An exception traps, whatever its message, which would contain paths of this machine.
    CPUCallConv.set_static_user_exc = lambda *args, **kwargs: None
    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]


class Compiled:
    """A kernel compiled for given argument types, with everything it calls."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        kernel: Any = function
        signature = tuple(map(numba.typeof, arguments))
        kernel.compile(signature)
        self._made = kernel.overloads[signature]
        self.library = self._made.library

    def door(self, name: str) -> str:
        """Return the IR of an exported function with this name that calls the kernel.

        It takes an array as its address and lengths (i32), an integer or a float as f64 (the type
        of JavaScript's numbers), a word (uint64) as i64, a boolean as i32. It returns a number,
        f64, or nothing. Where native code raises an exception, it traps.
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
    """Yield the code of kernels and of everything they call, each library once.

    Libraries are compared by identity: a kernel has the same name for other argument types.
    """
    seen = set()
    left = [kernel.library for kernel in kernels]
    while left:
        library = left.pop()
        if library not in seen:
            seen.add(library)
            left += library._linking_libraries
            yield from library.texts


# Conversion of arguments and results


def _outside(name: str, kind: Any) -> list[ir.Type]:
    """Return the WebAssembly types by which an argument of Numba's type is passed."""
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
    """Convert a passed argument to a value of Numba's type."""
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, given)
    value = next(given)
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", value, ir.Constant(I32, 0))
    if isinstance(kind, types.Integer) and kind is not types.uint64:
        return builder.fptosi(value, context.get_value_type(kind))
    return value


def _array(context: Any, builder: ir.IRBuilder, kind: Any, given: Iterator[ir.Value]) -> ir.Value:
    """Return a Numba array for an address and lengths; it is not reference-counted."""
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
