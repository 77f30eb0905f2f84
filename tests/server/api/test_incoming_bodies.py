"""Bodies of requests are bounded in all while they are received."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from kostka.events.errors import Refused
from kostka.server.api.incoming_bodies import (
    INCOMING_BODIES,
    MAX_BYTES,
    MAX_BYTES_PER_ADDRESS,
    SMALL_BYTES,
    IncomingBodies,
)
from kostka.server.api.requests import read_body


def get_refusal(bodies: IncomingBodies, address: str, size: int, so_far: int = 0) -> str:
    """Return the code with which a part is refused; nothing if it is taken."""
    try:
        bodies.add_bytes(address, size, so_far)
    except Refused as refused:
        return refused.violations[0].code
    return ""


def test_an_address_and_all_of_them_have_so_much() -> None:
    bodies = IncomingBodies()
    assert get_refusal(bodies, "a", MAX_BYTES_PER_ADDRESS) == ""
    assert get_refusal(bodies, "a", 1, so_far=SMALL_BYTES) == "too_many"
    assert get_refusal(bodies, "b", MAX_BYTES - MAX_BYTES_PER_ADDRESS) == ""
    assert get_refusal(bodies, "c", SMALL_BYTES + 1) == "full"
    assert get_refusal(bodies, "c", SMALL_BYTES) == ""  # a command goes through
    bodies.remove_bytes("a", MAX_BYTES_PER_ADDRESS)
    assert get_refusal(bodies, "127.0.0.1", MAX_BYTES_PER_ADDRESS // 2) == ""
    bodies.remove_bytes("127.0.0.1", MAX_BYTES_PER_ADDRESS // 2)
    assert get_refusal(bodies, "c", SMALL_BYTES + 1) == ""
    bodies.remove_bytes("b", MAX_BYTES - MAX_BYTES_PER_ADDRESS)
    bodies.remove_bytes("c", 2 * SMALL_BYTES + 1)
    assert len(bodies) == 0


@pytest.mark.parametrize("end", ["complete", "too long", "disconnect"])
def test_a_body_is_counted_only_while_it_comes(end: str) -> None:
    counted: list[int] = []

    async def read() -> bytes:
        parts = [b"x" * 400] * 3

        async def receive() -> dict[str, Any]:
            counted.append(len(INCOMING_BODIES))
            if end == "disconnect" and len(parts) == 1:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": parts.pop(), "more_body": bool(parts)}

        scope = {"type": "http", "method": "POST", "headers": [], "client": ("192.0.2.7", 1)}
        return await read_body(Request(scope, receive), 1000 if end == "too long" else 1200)

    if end == "complete":
        assert asyncio.run(read()) == b"x" * 1200
    else:
        with pytest.raises(Refused):
            asyncio.run(read())
    assert counted == [0, 400, 800]
    assert len(INCOMING_BODIES) == 0
