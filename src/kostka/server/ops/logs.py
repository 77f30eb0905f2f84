"""The log for operators: one JSON object a line.

A line names events, games and numbers. It never holds a token, a guest's name, a room's code
(anybody who has it may enter), a tile, the text of a request, or a whole address.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from pathlib import Path
from traceback import extract_tb
from typing import TextIO

import msgspec

FIELDS = frozenset(
    {"address", "code", "count", "edition", "error", "game", "kind", "near", "room", "rooms"}
    | {"seats", "seconds", "text", "version", "visitors", "where"}
)
"""Fields that a line may have beside its time, its weight and its event."""

Value = str | int | list[str] | None

_LOGGER = logging.getLogger("kostka.server")
_LIBRARY_LOGGERS = ("uvicorn", "asyncio")

_IGNORED_MESSAGES = (
    *("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request"),
    *("Traceback (most recent call last)", "Application startup failed"),
)
"""Messages of the web server about nonsense that scanners send, or that repeat our own."""


def log_event(event: str, weight: int = logging.INFO, **fields: Value) -> None:
    """Write a line about an event, named in one word, with its fields."""
    assert FIELDS.issuperset(fields), f"{sorted(fields)} are not all for the log"
    _LOGGER.log(weight, event, extra={"fields": fields})


def log_failure(event: str, error: BaseException, **fields: Value) -> None:
    """Write which error happened and where, without its message, which may quote a secret."""
    log_event(event, logging.ERROR, **fields, **_describe_error(error))


def mask_address(address: str) -> str:
    """Return the network of an address: enough to block abuse, too little to identify anybody."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    bits = 24 if parsed.version == 4 else 48  # noqa: PLR2004
    return str(ip_network(f"{parsed}/{bits}", strict=False))


class JsonFormatter(logging.Formatter):
    """Formats our own lines and those of the web server alike."""

    def __init__(self, node: str = "") -> None:
        """Put the name of the node into every line, if it has one."""
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        when = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Value] = {
            "at": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "weight": record.levelname.lower(),
        }
        if self._node:
            line["node"] = self._node
        if record.name == _LOGGER.name:
            line |= {"event": record.getMessage()} | getattr(record, "fields", {})
        else:
            text, *_ = record.getMessage().splitlines() or [""]
            line |= {"event": record.name.partition(".")[0], "text": text}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _describe_error(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def start_logging(stream: TextIO, weight: int = logging.INFO, node: str = "") -> None:
    """Write lines of at least this weight to a stream from now on; `node` is in each of them."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(node))
    handler.addFilter(lambda record: not record.getMessage().startswith(_IGNORED_MESSAGES))
    _LOGGER.setLevel(weight)
    for name in (_LOGGER.name, *_LIBRARY_LOGGERS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False


def _describe_error(error: BaseException) -> dict[str, Value]:
    frames = extract_tb(error.__traceback__)
    where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    return {"error": type(error).__name__, "where": where}
