"""Remove POSIX functions, signals and modules that Windows lacks, in every process on this path.

It does not make Windows of Linux: `sys.platform`, paths and processes are unchanged, and so is what
Python's own modules and NumPy need here.
"""

import os
import signal
import sys
import types

GONE_FROM_OS = (
    "chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg",
    "getpgid", "getuid", "killpg", "mkfifo", "nice", "sched_getaffinity", "sched_setaffinity",
    "setsid",
)  # fmt: skip
GONE_FROM_SIGNAL = (
    "ITIMER_REAL", "SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIG_BLOCK",
    "SIG_SETMASK", "SIG_UNBLOCK", "alarm", "pthread_kill", "pthread_sigmask", "setitimer",
    "sigwait",
)  # fmt: skip
GONE_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop")

import asyncio  # noqa: E402, F401
import multiprocessing.connection  # noqa: E402
import subprocess  # noqa: E402, F401

import platformdirs  # noqa: E402, F401

for module, names in ((os, GONE_FROM_OS), (signal, GONE_FROM_SIGNAL)):
    for name in names:
        if hasattr(module, name):  # macOS and Windows lack some of them already
            delattr(module, name)
for name in GONE_MODULES:
    sys.modules[name] = None  # type: ignore[assignment]


def locking(_: int, __: int, ___: int) -> None:
    """Pretend to lock a byte of a file."""


msvcrt = types.ModuleType("msvcrt")
msvcrt.locking, msvcrt.LK_NBLCK = locking, 2  # type: ignore[attr-defined]
sys.modules["msvcrt"] = msvcrt
multiprocessing.context.DefaultContext.get_all_start_methods = lambda self: ["spawn"]  # type: ignore[method-assign]
