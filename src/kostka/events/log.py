"""The append-only log of a game: a header and events, each line chained to the one before by hash.

Saved, a log is a JSON Lines file. Line 1 is the header, every further line one event:

    {"kostka":"numbers","schema":1,"header":{...},"hash":"<64 hex digits>"}
    {"n":1,"at":null,"event":{...},"hash":"<64 hex digits>"}

A line's hash is SHA-256 over the previous line's hash (none for line 1) and the line's own bytes
before the hash field, so no byte can change unnoticed without rewriting everything after it. Only
players' names may follow the hash of line 1 (see `unchained_names`).
The hashes stay on the server: a player who saw them during a game could find hidden tiles by
trying the few possible events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, Generic, TypeVar, cast

import msgspec

from kostka.events.codec import from_builtins, make_decoder, to_builtins, to_json
from kostka.events.errors import BadInput, BadRecord, format_input, quote
from kostka.events.json_errors import describe_json_error
from kostka.events.unchained_names import encode_line_end, put_names_in, take_names_out

H = TypeVar("H")
E = TypeVar("E")
T = TypeVar("T")

_HASH_FIELD = re.compile(rb',"hash":"([0-9a-f]{64})"}\Z')

Upgrade = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Turns a raw "header" or "event" of one schema version into that of the next."""


END_OF_TIME = 253_402_300_800_000
Milliseconds = Annotated[int, msgspec.Meta(ge=0, lt=END_OF_TIME)]
"""Since 1970, up to the year 9999."""


class Entry(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """One line of a log: its number, when it happened (if known) and what."""

    n: int
    at: Milliseconds | None
    event: E
    hash: str
    more: bool = False
    """Whether the next event belongs to the same command: both happened, or neither."""


class _HeaderLine(msgspec.Struct, Generic[H]):
    kostka: str
    schema: int
    header: H
    hash: str
    names: tuple[str, ...] | None = None


class _KindLine(msgspec.Struct):
    kostka: str


class _EventType(msgspec.Struct):
    type: str


class _LastLine(msgspec.Struct):
    event: _EventType


@dataclass(frozen=True)
class LogFormat(Generic[H, E]):
    """How the logs of one kind of game are written, and how older ones are upgraded."""

    game: str
    schema: int
    header_type: type[H]
    event_type: Any
    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    unchained_names_since: int | None = None
    """The first schema version whose header has its `names` outside the chain of hashes; None if
    there are none. The version before differs in nothing else: its logs stay in it."""
    later_fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By part of the header: fields that it got after logs had been written without them, with the
    value that they have there. A header leaves them out as long as they have it, so that logs from
    before and after are written alike and every hash stays."""

    def encode_header(self, header: H) -> dict[str, Any]:
        """Return a header as plain values, without later fields that say what none would say."""
        fields: dict[str, Any] = to_builtins(header)
        for part, later in self.later_fields.items():
            fields[part] = {
                name: value
                for name, value in fields[part].items()
                if name not in later or value != later[name]
            }
        return fields

    def has_unchained_names(self, schema: int) -> bool:
        """Whether logs of this schema version have their names outside the chain."""
        return self.unchained_names_since is not None and schema >= self.unchained_names_since

    def new_log(self, header: H) -> Log[H, E]:
        """Start a log with nothing but its header."""
        return Log(self, header)

    def parse_log(self, data: bytes) -> Log[H, E]:
        """Parse a saved log; refuse it, with the line number, if any byte was changed."""
        lines = data.split(b"\n")
        if lines[-1]:
            raise BadRecord(len(lines), "the line is cut off" if len(lines) > 1 else _NO_RECORD)
        del lines[-1]
        if not lines:
            raise BadRecord(1, "the file is empty")
        chain, numbered = "", enumerate(lines, start=1)
        number, line = next(numbered)
        head = _decode_line(number, line, _HeaderLine[dict[str, Any]], _NO_RECORD)
        unchained = self.has_unchained_names(head.schema)
        chain = _compute_checked_hash(
            number, line, chain, encode_line_end(head.hash, head.names) if unchained else None
        )
        schema = self._get_checked_schema(head)
        raw = put_names_in(head.header, head.names) if unchained else head.header
        raw = self._upgrade_to_current_schema(1, "header", raw, schema)
        is_current = self.upgrades.keys().isdisjoint(range(schema, self.schema))
        log = Log(
            self,
            _decode_header_or_event(1, raw, self.header_type),
            schema if is_current else self.schema,
        )
        for number, line in numbered:
            entry = _decode_line(number, line, Entry[dict[str, Any]], "this is not an event")
            chain = _compute_checked_hash(number, line, chain)
            if entry.n != number - 1:
                wrong = f"event {format_input(entry.n)} stands where event {number - 1} belongs"
                raise BadRecord(number, wrong)
            raw = self._upgrade_to_current_schema(number, "event", entry.event, schema)
            log.append(
                _decode_header_or_event(number, raw, self.event_type), entry.at, more=entry.more
            )
            if is_current and log.lines[-1] != line:
                raise BadRecord(number, "the line is not written as a game writes it")
        if log.entries and log.entries[-1].more:
            raise BadRecord(len(lines), "the rest of what happened here is missing")
        return log

    def _get_checked_schema(self, head: _HeaderLine[dict[str, Any]]) -> int:
        if head.kostka != self.game:
            raise BadRecord(1, f"a saved game of {quote(head.kostka)}, not of '{self.game}'")
        oldest = min([self.schema, (self.unchained_names_since or self.schema + 1) - 1])
        oldest = min(self.upgrades, default=oldest)
        if not oldest <= head.schema <= self.schema:
            known = f"{oldest} to {self.schema}" if oldest < self.schema else str(self.schema)
            raise BadRecord(
                1, f"schema version {format_input(head.schema)} is not known here, only {known}"
            )
        return head.schema

    def _upgrade_to_current_schema(
        self, number: int, part: str, raw: dict[str, Any], schema: int
    ) -> dict[str, Any]:
        for version in range(schema, self.schema):
            if version not in self.upgrades:
                continue  # only the names have moved
            try:
                raw = self.upgrades[version](part, raw)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                raise BadRecord(
                    number, f"this is not a valid {part} of schema version {version}"
                ) from None
        return raw


def detect_game_kind(data: bytes) -> str | None:
    """Return the kind of game that the first line of a saved log names, or None."""
    try:
        return str(make_decoder(_KindLine).decode(data.split(b"\n", 1)[0]).kostka)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def detect_last_event(data: bytes) -> str | None:
    """Return the type of the event in the last line of a saved log; None if there is none."""
    try:
        return str(
            make_decoder(_LastLine).decode(data.rstrip(b"\n").rpartition(b"\n")[2]).event.type
        )
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


_NO_RECORD = "this is not a saved game"


class Log(Generic[H, E]):
    """What happened, in order. It only ever grows."""

    def __init__(self, log_format: LogFormat[H, E], header: H, schema: int | None = None) -> None:
        """Start with the header alone, in the current schema version or an older one."""
        self.log_format = log_format
        self.header = header
        self.entries: list[Entry[E]] = []
        self.lines: list[bytes] = []
        self.hash = ""
        self._append_header(log_format.schema if schema is None else schema)

    def _append_header(self, schema: int) -> None:
        self.has_unchained_names = self.log_format.has_unchained_names(schema)
        """Whether the names can be replaced without touching any hash."""
        head: dict[str, Any] = {"kostka": self.log_format.game, "schema": schema}
        header = self.log_format.encode_header(self.header)
        if not self.has_unchained_names:
            self._append_line(to_json(head | {"header": header}))
            return
        chained, names = take_names_out(header)
        self._append_line(to_json(head | {"header": chained}))
        end = len(encode_line_end(self.hash, None))
        self.lines[0] = self.lines[0][:-end] + encode_line_end(self.hash, names)

    def append(self, event: E, at: int | None = None, *, more: bool = False) -> Entry[E]:
        """Add one event at the end. `at` is the time in milliseconds, where there is a clock.

        With `more`, the next event belongs to the same command.
        """
        check_time(at)
        n = len(self.entries) + 1
        time = b"null" if at is None else b"%d" % at
        belongs = b',"more":true' if more else b""
        self._append_line(b'{"n":%d,"at":%b%b,"event":%b}' % (n, time, belongs, to_json(event)))
        entry = Entry(n, at, event, self.hash, more)
        self.entries.append(entry)
        return entry

    def append_all(self, events: Sequence[E], at: int | None = None) -> None:
        """Add the events of one command: all of them happened, or none."""
        left = len(events)
        for event in events:
            left -= 1
            self.append(event, at, more=left > 0)

    def _append_line(self, body: bytes) -> None:
        self.hash = line_hash = sha256(self.hash.encode() + body).hexdigest()
        self.lines.append(b'%b,"hash":"%b"}' % (body[:-1], line_hash.encode()))

    @property
    def events(self) -> list[E]:
        """The events alone, in order."""
        return [entry.event for entry in self.entries]

    def to_bytes(self) -> bytes:
        """Return the whole log as the bytes of its file."""
        return b"\n".join(self.lines) + b"\n"


def check_time(at: int | None) -> None:
    """Refuse a time that a log could not hold."""
    if at is not None and not (isinstance(at, int) and 0 <= at < END_OF_TIME):
        raise BadInput(f"at {format_input(at)} is not a time in milliseconds")


def _compute_checked_hash(
    number: int, line: bytes, chain: str, unchained_end: bytes | None = None
) -> str:
    """Return the hash of a line if it is the one written there, otherwise raise `BadRecord`."""
    match = _HASH_FIELD.search(line)
    end = match[0] if match and unchained_end is None else unchained_end
    if end is None or not line.endswith(end):
        raise BadRecord(number, "the line does not end with its hash")
    own = sha256(chain.encode() + line[: -len(end)] + b"}").hexdigest()
    if not end.startswith(b',"hash":"%b"' % own.encode()):
        raise BadRecord(number, "the line was changed: its hash does not fit")
    return own


def _decode_line(number: int, line: bytes, kind: type[T], what: str) -> T:
    try:
        return cast("T", make_decoder(cast("Hashable", kind)).decode(line))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(number, f"{what} ({describe_json_error(error, len(line))})") from None


def _decode_header_or_event(number: int, raw: object, kind: Any) -> Any:  # noqa: ANN401
    try:
        return from_builtins(raw, kind)
    except BadInput as error:
        raise BadRecord(number, str(error)) from None
