"""Build a game's engine: compile the kernels' own code to one WebAssembly module with LLVM.

`build` starts a separate process, because kernels cannot be called in a process that builds: run as
a program, this module writes a game's engine to its standard output.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable

import llvmlite.binding as llvm

from spielwerk.engine.errors import EngineError
from spielwerk.rules.errors import SpielwerkError

TRIPLE = "wasm32-unknown-unknown"
LEVEL = 3  # of optimisation
REFUSED = 2  # exit code
ANY_VERSION = "--any-version"


def build(name: str, *, any_version: bool = False) -> bytes:
    """Build the engine of the named game, with the supported versions or with any version."""
    words = [sys.executable, "-m", "spielwerk.engine.builder", name]
    done = subprocess.run(
        words + [ANY_VERSION] * any_version,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0"},
        capture_output=True,
        check=False,
    )
    if done.returncode == 0:
        return done.stdout
    told = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
    if done.returncode == REFUSED:
        raise EngineError("engine_refused", told[-1])
    reason = f"no engine can be built of {name}: {told[-1]} (does `spielwerk check {name}` pass?)"
    raise EngineError("engine_failed", reason)


def _compile(name: str) -> bytes:
    """Build a game's engine, in a process that does nothing else."""
    from spielwerk.engine import numba_inside

    numba_inside.collect()  # before any kernel is defined

    from spielwerk.engine.interface import exports
    from spielwerk.engine.linker import link
    from spielwerk.games import find
    from spielwerk.rules.kernel import kernel

    compiled = {
        export: numba_inside.Compiled(
            function if hasattr(function, "py_func") else kernel(function), arguments
        )
        for export, (function, arguments) in exports(find(name)).items()
    }
    doors = {export: one.door(export) for export, one in compiled.items()}
    texts = numba_inside.codes(compiled.values())
    return link(emit_object([*texts, *doors.values()], doors.keys()), doors)


def emit_object(texts: Iterable[str], exports: Iterable[str]) -> bytes:
    """Return an object file with the functions of all IR texts, exporting the named ones."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", opt=LEVEL, reloc="static", codemodel="default"
    )
    header = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    exported = set(exports)
    whole = llvm.parse_assembly(header)
    for text in texts:
        module = llvm.parse_assembly(header + _without_target(text))
        for function in module.functions:
            if not function.is_declaration and function.name not in exported:
                # Functions that several kernels call occur several times. With Numba's linkage,
                # `linkonce_odr`, they would be dropped while nothing calls them yet.
                function.linkage = llvm.Linkage.weak_odr
        whole.link_in(module)
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = llvm.Linkage.internal
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal  # some are `common`, which LLVM cannot emit
    whole.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    tuning.loop_vectorization = tuning.slp_vectorization = False  # the target has no vectors
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    return bytes(machine.emit_object(whole))


def _without_target(text: str) -> str:
    """Return target-independent IR, to be inlined only where LLVM considers it worthwhile.

    Inlining all kernels, as native code does, makes an engine three times as large and no faster.
    """
    lines = []
    for line in text.splitlines():
        if line.startswith(("target triple", "target datalayout")):
            continue
        if line.startswith(("define", "attributes")):
            lines.append(line.replace("alwaysinline", ""))
        else:
            lines.append(line)
    return "\n".join(lines)


def _main(name: str, *options: str) -> None:
    try:
        if ANY_VERSION not in options:
            from spielwerk.engine.numba_inside import check_versions

            check_versions()
        sys.stdout.buffer.write(_compile(name))
    except SpielwerkError as error:
        sys.stderr.write(f"{error.reason}\n")
        sys.exit(REFUSED)


if __name__ == "__main__":
    _main(*sys.argv[1:])
