"""Work over processes: in order, and no process outlives an error or its parent."""

from __future__ import annotations

import multiprocessing
import os
import time
from itertools import islice

import pytest

from kostka.cli.workers import map_in_order
from kostka.events.errors import BadInput

NUMBERS = range(1, 101)


def squared(number: int) -> int:
    return number * number


def refused_at_seven(number: int) -> int:
    if number == 7:
        raise BadInput("seven is no good")
    return number


def failing(number: int) -> float:
    return 1 / (number - 7)


def dying(_: int) -> int:
    os._exit(3)


def slow(number: int) -> int:
    if number > 2:
        time.sleep(60)
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(map_in_order(squared, NUMBERS, jobs)) == [number**2 for number in NUMBERS]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_through(jobs: int) -> None:
    with pytest.raises(BadInput, match=r"^seven is no good$"):
        list(map_in_order(refused_at_seven, NUMBERS, jobs))
    assert not multiprocessing.active_children()


def test_any_other_error_is_one_line_too() -> None:
    with pytest.raises(BadInput, match=r"^ZeroDivisionError: division by zero$"):
        list(map_in_order(failing, NUMBERS, 2))


def test_a_worker_that_dies_is_told_of() -> None:
    with pytest.raises(BadInput, match="a worker process died"):
        list(map_in_order(dying, NUMBERS, 2))


def test_who_has_seen_enough_need_not_wait() -> None:
    start = time.monotonic()
    results = map_in_order(slow, range(1, 9), 2)
    assert list(islice(results, 2)) == [1, 2]
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - start < 20
    assert not multiprocessing.active_children()
