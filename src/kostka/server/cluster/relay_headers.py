"""How one node passes a request on to another, and how that one recognizes it.

The first node names the client in `X-Forwarded-For` and adds the secret that only nodes know. A
request with that secret is believed, and is never passed on again.
"""

from __future__ import annotations

from hmac import compare_digest

from starlette.types import ASGIApp, Receive, Scope, Send

from kostka.server.transport.client_addresses import MAX_ADDRESS_LENGTH, read_client_address

RELAY_KEY = b"x-kostka-relay"
FORWARDED_FOR = b"x-forwarded-for"
FORWARDED_PROTO = b"x-forwarded-proto"

_REPLACED = frozenset({RELAY_KEY, FORWARDED_FOR, FORWARDED_PROTO, b"forwarded", b"x-real-ip"})
"""Headers that name the client, or that clients must not send."""

_MARK = "kostka.relayed"

RawHeaders = list[tuple[bytes, bytes]]


def build_relayed_headers(scope: Scope, key: str) -> RawHeaders:
    """Return the headers of a request for another node: the host and the rest stay as they are."""
    kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _REPLACED]
    scheme = "https" if scope["scheme"] in ("wss", "https") else "http"
    return [
        *kept,
        (FORWARDED_FOR, read_client_address(scope).encode("latin-1")),
        (FORWARDED_PROTO, scheme.encode()),
        (RELAY_KEY, key.encode()),
    ]


def build_target(scope: Scope) -> bytes:
    """Return the path and the query of a request as the client has sent them."""
    query: bytes = scope["query_string"]
    path: bytes = scope["raw_path"]
    return b"%b?%b" % (path, query) if query else path


def is_relayed(scope: Scope) -> bool:
    """Whether another node has passed a request on to this one."""
    return scope.get(_MARK, False) is True


class RelayedRequests:
    """Middleware that recognizes what other nodes pass on, and restores the client's address."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        """Wrap an application; without a key nothing is recognized."""
        self.app = app
        self._key = key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "lifespan":
            values = dict(scope["headers"])
            given = values.get(RELAY_KEY)
            if given is not None and self._key and compare_digest(given, self._key):
                scope = _restore_client(scope, values)
        await self.app(scope, receive, send)


def _restore_client(scope: Scope, values: dict[bytes, bytes]) -> Scope:
    address = values.get(FORWARDED_FOR, b"").decode("latin-1")[:MAX_ADDRESS_LENGTH]
    scheme = values.get(FORWARDED_PROTO, b"http").decode("latin-1")
    if scope["type"] == "websocket":
        scheme = scheme.replace("http", "ws")
    headers = [(name, value) for name, value in scope["headers"] if name != RELAY_KEY]
    restored = {"client": (address, 0) if address else None, "scheme": scheme, "headers": headers}
    return {**scope, **restored, _MARK: True}
