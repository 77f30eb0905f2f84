"""What handlers read from a request: its body and the address of the client."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.api.incoming_bodies import INCOMING_BODIES
from kostka.server.transport.client_addresses import read_client_address


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Return the body of a request; refuse one that is longer, or that never arrives.

    All bodies together are bounded too.
    """
    data, address = bytearray(), get_client_address(request)
    try:
        async for part in request.stream():
            if len(data) + len(part) > max_bytes:
                raise make_refusal(problems.TOO_LONG(most=max_bytes))
            INCOMING_BODIES.add_bytes(address, len(part), len(data))
            data += part
    except ClientDisconnect:  # nobody receives the answer
        raise make_refusal(
            problems.BAD_MESSAGE(why="the connection was closed too early")
        ) from None
    finally:
        INCOMING_BODIES.remove_bytes(address, len(data))
    return bytes(data)


def get_client_address(request: Request) -> str:
    """Return the address from which a request comes; empty if the transport has none."""
    return read_client_address(request.scope)
