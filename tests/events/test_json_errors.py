"""Errors of the JSON library are told in our own words."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from kostka.events.codec import from_json
from kostka.events.errors import BadInput


class Order(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    name: Annotated[str, msgspec.Meta(min_length=2, max_length=3)] = "ab"
    size: Literal["small", "large"] = "small"
    pair: tuple[int, int] = (1, 2)
    note: str | None = None
    inner: dict[str, float] = {}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected JSON, got nothing"),
        (b'{"count":', "the JSON ends too early, after byte 9"),
        (b'{"count": x}', "this is not JSON: invalid character at byte 10"),
        (b"{} {}", "this is not JSON: trailing characters at byte 4"),
        (b'{"name": "\xff\xff"}', "the text is not UTF-8, from position 0 on"),
        (b"[]", "expected an object, got a list"),
        (b'{"count": "1"}', "expected a whole number, got text, at count"),
        (b'{"count": 0}', "expected a whole number of at least 1, at count"),
        (b'{"count": 10}', "expected a whole number of at most 9, at count"),
        (b'{"name": "a"}', "expected text of at least 2 characters, at name"),
        (b'{"name": "abcd"}', "expected text of at most 3 characters, at name"),
        (b'{"size": "huge"}', "'huge' is not one of the possible values, at size"),
        (b'{"pair": [1]}', "expected a list of 2 items, at pair"),
        (b'{"note": 1}', "expected text or null, got a whole number, at note"),
        (b'{"inner": {"x": true}}', "expected a number, got true or false, at inner[...]"),
        (b'{"colour": 1}', "there is no field colour"),
    ],
)
def test_a_message_says_what_is_wrong_and_where(data: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(data, Order)
    assert str(caught.value) == message


def test_deep_nesting_has_a_message_of_its_own() -> None:
    with pytest.raises(BadInput, match=r"^the JSON is nested too deeply$"):
        from_json(b"[" * 100_000, list)
