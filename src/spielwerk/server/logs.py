"""Logs: one line an event, as JSON or for people, and never a secret in it."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any

HIDDEN = "…"
SECRETS = frozenset({
    "authorization", "cookie", "invite", "key", "password", "secret", "seed", "token",
})  # fmt: skip
DEEPEST = 6  # levels of what is logged beside a message

_WORDS = "|".join(sorted(SECRETS))
_QUOTED = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_PATTERNS = (
    # Tokens of ours, wherever they stand.
    (re.compile(r"\bsw_[\w.~-]+"), f"sw_{HIDDEN}"),
    # user:password@ in the address of a database.
    (re.compile(r"(?<=://)([^\s/:@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),
    (re.compile(r"\b(bearer|basic)\s+[^\s\"',]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    # All that a cookie header says, up to the end of its line or quote.
    (re.compile(r"(\bcookie\b\W{0,2}[:=]\s*['\"]?)[^\r\n'\"]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    # token=…, "password": "…", invite%3D…
    (
        re.compile(
            rf"((?:\b|_|%[0-9a-f]{{2}})(?:{_WORDS})\b['\"]?(?:\s*[:=]\s*|%3[ad]))"
            rf"(?:b?(?:{_QUOTED})|[^\s&,;)\]}}\"']+)",
            re.IGNORECASE,
        ),
        rf"\1{HIDDEN}",
    ),
)
_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message", "asctime", "color_message", "taskName",
}  # fmt: skip


def redact(text: str) -> str:
    """Return a text without the secrets in it."""
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def _is_secret(name: str) -> bool:
    return not SECRETS.isdisjoint(re.split(r"[^a-z]+", name.lower()))


def _plain(value: object, depth: int = 0) -> Any:
    """Return a value as JSON has it, without secrets."""
    if isinstance(value, int) or value is None or (isinstance(value, float) and isfinite(value)):
        return value
    if depth < DEEPEST:
        if isinstance(value, Mapping):
            return {
                str(name): HIDDEN if _is_secret(str(name)) else _plain(inner, depth + 1)
                for name, inner in value.items()
            }
        if isinstance(value, list | tuple | set | frozenset):
            return [_plain(inner, depth + 1) for inner in value]
    return redact(str(value))


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return what was logged beside the message."""
    extra = {name: v for name, v in record.__dict__.items() if name not in _USUAL}
    # The web server tells of requests by position.
    if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        names = ("client", "method", "path", "http", "status")
        extra |= dict(zip(names, record.args, strict=True))
    plain: dict[str, Any] = _plain(extra)
    return plain


class _Discreet(logging.Formatter):
    """Secrets are taken out here and not in a filter: an exception becomes text only here.

    Nothing is changed in the record, as other handlers see it too.
    """

    def trouble(self, record: logging.LogRecord) -> str:
        """Return the exception and the stack that were logged, as a text."""
        parts = []
        if record.exc_info:
            parts.append(self.formatException(record.exc_info))
        elif record.exc_text:
            parts.append(record.exc_text)
        if record.stack_info:
            parts.append(self.formatStack(record.stack_info))
        return redact("\n".join(parts))


class Lines(_Discreet):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line; what is logged beside it can't take the place of the rest."""
        moment = datetime.fromtimestamp(record.created, UTC)
        told = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if trouble := self.trouble(record):
            told["exception"] = trouble
        return json.dumps(_fields(record) | told, ensure_ascii=False)


class Words(_Discreet):
    """A line for people; exceptions below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, in which nobody can begin another one."""
        moment = datetime.fromtimestamp(record.created).astimezone()
        message = redact(record.getMessage())
        for mark in {mark for mark in message if not mark.isprintable()}:
            message = message.replace(mark, mark.encode("unicode_escape").decode())
        line = f"{moment:%H:%M:%S} {record.levelname.lower():<8} {message}"
        trouble = self.trouble(record)
        return f"{line}\n{trouble}" if trouble else line


def config(as_json: bool, level: int | str = "INFO") -> dict[str, Any]:
    """Return what `logging.config.dictConfig` and uvicorn's `log_config` take.

    Only names of classes are in it, so it can be handed to other processes.
    """
    kind = Lines if as_json else Words
    ours: dict[str, Any] = {"level": level, "handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"discreet": {"()": f"{kind.__module__}.{kind.__qualname__}"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "discreet",
                "stream": "ext://sys.stderr",
            }
        },
        # Other packages are heard when something is wrong.
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": dict.fromkeys(("spielwerk", "uvicorn", "uvicorn.error", "uvicorn.access"), ours),
    }


def configure(as_json: bool, level: int | str = "INFO") -> None:
    """Log so from now on."""
    logging.config.dictConfig(config(as_json, level))
