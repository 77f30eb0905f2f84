"""What the sessions in a room are sent: the room, updates of the game, and drafts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import cast

from msgspec import Raw
from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.events.game import Viewer
from kostka.protocol.responses import Drafted, Judged, RoomNews
from kostka.protocol.rooms import NamedGuest, People, RoomView
from kostka.server.rooms.room import Room, Scores
from kostka.server.transport.session import Session
from kostka.tabletop.match import Standing

MAX_LISTED = 200
"""Spectators whose names the host is shown."""

Seats = Mapping[str, int]
"""The seat of each guest who has one."""


class RoomBroadcaster:
    """Sends a room to everybody in it."""

    def __init__(self) -> None:
        """Start without standings."""
        self._standings: tuple[Sequence[Scores], tuple[Standing, ...]] = ((), ())
        """The sheets that were ranked last, and the result: ranking takes a while."""

    def broadcast_room(self, room: Room, seats: Seats, sessions: Collection[Session]) -> None:
        """Send the room to everybody in it, and to the host who else is there."""
        watching = sum(session.guest not in seats for session in sessions)
        if self._standings[0] is not room.sheets:
            self._standings = (room.sheets, room.standings)
        view = cast("RoomView", Raw(to_json(room.build_view(watching, self._standings[1]))))
        host = room.acting_host
        for session in sessions:
            people = list_people(room, seats, sessions) if session.guest == host else None
            session.send(RoomNews(view, seats.get(session.guest), people))


def list_people(room: Room, seats: Seats, sessions: Collection[Session]) -> People:
    """List spectators, each guest once, and banned guests."""
    watching = {
        session.guest: NamedGuest(session.guest, session.name)
        for session in sessions
        if session.guest not in seats
    }
    shown = sorted(watching.values(), key=lambda one: (one.name, one.guest))
    return People(tuple(shown[:MAX_LISTED]), room.banned)


def send_updates(
    sessions: Collection[Session],
    seats: Seats,
    encode: Callable[[Sequence[Viewer], int], list[bytes]],
    now: int,
) -> None:
    """Encode an update of the game once for each seat and once for spectators, and send it."""
    viewers = [seats.get(session.guest) for session in sessions]
    if len(set(viewers)) == len(viewers):  # everybody sees something else
        for session, update in zip(sessions, encode(viewers, now), strict=True):
            session.send_encoded(update)
        return
    different = list(set(viewers))
    update_of = dict(zip(different, encode(different, now), strict=True))
    for session, viewer in zip(sessions, viewers, strict=True):
        session.send_encoded(update_of[viewer])


def broadcast_draft(
    sessions: Collection[Session], news: Drafted, verdict: Judged, by: Session
) -> None:
    """Show a draft to everybody else.

    Other devices of the same player also get the verdict. If they had to ask for it, they would
    send the draft back, and two devices would bounce old drafts between them.
    """
    encoded = to_json(news)
    for session in sessions:
        if session is by:
            continue
        if session.guest == by.guest:
            session.send(replace(news, judged=verdict))
        else:
            session.send_encoded(encoded)
