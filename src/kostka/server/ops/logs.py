"""What whoever runs a server reads: one JSON object a line.

A line names events, games and numbers. It never holds a token, a guest's name, a room's code (who
has it may come in), a tile, what somebody sent, or a whole address.
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
    | {"seats", "text", "version", "visitors", "where"}
)
"""Everything that a line may tell beside its time, its weight and its event."""

Value = str | int | list[str] | None

_LOGGER = logging.getLogger("kostka.server")
_OTHERS = ("uvicorn", "asyncio")

_NUISANCES = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request")
"""What the web server would say of everything that a stranger's program sends."""


def note(event: str, weight: int = logging.INFO, **fields: Value) -> None:
    """Write a line: what has happened, in one word, and what belongs to it."""
    assert FIELDS.issuperset(fields), f"{sorted(fields)} are not all for the log"
    _LOGGER.log(weight, event, extra={"fields": fields})


def failed(event: str, error: BaseException, **fields: Value) -> None:
    """Write what went wrong and where; not the error's own words, which may quote a secret."""
    note(event, logging.ERROR, **fields, **_told(error))


def near(address: str) -> str:
    """Give the network of an address: enough to shut out a nuisance, too little to name anybody."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    bits = 24 if found.version == 4 else 48  # noqa: PLR2004
    return str(ip_network(f"{found}/{bits}", strict=False))


class JsonLines(logging.Formatter):
    """Writes our own lines, and what the web server has to say, alike."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line of a record."""
        when = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Value] = {
            "at": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "weight": record.levelname.lower(),
        }
        if record.name == _LOGGER.name:
            line |= {"event": record.getMessage()} | getattr(record, "fields", {})
        else:
            text, *_ = record.getMessage().splitlines() or [""]
            line |= {"event": record.name.partition(".")[0], "text": text}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _told(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def write_to(stream: TextIO, weight: int = logging.INFO) -> None:
    """Write lines of at least this weight there, from now on."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(_NUISANCES))
    _LOGGER.setLevel(weight)
    for name in (_LOGGER.name, *_OTHERS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False


def _told(error: BaseException) -> dict[str, Value]:
    frames = extract_tb(error.__traceback__)
    where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    return {"error": type(error).__name__, "where": where}
