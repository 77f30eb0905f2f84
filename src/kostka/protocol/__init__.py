"""What server and clients say to each other: every message as a typed value, version 1.

Messages are JSON objects whose field `type` holds their name. See docs/protocol.md.
"""

PROTOCOL = 1
"""Grows when a client of the version before would no longer understand the server."""
