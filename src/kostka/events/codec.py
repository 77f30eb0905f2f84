"""Values to JSON and back, with every field checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any, TypeVar, cast

import msgspec

from kostka.events.errors import BadInput, format_input, quote
from kostka.events.json_errors import describe_json_error

T = TypeVar("T")

MAX_REASON_LENGTH = 150

_COMPILING = Lock()
"""Held while msgspec compiles a type, which it does once for each. Using a type while another
thread is still compiling it crashes the process."""

_FRACTION = re.compile(r"-?[0-9]{1,60}(/[1-9][0-9]{0,59})?")


def _encode_fraction(value: Any) -> Any:  # noqa: ANN401  (msgspec's signature)
    """Encode a fraction as a whole number, or as "27/2": never rounded."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


def _decode_fraction(kind: type, value: Any) -> Any:  # noqa: ANN401
    exact = isinstance(value, int | str) and _FRACTION.fullmatch(
        format_input(value, MAX_REASON_LENGTH)
    )
    if kind is Fraction and exact:
        return Fraction(value)
    raise ValueError(f"{quote(value)} is not an exact number")


_encoder = msgspec.json.Encoder(enc_hook=_encode_fraction)


to_json = _encoder.encode
"""Encodes a value as JSON on one line."""


def to_builtins(value: object) -> Any:  # noqa: ANN401
    """Turn a value into plain dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_encode_fraction)


def from_builtins(value: object, kind: type[T]) -> T:
    """Convert plain dicts and lists to a value, checking every field."""
    make_decoder(cast("Hashable", kind))  # compiles the types first
    try:
        return msgspec.convert(value, kind, str_keys=True, dec_hook=_decode_fraction)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise BadInput(describe_json_error(error)) from None


@cache
def make_decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401  (a type, or several)
    """Make a decoder once: compiling the types takes longer than decoding a message."""
    with _COMPILING:
        return msgspec.json.Decoder(kind, dec_hook=_decode_fraction)


def from_json(data: bytes | str, kind: type[T]) -> T:
    """Decode a value from JSON, checking every field."""
    return make_reader(kind)(data)


@cache
def _make_reader(kind: Any) -> Callable[[bytes | str], Any]:  # noqa: ANN401
    decode = make_decoder(kind).decode

    def read(data: bytes | str) -> Any:  # noqa: ANN401
        try:
            return decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BadInput(describe_json_error(error, len(data))) from None

    return read


def make_reader(kind: type[T]) -> Callable[[bytes | str], T]:
    """Return a function that decodes values of a type like `from_json`, without looking it up."""
    return cast("Callable[[bytes | str], T]", _make_reader(cast("Hashable", kind)))
