"""Room codes that clients make up, so that a room is opened where its players will be sent.

Load balancers choose the node by the code in the address of a connection. A room whose code was
made up on the node would often be opened on another one than that.
"""

from __future__ import annotations

from kostka.server.rooms.guests import is_room_code, normalize_room_code
from kostka.server.transport.session import Session

MAX_REMEMBERED = 10_000


class SuggestedCodes:
    """Hands out each suggested code once, even if two clients suggest it at the same moment."""

    def __init__(self) -> None:
        """Start with none."""
        self._taken: dict[str, None] = {}
        """The codes handed out lately, the oldest first."""

    def take_code(self, session: Session, *, is_open: bool) -> str | None:
        """Return the code that a client suggests for a new room; None without a valid one."""
        code, session.suggested_code = normalize_room_code(session.suggested_code or ""), None
        if code in self._taken or not is_room_code(code, is_open=is_open):
            return None
        self._taken[code] = None
        if len(self._taken) > MAX_REMEMBERED:
            del self._taken[next(iter(self._taken))]
        return code
