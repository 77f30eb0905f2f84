"""A client for Python programs: remote bots, load tests and the test suite."""

from kostka.client.connection import Connection, Refused, SentAway, connect, open_connection
from kostka.client.reconnecting import ReconnectingClient

__all__ = [
    "Connection",
    "ReconnectingClient",
    "Refused",
    "SentAway",
    "connect",
    "open_connection",
]
