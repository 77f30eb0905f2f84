"""When the server looks for garbage."""

from __future__ import annotations

import gc

import pytest

from kostka.server.serve import COLLECTION_TICKS, collect_garbage


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
