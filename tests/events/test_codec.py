"""Values of the product are read in several threads at once."""

from __future__ import annotations

from threading import Thread

import msgspec

from kostka.events.codec import from_builtins, from_json

READ_FROM = {"inner": {"number": 1}, "other": 2}

found: list[object] = []
begun: list[Thread] = []


def _decode_in_thread() -> type[int]:
    """Let another thread use the type, while this one has looked at a half of it."""
    begun.append(Thread(target=lambda: found.append(from_builtins(READ_FROM, Outer))))
    begun[-1].start()
    begun[-1].join(0.1)  # longer than it takes; but it has to wait for us
    return int


class Inner(msgspec.Struct, frozen=True):
    number: _decode_in_thread()  # type: ignore[valid-type]


class Outer(msgspec.Struct, frozen=True):
    inner: Inner
    other: int


def test_a_type_is_used_only_when_all_of_it_was_looked_at() -> None:
    found.append(from_json(msgspec.json.encode(READ_FROM), Outer))
    for thread in begun:
        thread.join()
    assert found == [Outer(Inner(1), 2)] * 2
