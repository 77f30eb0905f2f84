"""Buckets that fill with time."""

from __future__ import annotations

from kostka.server.transport.rate_limits import Bucket, Buckets, Rate


def test_so_much_at_once_and_so_much_each_second() -> None:
    bucket = Bucket(Rate(3, 2), now=0)
    assert [bucket.try_take_tokens(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.try_take_tokens(500) for _ in range(2)] == [True, False]
    assert [bucket.try_take_tokens(1500) for _ in range(3)] == [True, True, False]
    assert bucket.compute_delay(1500) == 0.5
    assert bucket.compute_delay(2000) == 0
    assert bucket.try_take_tokens(100_000)
    assert [bucket.try_take_tokens(100_000) for _ in range(3)] == [True, True, False]


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(Rate(1, 1), now=10_000)
    assert bucket.try_take_tokens(10_000)
    assert not bucket.try_take_tokens(0)


def test_what_is_refused_costs_nothing() -> None:
    bucket = Bucket(Rate(5, 0), now=0)
    assert not bucket.try_take_tokens(0, cost=6)
    assert bucket.try_take_tokens(0, cost=5)


def test_everybody_has_a_bucket_and_only_so_many_are_kept() -> None:
    buckets = Buckets(Rate(1, 0), max_buckets=2)
    assert buckets.try_take_tokens("a", 0)
    assert buckets.try_take_tokens("b", 0)
    assert not buckets.try_take_tokens("a", 0)
    assert buckets.try_take_tokens("c", 0)  # b is forgotten: a was there since
    assert not buckets.try_take_tokens("a", 0)
    assert buckets.try_take_tokens("b", 0)
