"""Names and tokens of guests."""

from __future__ import annotations

import pytest

from kostka.events.errors import Refused
from kostka.server.rooms.guests import (
    MAX_NAME_LENGTH,
    clean_name,
    create_id,
    create_room_code,
    create_token,
    hash_token,
)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ala", "Ala"),
        ("  Zażółć   gęślą ", "Zażółć gęślą"),
        ("a\tb\nc", "a b c"),
        ("evil\u202eeman", "evil eman"),
        ("zero\u200bwidth", "zero width"),
        ("x" * 100, "x" * MAX_NAME_LENGTH),
        ("ﬁne", "fine"),
        ("<script>", "<script>"),  # escaping markup is up to the page
    ],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize("given", ["", "   ", "\u200b", "\n\t", "\u0301\u0301"])
def test_a_name_needs_something_to_show(given: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(given)
    assert refused.value.violations[0].code == "bad_name"


def test_secrets_are_long_and_all_different() -> None:
    tokens = {create_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {32}
    assert len({hash_token(token) for token in tokens}) == 1000
    assert not any(bytes.fromhex(token) in hash_token(token) for token in tokens)
    assert len({create_id() for _ in range(1000)}) == 1000
    assert all(not set("IO01") & set(create_room_code(is_open=False)) for _ in range(1000))
