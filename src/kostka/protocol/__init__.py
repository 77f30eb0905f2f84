"""The messages between server and clients, as typed values (version 1).

`requests` is what clients send, `responses` what the server sends, `rooms` what both say about a
room, `solve_api` the solver over HTTP. `schema` prints all of them as JSON Schemas. Messages are
JSON objects whose field `type` holds their name; see docs/protocol.md.
"""

PROTOCOL = 1
"""Increased when older clients would no longer understand the server."""
