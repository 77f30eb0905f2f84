"""A client for Python programs: remote bots, load tests and the test suite."""

from kostka.client.connection import Connection, Refused, connect

__all__ = ["Connection", "Refused", "connect"]
