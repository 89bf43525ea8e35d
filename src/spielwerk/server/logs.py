"""Logging: one line per event, as JSON or for people, with secrets redacted."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from spielwerk.server.limits import Limiter, network

HIDDEN = "…"
SECRETS = frozenset({
    "authorization", "cookie", "invite", "key", "password", "secret", "seed", "token",
})  # fmt: skip
request_id = ContextVar("request_id", default="")  # of the current request
DEEPEST = 6  # nesting levels of extra fields

_WORDS = "|".join(sorted(SECRETS))
_QUOTED = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_PATTERNS = (
    # Our own tokens, anywhere.
    (re.compile(r"\bsw_[\w.~-]+"), f"sw_{HIDDEN}"),
    # user:password@ in a database URL.
    (re.compile(r"(?<=://)([^\s/:@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),
    (re.compile(r"\b(bearer|basic)\s+[^\s\"',]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    # A cookie header's whole value, up to the end of its line or quote.
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

_TOO_MANY = 429
_ELSEWHERE = {  # about refused handshakes, of which another line tells more
    "ASGI callable returned without completing handshake.",
    "connection rejected (%d %s)",
}


def redact(text: str) -> str:
    """Return a text with its secrets replaced."""
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def escape(text: str) -> str:
    """Return a text with its control characters escaped, so that it is one line and harmless."""
    for mark in {mark for mark in text if not mark.isprintable()}:
        text = text.replace(mark, mark.encode("unicode_escape").decode())
    return text


def _is_secret(name: str) -> bool:
    return not SECRETS.isdisjoint(re.split(r"[^a-z]+", name.lower()))


def _plain(value: object, depth: int = 0) -> Any:
    """Convert a value to JSON types, without secrets."""
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
    """Return the extra fields of a log record."""
    extra = {name: v for name, v in record.__dict__.items() if name not in _USUAL}
    # uvicorn passes a request's fields by position.
    if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        names = ("client", "method", "path", "http", "status")
        extra |= dict(zip(names, record.args, strict=True))
    plain: dict[str, Any] = _plain(extra)
    return plain


class _Discreet(logging.Formatter):
    """Redact secrets here rather than in a filter, because exceptions become text only here.

    The record itself is left unchanged, since other handlers see it too.
    """

    def trouble(self, record: logging.LogRecord) -> str:
        """Return the logged exception and stack as text."""
        parts = []
        if record.exc_info:
            parts.append(self.formatException(record.exc_info))
        elif record.exc_text:
            parts.append(record.exc_text)
        if record.stack_info:
            parts.append(self.formatStack(record.stack_info))
        return redact("\n".join(parts))


class Lines(_Discreet):
    """Format each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line; extra fields can't override the standard ones."""
        moment = datetime.fromtimestamp(record.created, UTC)
        told = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if request := request_id.get():
            told["request"] = request
        if trouble := self.trouble(record):
            told["exception"] = trouble
        return json.dumps(_fields(record) | told, ensure_ascii=False)


class Words(_Discreet):
    """Format each record as a line for people, with exceptions below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line; control characters are escaped, so none can be forged."""
        moment = datetime.fromtimestamp(record.created).astimezone()
        message = escape(redact(record.getMessage()))
        line = f"{moment:%H:%M:%S} {record.levelname.lower():<8} {message}"
        if request := request_id.get():
            line += f" (request {request})"
        trouble = self.trouble(record)
        return f"{line}\n{trouble}" if trouble else line


class Answered(logging.Filter):
    """Quieten uvicorn's messages about clients that were answered properly.

    Invalid UTF-8 is logged without a traceback. Clients that send too much don't fill the log:
    refusals by a rate limit are logged once per network and minute, and broken requests, of which
    uvicorn does not tell the network, once per minute.
    """

    def __init__(self) -> None:
        super().__init__()
        self._floods = Limiter(1 / 60, 1)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        if record.msg == "Invalid UTF-8 sequence received from client.":
            record.exc_info = None
        if record.msg == "Invalid HTTP request received.":
            return not self._floods.take(record.msg)
        if record.name.startswith("uvicorn") and isinstance(record.args, tuple):
            if len(record.args) > 2 and record.args[-1] == _TOO_MANY:
                client = str(record.args[0]).rpartition(":")[0]
                return not self._floods.take(network(client))
        return record.msg not in _ELSEWHERE


def config(as_json: bool, level: int | str = "INFO") -> dict[str, Any]:
    """Return a configuration for `logging.config.dictConfig` and uvicorn's `log_config`.

    It contains only class names, so it can be passed to other processes.
    """
    kind = Lines if as_json else Words
    ours: dict[str, Any] = {"level": level, "handlers": [], "propagate": True}
    # uvicorn's debug lines contain truncated headers and messages, where a secret may appear
    # without the name by which it would be recognized.
    web_server = ours | {"level": "INFO" if level == "DEBUG" else level}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"discreet": {"()": f"{kind.__module__}.{kind.__qualname__}"}},
        "filters": {"answered": {"()": f"{Answered.__module__}.{Answered.__qualname__}"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "discreet",
                "filters": ["answered"],
                "stream": "ext://sys.stderr",
            }
        },
        # Other packages log only warnings and errors.
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "spielwerk": ours,
            **dict.fromkeys(("uvicorn", "uvicorn.error", "uvicorn.access"), web_server),
        },
    }


def configure(as_json: bool, level: int | str = "INFO") -> None:
    """Apply this logging configuration."""
    logging.config.dictConfig(config(as_json, level))
