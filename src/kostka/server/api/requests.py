"""What handlers read from a request: its body and the address of the client."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request

from kostka.events.errors import make_refusal
from kostka.server import problems


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Return the body of a request; refuse one that is longer, or that never arrives."""
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > max_bytes:
                raise make_refusal(problems.TOO_LONG(most=max_bytes))
    except ClientDisconnect:  # nobody receives the answer
        raise make_refusal(
            problems.BAD_MESSAGE(why="the connection was closed too early")
        ) from None
    return bytes(data)


def get_client_address(request: Request) -> str:
    """Return the address from which a request comes; empty if the transport has none."""
    return request.client.host if request.client else ""
