"""A client for Python programs: remote bots, load, and the tests."""

from kostka.client.connection import Connection, Refused, connect

__all__ = ["Connection", "Refused", "connect"]
