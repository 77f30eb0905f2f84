"""One short attack, and a server that is slow; `make attacks` runs all of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import monotonic, sleep

import pytest

from tests.attacks.delay_watch import watching
from tests.tools.attack_server import HEAD, attack_server, find_percentile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory in /proc")

PAUSE = 0.5


class SlowOnce(BaseHTTPRequestHandler):
    """Takes long for its fifth request."""

    protocol_version = "HTTP/1.1"
    requests = 0

    def do_GET(self) -> None:
        SlowOnce.requests += 1
        sleep(PAUSE if SlowOnce.requests == 5 else 0)
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def slow_address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), SlowOnce) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_pause_of_a_server_is_measured(slow_address: str) -> None:
    begun = monotonic()
    with watching(slow_address) as watch:
        while SlowOnce.requests < 6:
            sleep(0.01)
        delays = watch.wait_for_delay(begun)
    assert find_percentile(delays, 100) > 1000 * PAUSE * 0.9
    assert sum(delay.seconds > PAUSE * 0.9 for delay in delays) < len(delays)


def test_an_attack_is_answered_and_measured() -> None:
    effect = attack_server("deep JSON")
    assert effect.answers == {"400": 600}
    assert effect.delays
    assert effect.canary
    assert effect.server_seconds > 0
    assert effect.grown_mb < 64
    assert effect.format_row().count("|") == len(HEAD) + 1
