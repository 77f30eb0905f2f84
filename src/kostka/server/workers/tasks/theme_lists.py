"""Word lists for theme games (W-15)."""

from __future__ import annotations

import msgspec

from kostka.events.codec import to_json
from kostka.events.errors import make_refusal
from kostka.server.workers.task import Task
from kostka.word.theme import BadTheme, parse_theme


class ThemeUpload(msgspec.Struct, frozen=True):
    """A word list as it was uploaded."""

    title: str
    data: bytes


class ParsedTheme(msgspec.Struct, frozen=True):
    """A theme that can be played with."""

    theme: bytes
    """A `Theme` as JSON. As separate words it would take ten times as much memory."""
    word_count: int


def _parse_upload(payload: bytes) -> bytes:
    """Return the `ParsedTheme` in a `ThemeUpload`; refuse a list that cannot be a theme."""
    upload = msgspec.msgpack.decode(payload, type=ThemeUpload)
    try:
        theme = parse_theme(upload.title, upload.data)
    except BadTheme as error:
        raise make_refusal(error.violation) from None
    return msgspec.msgpack.encode(ParsedTheme(to_json(theme), len(theme.words)))


def decode_parsed_theme(result: bytes) -> ParsedTheme:
    """Return the result of `READ_THEME`."""
    return msgspec.msgpack.decode(result, type=ParsedTheme)


def encode_theme_upload(title: str, data: bytes) -> bytes:
    """Return the payload of `READ_THEME`."""
    return msgspec.msgpack.encode(ThemeUpload(title, data))


READ_THEME = Task("read_theme", _parse_upload, seconds=5, is_heavy=True)
