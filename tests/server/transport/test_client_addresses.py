"""What counts as one address, and how this machine is treated."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.datastructures import Headers

from kostka.server.transport.client_addresses import (
    AddressCounts,
    ProxyCheck,
    find_counted_address,
    is_from_silent_proxy,
    read_client_address,
)
from kostka.server.transport.rate_limits import Buckets, Rate


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str | None) -> None:
    assert find_counted_address(address) == counted


def test_an_address_is_never_longer_than_addresses_are() -> None:
    assert len(read_client_address({"client": ("x" * 5000, 1)})) == 45
    assert read_client_address({"client": None}) == ""


def test_each_address_holds_so_much_and_this_machine_only_counts_in_total() -> None:
    counts = AddressCounts(max_per_address=2, max_total=5)
    for address in ("203.0.113.5", "203.0.113.5"):
        assert counts.can_add(address)
        counts.add(address)
    assert not counts.can_add("203.0.113.5")
    for _ in range(3):
        assert counts.can_add("127.0.0.1")
        counts.add("127.0.0.1")
    assert counts.total == 5
    assert not counts.can_add("127.0.0.1")
    assert not counts.can_add("203.0.113.6")
    counts.remove("203.0.113.5")
    assert counts.can_add("203.0.113.5")
    for address in ("203.0.113.5", "127.0.0.1", "127.0.0.1", "127.0.0.1"):
        counts.remove(address)
    assert not counts._counts


def test_buckets_treat_an_ipv6_network_as_one_and_this_machine_as_free() -> None:
    buckets = Buckets(Rate(1, 0))
    assert buckets.try_take_tokens("2001:db8::1", 0)
    assert not buckets.try_take_tokens("2001:db8::2", 0)
    assert buckets.try_take_tokens("2001:db8:0:1::1", 0)
    assert all(buckets.try_take_tokens("::1", 0) for _ in range(5))


@pytest.mark.parametrize(
    ("headers", "is_silent"),
    [
        ({"host": "localhost:8000"}, False),
        ({"host": "127.0.0.1:8000"}, False),
        ({"host": "[::1]:8000"}, False),
        ({}, False),
        ({"host": "games.example.org"}, True),
        ({"host": "games.example.org", "x-forwarded-for": "203.0.113.5"}, False),
        ({"host": "127.0.0.1:8000", "x-forwarded-proto": "https"}, True),
        ({"host": "127.0.0.1:8000", "via": "1.1 Caddy"}, True),
        ({"host": "127.0.0.1:8000", "via": "1.1 Caddy", "x-forwarded-for": "192.0.2.1"}, False),
    ],
)
def test_a_proxy_that_hides_its_clients_is_recognised(
    headers: dict[str, str], is_silent: bool
) -> None:
    assert is_from_silent_proxy(Headers(headers)) == is_silent


def test_the_operator_is_warned_once(caplog: pytest.LogCaptureFixture) -> None:
    check = ProxyCheck()
    headers = [(b"host", b"games.example.org")]
    outside: dict[str, Any] = {"client": ("203.0.113.5", 1), "headers": headers}
    here: dict[str, Any] = {"client": ("127.0.0.1", 1), "headers": headers}
    check.check_request(outside)
    assert not caplog.messages
    check.check_request(here)
    check.check_request(here)
    assert caplog.messages == ["proxy_hides_addresses"]
