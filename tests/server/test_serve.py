"""Listening sockets, and when the server looks for garbage."""

from __future__ import annotations

import gc
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection

import pytest

from kostka.server.serve import COLLECTION_TICKS, collect_garbage, create_listening_socket


@pytest.mark.parametrize(
    ("tenth", "oldest"), [(1, 0), (99, 0), (100, 1), (2900, 1), (3000, 2), (864_000, 2)]
)
def test_the_older_objects_are_looked_through_more_rarely(
    tenth: int, oldest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(gc, "collect", looked.append)
    collect_garbage(tenth)
    assert looked == [oldest]


def test_every_generation_has_its_time() -> None:
    assert len(COLLECTION_TICKS) == len(gc.get_threshold())


def test_small_messages_are_sent_at_once() -> None:
    """Otherwise the second of two waits until the client's system has confirmed the first."""
    with (
        create_listening_socket("127.0.0.1", 0) as listening,
        create_connection(listening.getsockname()[:2]),
    ):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(IPPROTO_TCP, TCP_NODELAY)
