"""What somebody sends with a request, as much of it as is read."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request


async def read_body(request: Request, most: int) -> bytes | None:
    """Read the body of a request; None if it has more bytes than that, or never came."""
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                return None
    except ClientDisconnect:  # nobody will hear the answer
        return None
    return bytes(data)
